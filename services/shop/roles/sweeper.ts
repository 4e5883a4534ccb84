import { createSweeper } from '@nordhaut/checkout';
import { workLists } from '@nordhaut/ordering';
import type { Role } from '@nordhaut/platform/role';
import type { Buying } from '../buying.ts';
import type { Engine } from '../engine.ts';

/** Finishes checkouts that a crash or a silent provider left open. */
export function sweeperRole({ pool, databaseUrl, clock, logger, config, metrics }: Engine, { process }: Buying): Role {
  metrics.gauge(
    'checkouts_open_oldest_seconds',
    'Age of the oldest checkout that is at no end: a buyer at the bank, a silent carrier, or one that is stuck',
    [],
    async (gauge) => {
      const { rows } = await pool.query<{ since: Date | null }>('select min(started_at) as since from open_checkouts where not ended');
      const since = rows[0]?.since;
      gauge.set(since ? Math.max(0, clock().getTime() - since.getTime()) / 1000 : 0);
    },
    { shared: true },
  );
  metrics.gauge(
    'checkouts_in_doubt',
    'Checkouts whose money may be here though they were given up',
    [],
    async (gauge) => {
      const { rows } = await pool.query<{ count: bigint }>('select count(*) from open_checkouts where doubtful');
      const owed = (await workLists(pool).unsettled()).filter(({ owes }) => owes);
      gauge.set(Number(rows[0]?.count ?? 0n) + owed.length);
    },
    { shared: true },
  );
  return createSweeper({
    pool,
    databaseUrl,
    process,
    unsettledOrders: workLists(pool).unsettled,
    clock,
    graceMs: config.CHECKOUT_GRACE,
    intervalMs: config.CHECKOUT_SWEEP_INTERVAL,
    log: logger,
  });
}
