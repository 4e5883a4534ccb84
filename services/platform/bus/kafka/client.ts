import { createRequire } from 'node:module';
import {
  type Admin,
  type ConfigResourceTypes,
  type Consumer,
  Kafka,
  logLevel,
  type LogEntry,
  type Message,
  Partitioners,
  type SASLOptions,
} from 'kafkajs';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { KafkaSettings } from './config.ts';
import { kafkaTrouble, KafkaTrouble, noAnswer } from './failures.ts';

export type { Admin, EachBatchPayload, KafkaMessage, Message } from 'kafkajs';
export type KafkaLogger = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export type KafkaClient = ReturnType<typeof createKafkaClient>;
/** Sends the messages of one topic, in order. After a failure it is unknown which messages arrived; use a new producer then. */
export type Producer = Awaited<ReturnType<KafkaClient['producer']>>;

/** Few retries: each caller retries in its own loop, which can be stopped and reports the reason. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, factor: 0.2, multiplier: 2, retries: 3 };
/** ms after which the broker removes a silent member from its group */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_500;
/** ms that a request may take, with the client's own retries */
const ANSWER_MS = 20_000;
const DISCONNECT_MS = 5_000;

/**
 * The only file that imports kafkajs, which is no longer maintained (infra/kafka/README.md lists the faults that this file
 * corrects). Another client replaces this file only.
 */
export function createKafkaClient(settings: KafkaSettings, logger: KafkaLogger, clientId = 'nordhaut') {
  restWhenIdle();
  const kafka = new Kafka({
    clientId,
    brokers: settings.brokers,
    ssl: settings.ssl,
    ...(settings.sasl ? { sasl: { ...settings.sasl, password: settings.sasl.password.reveal() } as SASLOptions } : {}),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: RETRY,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => log(logger, entry),
  });
  const trouble = (error: unknown): KafkaTrouble => kafkaTrouble(error, settings);

  /** A request on a connection that kafkajs is closing gets no answer and no timeout. @throws KafkaTrouble */
  const answered = <T>(work: Promise<T>, milliseconds = ANSWER_MS): Promise<T> =>
    pTimeout(work, { milliseconds, message: noAnswer(settings) }).catch((error: unknown) => {
      throw trouble(error);
    });

  return {
    settings,

    /** Connected. @throws KafkaTrouble */
    async producer() {
      const used = new Set<number>();
      const choose = Partitioners.DefaultPartitioner();
      const producer = kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        retry: RETRY,
        createPartitioner: () => (args) => {
          const partition = choose(args);
          used.add(partition);
          return partition;
        },
      });
      const close = (): Promise<unknown> => within(DISCONNECT_MS, producer.disconnect());
      try {
        await answered(producer.connect());
      } catch (error) {
        await close();
        throw error;
      }
      return {
        /** Resolves when every message is on all in-sync replicas. @throws KafkaTrouble, with the outcome unknown */
        async send(topic: string, messages: Message[]): Promise<void> {
          used.clear();
          const acks = await answered(producer.send({ topic, messages, acks: -1 }));
          const missing = unacknowledged(used, acks);
          // The client's own retry omits a partition that moved to a broker which had answered already.
          if (missing.length > 0) throw new KafkaTrouble(`Kafka did not acknowledge partitions ${missing.join(', ')} of ${topic}`);
        },
        close,
      };
    },

    /** Not connected yet. It commits no offsets to Kafka. */
    groupMember: (groupId: string): Consumer =>
      kafka.consumer({
        groupId,
        sessionTimeout: SESSION_MS,
        heartbeatInterval: HEARTBEAT_MS,
        rebalanceTimeout: 15_000,
        maxWaitTimeInMs: 100,
        allowAutoTopicCreation: false,
        // `keepMember` starts a new session after a crash, and reports the reason.
        retry: { ...RETRY, restartOnFailure: () => Promise.resolve(false) },
      }),

    /** @throws KafkaTrouble, also where the work takes longer than `ms` (default 20,000) */
    async withAdmin<T>(work: (admin: Admin) => Promise<T>, ms?: number): Promise<T> {
      const admin = kafka.admin({ retry: RETRY });
      try {
        return await answered(
          admin.connect().then(() => work(admin)),
          ms,
        );
      } finally {
        await within(DISCONNECT_MS, admin.disconnect());
      }
    },
  };
}

/** Node finds no export `ConfigResourceTypes` in the CommonJS of kafkajs. */
const TOPIC: ConfigResourceTypes.TOPIC = 2;

/** The values of these settings of the topics, also of those that the broker's own defaults set. */
export async function topicSettings(
  admin: Admin,
  topics: readonly string[],
  names: string[],
): Promise<{ name: string; settings: Record<string, string> }[]> {
  const resources = topics.map((name) => ({ type: TOPIC, name, configNames: names }));
  const answer = await admin.describeConfigs({ includeSynonyms: false, resources });
  return answer.resources.map(({ resourceName: name, configEntries }) => ({
    name,
    settings: Object.fromEntries(configEntries.map(({ configName, configValue }) => [configName, configValue])),
  }));
}

/** The partitions that received messages and are not acknowledged. */
export function unacknowledged(sent: ReadonlySet<number>, acks: readonly { partition: number; errorCode: number }[]): number[] {
  const acknowledged = new Set(acks.filter(({ errorCode }) => errorCode === 0).map(({ partition }) => partition));
  return [...sent].filter((partition) => !acknowledged.has(partition)).toSorted((a, b) => a - b);
}

/** Waits for work that may fail, for `milliseconds` at most. */
export const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  pTimeout(work, { milliseconds, fallback: () => undefined }).catch(() => undefined);

/** Errors of a broker that just started, and errors that the callers' loops report themselves. */
const EXPECTED =
  /coordinator is (loading|not available)|group coordinator is not available|no longer a member|rebalanc|re-join|has connected|Connection (error|timeout)|Failed to connect|Closed connection|idempotent producer may invalidate|not aware of this member|^Crash:/i;

function log(logger: KafkaLogger, { level, namespace, log: { message, timestamp: _, logger: __, stack: ___, ...fields } }: LogEntry): void {
  const text = `${message} ${String(fields['error'] ?? '')}`;
  const line = { kafka: namespace, ...fields };
  if (level === logLevel.ERROR && !EXPECTED.test(text)) logger.warn(line, message);
  else logger.debug(line, message);
}

/**
 * Corrects a private part of kafkajs. Its request queue sets a timer with a negative delay while nothing is pending; Node
 * changes the delay to 1 ms and warns, so an idle connection wakes a thousand times a second. A request that is queued
 * later schedules its own check. client.kafka.test.ts fails when kafkajs changes this part.
 */
function restWhenIdle(): void {
  type Queue = { pending: unknown[]; scheduleCheckPendingRequests(this: Queue): void };
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: Queue & { isPatched?: true } };
  if (prototype.isPatched) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleWherePending(): void {
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype.isPatched = true;
}
