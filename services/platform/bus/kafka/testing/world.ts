import { randomUUID } from 'node:crypto';
import { createCodec, createCommands, type Commands, type DecodedEvent } from '../../../envelope/index.ts';
import { type Shop, testContext, testShop, type TestShop } from '../../../envelope/testing.ts';
import type { Upcaster } from '../../../envelope/upcasters.ts';
import { START, type StreamName } from '../../../event-store/port.ts';
import { silentLogger } from '../../../telemetry/logger.ts';
import { steps } from '../../conformance.ts';
import type { Bus } from '../../port.ts';
import { createKafkaBus, type KafkaBusOptions } from '../bus.ts';
import { createKafkaClient, type KafkaMessage } from '../client.ts';
import type { KafkaSettings } from '../config.ts';
import { keepMember } from '../member.ts';
import { createRelay, type Relay, type RelayOptions } from '../relay.ts';

export type World = TestShop & {
  kafka: KafkaSettings;
  commands: Commands;
  relay(more?: Partial<RelayOptions>): Relay;
  bus(more?: Partial<KafkaBusOptions>, shop?: Shop): Bus;
  publish(stream: StreamName, step: number): Promise<void>;
  /** Reads with upcasters that the writers do not have yet. */
  codecWith(upcasters: Upcaster[]): KafkaBusOptions['codec'];
};

/** A shop on a database and a topic of its own. */
export async function testWorld(kafka: KafkaSettings): Promise<World> {
  const shop = await testShop();
  const commands = createCommands(shop);
  const logger = silentLogger();
  return {
    ...shop,
    kafka,
    commands,
    relay: (more = {}) => createRelay({ kafka, pool: shop.database.pool, store: shop.store, logger, ...more }),
    bus: (more = {}, { database, store, codec } = shop) => createKafkaBus({ kafka, pool: database.pool, store, codec, logger, ...more }),
    publish: async (stream, step) => void (await commands.handle(stream, steps, step, testContext())),
    codecWith: (upcasters) => createCodec({ vault: shop.vault, upcasters }),
  };
}

/** `a:1` for step 1 of a stream whose id is `a`. */
export const told = ({ stream, data }: DecodedEvent): string => `${stream.split('-')[1]}:${data['step'] as number}`;

/** The same with the instant, by which what several processes say can be put in order. */
export const toldAt = (event: DecodedEvent): string => `${told(event)} ${(performance.timeOrigin + performance.now()).toFixed(3)}`;

/** Everything that stands in the topic, each partition in its order. */
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
    metrics: {},
    tell: () => undefined,
    parkedRetryMs: 60_000,
    delivery: {
      assign: async (partitions) =>
        new Map(
          partitions.map((partition) => [
            partition,
            { partition, place: { next: 0n, position: START, mark: undefined }, kept: undefined, keptAt: 0, fresh: true, known: true },
          ]),
        ),
      async handle({ partition }, messages) {
        found.push([...messages]);
        if (BigInt(messages.at(-1)?.offset ?? -1) + 1n >= (left.get(partition) ?? 0n)) left.delete(partition);
        if (left.size === 0) done.resolve();
      },
      settle: async () => undefined,
      retryParked: async () => undefined,
    },
  });
  await done.promise;
  await member.stop();
  return found.flat();
}

/** Revisions of each stream as they stand there for the first time, in that order. */
export function firstRevisions(messages: readonly KafkaMessage[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { headers } of messages) {
    const [stream, revision] = [String(headers?.['ce_subject']), Number(headers?.['ce_orderrevision'])];
    const revisions = found.get(stream) ?? [];
    if (!revisions.includes(revision)) found.set(stream, [...revisions, revision]);
  }
  return found;
}
