import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { lockKey, patiently } from '../database/index.ts';
import type { Codec, DecodedEvent } from '../envelope/index.ts';
import { type EventStore, type Position, START } from '../event-store/port.ts';
import { type Checkpoint, isOf, readCheckpoints, shapeOf, tableOf } from './checkpoint.ts';
import { compareTables, type Differences } from './compare.ts';
import { decodeSound, foldSound, forgetParked, keepParked, Parking, readParked, SAVEPOINT } from './parking.ts';
import type { Projection } from './projection.ts';
import { committing, isPassing } from './transaction.ts';

export type BuildOptions = {
  pool: pg.Pool;
  store: EventStore;
  codec: Codec;
  projection: Projection;
  /** Count the rows that differ from the live table's, which then must be of the same version. */
  compare: boolean;
  /** Put the new table in the old one's place; else it is dropped again. */
  swap: boolean;
  signal?: AbortSignal;
  onProgress?: (events: number, position: Position) => void;
};

export type BuildReport = {
  name: string;
  events: number;
  /** of reading and folding; without the switch */
  ms: number;
  eventsPerSecond: number;
  /** undefined where it was not compared, the old table being of another version */
  differences?: Differences;
  swapped: boolean;
};

const PAGE = 5_000;
/** Transactions that fold a page side by side. */
const LANES = 3;
/** What is left to fold while the live projection is held up. */
const SMALL_REST = 2_000;
const SWAP_ATTEMPTS = 20;

/**
 * Folds all events into a new table beside the live one, which is read and written meanwhile, then compares the two
 * at the same position and switches the view in one transaction. One build of a projection at a time.
 */
export async function buildBeside(options: BuildOptions): Promise<BuildReport> {
  const { pool, projection } = options;
  const holder = await pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await holder.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey(`build ${projection.name}`)]);
    if (rows[0]?.got !== true) throw new Error(`${projection.name} is being rebuilt already`);
    return await build(options);
  } finally {
    await holder.query('select pg_advisory_unlock_all()').catch((error: Error) => (broken = error));
    holder.release(broken);
  }
}

async function build(options: BuildOptions): Promise<BuildReport> {
  const { pool, projection } = options;
  await dropAbandoned(pool, projection);
  // A name of its own: a build that lost its lock without noticing must not fold into the table of the next one.
  const table = `${tableOf(projection)}_b${randomBytes(4).toString('hex')}`;
  await pool.query(projection.createTable(table));
  const started = performance.now();
  const filled = await fillUpToLive(options, table);
  const ms = performance.now() - started;
  await pool.query(patiently(`analyze ${table}`));
  const { differences, events } = await finishPatiently(options, table, filled);
  return {
    name: projection.name,
    events,
    ms,
    eventsPerSecond: Math.round((filled.events * 1_000) / ms),
    ...(differences === undefined ? {} : { differences }),
    swapped: options.swap,
  };
}

/** Tables of builds that died. */
async function dropAbandoned(pool: pg.Pool, projection: Projection): Promise<void> {
  const { rows } = await pool.query<{ table: string }>(
    "select relname as table from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ $1",
    [`^${projection.name}_v[0-9]+_b[0-9a-f]{8}$`],
  );
  for (const { table } of rows) await pool.query(`drop table if exists ${table}`);
}

type Filled = { position: Position; events: number; parking: Parking };

/** Until what is left is small. The live position only grows, so the new table never gets past it. */
async function fillUpToLive(options: BuildOptions, table: string): Promise<Filled> {
  let filled: Filled = { position: START, events: 0, parking: new Parking(options.projection) };
  for (;;) {
    const before = filled.events;
    filled = await fill(options, table, filled, await bound(options, options.pool));
    if (filled.events - before < SMALL_REST) return filled;
  }
}

/** Up to where the new table may be folded: not past the live one where the two shall be compared. */
async function bound({ projection, store, compare }: BuildOptions, tx: Pick<pg.ClientBase, 'query'>): Promise<Position> {
  const live = (await readCheckpoints(tx, [projection.name])).get(projection.name);
  return compare && live && isOf(live, projection) ? live.position : store.head();
}

async function fill(options: BuildOptions, table: string, from: Filled, until: Position): Promise<Filled> {
  const { pool, projection, signal, onProgress } = options;
  const { parking } = from;
  let filled = from;
  for await (const page of pages(options, from, until)) {
    signal?.throwIfAborted();
    await Promise.all(
      lanesOf(projection, page.events).map((events) =>
        committing(pool, async (client) => {
          await client.query(`begin; set local synchronous_commit to off; ${SAVEPOINT}`);
          await foldSound(client, projection, table, events, parking);
        }),
      ),
    );
    filled = { parking, position: page.upTo, events: filled.events + page.events.length };
    onProgress?.(filled.events, filled.position);
  }
  return filled;
}

/** The events, parted so that each lane keeps the order and no two lanes touch the same row. */
function lanesOf({ partition }: Projection, events: DecodedEvent[]): DecodedEvent[][] {
  if (!partition) return events.length > 0 ? [events] : [];
  const lanes: DecodedEvent[][] = Array.from({ length: LANES }, () => []);
  for (const event of events) {
    const key = keyOf(partition, event);
    if (key !== undefined) lanes[laneOf(key)]?.push(event);
  }
  return lanes.filter(({ length }) => length > 0);
}

/** One that cannot be told is left to the fold, which will not take it either. */
function keyOf(partition: NonNullable<Projection['partition']>, event: DecodedEvent): string | undefined {
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

/** The events after a position up to another; reads and opens the next page while the one in hand is folded. */
async function* pages(
  { store, codec, projection }: BuildOptions,
  { position: after, parking }: Pick<Filled, 'position' | 'parking'>,
  until: Position,
): AsyncGenerator<Page> {
  const fetch = async (from: Position): Promise<Page> => {
    const { events, upTo } = await store.readAll({ after: from, filter: projection.filter, limit: PAGE });
    const wanted = upTo > until ? events.filter(({ position }) => position <= until) : events;
    return { events: await decodeSound(codec, wanted, projection.personal, parking), upTo: upTo > until ? until : upTo };
  };
  let position = after;
  let next = position < until ? fetch(position) : undefined;
  while (next) {
    const page = await next;
    const ended = page.upTo >= until || page.upTo === position;
    position = page.upTo;
    next = ended ? undefined : fetch(position);
    // Should the fold fail, nobody waits for the next page any more.
    next?.catch(() => undefined);
    yield page;
  }
}

type Finished = { differences: Differences | undefined; events: number };

/** The switch needs the tables for itself for a moment; it gives way to queries that run long, and tries again. */
async function finishPatiently(options: BuildOptions, table: string, filled: Filled): Promise<Finished> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await committing(options.pool, (client) => finish(options, client, table, filled));
    } catch (error) {
      if (attempt === SWAP_ATTEMPTS || !isPassing(error)) throw error;
      await sleep(250);
    }
  }
}

async function finish(options: BuildOptions, client: pg.PoolClient, table: string, filled: Filled): Promise<Finished> {
  const { projection, compare, swap } = options;
  const { name, version } = projection;
  await client.query("begin; set local lock_timeout to '2s'");
  // From here on the live projection waits: both tables stand still at the same position.
  const live = (await readCheckpoints(client, [name], true)).get(name);
  if (!live) throw new Error(`projection ${name} was not prepared`);
  if (live.version > version) throw new Error(`projection ${name} is at version ${live.version} already`);
  const alike = isOf(live, projection);
  const { parking } = filled;
  let { position, events } = filled;
  const until = alike ? live.position : position;
  for await (const page of pages(options, filled, until)) {
    await client.query(SAVEPOINT);
    await foldSound(client, projection, table, page.events, parking);
    events += page.events.length;
    position = page.upTo;
  }
  if (compare && alike) await demandNoneMore(client, projection, parking);
  const differences = compare && alike ? await compareTables(client, projection, tableOf(live), table) : undefined;
  if (swap) {
    await switchTo(client, projection, live, table, position);
    await forgetParked(client, projection);
    await keepParked(client, projection, parking.news);
  } else await client.query(`drop table ${table}`);
  return { differences, events };
}

/**
 * What the live table could fold must not be missing in the one that takes its place.
 * @throws Error that names the event
 */
async function demandNoneMore(client: pg.PoolClient, projection: Projection, parking: Parking): Promise<void> {
  const live = new Parking(projection, await readParked(client, projection));
  const fault = parking.news.find((parked) => !live.holds(parked));
  if (fault)
    throw new Error(
      `${fault.type} at position ${fault.position} (${fault.stream}) cannot be folded: ${fault.reason}; the live table stays`,
    );
}

async function switchTo(client: pg.PoolClient, projection: Projection, old: Checkpoint, table: string, position: Position): Promise<void> {
  const { name, version } = projection;
  // The view follows the table through its new name; whatever else was built on the view is refused, not dropped.
  await client.query(`
    drop view ${name}; drop table ${tableOf(old)};
    alter table ${table} rename to ${tableOf(projection)};
    create view ${name} as select * from ${tableOf(projection)}`);
  await client.query(
    'update projection_checkpoints set version = $2, shape = $3, position = $4, updated_at = now(), trouble = null where name = $1',
    [name, version, shapeOf(projection), position],
  );
}
