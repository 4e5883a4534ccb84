import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RecordedEvent, StreamName } from '../event-store/port.ts';
import { type Checkpoint, isOf, readCheckpoints, tableOf } from './checkpoint.ts';
import type { FollowerOptions } from './follower.ts';
import { decodeSound, foldSound, forgetParked, keepParked, type Parked, Parking, readParked, SAVEPOINT } from './parking.ts';
import type { Projection } from './projection.ts';
import { committing } from './transaction.ts';

/** Tries what is parked at once (a new release may know better) and then now and again, until `lost` fires. Never rejects. */
export async function retryParked(options: FollowerOptions, lost: AbortSignal): Promise<void> {
  const { pool, projection, logger, retryParkedMs } = options;
  while (!lost.aborted) {
    try {
      for (const parked of await readParked(pool, projection)) {
        if (lost.aborted) return;
        const goesOn = await committing(pool, (client) => retry(options, client, parked));
        if (goesOn) logger.info({ projection: projection.name, stream: parked.stream }, 'a parked story goes on');
      }
    } catch (error) {
      logger.warn({ projection: projection.name, reason: (error as Error).message }, 'parked events could not be tried again');
    }
    await sleep(retryParkedMs, undefined, { signal: lost }).catch(() => undefined);
  }
}

/**
 * Folds what was held back of a story, up to where the projection is, whose own batches wait meanwhile. Only where it
 * is known which events touch the same row: there the story's rows are its own, and late is as good as in time. Other
 * projections get theirs back with the next rebuild.
 * @returns whether the story goes on
 */
async function retry(options: FollowerOptions, client: pg.PoolClient, { story }: Parked): Promise<boolean> {
  const { projection, codec } = options;
  await client.query('begin');
  const checkpoint = (await readCheckpoints(client, [projection.name], true)).get(projection.name);
  // As it is now that nobody else folds.
  const parked = (await readParked(client, projection)).find((one) => one.story === story);
  if (!parked || !projection.partition || !checkpoint || !isOf(checkpoint, projection)) return false;
  const records = await heldBack(options, parked, checkpoint);
  const parking = new Parking(projection);
  await client.query(SAVEPOINT);
  await foldSound(client, projection, tableOf(projection), await decodeSound(codec, records, projection.personal, parking), parking);
  const [again] = parking.news;
  if (again) await keepParked(client, projection, [again]);
  else await forgetParked(client, projection, story);
  return again === undefined;
}

async function heldBack({ store, projection }: FollowerOptions, parked: Parked, { position }: Checkpoint): Promise<RecordedEvent[]> {
  const streams = await Promise.all(streamsOf(projection, parked).map((stream) => store.read(stream)));
  const { types } = projection.filter;
  return streams
    .flat()
    .filter((event) => event.position >= parked.position && event.position <= position && (types?.includes(event.type) ?? true))
    .toSorted((one, other) => (one.position < other.position ? -1 : 1));
}

const streamsOf = ({ filter }: Projection, { stream, story }: Parked): StreamName[] =>
  filter.categories?.map((category): StreamName => `${category}-${story}`) ?? [stream];
