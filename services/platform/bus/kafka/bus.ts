import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { EventStore, Position } from '../../event-store/port.ts';
import { consumerMetrics } from '../consumer-metrics.ts';
import type { DeliveryOptions } from '../delivery.ts';
import type { Bus, Consumer, Consumption } from '../port.ts';
import { originOf } from '../positions.ts';
import { createTroubles } from '../troubles.ts';
import { createKafkaClient, type KafkaClient, type KafkaLogger, within } from './client.ts';
import type { KafkaSettings } from './config.ts';
import { createDelivery } from './delivery.ts';
import { keepMember } from './member.ts';
import { sourceOf } from './messages.ts';
import { createSender } from './sender.ts';

export type KafkaBusOptions = DeliveryOptions & {
  kafka: KafkaSettings;
  /** knows the id of this shop */
  pool: pg.Pool;
  logger: KafkaLogger;
};

/** ms that a starting consumer waits for Kafka. Without an answer it starts, and finds its offsets by time later. */
const PATIENCE = 5_000;
/** Maximum difference of two processes' clocks, ms. */
const CLOCK_SKEW = 60 * 60_000;
const DISCONNECT_MS = 5_000;

/**
 * The bus on Kafka: each consumer reads all messages of the topic, in a group of its own. It starts, fails and continues
 * as on the in-process bus. `trouble()` says why Kafka cannot be reached.
 */
export function createKafkaBus(options: KafkaBusOptions): Bus {
  const client = createKafkaClient(options.kafka, options.logger);
  return { consume: (consumer) => consume(options, client, consumer) };
}

async function consume(options: KafkaBusOptions, client: KafkaClient, consumer: Consumer): Promise<Consumption> {
  const { kafka, store, codec, logger } = options;
  const { name } = consumer;
  const metrics = consumerMetrics(options.metrics, name);
  const source = sourceOf(await originOf(options.pool));
  const starts = await startsOf(client, store);
  const troubles = createTroubles((trouble) => {
    metrics.trouble.set(trouble === undefined ? 0 : 1);
    if (trouble !== undefined) logger.warn({ consumer: name, trouble }, 'the consumer cannot continue; it tries again');
  });
  const reportLetters = troubles.reporter('dead letters');
  const deadLetters = createSender(client, (trouble) => reportLetters(trouble?.message));
  const delivery = createDelivery({
    consumer,
    topic: kafka.topic,
    source,
    codec,
    deadLetters,
    logger,
    metrics,
    report: troubles.reporter('delivery'),
    starts,
  });
  const reportGroup = troubles.reporter('group');
  let hasJoined = false;
  // A new group for each session: in the old one Kafka would wait for the member that it has lost.
  let group = '';
  const member = keepMember({
    client,
    groupId: () => (group = `${kafka.topic} ${name} ${randomUUID()}`),
    name,
    delivery,
    logger,
    report(trouble) {
      hasJoined ||= trouble === undefined;
      reportGroup(trouble);
    },
  });
  return {
    trouble: () => troubles.current() ?? (hasJoined ? undefined : `the consumer ${name} has no partitions of ${kafka.topic} yet`),
    async stop() {
      await member.stop();
      await deadLetters.close();
      // Kafka removes an empty group too, but later.
      await within(
        DISCONNECT_MS,
        client.withAdmin((admin) => admin.deleteGroups([group])),
      );
    },
  };
}

/** Fixes the start of a consumer, and finds the offsets for it. */
async function startsOf(client: KafkaClient, store: EventStore) {
  const { topic } = client.settings;
  const began = Date.now();
  let ends: Map<number, bigint> | undefined;
  // The ends come first: every event before them is in the store when its head is read.
  await within(
    PATIENCE,
    client
      .withAdmin((admin) => admin.fetchTopicOffsets(topic))
      .then((offsets) => (ends = new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)])))),
  );
  const position = await store.head();
  /** Offsets before every event that was appended after `began`; an older event is recognised by its position. */
  async function byTime(): Promise<Map<number, bigint>> {
    const offsets = await client.withAdmin((admin) => admin.fetchTopicOffsetsByTimestamp(topic, began - CLOCK_SKEW));
    return new Map(offsets.map(({ partition, offset }) => [partition, BigInt(offset)]));
  }
  return async (partitions: readonly number[]): Promise<Map<number, { next: bigint; position: Position }>> => {
    const starts = ends ?? (await byTime());
    return new Map(partitions.map((partition) => [partition, { next: starts.get(partition) ?? 0n, position }]));
  };
}
