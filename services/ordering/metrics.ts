import type { Engine } from '@nordhaut/platform/engine';
import { workLists } from './work-lists.ts';

/** ms; support looks at money that is owed for longer */
const OWED_MS = 3_600_000;
/** counted at most */
const OWED_COUNTED = 1_000;

/** What support has to look at, as metrics. Every process reads them from the read model, so they need no role. */
export function workMetrics({ metrics, pool, clock }: Pick<Engine, 'metrics' | 'pool' | 'clock'>): void {
  const { owedMoney, overdueErasures } = workLists(pool);
  const ago = (ms: number): Date => new Date(clock().getTime() - ms);
  metrics.gauge(
    'money_owed_orders',
    'Orders whose buyer has been owed money for more than an hour, by the way it goes back: to the card, or by transfer',
    ['way'],
    async (gauge) => {
      const owed = await owedMoney({ before: ago(OWED_MS), limit: OWED_COUNTED });
      for (const way of ['card', 'transfer'] as const) gauge.set({ way }, owed.filter((one) => one.way === way).length);
    },
    { shared: true },
  );
  metrics.gauge(
    'forgetting_overdue_orders',
    'Orders whose buyer asked to be forgotten, and whose last lawful day has passed',
    [],
    async (gauge) => gauge.set(await overdueErasures(clock())),
    { shared: true },
  );
}
