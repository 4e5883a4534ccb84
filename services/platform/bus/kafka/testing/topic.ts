import { randomBytes } from 'node:crypto';
import { silentLogger } from '../../../telemetry/logger.ts';
import type { KafkaSettings } from '../config.ts';
import { ensureTopics } from '../topics.ts';

/** Settings with a new topic on the test run's broker, or on another one. */
export function testSettings(brokers = process.env['TEST_KAFKA_BROKERS']): KafkaSettings {
  if (brokers === undefined)
    throw new Error('TEST_KAFKA_BROKERS is missing: run the test through the kafka suite, whose set-up starts a broker');
  return { brokers: [brokers], topic: `test.${randomBytes(6).toString('hex')}`, partitions: 4, replication: 1, ssl: false };
}

export async function testTopic(brokers?: string): Promise<KafkaSettings> {
  const settings = testSettings(brokers);
  await ensureTopics(settings, silentLogger());
  return settings;
}
