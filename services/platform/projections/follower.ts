import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type pg from 'pg';
import type { Codec } from '../envelope/index.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { buildBeside } from './build.ts';
import { beginFenced, type Checkpoint, Fenced, isOf, readCheckpoints, reportTrouble, tableOf } from './checkpoint.ts';
import { inParts, troubleWith } from './in-parts.ts';
import { decodeSound, foldSound, keepParked } from './parking.ts';
import { retryParked } from './retry-parked.ts';
import type { Projection } from './projection.ts';
import { committing } from './transaction.ts';

export type ProjectionLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

export type FollowerOptions = {
  pool: pg.Pool;
  store: EventStore;
  codec: Codec;
  projection: Projection;
  logger: ProjectionLogger;
  /** The rows are there up to the position, for queries of this process. */
  onAdvanced: (name: string, position: Position) => void;
  /** Calls `listener` once, as soon as somebody waits for the rows; see `rest`. */
  onWanted: (name: string, listener: () => void) => () => void;
  /** At least so long between the starts of two batches, ms; see `restAfter`. */
  paceMs: number;
  /** ms between two tries at what is parked */
  retryParkedMs: number;
};

const BATCH = 1_000;
const STAND_BY_MS = 1_000;
/** Events that earn a batch one pace of rest, and paces at most. */
const EVENTS_PER_PACE = 5;
const MOST_PACES = 5;

/**
 * Under load a few large batches cost far less than many small ones: a row that several events touch is read and
 * written once. So the rest grows with what came, up to a tenth of a second at the usual pace.
 */
const restAfter = (events: number, paceMs: number): number => paceMs * Math.min(MOST_PACES, Math.max(1, events / EVENTS_PER_PACE));

/** Ends early where somebody waits for what the next batch brings, but never before one pace is over. */
async function rest({ projection, paceMs, onWanted }: FollowerOptions, started: number, events: number, lost: AbortSignal): Promise<void> {
  await pause(started + paceMs - Date.now(), lost);
  const left = started + restAfter(events, paceMs) - Date.now();
  if (left <= 0 || lost.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const timer = setTimeout(end, left);
  lost.addEventListener('abort', end);
  const forget = onWanted(projection.name, end);
  await promise;
  clearTimeout(timer);
  lost.removeEventListener('abort', end);
  forget();
}

/** Keeps one projection up with the store until `lost` fires. Never rejects. */
export async function follow(options: FollowerOptions, lost: AbortSignal): Promise<void> {
  const retrying = retryParked(options, lost);
  await followOn(options, lost);
  await retrying;
}

async function followOn(options: FollowerOptions, lost: AbortSignal): Promise<void> {
  const { pool, projection, logger } = options;
  while (!lost.aborted) {
    try {
      const checkpoint = await checkpointOf(pool, projection);
      if (checkpoint.version > projection.version) {
        await pause(STAND_BY_MS, lost);
      } else if (isOf(checkpoint, projection)) {
        await followFrom(options, checkpoint.position, lost);
      } else {
        logger.info(
          { projection: projection.name, from: checkpoint.version, to: projection.version },
          'read model has a new version: building it beside the old one',
        );
        await buildBeside({ ...options, signal: lost, compare: false, swap: true });
      }
    } catch (error) {
      if (lost.aborted) return;
      if (error instanceof Fenced) await standBy(options, lost);
      else {
        logger.error({ projection: projection.name, err: error }, 'projection stopped; it starts again');
        await pause(STAND_BY_MS, lost);
      }
    }
  }
}

async function checkpointOf(pool: pg.Pool, { name }: Projection): Promise<Checkpoint> {
  const checkpoint = (await readCheckpoints(pool, [name])).get(name);
  if (!checkpoint) throw new Error(`projection ${name} was not prepared`);
  return checkpoint;
}

/** Leaves the projection to the instance that moved it, for as long as that one keeps moving it. */
async function standBy({ pool, projection, logger }: FollowerOptions, lost: AbortSignal): Promise<void> {
  logger.warn({ projection: projection.name }, 'another instance owns the projection: standing by');
  for (let before: Position | undefined; !lost.aborted; ) {
    const { position } = await checkpointOf(pool, projection);
    if (position === before) return;
    before = position;
    await pause(STAND_BY_MS, lost);
  }
}

/** @throws Fenced */
async function followFrom(options: FollowerOptions, after: Position, lost: AbortSignal): Promise<void> {
  const { store, projection, onAdvanced } = options;
  let position = after;
  onAdvanced(projection.name, position);
  const subscription = store.subscribe(
    { after, filter: projection.filter, batch: BATCH, name: `projection ${projection.name}` },
    async (records, upTo) => {
      const started = Date.now();
      await foldAll(options, records, position, upTo, lost);
      position = upTo;
      onAdvanced(projection.name, upTo);
      // A full batch says that there is more: catching up knows no rest.
      if (records.length < BATCH) await rest(options, started, records.length, lost);
    },
  );
  const stopped = new Promise<void>((resolve) => lost.addEventListener('abort', () => resolve(), { once: true }));
  try {
    if (!lost.aborted) await Promise.race([subscription.done, stopped]);
  } finally {
    await subscription.stop();
  }
}

const foldAll = (options: FollowerOptions, records: RecordedEvent[], from: Position, upTo: Position, lost: AbortSignal): Promise<void> =>
  inParts({
    records,
    from,
    upTo,
    lost,
    handle: (part, start, end) => foldPart(options, part, start, end),
    isFinal: (error) => error instanceof Fenced,
    tell: (event, error) => tell(options, event, error),
  });

async function foldPart(
  { pool, codec, projection, logger }: FollowerOptions,
  part: RecordedEvent[],
  from: Position,
  to: Position,
): Promise<void> {
  const parked = await committing(pool, async (client) => {
    const parking = await beginFenced(client, projection, from, to);
    await foldSound(client, projection, tableOf(projection), await decodeSound(codec, part, projection.personal, parking), parking);
    await keepParked(client, projection, parking.news);
    return parking.news;
  });
  for (const { stream, eventId, type, position, reason } of parked) {
    logger.error(
      { projection: projection.name, stream, eventId, type, position: String(position), reason },
      'an event cannot be folded: its story stays as it was, all others go on',
    );
  }
}

async function tell({ pool, projection, logger }: FollowerOptions, event: RecordedEvent | undefined, error: Error): Promise<void> {
  const trouble = troubleWith(event, error);
  logger.error({ projection: projection.name, eventId: event?.id, trouble }, 'projection cannot go on; trying again');
  await reportTrouble(pool, projection, trouble).catch(() => undefined);
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  ms <= 0 ? Promise.resolve() : sleep(ms, undefined, { signal }).catch(() => undefined);
