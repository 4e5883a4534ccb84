import type { Logger } from 'pino';
import type pg from 'pg';
import { withLeadership } from '../database/index.ts';
import type { Codec, DecodedEvent } from '../envelope/index.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { Fenced } from '../projections/checkpoint.ts';
import { inParts, troubleWith } from '../projections/in-parts.ts';
import { isPassing } from '../projections/transaction.ts';
import { keepReading, untilLost } from '../projections/until-lost.ts';
import { sleep } from '../timing.ts';
import { heldInDatabase, heldInMemory, type HeldStreams, PoisonEvent } from './held-streams.ts';
import type { Bus, Consumer, ConsumerMetrics, Consumption } from './port.ts';
import { movePosition, positionOf, saveTrouble } from './positions.ts';
import { retryHeld } from './retry-held.ts';
import { createTroubles, type Report } from './troubles.ts';

export type InProcessBusOptions = {
  store: EventStore;
  codec: Codec;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics?: ConsumerMetrics;
};

/** ms between two saves while all events are dropped by the filter */
const IDLE_SAVE_MS = 1_000;
const BATCH = 100;
/** ms between two tries of held streams */
const RETRY_HELD_MS = 60_000;

type Delivery = InProcessBusOptions & {
  consumer: Consumer;
  /** Saves that the events up to `to` are handled. */
  save: (from: Position, to: Position) => Promise<void>;
  report: Report;
  held: HeldStreams;
  /** ms between two tries of held streams; undefined: they are held until the process ends */
  retryHeldMs?: number;
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
      const held = heldInMemory((count) => options.metrics?.blocked?.(consumer.name, count));
      const running = deliver({ ...options, consumer, report, save: async () => undefined, held }, after, stopping.signal);
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
  const { pool, store, logger, begin = 'start', retryHeldMs = RETRY_HELD_MS } = options;
  const { connectionString: url } = pool.options as { connectionString?: string };
  if (url === undefined) throw new Error('a durable consumer needs a pool that was made from a URL');
  const { name } = consumer;
  await positionOf(pool, name, begin === 'now' ? await store.head() : undefined);
  const troubles = createTroubles((trouble) => {
    options.metrics?.trouble?.(name, trouble !== undefined);
    saveTrouble(pool, name, trouble);
  });
  const save = (from: Position, to: Position): Promise<void> => movePosition(pool, name, from, to);
  const report = troubles.reporter('delivery');
  const leadership = withLeadership({
    url,
    lockName: `consumer ${name}`,
    onError: (error) =>
      logger.warn({ consumer: name, reason: error.message }, 'the consumer lost its lock or cannot request it; it tries again'),
    async lead({ lost }) {
      try {
        const held = await heldInDatabase(pool, name, (count) => options.metrics?.blocked?.(name, count));
        await deliver({ ...options, consumer, save, report, held, retryHeldMs }, await positionOf(pool, name), lost);
      } finally {
        troubles.clear();
        options.metrics?.blocked?.(name, 0);
      }
    },
  });
  return { trouble: troubles.current, stop: () => leadership.stop() };
}

/** Delivers the events after a position until `lost` fires. @throws Fenced */
async function deliver(delivery: Delivery, after: Position, lost: AbortSignal): Promise<void> {
  const { store, consumer, logger, report, retryHeldMs, paceMs = 0 } = delivery;
  const { name, filter, batch = BATCH } = consumer;
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

  // A released stream continues in the delivery, so the two never run at the same time.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
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
        await handOver(delivery, part);
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

  const retry = (): Promise<void> => inTurn(() => retryHeld({ ...delivery, upTo: () => saved }));
  async function keepRetrying(pauseMs: number): Promise<void> {
    for (;;) {
      await sleep(pauseMs, lost, { ref: false });
      if (lost.aborted) return;
      await retry();
    }
  }

  if (retryHeldMs !== undefined) await retry();
  const retrying = retryHeldMs === undefined ? undefined : keepRetrying(retryHeldMs);
  await keepReading(
    () => {
      const subscription = store.subscribe(
        { after: saved, name: `consumer ${name}`, batch, ...(filter ? { filter } : {}) },
        (records, upTo) => inTurn(() => handle(records, upTo)),
      );
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
  await retrying;
}

/** Gives the events that no stream holds back to the handler. A single event that cannot be read or handled holds its stream. */
async function handOver({ codec, consumer, logger, held }: Delivery, part: RecordedEvent[]): Promise<void> {
  const wanted = part.filter((event) => !held.holds(event));
  const [event] = wanted;
  if (!event) return;
  let events: DecodedEvent[] | undefined;
  try {
    events = await codec.decode(wanted, { personal: false });
    await consumer.handler(events);
  } catch (error) {
    const isOfTheEvent = events === undefined ? !isPassing(error) : error instanceof PoisonEvent;
    // `inParts` halves a larger part.
    if (!isOfTheEvent || wanted.length > 1) throw error;
    await held.add(event, error as Error);
    const trouble = troubleWith(event, error as Error);
    logger.error(
      { consumer: consumer.name, eventId: event.id, trouble },
      'a poison event holds back its stream; all other streams continue',
    );
  }
}
