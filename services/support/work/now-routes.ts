import type { ClosedDays } from '@nordhaut/contracts';
import { NowAnswer, SupportOrderParams } from '@nordhaut/contracts/support';
import { refuse, type Routes } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';
import type { OrderHistory } from '../orders/history.ts';
import type { ViewLog } from '../views.ts';
import type { WorkDesk } from './desk.ts';
import type { WorkHttp } from './routes.ts';
import { shownStep } from './shown-step.ts';
import { whatNow } from './what-now.ts';

export type NowHttp = {
  history: Pick<OrderHistory, 'own'>;
  desk: Pick<WorkDesk, 'tasksOf'>;
  views: ViewLog;
  closedDays: ClosedDays;
  clock: () => Date;
} & Pick<WorkHttp, 'staff' | 'hasReached'>;

/** What an order waits for now. */
export function nowRoutes({ history, desk, staff, views, closedDays, hasReached, clock }: NowHttp): Routes {
  return (app) => {
    app.get(
      '/api/support/orders/:orderNo/now',
      {
        schema: { params: SupportOrderParams, response: { 200: NowAnswer }, summary: 'What an order waits for now', tags: ['support'] },
        config: { access: 'support', right: 'view' },
      },
      async (request) => {
        const { orderNo } = request.params;
        const { order, events } = (await history.own(orderNo)) ?? refuse(404, 'ORDER_NOT_FOUND', messages.orderUnknown);
        await views(request, { action: 'VIEW', orderNo });
        // The rows of the lists come from a read model, which may be behind the order.
        const newest = events.at(-1);
        if (newest) await hasReached(newest.position);
        const lines = whatNow(order, await desk.tasksOf(orderNo), clock(), closedDays).map(async ({ task, ...step }) => ({
          ...shownStep(step),
          task: task
            ? { list: task.list.key, title: task.list.title, owner: task.staffId === null ? null : await staff.nameOf(task.staffId) }
            : null,
        }));
        return { orderNo, lines: await Promise.all(lines) };
      },
    );
  };
}
