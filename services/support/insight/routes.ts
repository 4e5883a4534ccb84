import { InsightAnswer, InsightQuery } from '@nordhaut/contracts/support';
import type { OrderFigures } from '@nordhaut/ordering';
import { refuse, type Routes } from '@nordhaut/platform/http';
import * as z from 'zod/mini';
import { messages } from '../messages.ts';
import { daysBetween, insightDays, MOST_DAYS } from './days.ts';

export type InsightHttp = { figures: OrderFigures; outstandingCredit(): Promise<{ available: number; reserved: number; at: Date }> };

const tags = ['support'];
const view = { access: 'support', right: 'view' } as const;
const COLUMNS = ['day', 'orders', 'ordered', 'cancelled', 'charged', 'paymentFailures', 'refunds', 'refunded', 'returns', 'owed'] as const;

/** The shop's figures by day. They name nobody, so no view is logged. */
export function insightRoutes({ figures, outstandingCredit }: InsightHttp): Routes {
  async function figuresOf(range: { from: string; to: string }): Promise<Pick<InsightAnswer, 'days' | 'owed'>> {
    const days = daysBetween(range);
    if (days.length === 0 || days.length > MOST_DAYS) return refuse(400, 'VALIDATION_FAILED', messages.rangeInvalid);
    const [found, owed] = await Promise.all([figures.days(range), figures.owed()]);
    return { days: insightDays(days, found, owed), owed };
  }

  return (app) => {
    app.get(
      '/api/support/insight',
      { schema: { querystring: InsightQuery, response: { 200: InsightAnswer }, summary: 'Figures by day', tags }, config: view },
      async ({ query }) => {
        const [found, credit] = await Promise.all([figuresOf(query), outstandingCredit()]);
        return { ...found, credit: { ...credit, at: credit.at.toISOString() } };
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
        const { days } = await figuresOf(query);
        return reply
          .header('content-disposition', `attachment; filename="figures-${query.from}-${query.to}.csv"`)
          .type('text/csv; charset=utf-8')
          .send([COLUMNS.join(','), ...days.map((one) => COLUMNS.map((name) => one[name]).join(','))].join('\r\n'));
      },
    );
  };
}
