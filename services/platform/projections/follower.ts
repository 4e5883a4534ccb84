import type { LimitFunction } from 'p-limit';
import type pg from 'pg';
import { committing } from '../database/index.ts';
import type { Position, RecordedEvent } from '../event-store/port.ts';
import { sleep } from '../timing.ts';
import { buildBeside } from './build.ts';
import { beginFenced, type Checkpoint, Fenced, isCurrent, moveCheckpoint, readCheckpoints, reportTrouble, tableOf } from './checkpoint.ts';
import { inParts, troubleWith } from './in-parts.ts';
import { decodeOrBlock, foldOrBlock, saveBlocked } from './poison.ts';
import type { FollowedProjection, Projection, Tx } from './projection.ts';
import { retryBlocked } from './retry-blocked.ts';
import type { PositionWaiter } from './waiter.ts';

export type FollowerOptions = FollowedProjection & {
  waiter: Pick<PositionWaiter, 'advanced' | 'onWanted'>;
  /** minimum time between the starts of two batches, ms; see `rest` */
  paceMs: number;
  /** starts a build when none of the process's other read models is being built */
  oneBuild: LimitFunction;
  /** ms between two tries of the blocked entities */
  retryBlockedMs: number;
  /** whether a projector of another release leads */
  anotherLeads: (tx: Tx) => Promise<boolean>;
  /** ms without such a projector after which this release takes over the read models of a newer one */
  wayBackMs: number;
};

const BATCH = 1_000;
const STAND_BY_MS = 1_000;
/** Time between the starts of two batches while no query waits, in paces. `relaxed`: see `Projection`. */
const PACES = { usual: 5, relaxed: 25 };

/**
 * A batch is a transaction of four statements or more, whatever its size, and a row that several of its events touch is read
 * and written once. So the events of some paces are folded together. The rest ends early where a query of this process waits
 * for the rows, but not before one pace is over.
 */
async function rest({ projection, paceMs, waiter }: FollowerOptions, started: number, lost: AbortSignal): Promise<void> {
  await sleep(started + paceMs - performance.now(), lost);
  const left = started + PACES[projection.relaxed ? 'relaxed' : 'usual'] * paceMs - performance.now();
  if (left <= 0 || lost.aborted) return;
  const wanted = new AbortController();
  const removeListener = waiter.onWanted(projection.name, () => wanted.abort());
  await sleep(left, AbortSignal.any([lost, wanted.signal]));
  removeListener();
}

/** Keeps one projection up to date until `lost` fires. Never rejects. */
export async function follow(options: FollowerOptions, lost: AbortSignal): Promise<void> {
  const retrying = retryBlocked(options, options.retryBlockedMs, lost);
  await keepFollowing(options, lost);
  await retrying;
}

async function keepFollowing(options: FollowerOptions, lost: AbortSignal): Promise<void> {
  const { pool, projection, logger, oneBuild } = options;
  while (!lost.aborted) {
    try {
      const checkpoint = await checkpointOf(pool, projection);
      if (checkpoint.version > projection.version) {
        await takeBack(options, checkpoint.version, lost);
      } else if (isCurrent(checkpoint, projection)) {
        await followFrom(options, checkpoint, lost);
      } else {
        logger.info(
          { projection: projection.name, from: checkpoint.version, to: projection.version },
          'the read model has a new version: building it beside the old one',
        );
        await oneBuild(() => buildBeside({ ...options, signal: lost, swap: true }));
      }
    } catch (error) {
      if (lost.aborted) return;
      if (error instanceof Fenced) await standBy(options, lost);
      else {
        logger.error({ projection: projection.name, err: error }, 'the projection stopped; it starts again');
        await reportTrouble(pool, projection, (error as Error).message).catch(() => undefined);
        await sleep(STAND_BY_MS, lost);
      }
    }
  }
}

async function checkpointOf(pool: pg.Pool, { name }: Projection): Promise<Checkpoint> {
  const checkpoint = (await readCheckpoints(pool, [name])).get(name);
  if (!checkpoint) throw new Error(`projection ${name} was not prepared`);
  return checkpoint;
}

/** Waits while another instance moves the checkpoint. */
async function standBy({ pool, projection, logger }: FollowerOptions, lost: AbortSignal): Promise<void> {
  logger.warn({ projection: projection.name }, 'another instance owns the projection: standing by');
  for (let before: Position | undefined; !lost.aborted; ) {
    const { position } = await checkpointOf(pool, projection);
    if (position === before) return;
    before = position;
    await sleep(STAND_BY_MS, lost);
  }
}

/**
 * A projector of the newer release folds into the newer table. After the way back to this release nobody does, and the rows would
 * stay as they were. A restart of the newer projector is shorter than `wayBackMs`.
 */
async function untilNobodyLeads({ pool, anotherLeads, wayBackMs }: FollowerOptions, lost: AbortSignal): Promise<void> {
  for (let since = performance.now(); !lost.aborted && performance.now() - since < wayBackMs; ) {
    await sleep(Math.min(STAND_BY_MS, wayBackMs), lost);
    if (await anotherLeads(pool)) since = performance.now();
  }
}

/** Builds this release's read model in place of a newer one. Builds take minutes, and the newer projector may come back meanwhile. */
async function takeBack(options: FollowerOptions, from: number, lost: AbortSignal): Promise<void> {
  const { pool, projection, logger, oneBuild, anotherLeads } = options;
  await untilNobodyLeads(options, lost);
  if (lost.aborted) return;
  const versions = { projection: projection.name, from, to: projection.version };
  const isTaken = await oneBuild(async () => {
    if (await anotherLeads(pool)) return false;
    logger.warn(versions, 'the newer release of this read model is gone: building it anew for this release');
    const replaces = { version: from, unless: anotherLeads };
    return (await buildBeside({ ...options, signal: lost, swap: true, replaces })).swapped;
  });
  if (!isTaken) logger.warn(versions, 'a projector of another release leads again: the newer read model stays');
}

/** @throws Fenced */
async function followFrom(options: FollowerOptions, { position: after, trouble }: Checkpoint, lost: AbortSignal): Promise<void> {
  const { store, pool, projection, waiter } = options;
  let position = after;
  waiter.advanced(projection.name, position);
  // A handled batch clears the trouble; at the end of the store there is none.
  if (trouble !== null && (await store.head()) <= position) await reportTrouble(pool, projection, null);
  await store.subscribe(
    { after, filter: projection.filter, batch: BATCH, name: `projection ${projection.name}` },
    async (records, upTo) => {
      const started = performance.now();
      await inParts({
        records,
        from: position,
        upTo,
        lost,
        handle: (part, from, to) => foldPart(options, part, from, to),
        onFailure: (event, error) => reportFailure(options, event, error),
      });
      position = upTo;
      waiter.advanced(projection.name, upTo);
      // After a full batch there are more events: no rest.
      if (records.length < BATCH) await rest(options, started, lost);
    },
    lost,
  );
}

async function foldPart(
  { pool, codec, projection, logger }: FollowerOptions,
  part: RecordedEvent[],
  from: Position,
  to: Position,
): Promise<void> {
  if (part.length === 0) return moveCheckpoint(pool, projection, from, to);
  const added = await committing(pool, async (client) => {
    const blocked = await beginFenced(client, projection, from, to);
    const events = await decodeOrBlock(codec, part, projection.personal, blocked);
    await foldOrBlock(client, projection, tableOf(projection), events, blocked);
    await saveBlocked(client, projection, blocked.added);
    return blocked.added;
  });
  for (const { stream, eventId, type, position, reason } of added) {
    logger.error(
      { projection: projection.name, stream, eventId, type, position: String(position), reason },
      'a poison event blocks its order; all others continue',
    );
  }
}

async function reportFailure({ pool, projection, logger }: FollowerOptions, event: RecordedEvent | undefined, error: Error): Promise<void> {
  const trouble = troubleWith(event, error);
  logger.error({ projection: projection.name, eventId: event?.id, trouble }, 'the projection cannot continue; it tries again');
  await reportTrouble(pool, projection, trouble).catch(() => undefined);
}
