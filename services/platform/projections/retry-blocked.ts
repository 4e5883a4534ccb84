import type pg from 'pg';
import { inTransaction } from '../database/index.ts';
import type { RecordedEvent, StreamName } from '../event-store/port.ts';
import { repeat } from '../timing.ts';
import { type Checkpoint, isCurrent, readCheckpoints, tableOf } from './checkpoint.ts';
import { type Blocked, BlockedEntities, decodeOrBlock, deleteBlocked, foldOrBlock, readBlocked, SAVEPOINT, saveBlocked } from './poison.ts';
import type { FollowedProjection, Projection } from './projection.ts';

/** Tries the blocked entities at once (a new release may fold them) and every `retryBlockedMs`, until `lost` fires. Never rejects. */
export function retryBlocked(options: FollowedProjection, retryBlockedMs: number, lost: AbortSignal): Promise<void> {
  const { pool, projection, logger } = options;
  async function retryAll(): Promise<void> {
    for (const blocked of await readBlocked(pool, projection)) {
      if (lost.aborted) return;
      const continues = await inTransaction(pool, (client) => retry(options, client, blocked));
      if (continues) logger.info({ projection: projection.name, stream: blocked.stream }, 'a blocked entity continues');
    }
  }
  const onError = ({ message: reason }: Error): void =>
    logger.warn({ projection: projection.name, reason }, 'blocked entities could not be tried again');
  return repeat(retryAll, { restMs: retryBlockedMs, onError }, lost);
}

/**
 * Folds the waiting events of an entity, up to the checkpoint of the projection. The lock of the checkpoint delays the
 * projection's own batches meanwhile. No other entity's events touch the rows, so a
 * late fold gives the same rows. The next rebuild corrects the other projections.
 * @returns whether the entity continues
 */
async function retry(options: FollowedProjection, client: pg.PoolClient, { entity }: Blocked): Promise<boolean> {
  const { projection, codec } = options;
  const checkpoint = (await readCheckpoints(client, [projection.name], true)).get(projection.name);
  // Read again under the lock, because another transaction may have folded in between.
  const known = (await readBlocked(client, projection)).find((one) => one.entity === entity);
  if (!known || !checkpoint || !isCurrent(checkpoint, projection)) return false;
  const records = await waiting(options, known, checkpoint);
  const blocked = new BlockedEntities();
  await client.query(SAVEPOINT);
  const events = await decodeOrBlock(codec, records, projection.personal, blocked);
  await foldOrBlock(client, projection, tableOf(projection), events, blocked);
  if (blocked.added.length === 0) await deleteBlocked(client, projection, entity);
  else await saveBlocked(client, projection, blocked.added);
  return blocked.added.length === 0;
}

async function waiting({ store, projection }: FollowedProjection, blocked: Blocked, { position }: Checkpoint): Promise<RecordedEvent[]> {
  const streams = await Promise.all(streamsOf(projection, blocked).map((stream) => store.read(stream)));
  const { types } = projection.filter;
  return streams
    .flat()
    .filter((event) => event.position >= blocked.position && event.position <= position && (types?.includes(event.type) ?? true))
    .toSorted((one, other) => (one.position < other.position ? -1 : 1));
}

const streamsOf = ({ filter }: Projection, { entity }: Blocked): StreamName[] =>
  filter.categories.map((category): StreamName => `${category}-${entity}`);
