import { createRequire } from 'node:module';
import { type Admin, type Consumer, Kafka, logLevel, type LogEntry, type Message, Partitioners, type SASLOptions } from 'kafkajs';
import type { Logger } from 'pino';
import type { KafkaSettings } from './config.ts';
import { kafkaTrouble, KafkaTrouble } from './failures.ts';

export type { Admin, EachBatchPayload, KafkaMessage, Message } from 'kafkajs';
type GroupMember = Consumer;
export type KafkaLogger = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Messages of one topic, in order. Good for one failure: after it nobody knows what arrived, and it takes no more. */
export type Producer = {
  /** Resolves when every message is on all replicas in sync. @throws KafkaTrouble, with the outcome unknown */
  send(topic: string, messages: Message[]): Promise<void>;
  close(): Promise<void>;
};

export type KafkaClient = {
  settings: KafkaSettings;
  /** Connected. @throws KafkaTrouble */
  producer(): Promise<Producer>;
  /** Not connected yet. The positions are the caller's: nothing is committed to Kafka. */
  groupMember(groupId: string): GroupMember;
  /** @throws KafkaTrouble */
  withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T>;
};

/** Short: whoever uses the client tries again in a loop of its own, which can be stopped and says what it waits for. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, factor: 0.2, multiplier: 2, retries: 3 };
/** ms; after that the broker gives a member's partitions to others */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_500;

/**
 * The one place that knows the Kafka client. It is no longer maintained (see infra/kafka/README.md for what that means
 * here); whatever replaces it replaces this file.
 */
export function createKafkaClient(settings: KafkaSettings, logger: KafkaLogger, clientId = 'nordhaut'): KafkaClient {
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

  return {
    settings,

    async producer() {
      const told = new Set<number>();
      const choose = Partitioners.DefaultPartitioner();
      const producer = kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        retry: RETRY,
        createPartitioner: () => (args) => {
          const partition = choose(args);
          told.add(partition);
          return partition;
        },
      });
      const close = (): Promise<void> => within(5_000, producer.disconnect());
      try {
        await producer.connect();
      } catch (error) {
        await close();
        throw trouble(error);
      }
      return {
        async send(topic, messages) {
          told.clear();
          try {
            const acks = await producer.send({ topic, messages, acks: -1 });
            const missing = unacknowledged(told, acks);
            // The client's own repeat leaves out what moved to a broker that had answered already.
            if (missing.length > 0) throw new KafkaTrouble(`Kafka did not acknowledge partitions ${missing.join(', ')} of ${topic}`);
          } catch (error) {
            throw trouble(error);
          }
        },
        close,
      };
    },

    groupMember: (groupId) =>
      kafka.consumer({
        groupId,
        sessionTimeout: SESSION_MS,
        heartbeatInterval: HEARTBEAT_MS,
        rebalanceTimeout: 15_000,
        maxWaitTimeInMs: 100,
        allowAutoTopicCreation: false,
        // Whoever runs the member makes a new one after a crash: one loop, one place that says what is wrong.
        retry: { ...RETRY, restartOnFailure: () => Promise.resolve(false) },
      }),

    async withAdmin(work) {
      const admin = kafka.admin({ retry: RETRY });
      try {
        await admin.connect();
        return await work(admin);
      } catch (error) {
        throw trouble(error);
      } finally {
        await within(5_000, admin.disconnect());
      }
    },
  };
}

/** Partitions that got messages and that no answer speaks of. */
export function unacknowledged(sent: ReadonlySet<number>, acks: readonly { partition: number; errorCode: number }[]): number[] {
  const acknowledged = new Set(acks.filter(({ errorCode }) => errorCode === 0).map(({ partition }) => partition));
  return [...sent].filter((partition) => !acknowledged.has(partition)).toSorted((a, b) => a - b);
}

/** Saying goodbye is a courtesy: it must neither fail nor take longer than this. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.then(undefined, () => undefined), enough]);
  clearTimeout(timer);
}

/** What a broker says in its first seconds, and what the loops above the client report themselves. */
const EXPECTED =
  /coordinator is (loading|not available)|group coordinator is not available|no longer a member|rebalanc|re-join|has connected|Connection (error|timeout)|Failed to connect|Closed connection|idempotent producer may invalidate|not aware of this member|^Crash:/i;

function log(logger: KafkaLogger, { level, namespace, log: { message, timestamp: _, logger: __, stack: ___, ...fields } }: LogEntry): void {
  const said = `${message} ${String(fields['error'] ?? '')}`;
  const line = { kafka: namespace, ...fields };
  if (level === logLevel.ERROR && !EXPECTED.test(said)) logger.warn(line, message);
  else logger.debug(line, message);
}

/**
 * The client's request queue sets a timer again and again while nothing waits in it, with a negative delay, which Node
 * makes a millisecond (and warns of): an idle connection would wake a thousand times a second. With nothing pending
 * there is nothing to check; whatever is queued later schedules its own check.
 */
function restWhenIdle(): void {
  type Queue = { pending: unknown[]; scheduleCheckPendingRequests(this: Queue): void };
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: Queue & { rests?: true } };
  if (prototype.rests) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleWherePending(): void {
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype.rests = true;
}
