import { type Codec, type DecodedEvent, UnreadableHistory } from '../../envelope/index.ts';
import { asPosition, type EventStore, type Position, type RecordedEvent, type StreamName } from '../../event-store/port.ts';
import { inParts, troubleWith } from '../../projections/in-parts.ts';
import { PoisonEvent } from '../held-streams.ts';
import type { Consumer, ConsumerMetrics } from '../port.ts';
import { retry } from '../../timing.ts';
import type { Report } from '../troubles.ts';
import { createBlockedStreams } from './blocked-streams.ts';
import type { KafkaLogger, KafkaMessage } from './client.ts';
import { sendDeadLetter } from './dead-letters.ts';
import { categoryOf, isForeign, parseMessage, positionIn, toMessage } from './messages.ts';
import type { Sender } from './sender.ts';

export type DeliveryOptions = {
  consumer: Consumer;
  topic: string;
  /** `ce_source` of this shop's events */
  source: string;
  /** categories of the streams that the topic carries */
  carried?: readonly string[];
  store: Pick<EventStore, 'read'>;
  codec: Codec;
  deadLetters: Sender;
  logger: KafkaLogger;
  metrics: ConsumerMetrics;
  /** Receives why the consumer cannot continue; undefined once it can. */
  report: Report;
  /** Where the consumer starts in partitions that it has not had yet. */
  starts: (partitions: readonly number[]) => Promise<Map<number, { next: bigint; position: Position }>>;
};

/** How far the consumer is in a partition. A place is in memory only, and outlives the sessions of the member. */
export type Place = {
  readonly partition: number;
  /** offset of the first message that is not handled */
  next: bigint;
  /**
   * Every event up to here that the partition carries is handled or blocked. The relay sends in the store's order, so a
   * message with this position or a lower one is a repeat.
   */
  position: Position;
  /** timestamp of the message before `next`; undefined where none was read */
  timestamp?: string;
  /** Whether the log is certainly the one in which the place was taken. */
  isVerified: boolean;
};

/** After a new assignment the last handled message is read again: its timestamp shows whether the log is still the same. */
export const readFrom = ({ next, isVerified }: Place): bigint => (isVerified ? next : next - 1n);

/** The topic was deleted and created again, so the offset of a place means nothing there. */
class LogReplaced extends Error {
  constructor(topic: string, partition: number) {
    super(`partition ${partition} of ${topic} was created again`);
    this.name = 'LogReplaced';
  }
}

export type Delivery = {
  /** The places in these partitions, at the start of a session. */
  assign(partitions: readonly number[]): Promise<Map<number, Place>>;
  /** Delivers the messages of a partition, in order. @throws the last error once `signal` fires; LogReplaced */
  handle(place: Place, messages: readonly KafkaMessage[], signal: AbortSignal): Promise<void>;
  /** Tries the blocked streams again, with the store's copy of their events. */
  retryBlocked(signal: AbortSignal): Promise<void>;
};

/** Events of one partition that are delivered together. */
type Gathered = {
  events: RecordedEvent[];
  /** for each event: the place after it, and the offset of the message that brought it */
  behind: Map<RecordedEvent, { place: Place; offset: bigint }>;
  /** the place behind everything that was gathered, dropped messages included */
  end: Place;
};

const BATCH = 100;
const RETRY_MS = { first: 100, most: 5_000 };
/** streams whose last revision is remembered */
const REMEMBERED = 100_000;

/** What a consumer does with the messages of its partitions; independent of how they arrive. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { consumer, topic, source, store, codec, logger, metrics, report } = options;
  const { categories, types } = consumer.filter ?? {};
  const size = consumer.batch ?? BATCH;
  const places = new Map<number, Place>();
  const revisions = new Map<StreamName, number>();
  const isWanted = (category: string): boolean => categories === undefined || categories.includes(category);
  const isOfType = ({ type }: RecordedEvent): boolean => types === undefined || types.includes(type);
  const decode = (events: readonly RecordedEvent[]): Promise<DecodedEvent[]> => codec.decode(events, { personal: false });
  // Prometheus does not see the step to 1 of a series that begins with 1.
  metrics.deadLettered?.(consumer.name, 0);
  const blocked = createBlockedStreams({ consumer, store, logger, metrics, isOfType, decode });

  /**
   * Remembers the last revision of a stream. A stream that was forgotten continues with any revision, as a new stream does:
   * the relay leaves no gaps in the topic, and the revisions only check that.
   */
  function remember(stream: StreamName, revision: number): void {
    revisions.delete(stream);
    revisions.set(stream, revision);
    if (revisions.size > REMEMBERED) revisions.delete(revisions.keys().next().value as StreamName);
  }

  let hasWarnedOfForeign = false;
  function warnOfForeign({ headers }: KafkaMessage): void {
    if (hasWarnedOfForeign) return;
    hasWarnedOfForeign = true;
    logger.warn(
      { consumer: consumer.name, topic, source, other: String(headers?.['ce_source']).slice(0, 200) },
      'the topic has messages of another shop, which are dropped: give each shop its own topic',
    );
  }

  const gather = (place: Place): Gathered => ({ events: [], behind: new Map(), end: { ...place } });
  const pass = (gathered: Gathered, { offset, timestamp }: KafkaMessage, position = gathered.end.position): void =>
    void Object.assign(gathered.end, { next: BigInt(offset) + 1n, position, timestamp });

  /** Sends a poison message to the dead letter topic and blocks its streams behind `after`. */
  async function deadLetter(
    place: Place,
    poison: {
      message: Parameters<typeof sendDeadLetter>[2]['message'];
      offset: bigint;
      reason: string;
      streams: StreamName[];
      after: Position;
    },
    signal: AbortSignal,
  ): Promise<void> {
    const { message, offset, reason, streams, after } = poison;
    const { name } = consumer;
    const { partition } = place;
    logger.error(
      { consumer: name, topic, partition, offset: String(offset), streams, reason },
      'a poison event blocks its stream; all other streams continue',
    );
    await sendDeadLetter(options.deadLetters, topic, { message, consumer: name, partition, offset, reason }, signal);
    for (const stream of streams) blocked.block(stream, after);
    metrics.deadLettered?.(name, 1);
  }

  /** A message without a readable stream may belong to any wanted stream with the id in its key. */
  function streamsOf(message: KafkaMessage, stream: StreamName | undefined): StreamName[] {
    if (stream !== undefined) return [stream];
    const key = message.key?.toString() ?? '';
    if (!/^\S+$/.test(key)) return [];
    return (categories ?? options.carried ?? []).map((category): StreamName => `${category}-${key}`);
  }

  /** Delivers the gathered events in parts, and moves the place after each part. */
  async function flush(place: Place, { events, behind, end }: Gathered, signal: AbortSignal): Promise<void> {
    if (events.length > 0)
      await inParts({
        records: events,
        from: place.position,
        upTo: end.position,
        lost: signal,
        async handle(part) {
          signal.throwIfAborted();
          await handOver(place, part, behind, signal);
          Object.assign(place, behind.get(part.at(-1) as RecordedEvent)?.place);
        },
        async onFailure(event, error) {
          const trouble = troubleWith(event, error);
          logger.error({ consumer: consumer.name, eventId: event?.id, trouble }, 'the consumer cannot continue; it tries again');
          report(trouble);
        },
      });
    Object.assign(place, end);
    report(undefined);
  }

  /** A single event that cannot be decoded or handled blocks its stream. @throws where it is one of several: `inParts` halves them */
  async function handOver(place: Place, part: RecordedEvent[], behind: Gathered['behind'], signal: AbortSignal): Promise<void> {
    const events = part.filter(({ stream }) => !blocked.has(stream));
    let decoded: DecodedEvent[] | undefined;
    try {
      decoded = await decode(events);
      if (decoded.length > 0) await consumer.handler(decoded);
      metrics.handled?.(consumer.name, decoded.length);
    } catch (error) {
      const [event] = events;
      const isOfTheEvent = decoded === undefined || error instanceof PoisonEvent || error instanceof UnreadableHistory;
      if (!isOfTheEvent || events.length !== 1 || !event) throw error;
      const { message: reason } = error as Error;
      const { offset } = behind.get(event) as { offset: bigint };
      const after = asPosition(event.position - 1n);
      await deadLetter(place, { message: toMessage(event, source), offset, reason, streams: [event.stream], after }, signal);
    }
  }

  /** Reads from the store the events before `event` that the topic lacks. @throws the signal's reason */
  async function missing(event: RecordedEvent, from: number, signal: AbortSignal): Promise<RecordedEvent[]> {
    const { stream, revision } = event;
    logger.warn(
      { consumer: consumer.name, topic, stream, from, to: revision - 1 },
      'events are missing in the topic: reading them from the store',
    );
    const read = async (): Promise<RecordedEvent[]> => {
      const events = await store.read(stream, { from, limit: revision - from });
      if (events.length === revision - from) return events;
      throw new Error(`the store has no events ${from} to ${revision - 1}, the topic has a later one`);
    };
    const onFailure = (error: Error): void => {
      const trouble = troubleWith(event, error);
      logger.error({ consumer: consumer.name, trouble }, 'the consumer cannot continue; it tries again');
      report(trouble);
    };
    return retry(read, { ...RETRY_MS, signal, onFailure });
  }

  /** The messages after the place. @throws LogReplaced if the message before the place is another one than was handled */
  function verified(place: Place, messages: readonly KafkaMessage[]): readonly KafkaMessage[] {
    const [first] = messages;
    if (place.isVerified || !first) return messages;
    const isSame = BigInt(first.offset) === place.next - 1n && first.timestamp === place.timestamp;
    place.isVerified = true;
    if (isSame) return messages.slice(1);
    // From the beginning: the position tells which events were handled.
    place.next = 0n;
    throw new LogReplaced(topic, place.partition);
  }

  /** Gathers an event, with the events of its stream that the topic lacks before it. */
  async function take(gathered: Gathered, event: RecordedEvent, message: KafkaMessage, signal: AbortSignal): Promise<void> {
    const { stream, revision, position } = event;
    const offset = BigInt(message.offset);
    const last = blocked.has(stream) ? undefined : revisions.get(stream);
    if (blocked.has(stream) || (last !== undefined && revision <= last)) {
      if (last !== undefined) metrics.repeated?.(consumer.name, 1);
      return pass(gathered, message, position);
    }
    if (last !== undefined && revision > last + 1)
      for (const one of (await missing(event, last + 1, signal)).filter(isOfType)) {
        gathered.events.push(one);
        // The message itself is not handled yet, so the place stays before it.
        gathered.behind.set(one, { place: { ...gathered.end, next: offset }, offset });
      }
    pass(gathered, message, position);
    if (isOfType(event)) {
      gathered.events.push(event);
      gathered.behind.set(event, { place: { ...gathered.end }, offset });
    }
    remember(stream, revision);
  }

  return {
    async assign(partitions) {
      // An event that was gathered but not handled comes again.
      revisions.clear();
      const unknown = partitions.filter((partition) => !places.has(partition));
      if (unknown.length > 0)
        for (const [partition, start] of await options.starts(unknown)) places.set(partition, { partition, ...start, isVerified: true });
      const assigned = new Map(partitions.map((partition) => [partition, places.get(partition) as Place]));
      for (const place of assigned.values()) place.isVerified = place.timestamp === undefined || place.next === 0n;
      return assigned;
    },

    async handle(place, received, signal) {
      const messages = verified(place, received);
      let gathered = gather(place);
      const flushAll = async (): Promise<void> => {
        await flush(place, gathered, signal);
        gathered = gather(place);
      };
      for (const message of messages) {
        signal.throwIfAborted();
        const category = categoryOf(message);
        const position = positionIn(message);
        if (isForeign(message, source)) {
          warnOfForeign(message);
          pass(gathered, message);
        } else if (category !== undefined && !isWanted(category)) {
          pass(gathered, message);
        } else if (position !== undefined && position <= gathered.end.position) {
          metrics.repeated?.(consumer.name, 1);
          pass(gathered, message);
        } else {
          const parsed = parseMessage(message);
          if (parsed.ok) await take(gathered, parsed.event, message, signal);
          else {
            await flushAll();
            const streams = streamsOf(message, parsed.stream);
            const poison = { message, offset: BigInt(message.offset), reason: parsed.reason, streams, after: place.position };
            await deadLetter(place, poison, signal);
            pass(gathered, message);
          }
          if (gathered.events.length >= size) await flushAll();
        }
      }
      await flushAll();
    },

    retryBlocked: (signal) => blocked.retry(signal, remember),
  };
}
