import { BirthdayAnswer, BirthdayRequest, CashBlockAnswer, ReasonRequest, SupportOrderParams } from '@nordhaut/contracts/support';
import { refuse, type RequestContext, type Routes } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import type { ViewLog } from '../views.ts';

export type DeskHttp = {
  history: OrderHistory;
  views: ViewLog;
  memberOfEmail(email: string): Promise<string | undefined>;
  /** @throws Rejected for a date that is none, or of somebody too young */
  correctBirthday(memberId: string, birthday: string, context: RequestContext): Promise<'changed' | 'same'>;
  /** undefined: the limit is off */
  cashLimit: { lift(phoneE164: string): Promise<number> } | undefined;
};

const tags = ['support'];
const act = { access: 'support', right: 'act', limit: 'expensive' } as const;

/** A member's birthday, and the block of cash orders of a phone number. Who did it, and why, is in the log of views too. */
export function deskRoutes({ history, views, memberOfEmail, correctBirthday, cashLimit }: DeskHttp): Routes {
  return (app) => {
    app.post(
      '/api/support/members/birthday',
      {
        schema: { body: BirthdayRequest, response: { 200: BirthdayAnswer }, summary: "Correct a member's birthday", tags },
        config: act,
      },
      async (request) => {
        const { email, birthday, reason } = request.body;
        const memberId = (await memberOfEmail(email)) ?? refuse(404, 'PERSON_UNKNOWN', messages.memberUnknown);
        await views({ staffId: request.staff?.staffId ?? '', action: 'BIRTHDAY', memberId, reason, requestId: request.id });
        return { outcome: await correctBirthday(memberId, birthday, request.context()) };
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
        const order = (await history.whole(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
        const phone = order.personal.contact?.recipient.phoneE164;
        const { reason } = request.body;
        await views({ staffId: request.staff?.staffId ?? '', action: 'LIFT_CASH', orderNo, reason, requestId: request.id });
        return { lifted: phone === undefined ? 0 : ((await cashLimit?.lift(phone)) ?? 0) };
      },
    );
  };
}
