import type { DecodedEvent } from '../../envelope/index.ts';
import { asPosition, type Position, type RecordedEvent, type StreamName } from '../../event-store/port.ts';
import { Outrun } from '../positions.ts';
import type { KafkaMessage, Message } from './client.ts';
import { sendDeadLetter } from './dead-letters.ts';
import type { Assigned, DeliveryOptions } from './delivery.ts';
import { type Parked, type Place, untilKept } from './places.ts';

/** A message that cannot be read, and where the consumer stands around it. */
type Unreadable = {
  message: KafkaMessage | Message;
  offset: bigint;
  reason: string;
  /** that it is of, or may be of */
  streams: readonly StreamName[];
  /** up to here everything of them is handled */
  after: Position;
  /** behind the message */
  to: Place;
};

/** The streams that one consumer cannot go on with, while it goes on with all others. */
export type Parking = {
  has(stream: StreamName): boolean;
  /** Begins anew with what is kept of these partitions. */
  load(partitions: readonly number[]): Promise<void>;
  /** Puts the message among the dead letters, parks its streams and moves the place behind it. @throws Outrun */
  setAside(assigned: Assigned, unreadable: Unreadable, signal: AbortSignal): Promise<void>;
  /** Tries each of them again with what the store has. `goesOn` hears of those that go on, and behind which revision. */
  retry(signal: AbortSignal, goesOn: (stream: StreamName, revision: number) => void): Promise<void>;
};

/** Text that is kept with a parked stream, in characters. */
const REASON = 500;

export function createParking(
  { consumer, topic, store, places, deadLetters, logger, metrics }: DeliveryOptions,
  reading: {
    isOfType(event: RecordedEvent): boolean;
    decode(events: readonly RecordedEvent[]): Promise<DecodedEvent[]>;
    isUndecodable(event: RecordedEvent, error: unknown): Promise<boolean>;
  },
): Parking {
  const { name } = consumer;
  const size = consumer.batch ?? 100;
  const parked = new Map<StreamName, Parked>();
  const tellCount = (): void => metrics.parked?.(name, parked.size);

  /** The events of a stream that can be read now, and the first that cannot. */
  async function readable(
    events: readonly RecordedEvent[],
  ): Promise<{ decoded: DecodedEvent[]; stuck?: { after: Position; reason: string } }> {
    const decoded: DecodedEvent[] = [];
    for (const event of events.filter(reading.isOfType)) {
      try {
        decoded.push(...(await reading.decode([event])));
      } catch (error) {
        if (!(await reading.isUndecodable(event, error))) throw error;
        const reason = (error as Error).message.slice(0, REASON);
        return { decoded, stuck: { after: asPosition(event.position - 1n), reason } };
      }
    }
    return { decoded };
  }

  async function retryOne(one: Parked): Promise<number | undefined> {
    const events = (await store.read(one.stream)).filter(({ position }) => position > one.after);
    const { decoded, stuck } = await readable(events);
    for (let at = 0; at < decoded.length; at += size) await consumer.handler(decoded.slice(at, at + size));
    metrics.handled?.(name, decoded.length);
    if (stuck) {
      if (stuck.after !== one.after) await untilKept(() => places.advance(one, stuck.after, stuck.reason));
      parked.set(one.stream, { ...one, ...stuck });
      return undefined;
    }
    await untilKept(() => places.release(one));
    parked.delete(one.stream);
    logger.info({ consumer: name, stream: one.stream, events: decoded.length }, 'a stream that was held back goes on');
    return events.at(-1)?.revision;
  }

  return {
    has: (stream) => parked.has(stream),

    async load(partitions) {
      parked.clear();
      for (const one of await places.parkedIn(partitions)) parked.set(one.stream, one);
      tellCount();
    },

    async setAside(assigned, { message, offset, reason, streams, after, to }, signal) {
      const { partition } = assigned;
      logger.error(
        { consumer: name, topic, partition, offset: String(offset), streams, reason },
        'a message cannot be read: its stream is held back, others go on',
      );
      await sendDeadLetter(deadLetters, topic, { message, consumer: name, partition, offset, reason }, signal);
      const held = streams.map((stream): Parked => ({ stream, partition, after, reason: reason.slice(0, REASON) }));
      await untilKept(() => places.park(partition, assigned.kept, to, held));
      Object.assign(assigned, { place: to, kept: to, keptAt: Date.now() });
      for (const one of held) if (!parked.has(one.stream)) parked.set(one.stream, one);
      metrics.deadLettered?.(name);
      tellCount();
    },

    async retry(signal, goesOn) {
      for (const one of parked.values()) {
        if (signal.aborted) return;
        try {
          const revision = await retryOne(one);
          if (revision !== undefined) goesOn(one.stream, revision);
        } catch (error) {
          if (error instanceof Outrun) parked.delete(one.stream);
          const reason = (error as Error).message;
          logger.warn({ consumer: name, stream: one.stream, reason }, 'a stream that is held back cannot go on yet');
        }
      }
      tellCount();
    },
  };
}
