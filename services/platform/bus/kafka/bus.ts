import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Codec } from '../../envelope/index.ts';
import type { EventStore } from '../../event-store/port.ts';
import type { Bus, Consumer, Consumption } from '../port.ts';
import { originOf, positionOf, reportTrouble } from '../positions.ts';
import { createKafkaClient, type KafkaClient, type KafkaLogger, within } from './client.ts';
import type { KafkaSettings } from './config.ts';
import { type ConsumerMetrics, createDelivery } from './delivery.ts';
import { keepStarts, keptPlaces } from './kept-places.ts';
import { keepMember } from './member.ts';
import { sourceOf } from './messages.ts';
import { type Places, placesInMemory } from './places.ts';
import { createSender } from './sender.ts';
import { keepSettled } from './settled.ts';

export type KafkaBusOptions = {
  kafka: KafkaSettings;
  /** of the streams that the relay brings to the topic; all where it is left out */
  categories?: readonly string[];
  /** where durable consumers keep their places */
  pool: pg.Pool;
  store: EventStore;
  codec: Codec;
  logger: KafkaLogger;
  metrics?: ConsumerMetrics;
  /** how often a stream that is held back is tried again, ms; default 60,000 */
  parkedRetryMs?: number;
  /** how often a durable consumer's position in the store is kept, beside its places in the topic, ms; default 30,000 */
  settleMs?: number;
};

/** ms that a consumer waits at its start for what Kafka says; without an answer it finds its beginning by time later. */
const PATIENCE = 5_000;
/** Clocks of two processes may differ by less than this, ms. */
const CLOCKS_APART = 60 * 60_000;
const GOODBYE = 5_000;
const PARKED_RETRY_MS = 60_000;
const SETTLE_MS = 30_000;

/**
 * The bus on Kafka: what the relay brings there is handed to every ephemeral consumer, and to one of the processes of
 * a durable one, which share the partitions among them. Consumers begin, fail and go on as on the in-process bus; that
 * Kafka is away is told by `trouble()`, and passes.
 */
export function createKafkaBus(options: KafkaBusOptions): Bus {
  const client = createKafkaClient(options.kafka, options.logger);
  return {
    consume: (consumer) =>
      consumer.kind === 'ephemeral' ? consumeFromNow(options, client, consumer) : consumeShared(options, client, consumer),
  };
}

async function consumeFromNow(options: KafkaBusOptions, client: KafkaClient, consumer: Consumer): Promise<Consumption> {
  const { topic } = options.kafka;
  // In this order: whatever stands before these ends was in the store when its head is read.
  const ends = await endsOf(client);
  const began = Date.now();
  const position = await options.store.head();
  // A group of its own, and a new one each time: in the old one Kafka would wait for a member that it lost sight of.
  let group = '';
  const groupId = (): string => (group = `${topic} ${consumer.name} ${randomUUID()}`);
  const places = placesInMemory(async (partitions) => {
    const starts = ends ?? (await offsetsAt(client, began));
    return new Map(partitions.map((partition) => [partition, { next: starts.get(partition) ?? 0n, position, mark: undefined }]));
  });
  const consumption = await consume(options, client, { consumer, groupId, places, told: () => undefined });
  return {
    trouble: consumption.trouble,
    async stop() {
      await consumption.stop();
      // Nobody will ever come back for it. Kafka forgets an empty group without offsets by itself, but later.
      await within(
        GOODBYE,
        client.withAdmin((admin) => admin.deleteGroups([group])),
      );
    },
  };
}

async function consumeShared(options: KafkaBusOptions, client: KafkaClient, consumer: Consumer): Promise<Consumption> {
  const { pool, store, kafka } = options;
  const { name, begin = 'start' } = consumer;
  const groupId = `${kafka.topic} ${name}`;
  const ends = begin === 'now' ? await endsOf(client) : undefined;
  const head = begin === 'now' ? await store.head() : undefined;
  // Under the consumer's own name: what it has handled on another bus it has handled.
  const floor = await positionOf(pool, name, head);
  // Only where this very process set the floor do its ends belong to it.
  if (ends && floor === head) await keepStarts(pool, groupId, ends, floor);
  const told = (trouble: string | undefined): void => void reportTrouble(pool, name, trouble ?? null).catch(() => undefined);
  const places = keptPlaces(pool, groupId, floor);
  const consumption = await consume(options, client, { consumer, groupId: () => groupId, places, told });
  const everyMs = options.settleMs ?? SETTLE_MS;
  const settled = keepSettled({ client, pool, name, places: groupId, logger: options.logger, everyMs });
  return {
    trouble: consumption.trouble,
    async stop() {
      await consumption.stop();
      await settled.stop();
    },
  };
}

type Consuming = { consumer: Consumer; groupId: () => string; places: Places; told: (trouble: string | undefined) => void };

async function consume(
  options: KafkaBusOptions,
  client: KafkaClient,
  { consumer, groupId, places, told }: Consuming,
): Promise<Consumption> {
  const source = sourceOf(await originOf(options.pool));
  const { kafka, store, codec, logger, metrics = {} } = options;
  const troubles: { handling?: string | undefined; deadLetters?: string | undefined; group?: string | undefined } = {};
  const trouble = (): string | undefined => troubles.handling ?? troubles.deadLetters ?? troubles.group;
  const tell = (part: keyof typeof troubles) => (now: string | undefined) => {
    const before = trouble();
    troubles[part] = now;
    const after = trouble();
    if (after === before) return;
    if (part !== 'handling' && after !== undefined)
      logger.warn({ consumer: consumer.name, trouble: after }, 'consumer cannot go on; trying again');
    told(after);
  };
  const tellLetters = tell('deadLetters');
  const deadLetters = createSender(client, (now) => tellLetters(now?.message));
  const delivery = createDelivery({
    consumer,
    topic: kafka.topic,
    source,
    ...(options.categories ? { carried: options.categories } : {}),
    store,
    codec,
    places,
    deadLetters,
    logger,
    metrics,
    tell: tell('handling'),
  });
  const member = keepMember({
    client,
    groupId,
    name: consumer.name,
    delivery,
    logger,
    metrics,
    tell: tell('group'),
    parkedRetryMs: options.parkedRetryMs ?? PARKED_RETRY_MS,
  });
  return {
    trouble,
    async stop() {
      await member.stop();
      await deadLetters.close();
    },
  };
}

/** Where each partition ends now; undefined where Kafka does not say so in time. */
async function endsOf(client: KafkaClient): Promise<Map<number, bigint> | undefined> {
  let ends: Map<number, bigint> | undefined;
  await within(
    PATIENCE,
    client
      .withAdmin((admin) => admin.fetchTopicOffsets(client.settings.topic))
      .then((offsets) => (ends = new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)])))),
  );
  return ends;
}

/** Places before anything that was appended after `began`; what is older is known by its position. */
async function offsetsAt(client: KafkaClient, began: number): Promise<Map<number, bigint>> {
  const offsets = await client.withAdmin((admin) => admin.fetchTopicOffsetsByTimestamp(client.settings.topic, began - CLOCKS_APART));
  return new Map(offsets.map(({ partition, offset }) => [partition, BigInt(offset)]));
}
