import { CarrierAnswer, ReasonRequest, SupportOrderParams } from '@nordhaut/contracts/support';
import { refuse, type Routes } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import type { ViewLog } from '../views.ts';
import { askCarrier, type Errands } from './errands.ts';

export type ErrandsHttp = Errands & { history: OrderHistory; views: ViewLog };

const tags = ['support'];
const config = { access: 'support', right: 'act', limit: 'expensive' } as const;

/** What support has done for an order that decides nothing about it. Who did it, and why, is in the log of views. */
export function errandRoutes({ history, views, ...errands }: ErrandsHttp): Routes {
  return (app) => {
    app.post(
      '/api/support/orders/:orderNo/carrier',
      {
        schema: { params: SupportOrderParams, body: ReasonRequest, response: { 200: CarrierAnswer }, summary: 'Ask the carrier now', tags },
        config,
      },
      async (request) => {
        const { orderNo } = request.params;
        const { order } = (await history.own(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
        const { reason } = request.body;
        await views(request, { action: 'ASK_CARRIER', orderNo, reason });
        return { outcome: await askCarrier(errands, order, request.context()) };
      },
    );
  };
}
