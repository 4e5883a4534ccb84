import { setTimeout as sleep } from 'node:timers/promises';
import type { Codec, DecodedEvent } from '../../envelope/index.ts';
import { asPosition, type EventStore, type RecordedEvent, START, type StreamName } from '../../event-store/port.ts';
import { inParts, troubleWith } from '../../projections/in-parts.ts';
import type { Consumer } from '../port.ts';
import { Outrun } from '../positions.ts';
import type { KafkaLogger, KafkaMessage } from './client.ts';
import { type At, gather, type Gathered } from './gathered.ts';
import { categoryOf, isForeign, parseMessage, positionIn, toMessage } from './messages.ts';
import { createParking } from './parking.ts';
import { type Place, type Places, untilKept } from './places.ts';
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
  /** whether it is sure that the log is the one in which the place was kept */
  known: boolean;
};

/** Where to read on from: the last message that was handled comes once more, where it tells whether the log is still the same. */
export const readFrom = ({ place, known }: Assigned): bigint => (known ? place.next : place.next - 1n);

/** The topic was deleted and made anew: what a place says means nothing there. The consumer has to start again. */
class LogReplaced extends Error {
  constructor(topic: string, partition: number) {
    super(`partition ${partition} of ${topic} is not the one that it was: it was made anew`);
    this.name = 'LogReplaced';
  }
}

export type Delivery = {
  /** Takes over partitions; what was known of others is forgotten. */
  assign(partitions: readonly number[]): Promise<Map<number, Assigned>>;
  /** Hands the messages of a partition over, in order. @throws the last error once `signal` fires, Outrun */
  handle(assigned: Assigned, messages: readonly KafkaMessage[], signal: AbortSignal): Promise<void>;
  /** Keeps the place where messages were passed that nobody wanted. @throws Outrun */
  settle(assigned: Assigned): Promise<void>;
  /** Tries the streams that are held back once more, from the store. */
  retryParked(signal: AbortSignal): Promise<void>;
};

const BATCH = 100;
/** Past messages that nobody wants the place need not be kept each time; a restart looks at them again. */
const IDLE_SAVE_MS = 1_000;
const RETRY_MS = { first: 100, most: 5_000 };
/** "the end of the batch" among positions */
const END = asPosition(-2);

/** What one consumer does with the messages of its partitions; knows nothing of how they come. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { consumer, topic, source, store, codec, places, logger, metrics, tell } = options;
  const { categories, types } = consumer.filter ?? {};
  const size = consumer.batch ?? BATCH;
  const sequence = new Sequence();
  const isWanted = (category: string): boolean => categories === undefined || categories.includes(category);
  const isOfType = ({ type }: RecordedEvent): boolean => types === undefined || types.includes(type);
  const decode = (events: readonly RecordedEvent[]): Promise<DecodedEvent[]> =>
    codec.decode(events, { personal: consumer.personal === true });

  async function keep(assigned: Assigned, to: Place): Promise<void> {
    await untilKept(() => places.move(assigned.partition, assigned.kept, to));
    Object.assign(assigned, { place: to, kept: to, keptAt: Date.now() });
  }

  const parking = createParking(options, { isOfType, decode, isUndecodable });
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
        const free = part.filter(({ stream }) => !parking.has(stream));
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
      const { message: reason } = error as Error;
      const [message, offset, after] = [toMessage(event, source), gathered.offsetOf(event), asPosition(event.position - 1n)];
      await parking.setAside(assigned, { message, offset, reason, streams: [event.stream], after, to }, signal);
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

  /** The messages behind the place. @throws LogReplaced where the message before it is another one than it was */
  async function recognised(assigned: Assigned, messages: readonly KafkaMessage[]): Promise<readonly KafkaMessage[]> {
    const [first] = messages;
    if (assigned.known || !first) return messages;
    const { partition, place } = assigned;
    if (BigInt(first.offset) === place.next - 1n && first.timestamp === place.mark) {
      assigned.known = true;
      return messages.slice(1);
    }
    // From its beginning; what is in it and was handled is known by its position.
    await keep(assigned, { ...place, next: 0n, mark: undefined });
    throw new LogReplaced(topic, partition);
  }

  /** Gathers the event in the order of its stream, with what the topic left out before it. */
  async function take(assigned: Assigned, gathered: Gathered, event: RecordedEvent, at: At, signal: AbortSignal): Promise<void> {
    const { stream, revision, position } = event;
    const verdict = parking.has(stream) ? 'held' : sequence.verdict(stream, revision, assigned.fresh);
    if (verdict === 'held' || verdict === 'repeat') {
      if (verdict === 'repeat') metrics.repeated?.(consumer.name, 1);
      gathered.pass(at, position);
      return;
    }
    if (verdict !== 'next') {
      for (const one of await missing(event, verdict.missing, signal)) if (isOfType(one)) gathered.addBefore(at, one);
    }
    if (isOfType(event)) gathered.add(at, event);
    else gathered.pass(at, position);
    sequence.have(stream, revision);
  }

  return {
    async assign(partitions) {
      sequence.clear();
      await parking.load(partitions);
      const found = await places.load(partitions);
      return new Map(
        [...found].map(([partition, { kept, fresh, ...place }]) => [
          partition,
          {
            partition,
            place,
            kept: kept ? place : undefined,
            keptAt: Date.now(),
            fresh,
            known: place.mark === undefined || place.next === 0n,
          },
        ]),
      );
    },

    async handle(assigned, received, signal) {
      const messages = await recognised(assigned, received);
      let gathered = gather(assigned.place);
      const flush = async (): Promise<void> => {
        await handOver(assigned, gathered, signal);
        gathered = gather(assigned.place);
      };
      for (const message of messages) {
        signal.throwIfAborted();
        const at = { offset: BigInt(message.offset), timestamp: message.timestamp };
        if (isForeign(message, source)) {
          foreign(message);
          gathered.pass(at);
          continue;
        }
        const category = categoryOf(message);
        if (category !== undefined && !isWanted(category)) {
          gathered.pass(at);
          continue;
        }
        const position = positionIn(message);
        if (position !== undefined && position <= gathered.end.position) {
          metrics.repeated?.(consumer.name, 1);
          gathered.pass(at);
          continue;
        }
        const parsed = parseMessage(message);
        if (!parsed.ok) {
          await flush();
          const { position: after } = assigned.place;
          gathered.pass(at);
          const streams = streamsOf(message, parsed.stream);
          const unreadable = { message, offset: at.offset, reason: parsed.reason, streams, after, to: gathered.end };
          await parking.setAside(assigned, unreadable, signal);
          gathered = gather(assigned.place);
          continue;
        }
        await take(assigned, gathered, parsed.event, at, signal);
        if (gathered.events.length >= size) await flush();
      }
      await flush();
    },

    async settle(assigned) {
      if (assigned.place.next !== (assigned.kept?.next ?? 0n) && assigned.known) await keep(assigned, assigned.place);
    },

    retryParked: (signal) => parking.retry(signal, (stream, revision) => sequence.have(stream, revision)),
  };
}
