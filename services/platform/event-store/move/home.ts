import type pg from 'pg';
import { ConfigError } from '../../config.ts';
import { lockKey, type Migration } from '../../database/index.ts';
import { asPosition, type EventStore, type Position, type StreamName } from '../port.ts';

/**
 * Where the events of this database's shop are kept. No row: here, in Postgres. With a row the events table takes no
 * more (a trigger refuses), so that a shop which was started without EVENTSTORE_URL by mistake, or runs on since
 * before, can take no order that the other store would never hear of.
 *
 * - `moving`: between the seal and the last comparison of a copy; no shop may start
 * - `moved`: copied whole; the last event that was copied tells the right store from a wrong one
 * - `elsewhere`: this database never kept events
 */
export const homeMigrations: readonly Migration[] = [
  {
    name: 'event-store/home-001',
    sql: `
      create table event_store.home (
        only_one boolean primary key default true check (only_one),
        state text not null check (state in ('moving', 'moved', 'elsewhere')),
        address text not null,
        since timestamptz not null default now(),
        events bigint,
        last_stream text,
        last_revision integer,
        last_id uuid
      );
      -- The error of a database that only reads: a command is answered for as then, and nobody tries again for long.
      create function event_store.refuse_append() returns trigger language plpgsql as $$
      begin
        raise exception 'the events of this shop are kept in another store' using errcode = 'read_only_sql_transaction';
      end $$;`,
  },
];

export type Home = { state: 'moving' | 'moved' | 'elsewhere'; address: string; since: Date };
type LastEvent = { stream: StreamName; revision: number; id: string };
type Row = Home & { events: bigint | null; last_stream: StreamName | null; last_revision: number | null; last_id: string | null };

/** An address as people may read it: without user, password and parameters. */
export const addressOf = (url: string): string => url.replace(/^(\w+(?:\+\w+)?:\/\/)(?:[^@/]*@)?([^/?]*).*$/s, '$1$2');

async function homeOf(db: Pick<pg.Pool, 'query'>): Promise<Row | undefined> {
  return (await db.query<Row>('select * from event_store.home')).rows[0];
}

const day = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Whether a shop may start with the event store that it was given. Call it when the database is up to date.
 * @throws ConfigError in a sentence for the person who starts it
 */
export async function checkHome(pool: pg.Pool, store: EventStore, eventStoreUrl: string | undefined): Promise<void> {
  const home = await homeOf(pool);
  if (home?.state === 'moving') {
    throw new ConfigError([
      `The events of this shop are on their way to ${home.address} since ${day(home.since)}, and no shop may start meanwhile: finish with \`npm run copy-store -- --to … --final\`, or take it back with \`npm run copy-store -- --reopen\`.`,
    ]);
  }
  if (eventStoreUrl === undefined) {
    if (home)
      throw new ConfigError([`EVENTSTORE_URL is missing: the events of this shop are kept in ${home.address} since ${day(home.since)}.`]);
    return;
  }
  if (!home) return settleElsewhere(pool, addressOf(eventStoreUrl));
  if (home.state === 'moved' && !(await holds(store, home))) {
    throw new ConfigError([
      `EVENTSTORE_URL names a store without the events of this shop: they were copied to ${home.address} (${home.events} events, ${day(home.since)}), and the last of them is not at ${addressOf(eventStoreUrl)}.`,
    ]);
  }
}

async function holds(store: EventStore, { last_stream, last_revision, last_id }: Row): Promise<boolean> {
  if (last_stream === null || last_revision === null) return true;
  const [event] = await store.read(last_stream, { from: last_revision, limit: 1 });
  return event?.id === last_id;
}

/** A database without events whose shop keeps them elsewhere from its first start on. */
async function settleElsewhere(pool: pg.Pool, address: string): Promise<void> {
  await locked(pool, async (client) => {
    if (await homeOf(client)) return;
    // Closed first: an append that is under way is then waited for and counted.
    await close(client);
    const { rows } = await client.query<{ any: boolean }>('select exists (select from event_store.events) as any');
    if (rows[0]?.any) {
      throw new ConfigError([
        `EVENTSTORE_URL names ${address}, and the events of this shop are in the database that DATABASE_URL names: copy them there first (\`npm run copy-store -- --to … --final\`), leave EVENTSTORE_URL out, or name a fresh database.`,
      ]);
    }
    await client.query("insert into event_store.home (state, address) values ('elsewhere', $1)", [address]);
  });
}

/**
 * Whether the events may be copied to this address: they are here, or on their way there.
 * @throws ConfigError
 */
export async function checkMovable(db: Pick<pg.Pool, 'query'>, url: string): Promise<{ sealed: boolean }> {
  const home = await homeOf(db);
  if (home === undefined || (home.state === 'moving' && home.address === addressOf(url))) return { sealed: home !== undefined };
  throw new ConfigError([
    `The events of this shop ${home.state === 'moving' ? 'are on their way to' : 'are kept in'} ${home.address} since ${day(home.since)}.`,
  ]);
}

export const hasMoved = async (db: Pick<pg.Pool, 'query'>): Promise<boolean> => (await homeOf(db))?.state === 'moved';

/**
 * Closes the events table for good or until `reopen`: when it answers, whatever was under way is written and nothing
 * more comes. One that was closed for this move already stays so.
 * @throws ConfigError where the events are elsewhere, or on their way to somewhere else
 */
export function seal(pool: pg.Pool, url: string): Promise<void> {
  return locked(pool, async (client) => {
    if ((await checkMovable(client, url)).sealed) return;
    await close(client);
    await client.query("insert into event_store.home (state, address) values ('moving', $1)", [addressOf(url)]);
  });
}

/** Takes a seal back: the shop goes on here. @throws ConfigError where nothing is under way */
export function reopen(pool: pg.Pool): Promise<void> {
  return locked(pool, async (client) => {
    const home = await homeOf(client);
    if (!home) throw new ConfigError(['Nothing is to be taken back: the events of this shop are in the database that DATABASE_URL names.']);
    if (home.state !== 'moving') {
      throw new ConfigError([
        `The events of this shop are kept in ${home.address} since ${day(home.since)}; there is no way back from there.`,
      ]);
    }
    await client.query('drop trigger if exists kept_elsewhere on event_store.events');
    await client.query('delete from event_store.home');
  });
}

export type Move = {
  events: number;
  last: LastEvent | undefined;
  /** The place in the new store of what stood at a place in the old one. */
  newPosition: (old: Position) => Promise<Position>;
};

/**
 * Where positions of the store are kept for those who go on from them, and which of them count. A position of the new
 * store is always greater than that of the same event in the old one: it counts bytes, the old one events.
 *
 * Read models are among them, so that a reader waits for the right position, though their tables are rebuilt: rows hold
 * positions too.
 */
const KEPT_POSITIONS = ['projection_checkpoints', 'bus_positions'];

/**
 * The last step: the new store is the shop's from here on, and whoever goes on from a position goes on there behind
 * what it has handled. All of it or nothing.
 */
export async function settleMove(pool: pg.Pool, { events, last, newPosition }: Move): Promise<void> {
  await locked(pool, async (client) => {
    if ((await homeOf(client))?.state !== 'moving') throw new Error('the events table was opened again');
    for (const table of KEPT_POSITIONS) {
      const { rows } = await client.query<{ old: bigint }>(`select distinct position as old from ${table}`);
      const olds = rows.map(({ old }) => old);
      const news: Position[] = [];
      for (const old of olds) news.push(await newPosition(asPosition(old)));
      // In one statement: a place may be new for one and old for another.
      await client.query(
        `update ${table} set position = moved.new from unnest($1::bigint[], $2::bigint[]) as moved (old, new) where position = moved.old`,
        [olds, news],
      );
    }
    await client.query(
      "update event_store.home set state = 'moved', since = now(), events = $1, last_stream = $2, last_revision = $3, last_id = $4",
      [events, last?.stream ?? null, last?.revision ?? null, last?.id ?? null],
    );
  });
}

/** Takes what waits for the table's lock with it: every append that began before is committed or comes to nothing. */
async function close(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create trigger kept_elsewhere before insert on event_store.events for each statement execute function event_store.refuse_append();
    alter table event_store.events enable always trigger kept_elsewhere`);
}

async function locked<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lockKey('home of the events')]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed));
    throw error;
  } finally {
    client.release(broken);
  }
}
