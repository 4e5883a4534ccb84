import type pg from 'pg';
import { type EventStore, START } from '../event-store/port.ts';
import { readCheckpoints } from './checkpoint.ts';
import type { Differences } from './compare.ts';
import { measureBacklogs } from './backlogs.ts';
import type { Projection } from './projection.ts';
import type { Projector } from './projector.ts';

/** Proves that the live table is the fold of its events: folds all events again and compares. @throws Error that names the differing rows */
export async function rebuildEqualsLive(projector: Pick<Projector, 'rebuild'>, name: string): Promise<Differences> {
  const { differences } = await projector.rebuild(name, { dryRun: true });
  if (!differences) throw new Error(`the live table of ${name} is of another version`);
  const { missing, extra, changed } = differences;
  if (missing + extra + changed > 0)
    throw new Error(`the live table of ${name} is not the fold of its events: ${JSON.stringify(differences)}`);
  return differences;
}

type Followed = { pool: pg.Pool; store: EventStore; projections: readonly Pick<Projection, 'name' | 'filter'>[] };

/** Events that each read model has not folded yet, counted in the store, so also while no projector runs. */
export async function eventsBehind({ pool, store, projections }: Followed): Promise<Record<string, number>> {
  const checkpoints = await readCheckpoints(
    pool,
    projections.map(({ name }) => name),
  );
  const readers = projections.map(({ name, filter }) => ({ name, filter, position: checkpoints.get(name)?.position ?? START }));
  const backlogs = await measureBacklogs({ store }, readers);
  return Object.fromEntries(backlogs.map(({ name, eventsBehind }) => [name, eventsBehind]));
}
