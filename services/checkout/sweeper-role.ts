import { LogisticsConfig } from '@nordhaut/logistics';
import type { UnsettledOrder } from '@nordhaut/ordering';
import type { Engine } from '@nordhaut/platform/engine';
import type { Role } from '@nordhaut/platform/role';
import { unhurriedQuestions } from './carrier-questions.ts';
import { CheckoutConfig } from './config.ts';
import type { CheckoutProcess } from './process.ts';
import { createSweeper } from './sweeper.ts';

export type SweptOrders = { unsettledOrders: () => Promise<readonly UnsettledOrder[]> };

/** Finishes checkouts that a crash or a silent provider left open. */
export function sweeperRole(engine: Engine, process: CheckoutProcess, { unsettledOrders }: SweptOrders): Role {
  const { pool, databaseUrl, clock, logger, config, metrics, commands } = engine;
  metrics.gauge(
    'checkouts_open_oldest_seconds',
    'Age of the oldest checkout that has not ended: a buyer at the bank, a silent carrier, or a stuck checkout',
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
    'Checkouts that were given up, and whose payment may have succeeded',
    [],
    async (gauge) => {
      const { rows } = await pool.query<{ count: bigint }>('select count(*) from open_checkouts where doubtful');
      const owed = (await unsettledOrders()).filter(({ owes }) => owes);
      gauge.set(Number(rows[0]?.count ?? 0n) + owed.length);
    },
    { shared: true },
  );
  const { CHECKOUT_GRACE: graceMs, CHECKOUT_SWEEP_INTERVAL: intervalMs } = config.of(CheckoutConfig);
  const { storeAnswers } = commands;
  const looks = unhurriedQuestions(config.of(LogisticsConfig).PARCEL_POLL_RATE);
  return createSweeper({ pool, databaseUrl, process, unsettledOrders, storeAnswers, looks, clock, graceMs, intervalMs, log: logger });
}
