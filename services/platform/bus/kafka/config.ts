import { accessSync, constants } from 'node:fs';
import * as z from 'zod/mini';
import { ConfigError, numberSetting, type Secret, secret, switchSetting } from '../../config.ts';

/** `host:port`, and nothing that only looks like it. */
const ADDRESS = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?:\d{1,5}$/i;

const brokersSetting = z.optional(
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const brokers = text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean);
      const fits = (one: string): boolean => ADDRESS.test(one) && Number(one.split(':')[1]) <= 65_535 && !one.endsWith(':0');
      if (brokers.length > 0 && brokers.every(fits)) return brokers;
      const message = 'must be addresses like host:port, separated by commas, without a scheme (for IPv6 give a name)';
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  ),
);

/** Kafka's own rule for names, less the room that the name of the dead-letter topic needs. */
const topicSetting = z._default(
  z.string().check(z.regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,240}$/, 'must be 1 to 240 letters, digits, dots, dashes or underscores')),
  'orders.events.v1',
);

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** What the environment says about Kafka; the shop merges it into its own configuration. */
export const KafkaConfig = z.object({
  /** host:port, separated by commas; without it the bus is the event store's own subscription */
  KAFKA_BROKERS: brokersSetting,
  KAFKA_TOPIC: topicSetting,
  /** of a topic that is made; one that exists keeps what it has */
  KAFKA_PARTITIONS: numberSetting(12, { min: 1, max: 1_000 }),
  KAFKA_REPLICATION: numberSetting(1, { min: 1, max: 15 }),
  KAFKA_SSL: switchSetting(false),
  /** Node's own: it trusts the authorities in this file beside the public ones, for Kafka and whatever else speaks TLS */
  NODE_EXTRA_CA_CERTS: z.optional(z.string()),
  KAFKA_SASL_MECHANISM: z.optional(z.enum(MECHANISMS, `must be ${MECHANISMS.slice(0, -1).join(', ')} or ${MECHANISMS.at(-1)}`)),
  KAFKA_USERNAME: z.optional(z.string()),
  KAFKA_PASSWORD: z.optional(z.pipe(z.string(), z.transform(secret))),
});
export type KafkaConfig = z.infer<typeof KafkaConfig>;

export type KafkaSettings = {
  brokers: string[];
  topic: string;
  partitions: number;
  replication: number;
  ssl: boolean;
  sasl?: { mechanism: (typeof MECHANISMS)[number]; username: string; password: Secret };
};

/**
 * What the configuration asks for; undefined where it names no broker.
 * @throws ConfigError where credentials are given in part, or would cross the network in the clear, or the authorities' file cannot be read
 */
export function kafkaSettings(config: KafkaConfig & { NODE_ENV?: string }): KafkaSettings | undefined {
  const { KAFKA_BROKERS: brokers, KAFKA_SASL_MECHANISM: mechanism, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = config;
  if (brokers === undefined) return undefined;
  const given = [mechanism, username, password].filter((one) => one !== undefined).length;
  if (given !== 0 && given !== 3)
    throw new ConfigError(['KAFKA_SASL_MECHANISM, KAFKA_USERNAME and KAFKA_PASSWORD must be set together, or none of them.']);
  if (mechanism === 'plain' && !config.KAFKA_SSL && config.NODE_ENV === 'production')
    throw new ConfigError(['KAFKA_SSL must be on in production with KAFKA_SASL_MECHANISM plain: the password would cross in the clear.']);
  if (config.KAFKA_SSL && config.NODE_EXTRA_CA_CERTS !== undefined) checkReadable(config.NODE_EXTRA_CA_CERTS);
  return {
    brokers,
    topic: config.KAFKA_TOPIC,
    partitions: config.KAFKA_PARTITIONS,
    replication: config.KAFKA_REPLICATION,
    ssl: config.KAFKA_SSL,
    ...(mechanism && username !== undefined && password ? { sasl: { mechanism, username, password } } : {}),
  };
}

/** Node itself only warns at its start, and would tell of a certificate that it does not trust. */
function checkReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new ConfigError([`NODE_EXTRA_CA_CERTS names ${file}, which is not there or cannot be read.`]);
  }
}

/** Where what no consumer can read is put. */
export const deadLetterTopic = (topic: string): string => `${topic}.dlq`;
