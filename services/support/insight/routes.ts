import { InsightAnswer, type InsightDay, InsightQuery } from '@nordhaut/contracts/support';
import type { OrderFigures } from '@nordhaut/ordering';
import { refuse, type Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { messages } from '../messages.ts';
import { daysBetween, MOST_DAYS } from './days.ts';

export type InsightHttp = { figures: OrderFigures; outstandingCredit(): Promise<{ available: number; reserved: number }> };

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;
const COLUMNS = ['day', 'orders', 'ordered', 'cancelled', 'charged', 'paymentFailures', 'refunds', 'refunded', 'returns'] as const;

/** The shop's figures by day. They name nobody, so no view is logged. */
export function insightRoutes({ figures, outstandingCredit }: InsightHttp): Routes {
  async function figuresOf(range: { from: string; to: string }): Promise<InsightDay[]> {
    const days = daysBetween(range);
    if (days.length === 0 || days.length > MOST_DAYS) return refuse(400, 'VALIDATION_FAILED', messages.rangeInvalid);
    const found = new Map((await figures.days(range)).map((one) => [one.day, one]));
    const none = { orders: 0, ordered: 0, cancelled: 0, charged: 0, payment_failures: 0, refunds: 0, refunded: 0, returns: 0 };
    return days.map((day) => {
      const { payment_failures: paymentFailures, ...rest } = found.get(day) ?? { day, ...none };
      return { ...rest, paymentFailures };
    });
  }

  return (app) => {
    app.get(
      '/api/support/insight',
      { schema: { querystring: InsightQuery, response: { 200: InsightAnswer }, summary: 'Figures by day', tags }, config: view },
      async ({ query }) => {
        const days = await figuresOf(query);
        const [owed, credit] = await Promise.all([figures.owed(), outstandingCredit()]);
        return { days, owed, credit };
      },
    );
    app.get(
      '/api/support/insight/export',
      {
        schema: {
          querystring: InsightQuery,
          response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
          summary: 'Figures by day as a file, CSV',
          tags,
        },
        config: view,
      },
      async ({ query }, reply) => {
        const days = await figuresOf(query);
        return reply
          .header('content-disposition', `attachment; filename="figures-${query.from}-${query.to}.csv"`)
          .type('text/csv; charset=utf-8')
          .send([COLUMNS.join(','), ...days.map((one) => COLUMNS.map((name) => one[name]).join(','))].join('\r\n'));
      },
    );
  };
}
