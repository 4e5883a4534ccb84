import { type Admin, createKafkaClient, type KafkaLogger, topicSettings } from './client.ts';
import { deadLetterTopic, type KafkaSettings } from './config.ts';
import { retry } from '../../timing.ts';
import { KafkaTrouble, LEAST_MESSAGE_BYTES } from './failures.ts';

/** ms that Kafka may take to create the topics, and again to elect their leaders */
const PATIENCE = 15_000;
const LOOK_MS = { first: 50, most: 50 };
/** Replicas of a topic in production: one broker may be lost while another is upgraded. */
const ENOUGH = 3;

type Wish = { says: string; fits: (value: string) => boolean };
const exactly = (wanted: string): Wish => ({ says: wanted, fits: (value) => value === wanted });
/** A consumer that was away finds every message, and the relay's batches are accepted. */
const WANTED: Readonly<Record<string, Wish>> = {
  'cleanup.policy': exactly('delete'),
  'retention.ms': exactly('-1'),
  'retention.bytes': exactly('-1'),
  'max.message.bytes': { says: `at least ${LEAST_MESSAGE_BYTES}`, fits: (value) => Number(value) >= LEAST_MESSAGE_BYTES },
};

/**
 * Creates the topic and its dead letter topic where they do not exist. Processes may run it again and at the same time. It
 * never changes an existing topic: with another number of partitions an order's events would continue in another
 * partition, out of order. It only warns about too few replicas and about settings that lose or refuse messages: the topic works,
 * and Kafka's own tools change it.
 * @returns the names of the topics that it created
 * @throws KafkaTrouble also where a topic has another number of partitions than is configured
 */
export async function ensureTopics(settings: KafkaSettings, logger: KafkaLogger, { isProduction = false } = {}): Promise<string[]> {
  const topics = [settings.topic, deadLetterTopic(settings.topic)];
  const wanted = isProduction ? Math.max(settings.replication, ENOUGH) : settings.replication;
  const create = async (admin: Admin): Promise<string[]> => {
    const before = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !before.has(topic));
    if (missing.length > 0) await admin.createTopics({ waitForLeaders: false, timeout: PATIENCE, topics: missing.map(newTopic) });
    const found = await described(admin, topics);
    check(settings, found);
    for (const sentence of thinTopics(wanted, found)) logger.warn(sentence);
    // A user who may not read the settings may still create and use the topics.
    const readable = await topicSettings(admin, topics, Object.keys(WANTED)).catch(() => []);
    for (const sentence of unfitTopics(readable)) logger.warn(sentence);
    return missing;
  };
  return createKafkaClient(settings, logger).withAdmin(create, 4 * PATIENCE);

  function newTopic(topic: string) {
    return {
      topic,
      numPartitions: settings.partitions,
      replicationFactor: settings.replication,
      configEntries: [
        { name: 'cleanup.policy', value: 'delete' },
        // The topic keeps all messages, so a new consumer finds every event.
        { name: 'retention.ms', value: '-1' },
        { name: 'retention.bytes', value: '-1' },
        { name: 'min.insync.replicas', value: settings.replication >= 3 ? '2' : '1' },
      ],
    };
  }
}

type Described = Awaited<ReturnType<Admin['fetchTopicMetadata']>>['topics'];

/** Waits for the leaders of the partitions: brokers learn of a new topic one after the other. */
async function described(admin: Admin, topics: string[]): Promise<Described> {
  const deadline = performance.now() + PATIENCE;
  const look = async (): Promise<Described> => {
    const found = (await admin.fetchTopicMetadata({ topics })).topics;
    if (found.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0))) return found;
    throw new KafkaTrouble(`${topics.join(' and ')} were created, but their partitions have no leader`);
  };
  return retry(look, { ...LOOK_MS, isPassing: () => performance.now() <= deadline });
}

function check({ partitions }: KafkaSettings, found: Described): void {
  const others = found.filter((topic) => topic.partitions.length !== partitions).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (others.length === 0) return;
  const topics = others.map(({ name, partitions: { length } }) => `topic ${name} has ${length} partitions`).join(', ');
  throw new KafkaTrouble(
    `${topics}, KAFKA_PARTITIONS is ${partitions}: set it to that number; it cannot be changed while there are orders`,
  );
}

type Copies = { name: string; partitions: readonly { replicas: readonly number[] }[] };

/** A warning for each topic with a partition that has fewer replicas than are wanted. */
export function thinTopics(wanted: number, found: readonly Copies[]): string[] {
  return found
    .map(({ name, partitions }) => ({ name, copies: Math.min(...partitions.map(({ replicas }) => replicas.length)) }))
    .filter(({ copies }) => copies < wanted)
    .map(
      ({ name, copies }) =>
        `topic ${name} has ${copies} ${copies === 1 ? 'replica' : 'replicas'}, and ${wanted} are wanted: it may be unavailable while a broker is down, or be lost with it; ` +
        "add replicas with Kafka's own kafka-reassign-partitions.sh, and set min.insync.replicas 2 with three",
    );
}

/** A warning for each topic whose settings would lose messages that nobody has read yet, or refuse a batch of the relay. */
export function unfitTopics(found: readonly { name: string; settings: Readonly<Record<string, string>> }[]): string[] {
  return found.flatMap(({ name, settings }) => {
    const wrong = Object.entries(WANTED).flatMap(([setting, { says, fits }]) => {
      const value = settings[setting];
      return value === undefined || fits(value) ? [] : [`${setting}=${value} (wanted: ${says})`];
    });
    if (wrong.length === 0) return [];
    return [
      `topic ${name} has ${wrong.join(', ')}: it may delete a message before everybody has read it, or refuse the relay's messages: ` +
        "change it with Kafka's own kafka-configs.sh",
    ];
  });
}
