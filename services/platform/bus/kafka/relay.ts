import type pg from 'pg';
import { withLeadership, type Leadership } from '../../database/index.ts';
import { asPosition, type EventFilter, type EventStore, type Position, type RecordedEvent, START } from '../../event-store/port.ts';
import { lagAfter } from '../../projections/lag.ts';
import type { Role } from '../../role.ts';
import { originOf, positionOf, reportTrouble } from '../positions.ts';
import { createKafkaClient, type KafkaLogger, type Message, within } from './client.ts';
import type { KafkaSettings } from './config.ts';
import type { KafkaTrouble } from './failures.ts';
import { sourceOf, toMessage } from './messages.ts';
import { keepRelayed } from './relayed.ts';
import { createSender, type Sender } from './sender.ts';

export type RelayMetrics = {
  /** events acknowledged by Kafka */
  relayed?(events: number): void;
  /** ms from the event to its acknowledgement, of the oldest event of a batch */
  delay?(ms: number): void;
  leading?(leads: boolean): void;
};

export type RelayOptions = {
  store: EventStore;
  /** made from a URL: where the position is, and the lock that only one relay has */
  pool: pg.Pool;
  kafka: KafkaSettings;
  /** of the streams whose events go to the topic; all where it is left out */
  categories?: readonly string[];
  logger: KafkaLogger;
  metrics?: RelayMetrics;
  /** events sent at once, at most; default 500 */
  batch?: number;
};

export type Relay = Role & {
  /** What is not in Kafka yet, counted on the store itself: true whoever relays, and while nobody does. */
  lag(): Promise<{ eventsBehind: number; oldestUnhandledAgeMs: number }>;
};

const BATCH = 500;
/** Kafka takes 1 MB for a partition at once by default, and all of a batch may be of one order. */
const BATCH_BYTES = 900_000;
/** room for a message's headers beside its metadata, in bytes */
const HEADERS = 500;
/** Past events that nobody wants the position need not be written each time; a restart looks at them again. */
const IDLE_SAVE_MS = 1_000;
/** ms that a batch in hand may take when the relay is told to stop */
const LAST_ACKS = 3_000;

/**
 * Brings the events of the store to Kafka, in their order. The store is the outbox: nothing else is written when an
 * event happens. Of several relays one leads, the others stand by; a crash means repeats, never gaps.
 */
export function createRelay(options: RelayOptions): Relay {
  const { store, pool, kafka, logger, metrics = {} } = options;
  const { connectionString: url } = pool.options as { connectionString?: string };
  if (url === undefined) throw new Error('the relay needs a pool that was made from a URL');
  const name = relayName(kafka.topic);
  let leadership: Leadership | undefined;
  let trouble: string | undefined;

  const tell = (now: KafkaTrouble | undefined): void => {
    if (now?.message === trouble) return;
    trouble = now?.message;
    if (now) logger.warn({ topic: kafka.topic, trouble }, 'relay cannot go on; trying again');
    else logger.info({ topic: kafka.topic }, 'relay goes on');
    // For those who look from outside; the relay itself does not need it.
    reportTrouble(pool, name, trouble ?? null).catch(() => undefined);
  };

  return {
    name: 'relay',

    async start() {
      await positionOf(pool, name);
      leadership = withLeadership({
        url,
        lockName: name,
        onError: (error) => logger.warn({ reason: error.message }, 'relay lost its place or cannot seek it; trying again'),
        async lead({ lost, epoch }) {
          logger.info({ topic: kafka.topic, epoch: String(epoch) }, 'relay leads');
          metrics.leading?.(true);
          const sender = createSender(createKafkaClient(kafka, logger, 'nordhaut-relay'), tell);
          try {
            await relay(options, sender, await positionOf(pool, name), lost);
          } finally {
            trouble = undefined;
            metrics.leading?.(false);
            await sender.close();
          }
        },
      });
    },

    // One that stands by has nothing to be ready for: whether events get through is the leader's to say.
    notReady: () => Promise.resolve(leadership ? (trouble ?? store.trouble()) : 'the relay is starting'),

    async stop() {
      await leadership?.stop();
    },

    async lag() {
      const { rows } = await pool.query<{ position: bigint }>('select position from bus_positions where consumer = $1', [name]);
      const position = rows[0] ? asPosition(rows[0].position) : START;
      return lagAfter(store, position, filterOf(options));
    },
  };
}

const filterOf = ({ categories }: RelayOptions): EventFilter => (categories === undefined ? {} : { categories });

/** Under which the relay's position and its lock are kept. */
export const relayName = (topic: string): string => `relay ${topic}`;

/** Until `lost` fires or another relay has taken over. While a batch is on its way the next one is read. @throws Outrun */
async function relay(options: RelayOptions, sender: Sender, after: Position, lost: AbortSignal): Promise<void> {
  const { store, pool, kafka, metrics = {}, batch = BATCH } = options;
  const name = relayName(kafka.topic);
  const source = sourceOf(await originOf(pool));
  const relayed = keepRelayed(pool, name, after, lost);
  let sending: Promise<void> = Promise.resolve();
  let savedAt = Date.now();

  async function send(records: RecordedEvent[], parts: Message[][], upTo: Position): Promise<void> {
    for (const part of parts) await sender.send(kafka.topic, part, lost);
    const [oldest] = parts[0] ?? [];
    if (oldest) {
      metrics.relayed?.(records.length);
      metrics.delay?.(Date.now() - Date.parse(String(oldest.headers?.['ce_time'])));
    } else if (Date.now() - savedAt < IDLE_SAVE_MS) return;
    savedAt = Date.now();
    await relayed.reached(upTo);
  }

  const subscription = store.subscribe({ after, name, batch, filter: filterOf(options) }, async (records, upTo) => {
    const parts = inParts(records, source);
    await sending;
    sending = send(records, parts, upTo);
    sending.catch(() => undefined);
  });
  const stopped = new Promise<void>((resolve) => lost.addEventListener('abort', () => resolve(), { once: true }));
  try {
    if (!lost.aborted) await Promise.race([subscription.done, relayed.failed, stopped]);
  } catch (error) {
    if (!lost.aborted) throw error;
  } finally {
    // What is on its way is waited for, so that a stop in good order repeats nothing.
    await within(LAST_ACKS, Promise.all([subscription.stop(), sending]));
    await within(LAST_ACKS, relayed.close());
  }
}

/** The messages of a page, in pieces that Kafka takes at once. */
function inParts(records: readonly RecordedEvent[], source: string): Message[][] {
  const parts: Message[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const size = Buffer.byteLength(record.data) + Buffer.byteLength(record.metadata) + HEADERS;
    if (bytes + size > BATCH_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(toMessage(record, source));
    bytes += size;
  }
  return parts;
}
