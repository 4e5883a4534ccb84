import { setTimeout as sleep } from 'node:timers/promises';
import { consumeDurably, heldRemark, type Consumption } from '../bus/index.ts';
import { withLeadership, type Leadership } from '../database/index.ts';
import type { Role } from '../role.ts';
import { FORGOTTEN_EVENT, finishForgetting, forgottenOf, type Forgotten } from '../forgetting/index.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import type { Engine } from './open.ts';

/** ms between two looks for what is due */
const PAUSE = 60_000;
/** forgettings of the list that are recorded again in one step */
const BATCH = 100;

/**
 * Forgets what is due by itself, and completes every recorded forgetting: also that of a process that died after the
 * event. One process at a time does each of the two. Nothing here depends on earlier runs, so it may be repeated.
 */
export function forgetterRole(engine: Engine, { pauseMs = PAUSE }: { pauseMs?: number } = {}): Role {
  const { logger, databaseUrl, metrics } = engine;
  let consumer: Consumption | undefined;
  let leadership: Leadership | undefined;

  async function lead({ lost }: { lost: AbortSignal }): Promise<void> {
    while (!lost.aborted) {
      await forgetWhatIsDue(engine, lost).catch((error: unknown) => logger.error({ err: error }, 'due personal data was not forgotten'));
      await sleep(pauseMs, undefined, { signal: lost, ref: false }).catch(() => undefined);
    }
  }

  return {
    name: 'forgetter',
    async start() {
      consumer = await consumeDurably(
        { ...engine, metrics: consumerMetrics(metrics) },
        {
          name: 'forgetter',
          filter: { types: [FORGOTTEN_EVENT] },
          async handler(events) {
            for (const event of events) await finishForgetting(engine, forgottenOf(event));
          },
        },
      );
      leadership = withLeadership({
        url: databaseUrl,
        lockName: 'forgetter',
        lead,
        onError: (err) => logger.error({ err }, 'forgetter leadership'),
      });
    },
    notReady: () => Promise.resolve(consumer ? undefined : 'the forgetter is starting'),
    remarks: async () => [consumer?.trouble(), await heldRemark(engine.pool, 'forgetter')].filter((remark) => remark !== undefined),
    async stop() {
      await leadership?.stop();
      await consumer?.stop();
    },
  };
}

/** One pass. Records what a restored store lacks, then what is due. */
export async function forgetWhatIsDue(engine: Engine, lost = new AbortController().signal): Promise<void> {
  const { forgotten: list, forgets, logger } = engine;
  for (;;) {
    const replayed = await list.replayed(BATCH);
    for (const one of replayed) await list.settle(one.subject, (await restore(engine, one)) ? 'recorded' : 'without-stream');
    if (replayed.length === 0 || lost.aborted) break;
    logger.warn({ count: replayed.length }, 'the store was restored: forgettings of the list were recorded again');
  }
  for (const { finish } of forgets) while (!lost.aborted && (await finish?.(engine)) === true);
}

async function restore(engine: Engine, forgotten: Forgotten): Promise<boolean> {
  for (const one of engine.forgets) if (await one.restore?.(engine, forgotten)) return true;
  return false;
}
