import { CarrierAnswer, ReasonRequest, ResendAnswer, SupportOrderParams } from '@nordhaut/contracts/support';
import { refuse, type Routes } from '@nordhaut/platform/http';
import type { FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import type { ViewAction, ViewLog } from '../views.ts';
import { askCarrier, type Errands } from './errands.ts';

export type ErrandsHttp = Errands & {
  history: OrderHistory;
  views: ViewLog;
  /** plans the order's confirmation once more, within the limits that the buyer has too */
  resendConfirmation(orderNo: string): Promise<'planned' | 'too-soon' | 'unknown'>;
};

const tags = ['support'];
const config = { access: 'support', right: 'act', limit: 'expensive' } as const;

/** What support has done for an order that decides nothing about it. Who did it, and why, is in the log of views. */
export function errandRoutes({ history, views, resendConfirmation, ...errands }: ErrandsHttp): Routes {
  const found = async (orderNo: string) => (await history.own(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
  const log = (request: FastifyRequest, action: ViewAction, orderNo: string, reason: string): Promise<void> =>
    views({ action, orderNo, reason, staffId: request.staff?.staffId ?? '', requestId: request.id });

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
    app.post(
      '/api/support/orders/:orderNo/confirmation',
      {
        schema: {
          params: SupportOrderParams,
          body: ReasonRequest,
          response: { 200: ResendAnswer },
          summary: "Send the order's confirmation again, to the address on the order",
          tags,
        },
        config,
      },
      async (request) => {
        const { orderNo } = request.params;
        await found(orderNo);
        await log(request, 'RESEND', orderNo, request.body.reason);
        return { outcome: await resendConfirmation(orderNo) };
      },
    );
  };
}
