import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { type Codec, type DecodedEvent, UnreadableHistory } from '../envelope/index.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { type InParts, inParts, troubleWith } from '../projections/in-parts.ts';
import { keepReading } from './keep-reading.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { repeat, sleep } from '../timing.ts';
import { type HeldStream, type HeldStreams, PoisonEvent } from './held-streams.ts';
import type { Consumer } from './port.ts';
import type { Report } from './troubles.ts';

export type DeliveryOptions = {
  store: EventStore;
  codec: Codec;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: Metrics;
};

/** ms after which a position behind dropped events is saved */
const IDLE_SAVE_MS = 1_000;
const BATCH = 100;
type Delivery = DeliveryOptions & {
  consumer: Consumer;
  /** Saves that the events up to `to` are handled. */
  save: (from: Position, to: Position) => Promise<void>;
  report: Report;
  held: HeldStreams;
  /** ms between two tries of held streams; undefined: they are held until the process ends */
  retryHeldMs?: number;
  paceMs?: number;
};

/** Delivers the events after a position until `lost` fires. @throws Fenced */
export async function deliver(delivery: Delivery, after: Position, lost: AbortSignal): Promise<void> {
  const { store, consumer, logger, report, held, retryHeldMs, paceMs = 0 } = delivery;
  const { name, filter, batch = BATCH } = consumer;
  let saved = after;
  let dropped = after;
  let saving: Promise<void> | undefined;
  // A released stream continues in the delivery, so the two never run at the same time.
  const inTurn = pLimit(1);

  async function save(to: Position): Promise<void> {
    await delivery.save(saved, to);
    saved = to;
  }

  /** Saves a position behind dropped events after a while, so that a consumer without work is not behind. */
  async function saveLater(): Promise<void> {
    await sleep(IDLE_SAVE_MS, lost, { ref: false });
    saving = undefined;
    if (lost.aborted) return;
    // The next batch reports a failure.
    await inTurn(async () => (dropped > saved ? save(dropped) : undefined)).catch(() => undefined);
  }

  async function handle(records: RecordedEvent[], upTo: Position): Promise<void> {
    if (records.length === 0) {
      dropped = upTo;
      saving ??= saveLater();
      return report(undefined);
    }
    const started = performance.now();
    await inParts({
      records,
      from: saved,
      upTo,
      lost,
      async handle(part, _, to) {
        const wanted = part.filter((event) => !held.holds(event));
        await handOver(delivery, wanted, held.add);
        await save(to);
        report(undefined);
      },
      onFailure: reportingTo(delivery),
    });
    // After a full batch there are more events.
    if (paceMs > 0 && records.length < batch) await sleep(started + paceMs - performance.now(), lost);
  }

  const retryAll = (): Promise<void> => inTurn(() => retryHeld(delivery, saved));
  const onError = (err: Error): void => logger.error({ consumer: name, err }, 'held streams could not be tried again');
  // Its first turn comes before the first batch.
  const retrying = retryHeldMs === undefined ? undefined : repeat(retryAll, { restMs: retryHeldMs, ref: false, onError }, lost);
  await keepReading(
    () =>
      store.subscribe(
        { after: saved, name: `consumer ${name}`, batch, ...(filter ? { filter } : {}) },
        (records, upTo) => inTurn(() => handle(records, upTo)),
        lost,
      ),
    lost,
    (error) => {
      logger.error({ consumer: name, err: error }, 'the subscription of the consumer failed; it starts again');
      report(error.message);
    },
  );
  await retrying;
}

/** What a consumer does with a failed attempt at a batch. */
export const reportingTo =
  ({ consumer, logger, report }: Pick<Delivery, 'consumer' | 'logger' | 'report'>): InParts['onFailure'] =>
  async (event, error) => {
    const trouble = troubleWith(event, error);
    logger.error({ consumer: consumer.name, eventId: event?.id, trouble }, 'the consumer cannot continue; it tries again');
    report(trouble);
  };

/** Gives events to the handler. A single event that cannot be read or handled goes to `hold`, which holds its stream back. */
export async function handOver(
  { codec, consumer, logger }: Pick<Delivery, 'codec' | 'consumer' | 'logger'>,
  events: readonly RecordedEvent[],
  hold: (event: RecordedEvent, error: Error) => Promise<void>,
): Promise<void> {
  const [event] = events;
  if (!event) return;
  let decoded: DecodedEvent[] | undefined;
  try {
    decoded = await codec.decode(events, { personal: false });
    await consumer.handler(decoded);
  } catch (error) {
    // Without personal data, decoding asks no database: its error is the event's.
    const isOfTheEvent = decoded === undefined || error instanceof PoisonEvent || error instanceof UnreadableHistory;
    // `inParts` halves a larger part.
    if (!isOfTheEvent || events.length > 1) throw error;
    await hold(event, error as Error);
    const trouble = troubleWith(event, error as Error);
    logger.error(
      { consumer: consumer.name, eventId: event.id, trouble },
      'a poison event holds back its stream; all other streams continue',
    );
  }
}

/**
 * Handles the waiting events of each held stream up to a position, in their order, and releases the stream. A stream that
 * cannot be read yet stays. The caller delivers nothing meanwhile, so no event of a released stream is passed over.
 */
async function retryHeld({ store, codec, consumer, logger, held }: Delivery, upTo: Position): Promise<void> {
  const { name, filter, handler, batch = BATCH } = consumer;
  const isWanted = ({ type, position }: RecordedEvent): boolean => position <= upTo && (filter?.types?.includes(type) ?? true);
  const release = async ({ stream, revision }: HeldStream): Promise<void> => {
    const waiting = (await store.read(stream, { from: revision })).filter(isWanted);
    const events = await codec.decode(waiting, { personal: false });
    for (let from = 0; from < events.length; from += batch) await handler(events.slice(from, from + batch));
    await held.release(stream);
    logger.info({ consumer: name, stream }, 'a held stream continues');
  };
  for (const one of held.all())
    await release(one).catch((error: Error) =>
      logger.warn({ consumer: name, stream: one.stream, reason: error.message }, 'a stream is still held'),
    );
}
