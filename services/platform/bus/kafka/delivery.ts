import type { Codec } from '../../envelope/index.ts';
import { categoryOf, passes } from '../../event-store/newest-events.ts';
import type { Position, RecordedEvent } from '../../event-store/port.ts';
import { inParts } from '../../projections/in-parts.ts';
import { handOver, reportingTo } from '../delivery.ts';
import type { consumerMetrics } from '../consumer-metrics.ts';
import type { Consumer } from '../port.ts';
import type { Report } from '../troubles.ts';
import type { KafkaLogger, KafkaMessage } from './client.ts';
import { deadLetterTopic } from './config.ts';
import { isForeign, parseMessage } from './messages.ts';
import type { Sender } from './sender.ts';

export type DeliveryOptions = {
  consumer: Consumer;
  topic: string;
  /** `ce_source` of this shop's events */
  source: string;
  codec: Codec;
  deadLetters: Sender;
  logger: KafkaLogger;
  metrics: ReturnType<typeof consumerMetrics>;
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
   * Every event up to here that the partition carries is handled or held back. The relay sends in the store's order, so a
   * message with this position or a lower one is a repeat.
   */
  position: Position;
};

export type Delivery = {
  /** The places in these partitions, at the start of a session. */
  assign(partitions: readonly number[]): Promise<Map<number, Place>>;
  /** Delivers the messages of a partition, in order. @throws the last error once `signal` fires */
  handle(place: Place, messages: readonly KafkaMessage[], signal: AbortSignal): Promise<void>;
};

const BATCH = 100;

/** What a consumer does with the messages of its partitions; independent of how they arrive. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { consumer, topic, source, logger, metrics, report } = options;
  const { name, filter = {}, batch = BATCH } = consumer;
  const places = new Map<number, Place>();
  /** Streams behind an event that this release cannot decode or handle; they wait until the process ends. */
  const blocked = new Set<string>();
  // Prometheus does not see the step to 1 of a series that begins with 1.
  metrics.deadLettered.inc(0);

  let hasWarnedOfForeign = false;
  function warnOfForeign({ headers }: KafkaMessage): void {
    if (hasWarnedOfForeign) return;
    hasWarnedOfForeign = true;
    logger.warn(
      { consumer: name, topic, source, other: String(headers?.['ce_source']).slice(0, 200) },
      'the topic has messages of another shop, which are dropped: give each shop its own topic',
    );
  }

  /**
   * Sends a message unchanged to the dead letter topic. Resolves when Kafka has acknowledged it. A message that is handled
   * again, after a crash or in another session, is sent again.
   */
  async function deadLetter(partition: number, message: KafkaMessage, reason: string, signal: AbortSignal): Promise<void> {
    const { key, value, headers, offset } = message;
    logger.error(
      { consumer: name, topic, partition, offset, reason },
      'a message cannot be read or handled; it goes to the dead letter topic',
    );
    const about = {
      dlq_reason: reason,
      dlq_consumer: name,
      dlq_topic: topic,
      dlq_partition: String(partition),
      dlq_offset: offset,
      dlq_time: new Date().toISOString(),
    };
    await options.deadLetters.send(deadLetterTopic(topic), [{ key, value, headers: { ...headers, ...about } }], signal);
    metrics.deadLettered.inc();
  }

  /** The event of a message, if the consumer wants it and has not had it. A message without a readable event is a dead letter. */
  async function eventOf(message: KafkaMessage, place: Place, signal: AbortSignal): Promise<RecordedEvent | undefined> {
    if (isForeign(message, source)) return void warnOfForeign(message);
    const parsed = parseMessage(message);
    if (!parsed.ok) {
      const isWanted = parsed.stream === undefined || (filter.categories?.includes(categoryOf(parsed.stream)) ?? true);
      if (isWanted) await deadLetter(place.partition, message, parsed.reason, signal);
      return undefined;
    }
    const { event } = parsed;
    if (event.position <= place.position) return void metrics.repeated.inc();
    place.position = event.position;
    return passes(event, filter) ? event : undefined;
  }

  return {
    async assign(partitions) {
      const unknown = partitions.filter((partition) => !places.has(partition));
      if (unknown.length > 0)
        for (const [partition, start] of await options.starts(unknown)) places.set(partition, { partition, ...start });
      return new Map(partitions.map((partition) => [partition, places.get(partition) as Place]));
    },

    async handle(place, messages, signal) {
      const end = { ...place };
      const messageOf = new Map<RecordedEvent, KafkaMessage>();
      for (const message of messages) {
        signal.throwIfAborted();
        const event = await eventOf(message, end, signal);
        if (event) messageOf.set(event, message);
        end.next = BigInt(message.offset) + 1n;
      }
      const events = [...messageOf.keys()];
      for (let from = 0; from < events.length; from += batch)
        await inParts({
          records: events.slice(from, from + batch),
          from: place.position,
          upTo: end.position,
          lost: signal,
          async handle(part) {
            signal.throwIfAborted();
            const wanted = part.filter(({ stream }) => !blocked.has(stream));
            let handled = wanted.length;
            await handOver(options, wanted, async (event, { message }) => {
              await deadLetter(place.partition, messageOf.get(event) as KafkaMessage, message, signal);
              handled = 0;
              blocked.add(event.stream);
              metrics.blocked.set(blocked.size);
            });
            metrics.handled.inc(handled);
          },
          onFailure: reportingTo(options),
        });
      Object.assign(place, end);
      report(undefined);
    },
  };
}
