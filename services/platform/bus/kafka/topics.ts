import { setTimeout as sleep } from 'node:timers/promises';
import { type Admin, createKafkaClient, type KafkaLogger } from './client.ts';
import { deadLetterTopic, type KafkaSettings } from './config.ts';
import { KafkaTrouble } from './failures.ts';

/** ms that Kafka may take for it */
const PATIENCE = 15_000;

/**
 * Makes the topic and its dead-letter topic where they do not exist; safe to repeat, several at once. An existing
 * topic is never changed: with another number of partitions an order's events would go on in another partition, and
 * come out of order.
 * Too few copies are only told, to the logger: the topic works, and Kafka's own tools add more.
 * @returns the names of those that were made
 * @throws KafkaTrouble also where a topic has another number of partitions than is configured
 */
export async function ensureTopics(settings: KafkaSettings, logger: KafkaLogger, { isProduction = false } = {}): Promise<string[]> {
  const topics = [settings.topic, deadLetterTopic(settings.topic)];
  const thin = isProduction ? thinReplication(settings) : undefined;
  if (thin !== undefined) logger.warn(thin);
  return createKafkaClient(settings, logger).withAdmin(async (admin) => {
    const before = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !before.has(topic));
    if (missing.length > 0) await admin.createTopics({ waitForLeaders: false, timeout: PATIENCE, topics: missing.map(made) });
    const found = await described(admin, topics);
    check(settings, found);
    for (const sentence of thinTopics(settings, found)) logger.warn(sentence);
    return missing;
  });

  function made(topic: string) {
    return {
      topic,
      numPartitions: settings.partitions,
      replicationFactor: settings.replication,
      configEntries: [
        { name: 'cleanup.policy', value: 'delete' },
        // Everything is kept: a consumer that is new, or was away for long, must find what it has not handled.
        { name: 'retention.ms', value: '-1' },
        { name: 'retention.bytes', value: '-1' },
        { name: 'min.insync.replicas', value: settings.replication >= 3 ? '2' : '1' },
      ],
    };
  }
}

type Described = Awaited<ReturnType<Admin['fetchTopicMetadata']>>['topics'];

/** A topic that was just made is not known to every broker at once, and its partitions have no leader yet. */
async function described(admin: Admin, topics: string[]): Promise<Described> {
  for (const deadline = Date.now() + PATIENCE; ; ) {
    try {
      const found = await admin.fetchTopicMetadata({ topics });
      if (found.topics.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0)))
        return found.topics;
      if (Date.now() > deadline) throw new KafkaTrouble(`${topics.join(' and ')} were made, but their partitions have no leader`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(50);
  }
}

function check({ partitions }: KafkaSettings, found: Described): void {
  const others = found.filter((topic) => topic.partitions.length !== partitions).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (others.length === 0) return;
  const told = others.map(({ name, partitions: { length } }) => `topic ${name} has ${length} partitions`).join(', ');
  throw new KafkaTrouble(
    `${told}, KAFKA_PARTITIONS is ${partitions}: set it to what is there; the number cannot be changed under running orders`,
  );
}

type Copies = { name: string; partitions: readonly { replicas: readonly number[] }[] };

/** A sentence for each topic of which a partition has fewer copies than KAFKA_REPLICATION says. */
export function thinTopics({ replication }: Pick<KafkaSettings, 'replication'>, found: readonly Copies[]): string[] {
  return found
    .map(({ name, partitions }) => ({ name, copies: Math.min(...partitions.map(({ replicas }) => replicas.length)) }))
    .filter(({ copies }) => copies < replication)
    .map(
      ({ name, copies }) =>
        `topic ${name} is kept by ${copies} ${copies === 1 ? 'broker' : 'brokers'}, KAFKA_REPLICATION is ${replication}: ` +
        "an existing topic is not changed; give it more with Kafka's own kafka-reassign-partitions.sh, and min.insync.replicas 2 with three",
    );
}

/** Of a topic on which a shop relies: one broker may be away for good, and another for its upgrade. */
const ENOUGH = 3;

/** What is to be said of so few copies in production, if anything. */
export function thinReplication({ replication }: Pick<KafkaSettings, 'replication'>): string | undefined {
  if (replication >= ENOUGH) return undefined;
  return `KAFKA_REPLICATION is ${replication}: with fewer than ${ENOUGH} copies a topic may stand still while a broker is away, or be lost with it`;
}
