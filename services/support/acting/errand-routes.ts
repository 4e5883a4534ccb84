import { CarrierAnswer, OrderMailParams, OrderMails, ReasonRequest, ResendAnswer, SupportOrderParams } from '@nordhaut/contracts/support';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import { MAIL_FAULTS, MAILS, money } from '../orders/words.ts';
import type { ViewAction, ViewLog } from '../views.ts';
import { askCarrier, type Errands } from './errands.ts';

type SentFact = Omit<OrderMails['mails'][number], 'title' | 'at'> & { kind: string; amount: number | null; at: Date };
export type ErrandsHttp = Errands & {
  history: OrderHistory;
  views: ViewLog;
  mailsAgain: {
    list(orderNo: string): Promise<readonly SentFact[]>;
    /** plans a mail once more, within the limits that the buyer has too */
    send(orderNo: string, mailId: string): Promise<ResendAnswer['outcome']>;
  };
};

const tags = ['support'];
const config = { access: 'support', right: 'act', limit: 'expensive' } as const;

/** What support has done for an order that decides nothing about it. Who did it, and why, is in the log of views. */
export function errandRoutes({ history, views, mailsAgain, ...errands }: ErrandsHttp): Routes {
  const found = async (orderNo: string) => (await history.own(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
  const log = (request: FastifyRequest, action: ViewAction, orderNo: string, reason?: string): Promise<void> =>
    views({ action, orderNo, staffId: request.staff?.staffId ?? '', requestId: request.id, ...(reason !== undefined && { reason }) });

  return (app) => {
    app.post(
      '/api/support/orders/:orderNo/carrier',
      {
        schema: { params: SupportOrderParams, body: ReasonRequest, response: { 200: CarrierAnswer }, summary: 'Ask the carrier now', tags },
        config,
      },
      async (request) => {
        const { orderNo } = request.params;
        const { order } = await found(orderNo);
        await log(request, 'ASK_CARRIER', orderNo, request.body.reason);
        return { outcome: await askCarrier(errands, order, request.context()) };
      },
    );
    app.get(
      '/api/support/orders/:orderNo/mails',
      {
        schema: { params: SupportOrderParams, response: { 200: OrderMails }, summary: 'The mails about an order', tags },
        config: { access: 'support', right: 'view' },
      },
      async (request) => {
        const { orderNo } = request.params;
        await found(orderNo);
        await log(request, 'VIEW', orderNo);
        const mails = await mailsAgain.list(orderNo);
        return {
          mails: mails.map(({ mailId, kind, amount, times, at, state, why }) => ({
            mailId,
            title: `${MAILS[kind] ?? kind}${amount === null ? '' : ` ${money(amount)}`}`,
            times,
            at: at.toISOString(),
            state,
            why: why === null ? null : (MAIL_FAULTS[why] ?? why),
          })),
        };
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
        config,
      },
      async (request) => {
        const { orderNo, mailId } = request.params;
        await found(orderNo);
        await log(request, 'RESEND', orderNo, request.body.reason);
        return { outcome: await mailsAgain.send(orderNo, mailId) };
      },
    );
  };
}
