import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { KafkaConfig, kafkaSettings } from './config.ts';

const read = (env: Record<string, string>) => kafkaSettings({ ...readConfig(KafkaConfig, env), NODE_ENV: env['NODE_ENV'] ?? 'test' });
const sentences = (env: Record<string, string>): readonly string[] => {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
};
const KAFKA_BROKERS = 'kafka-1:9092, kafka-2.internal:9093';

describe('the configuration of Kafka', () => {
  it('is undefined without brokers, also where other settings are given', () => {
    expect(read({})).toBeUndefined();
    expect(read({ KAFKA_TOPIC: 'orders', KAFKA_USERNAME: 'shop' })).toBeUndefined();
  });

  it('needs only brokers', () => {
    expect(read({ KAFKA_BROKERS })).toEqual({
      brokers: ['kafka-1:9092', 'kafka-2.internal:9093'],
      topic: 'orders.events.v1',
      partitions: 12,
      replication: 1,
      ssl: false,
    });
  });

  it('needs complete credentials, and does not show the password', () => {
    const settings = read({
      KAFKA_BROKERS,
      KAFKA_SSL: 'on',
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_USERNAME: 'shop',
      KAFKA_PASSWORD: 'geheim',
    });
    expect(settings).toMatchObject({ ssl: true, sasl: { mechanism: 'plain', username: 'shop' } });
    expect(settings?.sasl?.password.reveal()).toBe('geheim');
    expect(JSON.stringify(settings)).not.toContain('geheim');
  });

  it('refuses a file of certificate authorities that cannot be read', () => {
    const NODE_EXTRA_CA_CERTS = '/nowhere/authorities.crt';
    expect(sentences({ KAFKA_BROKERS, KAFKA_SSL: 'on', NODE_EXTRA_CA_CERTS })).toEqual([
      'NODE_EXTRA_CA_CERTS names /nowhere/authorities.crt, which is not there or cannot be read.',
    ]);
    expect(sentences({ KAFKA_BROKERS, NODE_EXTRA_CA_CERTS })).toEqual([]);
    expect(sentences({ KAFKA_BROKERS, KAFKA_SSL: 'on', NODE_EXTRA_CA_CERTS: import.meta.filename })).toEqual([]);
  });

  it('reports each fault in one sentence', () => {
    const addresses = 'KAFKA_BROKERS must be addresses like host:port, separated by commas, without a scheme (for IPv6 give a name).';
    for (const bad of ['kafka-1', 'kafka://kafka-1:9092', 'kafka-1:9092,kafka-2', '[::1]:9092', 'kafka:70000', 'kafka:0', ',', 'a b:9092'])
      expect(sentences({ KAFKA_BROKERS: bad })).toEqual([addresses]);
    expect(sentences({ KAFKA_BROKERS, KAFKA_TOPIC: 'orders events', KAFKA_PARTITIONS: '0', KAFKA_SASL_MECHANISM: 'gssapi' })).toEqual([
      'KAFKA_TOPIC must be 1 to 240 letters, digits, dots, dashes or underscores.',
      'KAFKA_PARTITIONS must be a whole number from 1 to 1000.',
      'KAFKA_SASL_MECHANISM must be plain, scram-sha-256 or scram-sha-512.',
    ]);
    expect(sentences({ KAFKA_BROKERS, KAFKA_USERNAME: 'shop' })).toEqual([
      'KAFKA_SASL_MECHANISM, KAFKA_USERNAME and KAFKA_PASSWORD must be set together, or none of them.',
    ]);
    const plain = {
      KAFKA_BROKERS,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_USERNAME: 'shop',
      KAFKA_PASSWORD: 'geheim',
      NODE_ENV: 'production',
    };
    expect(sentences(plain)).toEqual([
      'KAFKA_SSL must be on in production with KAFKA_SASL_MECHANISM plain: the password would be sent without encryption.',
    ]);
  });
});
