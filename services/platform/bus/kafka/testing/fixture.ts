import { randomUUID } from 'node:crypto';
import { createCodec, createCommands, type Commands } from '../../../envelope/index.ts';
import { type Shop, testContext, testShop, type TestShop } from '../../../envelope/testing.ts';
import type { Upcaster } from '../../../envelope/upcasters.ts';
import { START, type StreamName } from '../../../event-store/port.ts';
import { measureBacklogs } from '../../../projections/index.ts';
import type { Role } from '../../../role.ts';
import { createMetrics, silentLogger } from '../../../telemetry/index.ts';
import { steps } from '../../testing/conformance.ts';
import type { Bus } from '../../port.ts';
import { savedPosition } from '../../positions.ts';
import { createKafkaBus, type KafkaBusOptions } from '../bus.ts';
import { createKafkaClient, type KafkaMessage } from '../client.ts';
import type { KafkaSettings } from '../config.ts';
import { keepMember } from '../member.ts';
import { createRelay, relayName, type RelayOptions } from '../relay.ts';

export type KafkaShop = TestShop & {
  kafka: KafkaSettings;
  commands: Commands;
  relay(more?: Partial<RelayOptions>): Role;
  /** number of events that are not in Kafka yet, counted in the store */
  unsent(categories?: readonly string[]): Promise<number>;
  bus(more?: Partial<KafkaBusOptions>, shop?: Shop): Bus;
  publish(stream: StreamName, step: number): Promise<void>;
  /** Reads with upcasters that the writers do not have yet. */
  codecWith(upcasters: Upcaster[]): KafkaBusOptions['codec'];
};

/** A shop with its own database and topic. */
export async function kafkaShop(kafka: KafkaSettings): Promise<KafkaShop> {
  const shop = await testShop();
  const commands = createCommands(shop);
  const logger = silentLogger();
  return {
    ...shop,
    kafka,
    commands,
    relay: (more = {}) => createRelay({ kafka, pool: shop.database.pool, store: shop.store, logger, metrics: createMetrics(), ...more }),
    async unsent(categories) {
      const position = (await savedPosition(shop.database.pool, relayName(kafka.topic))) ?? START;
      const [backlog] = await measureBacklogs(shop, [{ position, filter: categories ? { categories } : {} }]);
      return backlog?.eventsBehind ?? 0;
    },
    bus: (more = {}, { database, store, codec } = shop) =>
      createKafkaBus({ kafka, pool: database.pool, store, codec, logger, metrics: createMetrics(), ...more }),
    publish: async (stream, step) => void (await commands.handle(stream, steps, step, testContext())),
    codecWith: (upcasters) => createCodec({ vault: shop.vault, upcasters }),
  };
}

/** All messages of the topic, each partition in its order. */
export async function readTopic(kafka: KafkaSettings, topic = kafka.topic): Promise<KafkaMessage[]> {
  const client = createKafkaClient({ ...kafka, topic }, silentLogger());
  const ends = await client.withAdmin((admin) => admin.fetchTopicOffsets(topic));
  const left = new Map(ends.filter(({ high }) => high !== '0').map(({ partition, high }) => [partition, BigInt(high)]));
  const found: KafkaMessage[][] = [];
  if (left.size === 0) return [];
  const done = Promise.withResolvers<void>();
  const member = keepMember({
    client,
    groupId: () => `read ${randomUUID()}`,
    name: 'read',
    logger: silentLogger(),
    report: () => undefined,
    delivery: {
      assign: async (partitions) => new Map(partitions.map((partition) => [partition, { partition, next: 0n, position: START }])),
      async handle({ partition }, messages) {
        found.push([...messages]);
        if (BigInt(messages.at(-1)?.offset ?? -1) + 1n >= (left.get(partition) ?? 0n)) left.delete(partition);
        if (left.size === 0) done.resolve();
      },
    },
  });
  await done.promise;
  await member.stop();
  return found.flat();
}

/** Stream → its revisions in the order of their first messages. */
export function firstRevisions(messages: readonly KafkaMessage[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { headers } of messages) {
    const [stream, revision] = [String(headers?.['ce_subject']), Number(headers?.['ce_orderrevision'])];
    const revisions = found.get(stream) ?? [];
    if (!revisions.includes(revision)) found.set(stream, [...revisions, revision]);
  }
  return found;
}
