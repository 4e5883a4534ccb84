import {
  BirthdayAnswer,
  BirthdayPreviewRequest,
  BirthdayRequest,
  CashBlockAnswer,
  FindMemberAnswer,
  FindMemberRequest,
  MemberPreview,
  ReasonRequest,
  SupportOrderParams,
} from '@nordhaut/contracts/support';
import type { Member } from '@nordhaut/accounts';
import type { Wallet } from '@nordhaut/promotions';
import { refuse, Rejected, type RequestContext, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import type { ViewAction, ViewLog } from '../views.ts';
import { birthdayPreview, cashBlockPreview } from './preview.ts';

export type DeskHttp = {
  history: OrderHistory;
  views: ViewLog;
  memberOfEmail(email: string): Promise<string | undefined>;
  /** the invite codes of open accounts, by member */
  codesOf(memberIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** @throws Rejected for a date that is none, or of somebody too young */
  correctBirthday(memberId: string, birthday: string, context: RequestContext): Promise<'changed' | 'same'>;
  /** @throws Rejected as the correction would */
  previewBirthday(memberId: string, birthday: string): Promise<{ before: Member; after: Member }>;
  walletOf(memberId: string): Promise<Wallet>;
  clock: () => Date;
  /** undefined: the limit is off */
  cashLimit:
    | {
        lift(phoneE164: string): Promise<number>;
        uncollected(phoneE164: string): Promise<{ parcels: number; blockedUntil: string | null }>;
      }
    | undefined;
};

const tags = ['support'];
const act = { access: 'support', right: 'act', limit: 'expensive' } as const;

/**
 * A member by the e-mail, the member's birthday, and the block of cash orders of a phone number. Who did it, and why, is in the log of
 * views too.
 */
export function deskRoutes(deps: DeskHttp): Routes {
  const { history, views, memberOfEmail, codesOf, correctBirthday, previewBirthday, walletOf, cashLimit, clock } = deps;

  /** Records whom somebody looks for, also where there is no such account: the refusal says so. */
  async function memberOf(request: FastifyRequest, action: ViewAction, email: string, reason?: string): Promise<string> {
    const memberId = await memberOfEmail(email);
    const said = memberId === undefined ? [email, ...(reason === undefined ? [] : [reason])].join('：') : reason;
    await views(request, { action, memberId, reason: said });
    return memberId ?? refuse(404, 'PERSON_UNKNOWN', messages.memberUnknown);
  }

  return (app) => {
    // Who cannot sign in has no invite code to tell. The e-mail is in the body: an address of the console has no personal data.
    app.post(
      '/api/support/members/find',
      {
        schema: {
          body: FindMemberRequest,
          response: { 200: FindMemberAnswer },
          summary: 'The invite code of the member with this e-mail',
          tags,
        },
        config: { access: 'support', right: 'view', limit: 'expensive', idempotency: 'off' },
      },
      async (request) => {
        const memberId = await memberOf(request, 'FIND_MEMBER', request.body.email);
        return { code: (await codesOf([memberId])).get(memberId) ?? refuse(404, 'PERSON_UNKNOWN', messages.memberUnknown) };
      },
    );
    app.post(
      '/api/support/members/birthday',
      {
        schema: { body: BirthdayRequest, response: { 200: BirthdayAnswer }, summary: "Correct a member's birthday", tags },
        config: act,
      },
      async (request) => {
        const { email, birthday, reason } = request.body;
        const memberId = await memberOf(request, 'BIRTHDAY', email, reason);
        return { outcome: await correctBirthday(memberId, birthday, request.context()) };
      },
    );
    app.post(
      '/api/support/members/birthday/preview',
      {
        schema: {
          body: BirthdayPreviewRequest,
          response: { 200: MemberPreview },
          summary: "What correcting a member's birthday would do now",
          tags,
        },
        // It changes nothing, and a stored answer would be out of date.
        config: { ...act, idempotency: 'off' },
      },
      async (request) => {
        const { email, birthday } = request.body;
        const memberId = await memberOf(request, 'PREVIEW_BIRTHDAY', email);
        try {
          return birthdayPreview(await previewBirthday(memberId, birthday), await walletOf(memberId), clock().toISOString());
        } catch (error) {
          if (!(error instanceof Rejected)) throw error;
          return { closed: error.rejection.message, effects: [], needsSecond: false };
        }
      },
    );
    app.post(
      '/api/support/orders/:orderNo/cash-block/preview',
      {
        schema: {
          params: SupportOrderParams,
          response: { 200: MemberPreview },
          summary: "What lifting the block of cash orders of the order's phone number would do now",
          tags,
        },
        config: { ...act, idempotency: 'off' },
      },
      async (request) => {
        const { orderNo } = request.params;
        const { order } = (await history.own(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
        const phone = order.personal.contact?.recipient.phoneE164;
        await views(request, { action: 'PREVIEW_LIFT_CASH', orderNo });
        return cashBlockPreview(phone === undefined ? undefined : await cashLimit?.uncollected(phone));
      },
    );
    app.post(
      '/api/support/orders/:orderNo/cash-block',
      {
        schema: {
          params: SupportOrderParams,
          body: ReasonRequest,
          response: { 200: CashBlockAnswer },
          summary: "Lift the block of cash orders of the order's phone number",
          tags,
        },
        config: act,
      },
      async (request) => {
        const { orderNo } = request.params;
        const { order } = (await history.own(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
        const phone = order.personal.contact?.recipient.phoneE164;
        const { reason } = request.body;
        await views(request, { action: 'LIFT_CASH', orderNo, reason });
        return { lifted: phone === undefined ? 0 : ((await cashLimit?.lift(phone)) ?? 0) };
      },
    );
  };
}
