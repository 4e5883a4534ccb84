import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type pg from 'pg';
import { withLeadership } from '../database/index.ts';
import type { Codec, DecodedEvent } from '../envelope/index.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { inParts, troubleWith } from '../projections/in-parts.ts';
import { isPassing } from '../projections/transaction.ts';
import type { Bus, Consumer, Consumption } from './port.ts';
import { movePosition, Outrun, positionOf, reportTrouble } from './positions.ts';

export type InProcessBusOptions = { pool: pg.Pool; store: EventStore; codec: Codec; logger: Pick<Logger, 'warn' | 'error'> };

/** Past events that nobody wants the position need not be written each time; a restart looks at them again. */
const IDLE_SAVE_MS = 1_000;
const BATCH = 100;

/** Hands events of a subscription to the handler from a position on; `save` keeps how far it got. */
type Delivery = InProcessBusOptions & {
  consumer: Consumer;
  save: (from: Position, to: Position) => Promise<void>;
  tell: (trouble: string | undefined) => Promise<void>;
  /**
   * Streams with an event that cannot be read, of a consumer that keeps nothing: none of their later events is handed
   * over, and all others are. A durable consumer has none: it waits at such an event.
   */
  unreadable?: Set<string>;
};

/** The bus where everything runs on one store: a subscription per consumer, the position in Postgres. */
export function createInProcessBus(options: InProcessBusOptions): Bus {
  return {
    consume: (consumer) => (consumer.kind === 'ephemeral' ? consumeFromNow(options, consumer) : consumeOnce(options, consumer)),
  };
}

async function consumeFromNow(options: InProcessBusOptions, consumer: Consumer): Promise<Consumption> {
  const after = await options.store.head();
  const stopping = new AbortController();
  let trouble: string | undefined;
  const running = deliver(
    { ...options, consumer, save: async () => undefined, tell: async (now) => void (trouble = now), unreadable: new Set() },
    after,
    stopping.signal,
  );
  return {
    trouble: () => trouble,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function consumeOnce(options: InProcessBusOptions, consumer: Consumer): Promise<Consumption> {
  const { pool, store, logger } = options;
  const { connectionString: url } = pool.options as { connectionString?: string };
  if (url === undefined) throw new Error('the bus needs a pool that was made from a URL');
  const { name, begin = 'start' } = consumer;
  await positionOf(pool, name, begin === 'now' ? await store.head() : undefined);
  let trouble: string | undefined;
  const tell = async (now: string | undefined): Promise<void> => {
    if (now === trouble) return;
    trouble = now;
    await reportTrouble(pool, name, now ?? null).catch(() => undefined);
  };
  const leadership = withLeadership({
    url,
    lockName: `consumer ${name}`,
    onError: (error) => logger.warn({ consumer: name, reason: error.message }, 'consumer lost its place or cannot seek it; trying again'),
    lead: async ({ lost }) =>
      deliver({ ...options, consumer, tell, save: (from, to) => movePosition(pool, name, from, to) }, await positionOf(pool, name), lost),
  });
  return { trouble: () => trouble, stop: () => leadership.stop() };
}

/** Until `lost` fires, or somebody else moved the position; never rejects because of the handler. @throws Outrun */
async function deliver(delivery: Delivery, after: Position, lost: AbortSignal): Promise<void> {
  const { store, consumer, save } = delivery;
  let saved = after;
  let savedAt = Date.now();
  const keep = async (to: Position): Promise<void> => {
    await save(saved, to);
    saved = to;
    savedAt = Date.now();
  };
  const subscription = store.subscribe(
    {
      after,
      name: `consumer ${consumer.name}`,
      batch: consumer.batch ?? BATCH,
      ...(consumer.filter === undefined ? {} : { filter: consumer.filter }),
    },
    async (records, upTo) => {
      if (records.length === 0 && Date.now() - savedAt < IDLE_SAVE_MS) return;
      await handleAll(delivery, records, saved, upTo, lost, keep);
    },
  );
  const stopped = new Promise<void>((resolve) => lost.addEventListener('abort', () => resolve(), { once: true }));
  try {
    if (!lost.aborted) await Promise.race([subscription.done, stopped]);
  } catch (error) {
    if (!lost.aborted) throw error;
  } finally {
    await subscription.stop();
  }
}

async function handleAll(
  delivery: Delivery,
  records: RecordedEvent[],
  from: Position,
  upTo: Position,
  lost: AbortSignal,
  keep: (to: Position) => Promise<void>,
): Promise<void> {
  const { consumer, logger, tell } = delivery;
  await inParts({
    records,
    from,
    upTo,
    lost,
    async handle(part, _, to) {
      const events = await decoded(delivery, part);
      if (events.length > 0) await consumer.handler(events);
      await tell(undefined);
      await saveSoon(to, keep, lost);
    },
    isFinal: (error) => error instanceof Outrun,
    async tell(event, error) {
      const trouble = troubleWith(event, error);
      logger.error({ consumer: consumer.name, eventId: event?.id, trouble }, 'consumer cannot go on; trying again');
      await tell(trouble);
    },
  });
}

async function decoded({ codec, consumer, logger, unreadable }: Delivery, part: RecordedEvent[]): Promise<DecodedEvent[]> {
  const wanted = unreadable ? part.filter(({ stream }) => !unreadable.has(stream)) : part;
  const [event] = wanted;
  if (!event) return [];
  try {
    return await codec.decode(wanted, { personal: consumer.personal === true });
  } catch (error) {
    // Several are parted by whoever called; keys that cannot be had are no fault of the event.
    if (!unreadable || wanted.length > 1 || isPassing(error)) throw error;
    unreadable.add(event.stream);
    const trouble = troubleWith(event, error as Error);
    logger.error(
      { consumer: consumer.name, eventId: event.id, trouble },
      'an event cannot be read: its stream is left out, all others go on',
    );
    return [];
  }
}

/** What was handled is not handed over again because the database was away for a moment when it was to be noted. */
async function saveSoon(to: Position, keep: (to: Position) => Promise<void>, lost: AbortSignal): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await keep(to);
    } catch (error) {
      if (error instanceof Outrun || lost.aborted || attempt === 20) throw error;
      await sleep(250, undefined, { signal: lost }).catch(() => undefined);
    }
  }
}
