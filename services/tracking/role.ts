import { consumerRole, underLock } from '@nordhaut/platform/bus';
import type { Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import { isPassing } from '@nordhaut/platform/database';
import type { Role } from '@nordhaut/platform/role';
import { sleep } from '@nordhaut/platform/timing';
import { TrackingConfig } from './config.ts';
import { createConsents } from './consents.ts';
import { CATEGORIES, intake, TYPES } from './intake.ts';
import { openProviders } from './providers.ts';
import { again, type DueReport, dueReports } from './purchases.ts';
import { report, type ReportDeps } from './report.ts';

const BATCH = 80;
const CONCURRENCY = 8;
const CONSUMER = 'tracking';

export type TrackingRoleOptions = Pick<ReportDeps, 'contentId' | 'afterStep'>;

/** Plans the reports of purchases and sends them. One process at a time does each of the two. */
export function trackingRole(engine: Engine, options: TrackingRoleOptions): Role {
  const { config, pool, clock, logger, metrics, outer, commands } = engine;
  const settings = config.of(TrackingConfig);
  const providers = openProviders(settings);
  const outcomes = metrics.counter('purchase_reports_total', 'Purchases by provider and outcome', ['provider', 'outcome', 'reason']);
  const deps: ReportDeps = {
    pool,
    commands,
    outer,
    consents: createConsents({ pool, clock, publicUrl: config.PUBLIC_URL }),
    providers: providers.all,
    key: deriveKey(config.SESSION_SECRET, 'crm-member-key'),
    clock,
    timeoutMs: settings.CONVERSIONS_TIMEOUT,
    log: logger,
    finished: (provider, outcome, reason) => outcomes.inc({ provider, outcome, reason }),
    ...options,
  };

  async function lead(lost: AbortSignal, works: () => void): Promise<void> {
    while (!lost.aborted) {
      const rows = await dueReports(pool, clock(), BATCH);
      works();
      for (let from = 0; from < rows.length && !lost.aborted; from += CONCURRENCY)
        await Promise.all(rows.slice(from, from + CONCURRENCY).map((row) => one(row)));
      if (rows.length < BATCH) await sleep(settings.CONVERSIONS_PACE, lost, { ref: false });
    }
  }

  /** One purchase must not stop the others, for example an order whose history cannot be read. */
  async function one(row: DueReport): Promise<void> {
    try {
      await report(deps, row);
    } catch (error) {
      if (isPassing(error)) throw error;
      logger.error(
        { purchase: row.purchase_id, provider: row.provider, err: error },
        'a purchase could not be reported; it is tried again',
      );
      outcomes.inc({ provider: row.provider, outcome: 'failed', reason: 'FAILED' });
      await again(pool, row, new Date(clock().getTime() + settings.CONVERSIONS_RETRY), 'FAILED');
    }
  }

  return consumerRole(
    { ...engine, paceMs: settings.CONVERSIONS_PACE },
    {
      name: CONSUMER,
      filter: { categories: CATEGORIES, types: TYPES },
      handler: (events) => intake({ pool, clock, providers: providers.all }, events),
    },
    'no new purchases are reported: tracking waits for the store or the database (the log names the reason)',
    { begin: underLock(engine, 'tracker', 'purchases are not reported', lead), close: () => providers.close() },
  );
}
