import { createHash } from 'node:crypto';
import type pg from 'pg';
import { inLockedTransaction } from '../database/index.ts';
import { type EventStore, type Position, START } from '../event-store/port.ts';
import { type Blocked, BlockedEntities, SAVEPOINT, selectBlocked } from './poison.ts';
import { withOrigin, type Projection, type Tx } from './projection.ts';

export type Checkpoint = { name: string; version: number; shape: string; position: Position; trouble: string | null };

/** Another process moved the position: it handles the events now. */
export class Fenced extends Error {
  constructor(name: string) {
    super(`another process moved the position of ${name}`);
    this.name = 'Fenced';
  }
}

export const tableOf = ({ name, version }: Pick<Projection, 'name' | 'version'>): string => `${name}_v${version}`;

/** A digest of what a table is made of. */
export const shapeOf = ({ createTable, origin = '' }: Projection): string =>
  createHash('sha256').update(createTable('t')).update(origin).digest('hex').slice(0, 16);

/** Whether the existing table has the projection's version, columns and store, so this release may fold into it. */
export const isCurrent = (checkpoint: Checkpoint, projection: Projection): boolean =>
  checkpoint.version === projection.version && checkpoint.shape === shapeOf(projection);

export async function readCheckpoints(tx: Tx, names: readonly string[], lock = false): Promise<Map<string, Checkpoint>> {
  const { rows } = await tx.query<Checkpoint>(
    `select name, version, shape, position, trouble from projection_checkpoints where name = any($1)${lock ? ' for update' : ''}`,
    [names],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Begins the batch's transaction and moves the checkpoint from `from` to `to` before anything is folded. If another
 * transaction holds the checkpoint's row, it waits; if that one moved the checkpoint, it fails and no row is changed. The
 * commit does not wait for the disk: a crash loses rows and checkpoint together, and the events are folded again.
 * @returns the blocked entities, read under the lock of the checkpoint's row
 * @throws Fenced
 */
export async function beginFenced(client: pg.ClientBase, projection: Projection, from: Position, to: Position): Promise<BlockedEntities> {
  // One simple query, so one round trip. The name is a constant of the code, so it cannot carry SQL.
  const results: unknown = await client.query(`
    begin; set local synchronous_commit to off;
    update projection_checkpoints set position = ${to}, updated_at = now(), trouble = null
    where name = '${projection.name}' and version = ${projection.version} and shape = '${shapeOf(projection)}' and position = ${from};
    ${selectBlocked(projection)};
    ${SAVEPOINT}`);
  // The driver returns an array for several statements, which its types do not say.
  const [, , moved, blocked] = results as pg.QueryResult[];
  if (moved?.rowCount !== 1 || !blocked) throw new Fenced(projection.name);
  return new BlockedEntities(blocked.rows as Blocked[]);
}

/**
 * Moves the checkpoint behind events that do not concern the projection: one statement instead of a transaction of three. The
 * commit does not wait for the disk. @throws Fenced
 */
export async function moveCheckpoint(tx: Tx, projection: Projection, from: Position, to: Position): Promise<void> {
  const { name, version } = projection;
  const { rowCount } = await tx.query({
    name: 'move checkpoint',
    // One statement is its own transaction: the setting is local to it.
    text: `update projection_checkpoints set position = $5, updated_at = now(), trouble = null
      from (select set_config('synchronous_commit', 'off', true)) as setting
      where name = $1 and version = $2 and shape = $3 and position = $4`,
    values: [name, version, shapeOf(projection), from, to],
  });
  if (rowCount !== 1) throw new Fenced(name);
}

export const reportTrouble = (tx: Tx, { name, version }: Projection, trouble: string | null): Promise<unknown> =>
  tx.query('update projection_checkpoints set trouble = $3 where name = $1 and version = $2', [name, version, trouble]);

/**
 * Creates table, view and checkpoint of the projections that have none yet, so that a query finds an empty read model. Every
 * role may call it. The projector rebuilds a read model that exists in another version.
 */
export async function prepareProjections(pool: pg.Pool, store: Pick<EventStore, 'kind'>, given: readonly Projection[]): Promise<void> {
  const projections = withOrigin(store, given);
  await inLockedTransaction(pool, 'prepare projections', async (client) => {
    const there = await readCheckpoints(
      client,
      projections.map(({ name }) => name),
    );
    for (const projection of projections.filter(({ name }) => !there.has(name))) {
      const table = tableOf(projection);
      await client.query(projection.createTable(table));
      await client.query(`create view ${projection.name} as select * from ${table}`);
      await client.query('insert into projection_checkpoints (name, version, shape, position) values ($1, $2, $3, $4)', [
        projection.name,
        projection.version,
        shapeOf(projection),
        START,
      ]);
    }
  });
}
