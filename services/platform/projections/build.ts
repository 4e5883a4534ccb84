import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { holdingLock, inTransaction, isPassing, patiently, urlOf } from '../database/index.ts';
import type { DecodedEvent } from '../envelope/index.ts';
import { type Position, START } from '../event-store/port.ts';
import { retry } from '../timing.ts';
import { type Checkpoint, isCurrent, readCheckpoints, shapeOf, tableOf } from './checkpoint.ts';
import { compareTables, type Differences } from './compare.ts';
import { BlockedEntities, decodeOrBlock, deleteBlocked, foldOrBlock, readBlocked, SAVEPOINT, saveBlocked } from './poison.ts';
import type { FollowedProjection, Projection, Tx } from './projection.ts';

export type BuildOptions = Omit<FollowedProjection, 'logger'> & {
  /** Replace the live table; otherwise the new table is dropped. */
  swap: boolean;
  /** The newer version that it may replace. Where `unless` is true at the switch, the new table is dropped instead. */
  replaces?: { version: number; unless: (tx: Tx) => Promise<boolean> };
  signal?: AbortSignal;
};

export type BuildReport = {
  events: number;
  /** of reading and folding, without the switch */
  ms: number;
  eventsPerSecond: number;
  /** undefined where the live table has another version or other columns */
  differences: Differences | undefined;
  swapped: boolean;
};

const PAGE = 5_000;
/** Number of transactions that fold a page at the same time. */
const LANES = 3;
/** Maximum number of events that are folded while the live projection waits. */
const FEW_EVENTS = 2_000;
const SWAP_ATTEMPTS = 20;
const SWAP_RETRY_MS = { first: 250, most: 250 };

/**
 * Folds all events into a new table, while the live one serves queries and the projector folds into it. The last step is
 * one transaction that locks the checkpoint, so the projector waits: it folds the events up to the live position, compares
 * both tables and switches the view. Differences do not prevent the switch, because the new table is the fold of the events.
 * A table of another version or with other columns is not compared. Only one build of a projection runs at a time. A build
 * uses up to five connections of the pool and one of its own.
 */
export function buildBeside(options: BuildOptions): Promise<BuildReport> {
  const { pool, projection } = options;
  const busy = (): Error => new Error(`${projection.name} is being rebuilt already`);
  // If the lock's connection breaks, the next build uses another table name.
  return holdingLock({ url: urlOf(pool), name: `build ${projection.name}`, busy }, () => build(options));
}

async function build(options: BuildOptions): Promise<BuildReport> {
  const { pool, projection } = options;
  await dropAbandoned(pool, projection);
  // A unique name: a build that has lost its lock unnoticed must not fold into the table of the next one.
  const table = `${tableOf(projection)}_b${randomBytes(4).toString('hex')}`;
  await pool.query(projection.createTable(table));
  const started = performance.now();
  const filled = await fillUpToLive(options, table);
  const ms = performance.now() - started;
  await pool.query(patiently(`analyze ${table}`));
  const { differences, events, swapped } = await finishPatiently(options, table, filled);
  return {
    events,
    ms,
    eventsPerSecond: Math.round((filled.events * 1_000) / ms),
    differences,
    swapped,
  };
}

/** Drops the tables of builds that were interrupted. */
async function dropAbandoned(pool: pg.Pool, projection: Projection): Promise<void> {
  const { rows } = await pool.query<{ table: string }>(
    "select relname as table from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ $1",
    [`^${projection.name}_v[0-9]+_b[0-9a-f]{8}$`],
  );
  for (const { table } of rows) await pool.query(`drop table if exists ${table}`);
}

/** How far the new table is. */
type Filled = { position: Position; events: number; blocked: BlockedEntities };

/** Folds until few events are left. The live position only grows, so the new table never passes it. */
async function fillUpToLive(options: BuildOptions, table: string): Promise<Filled> {
  let filled: Filled = { position: START, events: 0, blocked: new BlockedEntities() };
  for (;;) {
    const before = filled.events;
    filled = await fill(options, table, filled, await endOfFill(options, options.pool));
    if (filled.events - before < FEW_EVENTS) return filled;
  }
}

/** Where this round of filling ends: at the live table's position if both are compared, otherwise at the store's end. */
async function endOfFill({ projection, store }: BuildOptions, tx: Pick<pg.ClientBase, 'query'>): Promise<Position> {
  const live = (await readCheckpoints(tx, [projection.name])).get(projection.name);
  return live && isCurrent(live, projection) ? live.position : store.head();
}

async function fill(options: BuildOptions, table: string, from: Filled, until: Position): Promise<Filled> {
  const { pool, projection, signal } = options;
  const { blocked } = from;
  let filled = from;
  for await (const page of pages(options, from, until)) {
    signal?.throwIfAborted();
    await Promise.all(
      lanesOf(projection, page.events).map((events) =>
        inTransaction(
          pool,
          (client) => foldOrBlock(client, projection, table, events, blocked),
          `begin; set local synchronous_commit to off; ${SAVEPOINT}`,
        ),
      ),
    );
    filled = { blocked, position: page.upTo, events: filled.events + page.events.length };
  }
  return filled;
}

/** Divides the events so that each lane keeps the order and no two lanes touch the same row. */
function lanesOf({ partition }: Projection, events: DecodedEvent[]): DecodedEvent[][] {
  const lanes: DecodedEvent[][] = Array.from({ length: LANES }, () => []);
  for (const event of events) {
    const key = keyOf(partition, event);
    if (key !== undefined) lanes[laneOf(key)]?.push(event);
  }
  return lanes.filter(({ length }) => length > 0);
}

/** An event without a readable key fails in the fold too, which blocks its entity. */
function keyOf(partition: Projection['partition'], event: DecodedEvent): string | undefined {
  try {
    return partition(event);
  } catch {
    return '';
  }
}

function laneOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index++) hash = (hash * 31 + key.charCodeAt(index)) | 0;
  return Math.abs(hash) % LANES;
}

type Page = { events: DecodedEvent[]; upTo: Position };

/** The events after a position up to another. It reads and decodes the next page while the current one is folded. */
async function* pages(
  { store, codec, projection }: BuildOptions,
  { position: after, blocked }: Pick<Filled, 'position' | 'blocked'>,
  until: Position,
): AsyncGenerator<Page> {
  const fetch = async (from: Position): Promise<Page> => {
    const { events, upTo } = await store.readAll({ after: from, filter: projection.filter, limit: PAGE });
    const wanted = upTo > until ? events.filter(({ position }) => position <= until) : events;
    return { events: await decodeOrBlock(codec, wanted, projection.personal, blocked), upTo: upTo > until ? until : upTo };
  };
  let position = after;
  let next = position < until ? fetch(position) : undefined;
  while (next) {
    const page = await next;
    const ended = page.upTo >= until || page.upTo === position;
    position = page.upTo;
    next = ended ? undefined : fetch(position);
    // If the fold fails, nothing awaits the next page, so its error must not be unhandled.
    next?.catch(() => undefined);
    yield page;
  }
}

type Finished = Pick<BuildReport, 'differences' | 'events' | 'swapped'>;

/** The switch needs an exclusive lock for a moment. It lets long queries finish, and tries again. */
const finishPatiently = (options: BuildOptions, table: string, filled: Filled): Promise<Finished> =>
  retry(() => inTransaction(options.pool, (client) => finish(options, client, table, filled), "begin; set local lock_timeout to '2s'"), {
    ...SWAP_RETRY_MS,
    isPassing: (error, failures) => failures < SWAP_ATTEMPTS && isPassing(error),
  });

async function finish(options: BuildOptions, client: pg.PoolClient, table: string, filled: Filled): Promise<Finished> {
  const { projection, replaces } = options;
  const { name, version } = projection;
  // From here on the live projection waits, so both tables stay at the same position.
  const live = (await readCheckpoints(client, [name], true)).get(name);
  if (!live) throw new Error(`projection ${name} was not prepared`);
  if (live.version > version && live.version !== replaces?.version)
    throw new Error(`projection ${name} is at version ${live.version} already`);
  const swap = options.swap && !(live.version > version && (await replaces?.unless(client)));
  const isComparable = isCurrent(live, projection);
  const { blocked } = filled;
  let { position, events } = filled;
  const until = isComparable ? live.position : position;
  for await (const page of pages(options, filled, until)) {
    await client.query(SAVEPOINT);
    await foldOrBlock(client, projection, table, page.events, blocked);
    events += page.events.length;
    position = page.upTo;
  }
  if (isComparable) await refuseNewPoison(client, projection, blocked);
  const differences = isComparable ? await compareTables(client, projection, tableOf(live), table) : undefined;
  if (swap) {
    await switchTo(client, projection, live, table, position);
    await deleteBlocked(client, projection);
    await saveBlocked(client, projection, blocked.added);
  } else await client.query(`drop table ${table}`);
  return { differences, events, swapped: swap };
}

/** @throws Error that names an event which the live table contains and this release cannot fold */
async function refuseNewPoison(client: pg.PoolClient, projection: Projection, blocked: BlockedEntities): Promise<void> {
  const live = new BlockedEntities(await readBlocked(client, projection));
  const fault = blocked.added.find((one) => !live.holds(one));
  if (fault)
    throw new Error(
      `${fault.type} at position ${fault.position} (${fault.stream}) cannot be folded: ${fault.reason}; the live table stays`,
    );
}

async function switchTo(client: pg.PoolClient, projection: Projection, old: Checkpoint, table: string, position: Position): Promise<void> {
  const { name, version } = projection;
  // The view follows the renamed table. `drop view` fails where another object depends on the view.
  await client.query(`
    drop view ${name}; drop table ${tableOf(old)};
    alter table ${table} rename to ${tableOf(projection)};
    create view ${name} as select * from ${tableOf(projection)}`);
  await client.query(
    'update projection_checkpoints set version = $2, shape = $3, position = $4, updated_at = now(), trouble = null where name = $1',
    [name, version, shapeOf(projection), position],
  );
}
