import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../telemetry/logger.ts';
import { createKafkaClient } from './client.ts';
import { deadLetterTopic } from './config.ts';
import { ensureTopics } from './index.ts';
import { testSettings, testTopic } from './testing/topic.ts';

describe('the topics', () => {
  const partitionsOf = (kafka: ReturnType<typeof testSettings>) =>
    createKafkaClient(kafka, silentLogger()).withAdmin(async (admin) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [kafka.topic, deadLetterTopic(kafka.topic)] });
      return topics.map(({ partitions }) => partitions.length);
    });

  it('are made once, however many ask', async () => {
    const kafka = testSettings();
    const made = await Promise.all([1, 2, 3].map(() => ensureTopics(kafka, silentLogger())));
    expect(made.flat()).toEqual(expect.arrayContaining([kafka.topic, deadLetterTopic(kafka.topic)]));
    expect(await partitionsOf(kafka)).toEqual([4, 4]);
    expect(await ensureTopics(kafka, silentLogger())).toEqual([]);
  });

  it('are never changed: another number of partitions is told', async () => {
    const kafka = testSettings();
    await ensureTopics(kafka, silentLogger());
    await expect(ensureTopics({ ...kafka, partitions: 8 }, silentLogger())).rejects.toThrow(
      `topic ${kafka.topic} has 4 partitions, topic ${kafka.topic}.dlq has 4 partitions, KAFKA_PARTITIONS is 8: set it to what is there`,
    );
    expect(await partitionsOf(kafka)).toEqual([4, 4]);
  });

  it('are never given more copies: that there are fewer than configured is told', async () => {
    const kafka = testSettings();
    const warn = vi.fn<(sentence: string) => void>();
    const logger = Object.assign(silentLogger(), { warn });
    await ensureTopics(kafka, logger);
    expect(warn).not.toHaveBeenCalled();
    const told = (): (string | undefined)[] => warn.mock.calls.splice(0).map(([sentence]) => sentence.split(':')[0]);
    expect(await ensureTopics({ ...kafka, replication: 3 }, logger)).toEqual([]);
    expect(told().toSorted()).toEqual([
      `topic ${kafka.topic} is kept by 1 broker, KAFKA_REPLICATION is 3`,
      `topic ${deadLetterTopic(kafka.topic)} is kept by 1 broker, KAFKA_REPLICATION is 3`,
    ]);
    await ensureTopics(kafka, logger, { isProduction: true });
    expect(told()).toEqual(['KAFKA_REPLICATION is 1']);
  });

  it('are not made with more copies than there are brokers', async () => {
    await expect(ensureTopics({ ...testSettings(), replication: 3 }, silentLogger())).rejects.toThrow(
      'Kafka has fewer brokers than KAFKA_REPLICATION asks for',
    );
  });

  it('keep everything for ever', async () => {
    const { topic, ...kafka } = await testTopic();
    const entries = await createKafkaClient({ topic, ...kafka }, silentLogger()).withAdmin(async (admin) => {
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [{ type: 2, name: topic }] });
      return new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
    });
    expect(entries.get('retention.ms')).toBe('-1');
    expect(entries.get('cleanup.policy')).toBe('delete');
  });
});

describe('a client with nothing to do', () => {
  it('rests', async () => {
    const warned = vi.fn<(warning: Error) => void>();
    process.on('warning', warned);
    const kafka = await testTopic();
    const client = createKafkaClient(kafka, silentLogger());
    const producer = await client.producer();
    await producer.send(kafka.topic, [{ key: 'a', value: '{}' }]);
    const member = client.groupMember('resting');
    const joined = new Promise((resolve) => member.on('consumer.group_join', resolve));
    const run = async (): Promise<void> => {
      await member.connect();
      await member.subscribe({ topics: [kafka.topic] });
      await member.run({ eachBatch: async () => undefined });
    };
    await run();
    await joined;
    await sleep(500);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const before = process.cpuUsage();
    await sleep(3_000);
    const { user, system } = process.cpuUsage(before);
    const { length: set } = timers.mock.calls;
    timers.mockRestore();
    await member.disconnect();
    await producer.close();
    process.off('warning', warned);
    // A queue that wakes every millisecond sets a thousand timers a second, and takes 2.7 % of a core where this takes 0.1.
    expect(set / 3).toBeLessThan(50);
    expect((user + system) / 3_000_000).toBeLessThan(0.05);
    expect(warned).not.toHaveBeenCalled();
  });
});
