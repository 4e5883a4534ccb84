import type { Engine } from '@nordhaut/platform/engine';

/** What operators have to look at. Every process reads it from the table, so it needs no role. */
export function mailMetrics({ metrics, pool, clock }: Pick<Engine, 'metrics' | 'pool' | 'clock'>): void {
  metrics.gauge(
    'mails_oldest_due_seconds',
    'For how long the oldest mail that is due, in doubt or failed at a try has been waiting since its fact',
    [],
    async (gauge) => {
      const { rows } = await pool.query<{ since: Date | null }>(
        // While the provider is away, each mail waits for its next try nearly all the time.
        `select min(created_at) as since from mails where state in ('due', 'sending') and (next_at <= $1 or tries > 0)`,
        [clock()],
      );
      const since = rows[0]?.since;
      gauge.set(since ? Math.max(0, clock().getTime() - since.getTime()) / 1_000 : 0);
    },
    { shared: true },
  );
}
