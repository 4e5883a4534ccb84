import { setTimeout as sleep } from 'node:timers/promises';
import type { Codec, DecodedEvent } from '../../envelope/index.ts';
import { asPosition, type EventStore, type Position, type RecordedEvent, START, type StreamName } from '../../event-store/port.ts';
import { inParts, troubleWith } from '../../projections/in-parts.ts';
import type { Consumer } from '../port.ts';
import { Outrun } from '../positions.ts';
import type { KafkaLogger, KafkaMessage, Message } from './client.ts';
import { sendDeadLetter } from './dead-letters.ts';
import { gather, type Gathered } from './gathered.ts';
import { categoryOf, isForeign, parseMessage, positionIn, toMessage } from './messages.ts';
import type { Parked, Place, Places } from './places.ts';
import type { Sender } from './sender.ts';
import { Sequence } from './sequence.ts';

export type ConsumerMetrics = {
  /** events handed over and handled */
  handled?(consumer: string, events: number): void;
  /** messages that had come before */
  repeated?(consumer: string, messages: number): void;
  /** messages of another shop, which are dropped */
  foreign?(consumer: string, messages: number): void;
  deadLettered?(consumer: string): void;
  /** streams held back in this process now */
  parked?(consumer: string, streams: number): void;
  /** messages of a partition that are in Kafka and not handled */
  lag?(consumer: string, partition: number, messages: number): void;
};

export type DeliveryOptions = {
  consumer: Consumer;
  topic: string;
  /** `ce_source` of this shop's events */
  source: string;
  /** categories of the streams that the topic carries */
  carried?: readonly string[];
  store: EventStore;
  codec: Codec;
  places: Places;
  deadLetters: Sender;
  logger: KafkaLogger;
  metrics: ConsumerMetrics;
  /** why the consumer does not get on; undefined once it does */
  tell: (trouble: string | undefined) => void;
};

/** A partition that is this process's to handle. */
export type Assigned = {
  partition: number;
  /** as this process has handled it */
  place: Place;
  /** as it is kept; undefined where nothing is yet */
  kept: Place | undefined;
  keptAt: number;
  fresh: boolean;
};

export type Delivery = {
  /** Takes over partitions; what was known of others is forgotten. */
  assign(partitions: readonly number[]): Promise<Map<number, Assigned>>;
  /** Hands the messages of a partition over, in order. @throws the last error once `signal` fires, Outrun */
  handle(assigned: Assigned, messages: readonly KafkaMessage[], signal: AbortSignal): Promise<void>;
  /** Tries the streams that are held back once more, from the store. */
  retryParked(signal: AbortSignal): Promise<void>;
};

const BATCH = 100;
/** Past messages that nobody wants the place need not be kept each time; a restart looks at them again. */
const IDLE_SAVE_MS = 1_000;
const RETRY_MS = { first: 100, most: 5_000 };
const SAVES = { attempts: 20, everyMs: 250 };
/** "the end of the batch" among positions */
const END = asPosition(-2);

/** What one consumer does with the messages of its partitions; knows nothing of how they come. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { consumer, topic, source, store, codec, places, logger, metrics, tell } = options;
  const { categories, types } = consumer.filter ?? {};
  const size = consumer.batch ?? BATCH;
  const sequence = new Sequence();
  const parked = new Map<StreamName, Parked>();
  const isWanted = (category: string): boolean => categories === undefined || categories.includes(category);
  const isOfType = ({ type }: RecordedEvent): boolean => types === undefined || types.includes(type);
  const decode = (events: readonly RecordedEvent[]): Promise<DecodedEvent[]> =>
    codec.decode(events, { personal: consumer.personal === true });

  async function keep(assigned: Assigned, to: Place): Promise<void> {
    await untilDone(() => places.move(assigned.partition, assigned.kept, to));
    settle(assigned, to);
  }

  function settle(assigned: Assigned, to: Place): void {
    assigned.place = to;
    assigned.kept = to;
    assigned.keptAt = Date.now();
  }

  /** Parks the streams that the message is or may be of, and goes on behind it with all others. */
  async function setAside(
    assigned: Assigned,
    message: KafkaMessage | Message,
    at: { offset: bigint; after: Position; to: Place },
    streams: readonly StreamName[],
    reason: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { partition } = assigned;
    logger.error(
      { consumer: consumer.name, topic, partition, offset: String(at.offset), streams, reason },
      'a message cannot be read: its stream is held back, others go on',
    );
    await sendDeadLetter(options.deadLetters, topic, { message, consumer: consumer.name, partition, offset: at.offset, reason }, signal);
    const held = streams.map((stream): Parked => ({ stream, partition, after: at.after, reason: reason.slice(0, 500) }));
    await untilDone(() => places.park(partition, assigned.kept, at.to, held));
    settle(assigned, at.to);
    for (const one of held) if (!parked.has(one.stream)) parked.set(one.stream, one);
    metrics.deadLettered?.(consumer.name);
    metrics.parked?.(consumer.name, parked.size);
  }

  let toldOfForeign = false;
  function foreign({ headers }: KafkaMessage): void {
    metrics.foreign?.(consumer.name, 1);
    if (toldOfForeign) return;
    toldOfForeign = true;
    logger.warn(
      { consumer: consumer.name, topic, source, other: String(headers?.['ce_source']).slice(0, 200) },
      'the topic has messages of another shop, which are left out: give each shop a topic of its own',
    );
  }

  /** Where only the key can be made out, every stream with that id may be meant that the consumer wants. */
  const streamsOf = (message: KafkaMessage, stream: StreamName | undefined): StreamName[] => {
    if (stream !== undefined) return [stream];
    const key = message.key?.toString() ?? '';
    if (!/^\S+$/.test(key)) return [];
    return (categories ?? options.carried ?? []).map((category): StreamName => `${category}-${key}`);
  };

  /** Whether it is the event's own fault, at any time and for any reader: without keys nothing is asked of the database. */
  async function isUndecodable(event: RecordedEvent, error: unknown): Promise<boolean> {
    if ((error as Error).name === 'SealBroken') return true;
    return codec.decode([event], { personal: false }).then(
      () => false,
      () => true,
    );
  }

  /** Hands over what was gathered, and keeps the place behind each part of it. */
  async function handOver(assigned: Assigned, gathered: Gathered, signal: AbortSignal): Promise<void> {
    const { events, end } = gathered;
    if (events.length === 0) {
      assigned.place = end;
      if (Date.now() - assigned.keptAt >= IDLE_SAVE_MS) await keep(assigned, end);
      return;
    }
    await inParts({
      records: events,
      from: START,
      upTo: END,
      lost: signal,
      async handle(part, _, upTo) {
        signal.throwIfAborted();
        const to = upTo === END ? end : gathered.placeBehind(upTo);
        const free = part.filter(({ stream }) => !parked.has(stream));
        const decoded = await decoding(assigned, free, { gathered, to }, signal);
        if (decoded === undefined) return;
        if (decoded.length > 0) await consumer.handler(decoded);
        tell(undefined);
        metrics.handled?.(consumer.name, decoded.length);
        await keep(assigned, to);
      },
      isFinal: (error) => error instanceof Outrun,
      async tell(event, error) {
        const trouble = troubleWith(event, error);
        logger.error({ consumer: consumer.name, eventId: event?.id, trouble }, 'consumer cannot go on; trying again');
        tell(trouble);
      },
    });
  }

  /** The events opened; undefined where it is one that cannot be, and that has been set aside. */
  async function decoding(
    assigned: Assigned,
    events: readonly RecordedEvent[],
    { gathered, to }: { gathered: Gathered; to: Place },
    signal: AbortSignal,
  ): Promise<DecodedEvent[] | undefined> {
    try {
      return await decode(events);
    } catch (error) {
      const [event] = events;
      if (events.length !== 1 || !event || signal.aborted || !(await isUndecodable(event, error))) throw error;
      const at = { offset: gathered.offsetOf(event), after: asPosition(event.position - 1n), to };
      await setAside(assigned, toMessage(event, source), at, [event.stream], (error as Error).message, signal);
      return undefined;
    }
  }

  /** Asks the store for what the topic left out. @throws the signal's reason */
  async function missing(event: RecordedEvent, from: number, signal: AbortSignal): Promise<RecordedEvent[]> {
    const { stream, revision } = event;
    logger.warn(
      { consumer: consumer.name, topic, stream, from, to: revision - 1 },
      'events are missing in the topic: taking them from the store',
    );
    for (let wait = RETRY_MS.first; ; wait = Math.min(wait * 2, RETRY_MS.most)) {
      try {
        const events = await store.read(stream, { from, limit: revision - from });
        if (events.length === revision - from) return events;
        tell(`the store has no events ${from} to ${revision - 1} of ${stream}, the topic has a later one`);
      } catch (error) {
        tell(troubleWith(event, error as Error));
      }
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
  }

  /** Gathers the event in the order of its stream, with what the topic left out before it. */
  async function take(assigned: Assigned, gathered: Gathered, event: RecordedEvent, offset: bigint, signal: AbortSignal): Promise<void> {
    const { stream, revision, position } = event;
    const verdict = parked.has(stream) ? 'held' : sequence.verdict(stream, revision, assigned.fresh);
    if (verdict === 'held' || verdict === 'repeat') {
      if (verdict === 'repeat') metrics.repeated?.(consumer.name, 1);
      gathered.pass(offset, position);
      return;
    }
    if (verdict !== 'next') {
      for (const one of await missing(event, verdict.missing, signal)) if (isOfType(one)) gathered.addBefore(offset, one);
    }
    if (isOfType(event)) gathered.add(offset, event);
    else gathered.pass(offset, position);
    sequence.have(stream, revision);
  }

  return {
    async assign(partitions) {
      sequence.clear();
      parked.clear();
      const found = await places.load(partitions);
      for (const one of await places.parkedIn(partitions)) parked.set(one.stream, one);
      metrics.parked?.(consumer.name, parked.size);
      return new Map(
        [...found].map(([partition, { kept, fresh, ...place }]) => [
          partition,
          { partition, place, kept: kept ? place : undefined, keptAt: Date.now(), fresh },
        ]),
      );
    },

    async handle(assigned, messages, signal) {
      let gathered = gather(assigned.place);
      const flush = async (): Promise<void> => {
        await handOver(assigned, gathered, signal);
        gathered = gather(assigned.place);
      };
      for (const message of messages) {
        signal.throwIfAborted();
        const offset = BigInt(message.offset);
        if (isForeign(message, source)) {
          foreign(message);
          gathered.pass(offset);
          continue;
        }
        const category = categoryOf(message);
        if (category !== undefined && !isWanted(category)) {
          gathered.pass(offset);
          continue;
        }
        const position = positionIn(message);
        if (position !== undefined && position <= gathered.end.position) {
          metrics.repeated?.(consumer.name, 1);
          gathered.pass(offset);
          continue;
        }
        const parsed = parseMessage(message);
        if (!parsed.ok) {
          await flush();
          const at = { offset, after: assigned.place.position, to: { ...assigned.place, next: offset + 1n } };
          await setAside(assigned, message, at, streamsOf(message, parsed.stream), parsed.reason, signal);
          gathered = gather(assigned.place);
          continue;
        }
        await take(assigned, gathered, parsed.event, offset, signal);
        if (gathered.events.length >= size) await flush();
      }
      await flush();
    },

    async retryParked(signal) {
      for (const one of parked.values()) {
        if (signal.aborted) return;
        await retry(one).catch((error: Error) => {
          if (error instanceof Outrun) parked.delete(one.stream);
          logger.warn(
            { consumer: consumer.name, stream: one.stream, reason: error.message },
            'a stream that is held back cannot go on yet',
          );
        });
      }
      metrics.parked?.(consumer.name, parked.size);
    },
  };

  /** Hands over what the store has of it, up to the first event that still cannot be read. */
  async function retry(one: Parked): Promise<void> {
    const events = (await store.read(one.stream)).filter(({ position }) => position > one.after);
    const decoded: DecodedEvent[] = [];
    let stuck: { event: RecordedEvent; reason: string } | undefined;
    for (const event of events.filter(isOfType)) {
      try {
        decoded.push(...(await decode([event])));
      } catch (error) {
        if (!(await isUndecodable(event, error))) throw error;
        stuck = { event, reason: (error as Error).message.slice(0, 500) };
        break;
      }
    }
    for (let at = 0; at < decoded.length; at += size) await consumer.handler(decoded.slice(at, at + size));
    metrics.handled?.(consumer.name, decoded.length);
    if (stuck) {
      const after = asPosition(stuck.event.position - 1n);
      if (after === one.after) return;
      await untilDone(() => places.advance(one, after, (stuck as { reason: string }).reason));
      parked.set(one.stream, { ...one, after, reason: stuck.reason });
      return;
    }
    await untilDone(() => places.release(one));
    parked.delete(one.stream);
    const last = events.at(-1);
    if (last) sequence.have(one.stream, last.revision);
    logger.info({ consumer: consumer.name, stream: one.stream, events: decoded.length }, 'a stream that was held back goes on');
  }
}

/** What was handled is not handed over again because the database was away for a moment when it was to be noted. */
async function untilDone(save: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await save();
    } catch (error) {
      if (error instanceof Outrun || attempt === SAVES.attempts) throw error;
      await sleep(SAVES.everyMs);
    }
  }
}
