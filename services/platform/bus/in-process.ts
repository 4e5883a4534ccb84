import type { Logger } from 'pino';
import type pg from 'pg';
import { withLeadership } from '../database/index.ts';
import type { Codec, DecodedEvent } from '../envelope/index.ts';
import type { EventStore, Position, RecordedEvent, StreamName } from '../event-store/port.ts';
import { Fenced } from '../projections/checkpoint.ts';
import { inParts, troubleWith } from '../projections/in-parts.ts';
import { keepReading, untilLost } from '../projections/until-lost.ts';
import { sleep } from '../timing.ts';
import type { Bus, Consumer, ConsumerMetrics, Consumption } from './port.ts';
import { movePosition, positionOf, saveTrouble } from './positions.ts';
import { createTroubles, type Report } from './troubles.ts';

export type InProcessBusOptions = {
  store: EventStore;
  codec: Codec;
  logger: Pick<Logger, 'warn' | 'error'>;
  metrics?: ConsumerMetrics;
};

/** ms between two saves while all events are dropped by the filter */
const IDLE_SAVE_MS = 1_000;
const BATCH = 100;

type Delivery = InProcessBusOptions & {
  consumer: Consumer;
  /** Saves that the events up to `to` are handled. */
  save: (from: Position, to: Position) => Promise<void>;
  report: Report;
  /** What a poison event stops: its own stream (in memory, until the process ends) or the consumer (until it can be handled). */
  poisonStops: 'stream' | 'consumer';
  paceMs?: number;
};

/** The bus on the event store itself: one subscription for each consumer. */
export function createInProcessBus(options: InProcessBusOptions): Bus {
  return {
    async consume(consumer) {
      const after = await options.store.head();
      const stopping = new AbortController();
      const troubles = createTroubles((trouble) => options.metrics?.trouble?.(consumer.name, trouble !== undefined));
      const report = troubles.reporter('delivery');
      const running = deliver({ ...options, consumer, report, save: async () => undefined, poisonStops: 'stream' }, after, stopping.signal);
      return {
        trouble: troubles.current,
        async stop() {
          stopping.abort();
          await running;
        },
      };
    },
  };
}

export type DurableOptions = InProcessBusOptions & {
  /** made from a URL; holds the position and the lock of the process that handles the events */
  pool: pg.Pool;
  /** Where a new consumer starts; default `start`. */
  begin?: 'start' | 'now';
  /**
   * Minimum time between the starts of two calls of the handler, in ms; default 0. For work that may wait: the events that
   * arrive meanwhile come in one call, and the position is saved once for all of them.
   */
  paceMs?: number;
};

/**
 * A consumer of the event store that continues at its saved position after a restart. One process at a time handles its
 * events. At a poison event the whole consumer waits, because it must not skip one.
 */
export async function consumeDurably(options: DurableOptions, consumer: Consumer): Promise<Consumption> {
  const { pool, store, logger, begin = 'start' } = options;
  const { connectionString: url } = pool.options as { connectionString?: string };
  if (url === undefined) throw new Error('a durable consumer needs a pool that was made from a URL');
  const { name } = consumer;
  await positionOf(pool, name, begin === 'now' ? await store.head() : undefined);
  const troubles = createTroubles((trouble) => {
    options.metrics?.trouble?.(name, trouble !== undefined);
    saveTrouble(pool, name, trouble);
  });
  const save = (from: Position, to: Position): Promise<void> => movePosition(pool, name, from, to);
  const delivery: Delivery = { ...options, consumer, save, report: troubles.reporter('delivery'), poisonStops: 'consumer' };
  const leadership = withLeadership({
    url,
    lockName: `consumer ${name}`,
    onError: (error) =>
      logger.warn({ consumer: name, reason: error.message }, 'the consumer lost its lock or cannot request it; it tries again'),
    async lead({ lost }) {
      try {
        await deliver(delivery, await positionOf(pool, name), lost);
      } finally {
        troubles.clear();
      }
    },
  });
  return { trouble: troubles.current, stop: () => leadership.stop() };
}

/** Delivers the events after a position until `lost` fires. @throws Fenced */
async function deliver(delivery: Delivery, after: Position, lost: AbortSignal): Promise<void> {
  const { store, consumer, logger, report, paceMs = 0 } = delivery;
  const { name, filter, batch = BATCH } = consumer;
  const blocked = new Set<StreamName>();
  let saved = after;
  let savedAt = Date.now();
  let idle: NodeJS.Timeout | undefined;
  let idleSave: Promise<void> | undefined;
  const save = async (to: Position): Promise<void> => {
    await delivery.save(saved, to);
    saved = to;
    savedAt = Date.now();
  };
  /** Saves a position behind dropped events after a while, so that a consumer without work is not behind. */
  const saveLater = (to: Position): void => {
    idle = setTimeout(
      () => {
        idleSave = save(to);
        // The next batch reports a failure.
        idleSave.catch(() => undefined);
      },
      savedAt + IDLE_SAVE_MS - Date.now(),
    );
    idle.unref();
  };

  async function handle(records: RecordedEvent[], upTo: Position): Promise<void> {
    clearTimeout(idle);
    const earlier = idleSave;
    idleSave = undefined;
    await earlier;
    if (records.length === 0 && Date.now() - savedAt < IDLE_SAVE_MS) {
      saveLater(upTo);
      return report(undefined);
    }
    const started = Date.now();
    await inParts({
      records,
      from: saved,
      upTo,
      lost,
      async handle(part, _, to) {
        const events = await decode(delivery, part, blocked);
        if (events.length > 0) await consumer.handler(events);
        await save(to);
        report(undefined);
      },
      isFinal: (error) => error instanceof Fenced,
      async onFailure(event, error) {
        const trouble = troubleWith(event, error);
        logger.error({ consumer: name, eventId: event?.id, trouble }, 'the consumer cannot continue; it tries again');
        report(trouble);
      },
    });
    // After a full batch there are more events.
    if (paceMs > 0 && records.length > 0 && records.length < batch) await sleep(started + paceMs - Date.now(), lost);
  }

  await keepReading(
    () => {
      const subscription = store.subscribe({ after: saved, name: `consumer ${name}`, batch, ...(filter ? { filter } : {}) }, handle);
      return untilLost(subscription, lost);
    },
    {
      lost,
      isFinal: (error) => error instanceof Fenced,
      onFailure(error) {
        logger.error({ consumer: name, err: error }, 'the subscription of the consumer failed; it starts again');
        report(error.message);
      },
    },
  ).finally(() => clearTimeout(idle));
}

/** The events of a part without those of blocked streams. A single event that cannot be decoded blocks its stream. */
async function decode(
  { codec, consumer, logger, poisonStops }: Delivery,
  part: RecordedEvent[],
  blocked: Set<StreamName>,
): Promise<DecodedEvent[]> {
  const wanted = part.filter(({ stream }) => !blocked.has(stream));
  const [event] = wanted;
  if (!event) return [];
  try {
    return await codec.decode(wanted, { personal: false });
  } catch (error) {
    // `inParts` halves a larger part.
    if (poisonStops === 'consumer' || wanted.length > 1) throw error;
    blocked.add(event.stream);
    const trouble = troubleWith(event, error as Error);
    logger.error({ consumer: consumer.name, eventId: event.id, trouble }, 'a poison event blocks its stream; all other streams continue');
    return [];
  }
}
