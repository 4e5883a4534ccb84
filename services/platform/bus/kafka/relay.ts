import { urlOf, withLeadership, type Leadership } from '../../database/index.ts';
import type { RecordedEvent } from '../../event-store/port.ts';
import { keepReading } from '../keep-reading.ts';
import type { Role } from '../../role.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { aborted } from '../../timing.ts';
import { movePosition, originOf, positionOf, saveTrouble } from '../positions.ts';
import { createTroubles } from '../troubles.ts';
import type { KafkaBusOptions } from './bus.ts';
import { createKafkaClient, type Message, within } from './client.ts';
import { sourceOf, toMessage } from './messages.ts';
import { createSender } from './sender.ts';

/** `pool`: made by `createPool`; holds the position and the relay's lock as well. */
export type RelayOptions = Omit<KafkaBusOptions, 'codec'> & {
  /** of the streams whose events go to the topic; default all */
  categories?: readonly string[];
};

const BATCH = 500;
/** By default Kafka accepts 1 MB for a partition at once, and a whole batch may be of one order. */
const BATCH_BYTES = 900_000;
/** bytes of a message's headers beside its metadata */
const HEADERS = 500;
/** ms between two saves while no event belongs to the topic */
const IDLE_SAVE_MS = 1_000;
/** ms for the last acknowledgements when the relay stops */
const LAST_ACKS = 3_000;

/**
 * Sends the events of the store to Kafka, in their order. One relay leads, the others stand by. While Kafka does not
 * answer, it tries again without end, and the events wait in the store. A crash causes repeats, never gaps.
 */
export function createRelay(options: RelayOptions): Role {
  const { store, pool, kafka, logger, metrics } = options;
  const name = relayName(kafka.topic);
  const counted = relayMetrics(metrics);
  let leadership: Leadership | undefined;
  const troubles = createTroubles((trouble) => {
    if (trouble === undefined) logger.info({ topic: kafka.topic }, 'the relay continues');
    else logger.warn({ topic: kafka.topic, trouble }, 'the relay cannot continue; it tries again');
    saveTrouble(pool, name, trouble);
  });

  return {
    name: 'relay',

    async start() {
      await positionOf(pool, name);
      leadership = withLeadership({
        url: urlOf(pool),
        lockName: name,
        onError: (error) => logger.warn({ reason: error.message }, 'the relay lost its lock or cannot request it; it tries again'),
        async lead({ lost }) {
          counted.leads.set(1);
          logger.info({ topic: kafka.topic }, 'relay leads');
          try {
            await keepReading(
              () => relay({ ...options, ...counted }, troubles.reporter, lost),
              lost,
              (error) => {
                logger.error({ topic: kafka.topic, err: error }, 'the relay failed; it starts again');
                troubles.reporter('reading')(error.message);
              },
            );
          } finally {
            counted.leads.set(0);
            troubles.clear();
          }
        },
      });
    },

    // A relay that stands by is ready.
    notReady: () => Promise.resolve(leadership ? (troubles.current() ?? store.trouble()) : 'the relay is starting'),

    async stop() {
      await leadership?.stop();
    },
  };
}

/** The name of the relay's position and of its lock. */
export const relayName = (topic: string): string => `relay ${topic}`;

const relayMetrics = (metrics: Metrics) => ({
  relayed: metrics.counter('relay_events_total', 'Events that Kafka acknowledged'),
  delay: metrics.histogram('relay_delay_seconds', 'From the event to its acknowledgement by Kafka'),
  leads: metrics.gauge('relay_leads', '1 if this process is the active relay'),
});

/** Relays until `lost` fires. The store reads the next batch while this one is sent. @throws Fenced */
async function relay(
  options: RelayOptions & ReturnType<typeof relayMetrics>,
  reporter: ReturnType<typeof createTroubles>['reporter'],
  lost: AbortSignal,
): Promise<void> {
  const { store, pool, kafka, categories, logger } = options;
  const name = relayName(kafka.topic);
  const source = sourceOf(await originOf(pool));
  const after = await positionOf(pool, name);
  const reportReading = reporter('reading');
  // A batch clears an earlier trouble; at the end of the store there is none.
  if ((await store.head()) <= after) reportReading(undefined);
  const reportSending = reporter('sending');
  const sender = createSender(createKafkaClient(kafka, logger, 'nordhaut-relay'), (trouble) => reportSending(trouble?.message));
  let saved = after;
  let savedAt = performance.now();

  const reading = store.subscribe(
    { after, name, batch: BATCH, filter: { ...(categories && { categories }) } },
    async (records, upTo) => {
      reportReading(undefined);
      const parts = messagesInParts(records, source);
      for (const part of parts) await sender.send(kafka.topic, part, lost);
      const [oldest] = parts[0] ?? [];
      if (oldest) {
        options.relayed.inc(records.length);
        options.delay.observe(Math.max(0, Date.now() - Date.parse(String(oldest.headers?.['ce_time']))) / 1000);
      } else if (performance.now() - savedAt < IDLE_SAVE_MS) return;
      await movePosition(pool, name, saved, upTo);
      saved = upTo;
      savedAt = performance.now();
    },
    lost,
  );
  try {
    await Promise.race([reading, aborted(lost)]);
  } finally {
    // Waits for the messages under way, so that a stop causes no repeats.
    await within(LAST_ACKS, reading);
    await sender.close();
  }
}

/** The messages of a batch, in parts that Kafka accepts at once. */
function messagesInParts(records: readonly RecordedEvent[], source: string): Message[][] {
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
