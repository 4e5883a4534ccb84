import { accessSync, constants } from 'node:fs';
import * as z from 'zod/mini';
import { ConfigError, listIn, numberSetting, readAs, type Secret, secret, switchSetting } from '../../config.ts';

/** `host:port` */
const ADDRESS = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?:\d{1,5}$/i;

const isAddress = (text: string): boolean => ADDRESS.test(text) && Number(text.split(':')[1]) <= 65_535 && !text.endsWith(':0');

const brokersSetting = z.optional(
  readAs('must be addresses like host:port, separated by commas, without a scheme (for IPv6 give a name)', (text) => {
    const brokers = listIn(text);
    return brokers.length > 0 && brokers.every(isAddress) ? brokers : undefined;
  }),
);

/** Kafka's rule for names, less the length of the dead letter topic's suffix. */
const topicSetting = z._default(
  z.string().check(z.regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,240}$/, 'must be 1 to 240 letters, digits, dots, dashes or underscores')),
  'orders.events.v1',
);

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** The settings of Kafka; the shop merges them into its configuration. */
export const KafkaConfig = z.object({
  /** host:port, separated by commas; without it the bus is the event store's own subscription */
  KAFKA_BROKERS: brokersSetting,
  KAFKA_TOPIC: topicSetting,
  /** of a new topic; an existing one is not changed */
  KAFKA_PARTITIONS: numberSetting(12, { min: 1, max: 1_000 }),
  KAFKA_REPLICATION: numberSetting(1, { min: 1, max: 15 }),
  KAFKA_SSL: switchSetting(false),
  /** Node's own setting: certificate authorities that all TLS connections trust beside the public ones */
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
 * The configured Kafka; undefined without brokers.
 * @throws ConfigError where credentials are incomplete or would be sent without encryption, or the authorities' file cannot be read
 */
export function kafkaSettings(config: KafkaConfig & { NODE_ENV?: string }): KafkaSettings | undefined {
  const { KAFKA_BROKERS: brokers, KAFKA_SASL_MECHANISM: mechanism, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = config;
  if (brokers === undefined) return undefined;
  const given = [mechanism, username, password].filter((one) => one !== undefined).length;
  if (given !== 0 && given !== 3)
    throw new ConfigError(['KAFKA_SASL_MECHANISM, KAFKA_USERNAME and KAFKA_PASSWORD must be set together, or none of them.']);
  if (mechanism === 'plain' && !config.KAFKA_SSL && config.NODE_ENV === 'production')
    throw new ConfigError([
      'KAFKA_SSL must be on in production with KAFKA_SASL_MECHANISM plain: the password would be sent without encryption.',
    ]);
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

/** Node only warns at its start; later errors would name an untrusted certificate. */
function checkReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new ConfigError([`NODE_EXTRA_CA_CERTS names ${file}, which is not there or cannot be read.`]);
  }
}

/** The topic for messages that a consumer cannot read. */
export const deadLetterTopic = (topic: string): string => `${topic}.dlq`;
