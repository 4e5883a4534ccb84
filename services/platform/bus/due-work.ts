import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type pg from 'pg';
import { isUnavailable } from '../database/index.ts';
import { UnreadableHistory } from '../envelope/index.ts';
import type { StreamName } from '../event-store/port.ts';
import { troubleWith } from '../projections/in-parts.ts';
import { lacksColumn } from '../projections/new-column.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import { MOST_HELD, saveHeld } from './held-streams.ts';

/**
 * A pass over lists of what is due by itself. Each thing is done alone: one that fails keeps no other from its turn, and
 * the next pass tries it again.
 *
 * ```ts
 * await due.each((last) => dueWallets(pool, now, last, BATCH), ({ memberId }) => rewards.due(memberId));
 * ```
 */
export type DueWork = {
  /** @throws only what concerns everything: the database or the event store does not answer */
  alone(work: () => Promise<unknown>): Promise<void>;
  /**
   * Calls `work` for each thing of a list. `page` gives the things after `last`, in a fixed order, so a thing that stays in
   * the list takes no place from the others. An empty page is the end.
   */
  each<T>(page: (last: T | undefined) => Promise<readonly T[]>, work: (one: T) => Promise<unknown>): Promise<void>;
};

export type DueWorkOptions = {
  pool: Pick<pg.Pool, 'query'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: Metrics;
  /** ends the pass between two things */
  stopping?: AbortSignal;
};

/**
 * One pass of `reader` over everything that is due. A history that cannot be read is in the list of poison events from the
 * first pass that finds it until a pass that finds it readable or no longer due, and it is logged once.
 */
export async function passOver(
  reader: string,
  { pool, logger, metrics, stopping }: DueWorkOptions,
  work: (due: DueWork) => Promise<unknown>,
): Promise<void> {
  const counted = consumerMetrics(metrics, reader);
  const unreadable = new Set<StreamName>();
  let failures = 0;
  let first: unknown;

  async function hold(error: UnreadableHistory): Promise<void> {
    const { stream, event } = error;
    if (unreadable.has(stream)) return;
    unreadable.add(stream);
    // More of them mean a fault of the release, and the list would only grow. The metric counts all.
    if (unreadable.size > MOST_HELD) return;
    const isNew = await saveHeld(pool, reader, {
      stream,
      revision: event.revision,
      eventId: event.id,
      type: event.type,
      reason: error.message,
    });
    if (isNew)
      logger.error(
        { reader, stream, eventId: event.id, trouble: troubleWith(event, error) },
        'a poison event holds back what is due for its stream; everything else that is due continues',
      );
  }

  async function alone(one: () => Promise<unknown>): Promise<void> {
    try {
      await one();
    } catch (error) {
      if (isUnavailable(error) || stopping?.aborted) throw error;
      if (error instanceof UnreadableHistory) return hold(error);
      failures++;
      if (first === undefined || lacksColumn(first)) first = error;
    }
  }

  const due: DueWork = {
    alone,
    async each<T>(page: (last: T | undefined) => Promise<readonly T[]>, one: (item: T) => Promise<unknown>) {
      for (let last: T | undefined; ; ) {
        const items = await page(last);
        // The same end again: a Date lacks the microseconds of the database, so the last thing may come once more.
        if (items.length === 0 || isDeepStrictEqual(items.at(-1), last)) return;
        for (const item of items) {
          if (stopping?.aborted) return;
          await alone(() => one(item));
        }
        last = items.at(-1);
      }
    },
  };
  try {
    await work(due);
    if (!stopping?.aborted) await release();
  } finally {
    counted.blocked.set(unreadable.size);
    if (failures > 0) {
      counted.failed.inc(failures);
      // One line per pass, so that a fault of many things does not fill the log.
      if (lacksColumn(first))
        logger.warn({ reader, reason: first.message }, 'after an upgrade, what is due waits until its read model is built; see /readyz');
      else logger.error({ reader, failures, err: first }, 'a part of what is due could not be done; the next pass tries it again');
    }
  }

  async function release(): Promise<void> {
    const { rowCount } = await pool.query('delete from bus_held where consumer = $1 and stream <> all($2::text[])', [
      reader,
      [...unreadable],
    ]);
    if (rowCount) logger.info({ reader, streams: rowCount }, 'held streams continue');
  }
}
