import { consumerMetrics } from '../bus/consumer-metrics.ts';
import { consumerRole, type DueWork, passOver, underLock } from '../bus/index.ts';
import type { Role } from '../role.ts';
import { repeat } from '../timing.ts';
import { FORGOTTEN_EVENT, finishForgetting, forgottenOf, type Forgotten, type Replayed } from '../forgetting/index.ts';
import type { Engine } from './open.ts';

/** ms between two looks for what is due */
const PAUSE = 60_000;
/** forgettings of the list that are recorded again in one step */
const BATCH = 100;
/** the reader of what is due, in metrics and in the list of poison events */
const CALENDAR = 'forgetter due';

/**
 * Forgets what is due by itself, and completes every recorded forgetting, also those of a process that died after the event. One process at
 * a time does each. Nothing depends on earlier runs, so both may be repeated.
 */
export function forgetterRole(engine: Engine): Role {
  const { logger, metrics } = engine;

  async function lead(lost: AbortSignal, works: () => void): Promise<void> {
    works();
    const onError = (err: Error): void => logger.error({ err }, 'due personal data was not forgotten');
    await repeat(() => forgetWhatIsDue(engine, lost), { restMs: PAUSE, ref: false, onError }, lost);
    consumerMetrics(metrics, CALENDAR).blocked.set(0);
  }

  return consumerRole(
    engine,
    {
      name: 'forgetter',
      filter: { types: [FORGOTTEN_EVENT] },
      async handler(events) {
        for (const event of events) await finishForgetting(engine, forgottenOf(event));
      },
    },
    'personal data that was forgotten stays in the database: the consumer waits at an event that it cannot read, or for the store (the log names it)',
    { reader: CALENDAR, begin: underLock(engine, 'forgetter', 'due personal data is not forgotten', lead) },
  );
}

/** One pass. Records what a restored store lacks, then what is due. No person and no capability keeps the others waiting. */
export async function forgetWhatIsDue(engine: Engine, lost = new AbortController().signal): Promise<void> {
  const { forgets } = engine;
  await passOver(CALENDAR, { ...engine, stopping: lost }, async (due) => {
    await due.alone(() => restoreAll(engine, due));
    for (const { finish } of forgets)
      await due.alone(async () => {
        while (!lost.aborted && (await finish?.({ ...engine, due })) === true);
      });
  });
}

async function restoreAll(engine: Engine, due: DueWork): Promise<void> {
  const { forgotten: list, logger } = engine;
  let count = 0;
  await due.each(
    (last: Replayed | undefined) => list.replayed(BATCH, last),
    async (one) => {
      await list.finish(one, (await restore(engine, one)) ? 'recorded' : 'without-stream');
      count++;
    },
  );
  if (count > 0) logger.warn({ count }, 'the store was restored: forgettings of the list were recorded again');
}

async function restore(engine: Engine, forgotten: Forgotten): Promise<boolean> {
  for (const one of engine.forgets) if (await one.restore?.(engine, forgotten)) return true;
  return false;
}
