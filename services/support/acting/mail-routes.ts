import { memberStream } from '@nordhaut/accounts';
import {
  MailList,
  MemberMailParams,
  MemberMailsParams,
  OrderMailParams,
  ReasonRequest,
  ResendAnswer,
  SupportOrderParams,
} from '@nordhaut/contracts/support';
import { orderStream } from '@nordhaut/ordering';
import type { StreamName } from '@nordhaut/platform/event-store';
import { refuse, type Routes } from '@nordhaut/platform/http';
import { memberByCode } from '../members-by-code.ts';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import { shownAddress } from '../orders/seen.ts';
import { MAIL_FAULTS, MAILS, money } from '../orders/words.ts';
import type { ViewLog } from '../views.ts';

type SentFact = Omit<MailList['mails'][number], 'title' | 'at'> & {
  kind: string;
  amount: number | null;
  at: Date;
  isBeforeCorrection: boolean;
};
export type MailsHttp = {
  history: Pick<OrderHistory, 'own'>;
  views: ViewLog;
  /** the member with this invite code */
  byCode(code: string): Promise<{ memberId: string } | undefined>;
  mailsAgain: {
    list(stream: StreamName): Promise<readonly SentFact[]>;
    /** plans a mail once more, within the limits that the buyer has too */
    send(stream: StreamName, mailId: string): Promise<ResendAnswer['outcome']>;
  };
};

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;
const act = { access: 'support', right: 'act', limit: 'expensive' } as const;
const asList = (mails: readonly SentFact[]): MailList => ({
  mails: mails.map(({ mailId, kind, amount, times, at, state, why, to, isBeforeCorrection, closed }) => ({
    mailId,
    title: `${MAILS[kind] ?? kind}${amount === null ? '' : ` ${money(amount)}`}`,
    times,
    at: at.toISOString(),
    state,
    why: why === null ? null : (MAIL_FAULTS[why] ?? why),
    to: to === null ? null : shownAddress(to, isBeforeCorrection),
    closed: closed === null ? null : (MAIL_FAULTS[closed] ?? closed),
  })),
});

/**
 * The mails about an order or to a member, and sending one of them again, to the address on the order or of the account. Who did it,
 * when and why is in the log of views.
 */
export function mailRoutes({ history, views, byCode, mailsAgain }: MailsHttp): Routes {
  const mustExist = async (orderNo: string) => (await history.own(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
  const memberOf = async ({ code }: { code: string }): Promise<string> => (await memberByCode(byCode, code)).memberId;

  return (app) => {
    app.get(
      '/api/support/orders/:orderNo/mails',
      { schema: { params: SupportOrderParams, response: { 200: MailList }, summary: 'The mails about an order', tags }, config: view },
      async (request) => {
        const { orderNo } = request.params;
        await mustExist(orderNo);
        await views(request, { action: 'VIEW', orderNo });
        return asList(await mailsAgain.list(orderStream(orderNo)));
      },
    );
    app.post(
      '/api/support/orders/:orderNo/mails/:mailId',
      {
        schema: {
          params: OrderMailParams,
          body: ReasonRequest,
          response: { 200: ResendAnswer },
          summary: 'Send a mail about an order again, to the address on the order',
          tags,
        },
        config: act,
      },
      async (request) => {
        const { orderNo, mailId } = request.params;
        await mustExist(orderNo);
        await views(request, { action: 'RESEND', orderNo, reason: request.body.reason });
        return { outcome: await mailsAgain.send(orderStream(orderNo), mailId) };
      },
    );
    app.get(
      '/api/support/members/:code/mails',
      { schema: { params: MemberMailsParams, response: { 200: MailList }, summary: 'The mails to a member', tags }, config: view },
      async (request) => {
        const memberId = await memberOf(request.params);
        await views(request, { action: 'VIEW_MAILS', memberId });
        return asList(await mailsAgain.list(memberStream(memberId)));
      },
    );
    app.post(
      '/api/support/members/:code/mails/:mailId',
      {
        schema: {
          params: MemberMailParams,
          body: ReasonRequest,
          response: { 200: ResendAnswer },
          summary: 'Send a mail to a member again, to the address of the account',
          tags,
        },
        config: act,
      },
      async (request) => {
        const memberId = await memberOf(request.params);
        await views(request, { action: 'RESEND', memberId, reason: request.body.reason });
        return { outcome: await mailsAgain.send(memberStream(memberId), request.params.mailId) };
      },
    );
  };
}
