import { describe, expect, it, vi } from 'vitest';
import { START } from '../../event-store/port.ts';
import { silentLogger } from '../../telemetry/logger.ts';
import { sleep } from '../../timing.ts';
import { createKafkaClient } from './client.ts';
import { deadLetterTopic } from './config.ts';
import { ensureTopics } from './index.ts';
import { keepMember } from './member.ts';
import { testSettings, testTopic } from './testing/topic.ts';

describe('the topics', () => {
  const partitionsOf = (kafka: ReturnType<typeof testSettings>) =>
    createKafkaClient(kafka, silentLogger()).withAdmin(async (admin) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [kafka.topic, deadLetterTopic(kafka.topic)] });
      return topics.map(({ partitions }) => partitions.length);
    });

  it('are created once, also by several processes at the same time', async () => {
    const kafka = testSettings();
    const made = await Promise.all([1, 2, 3].map(() => ensureTopics(kafka, silentLogger())));
    expect(made.flat()).toEqual(expect.arrayContaining([kafka.topic, deadLetterTopic(kafka.topic)]));
    expect(await partitionsOf(kafka)).toEqual([4, 4]);
    expect(await ensureTopics(kafka, silentLogger())).toEqual([]);
  });

  it('are never changed: another number of partitions is an error', async () => {
    const kafka = testSettings();
    await ensureTopics(kafka, silentLogger());
    await expect(ensureTopics({ ...kafka, partitions: 8 }, silentLogger())).rejects.toThrow(
      `topic ${kafka.topic} has 4 partitions, topic ${kafka.topic}.dlq has 4 partitions, KAFKA_PARTITIONS is 8: set it to that number`,
    );
    expect(await partitionsOf(kafka)).toEqual([4, 4]);
  });

  it('never get more replicas: too few are a warning', async () => {
    const kafka = testSettings();
    const warn = vi.fn<(sentence: string | object) => void>();
    const logger = Object.assign(silentLogger(), { warn });
    // The client's own warnings begin with an object, e.g. while the new topic spreads among the brokers.
    const warnings = (): (string | undefined)[] =>
      warn.mock.calls.splice(0).flatMap(([sentence]) => (typeof sentence === 'string' ? [sentence.split(':')[0]] : []));
    const tooFew = (wanted: number): string[] =>
      [kafka.topic, deadLetterTopic(kafka.topic)].map((topic) => `topic ${topic} has 1 replica, and ${wanted} are wanted`);
    await ensureTopics(kafka, logger);
    expect(warnings()).toEqual([]);
    expect(await ensureTopics({ ...kafka, replication: 2 }, logger)).toEqual([]);
    expect(warnings().toSorted()).toEqual(tooFew(2));
    await ensureTopics(kafka, logger, { isProduction: true });
    expect(warnings().toSorted()).toEqual(tooFew(3));
  });

  it('that somebody made are not changed: settings that lose or refuse messages are a warning', async () => {
    const kafka = testSettings();
    const entries = { 'cleanup.policy': 'compact', 'retention.ms': '60000', 'max.message.bytes': '20000' };
    const configEntries = Object.entries(entries).map(([name, value]) => ({ name, value }));
    const topics = [{ topic: kafka.topic, numPartitions: kafka.partitions, replicationFactor: 1, configEntries }];
    await createKafkaClient(kafka, silentLogger()).withAdmin(async (admin) => {
      // The client itself gives up where the broker does not list the new topic yet.
      await admin.createTopics({ waitForLeaders: false, topics });
      await expect.poll(() => admin.listTopics(), { timeout: 15_000 }).toContain(kafka.topic);
    });
    const warn = vi.fn<(sentence: string | object) => void>();
    expect(await ensureTopics(kafka, Object.assign(silentLogger(), { warn }))).toEqual([deadLetterTopic(kafka.topic)]);
    const sentences = warn.mock.calls.flatMap(([sentence]) => (typeof sentence === 'string' ? [sentence.split('): ')[0]] : []));
    expect(sentences).toEqual([
      `topic ${kafka.topic} has cleanup.policy=compact (wanted: delete), retention.ms=60000 (wanted: -1), max.message.bytes=20000 (wanted: at least 1048576`,
    ]);
  });

  it('are not created with more replicas than there are brokers', async () => {
    await expect(ensureTopics({ ...testSettings(), replication: 3 }, silentLogger())).rejects.toThrow(
      'Kafka has fewer brokers than KAFKA_REPLICATION asks for',
    );
  });

  it('keep all messages', async () => {
    const { topic, ...kafka } = await testTopic();
    const entries = await createKafkaClient({ topic, ...kafka }, silentLogger()).withAdmin(async (admin) => {
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [{ type: 2, name: topic }] });
      return new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
    });
    expect(entries.get('retention.ms')).toBe('-1');
    expect(entries.get('cleanup.policy')).toBe('delete');
  });
});

describe('an idle client', () => {
  it('sets few timers: the correction of kafkajs works', async () => {
    const warned = vi.fn<(warning: Error) => void>();
    process.on('warning', warned);
    const kafka = await testTopic();
    const client = createKafkaClient(kafka, silentLogger());
    const producer = await client.producer();
    await producer.send(kafka.topic, [{ key: 'a', value: '{}' }]);
    // On a busy machine the client may give up while it joins, and only `keepMember` begins again.
    const joined = Promise.withResolvers<void>();
    const member = keepMember({
      client,
      groupId: () => 'resting',
      name: 'resting',
      logger: silentLogger(),
      report: (trouble) => trouble === undefined && joined.resolve(),
      delivery: {
        assign: async (partitions) => new Map(partitions.map((partition) => [partition, { partition, next: 0n, position: START }])),
        handle: async () => undefined,
      },
    });
    await joined.promise;
    await sleep(500);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await sleep(2_000);
    const { length: set } = timers.mock.calls;
    timers.mockRestore();
    await member.stop();
    await producer.close();
    process.off('warning', warned);
    // Without the correction it would be two thousand.
    expect(set).toBeLessThan(200);
    expect(warned).not.toHaveBeenCalled();
  });
});
