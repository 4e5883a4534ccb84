import type pg from 'pg';
import { urlOf, withLeadership } from '../database/index.ts';
import type { Position } from '../event-store/port.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import { deliver, type DeliveryOptions } from './delivery.ts';
import { heldInDatabase } from './held-streams.ts';
import type { Consumer, Consumption } from './port.ts';
import { movePosition, positionOf, saveTrouble } from './positions.ts';
import { createTroubles } from './troubles.ts';

export type DurableOptions = DeliveryOptions & {
  /** made by `createPool`; holds the position and the lock of the process that handles the events */
  pool: pg.Pool;
  /** Where a new consumer starts; default `start`. */
  begin?: 'start' | 'now';
  /** ms between two tries of held streams; default a minute */
  retryHeldMs?: number;
  /**
   * Minimum time between the starts of two calls of the handler, in ms; default 0. For work that may wait: the events that
   * arrive meanwhile come in one call, and the position is saved once for all of them.
   */
  paceMs?: number;
};

/**
 * A consumer of the event store that continues at its saved position after a restart. One process at a time handles its
 * events. A poison event holds back its own stream. The consumer skips none: it tries the stream when a process begins to
 * handle events, and then at intervals.
 */
export async function consumeDurably(options: DurableOptions, consumer: Consumer): Promise<Consumption> {
  const { pool, store, logger, begin = 'start', retryHeldMs = 60_000 } = options;
  const { name } = consumer;
  const metrics = consumerMetrics(options.metrics, name);
  await positionOf(pool, name, begin === 'now' ? await store.head() : undefined);
  const troubles = createTroubles((trouble) => {
    metrics.trouble.set(trouble === undefined ? 0 : 1);
    saveTrouble(pool, name, trouble);
  });
  const save = (from: Position, to: Position): Promise<void> => movePosition(pool, name, from, to);
  const report = troubles.reporter('delivery');
  const leadership = withLeadership({
    url: urlOf(pool),
    lockName: `consumer ${name}`,
    onError: (error) =>
      logger.warn({ consumer: name, reason: error.message }, 'the consumer lost its lock or cannot request it; it tries again'),
    async lead({ lost }) {
      try {
        const own: Consumer = { ...consumer, handler: (events) => consumer.handler(events, lost) };
        const held = await heldInDatabase(pool, name, (count) => metrics.blocked.set(count));
        await deliver({ ...options, consumer: own, save, report, held, retryHeldMs }, await positionOf(pool, name), lost);
      } finally {
        troubles.clear();
        metrics.blocked.set(0);
      }
    },
  });
  return { trouble: troubles.current, stop: () => leadership.stop() };
}
