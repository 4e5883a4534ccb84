import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { createOwnerPool, inLockedTransaction, type Migration } from '../database/index.ts';
import { asPosition, type EventStore, type Position, type StreamName } from './port.ts';

/**
 * Which store holds the events of this database's shop (table `event_store.home`). No row: this database. With a row, a
 * trigger refuses new events here. So a shop that was started without EVENTSTORE_URL by mistake, or that still runs, can
 * accept no order that the other store would lack.
 *
 * - `moving`: between the seal and the last comparison of a copy; no shop may start
 * - `moved`: copied completely; the last copied event distinguishes the right store from a wrong one
 * - `elsewhere`: this database never held events
 */
export const eventLocationMigrations: readonly Migration[] = [
  {
    name: 'event-store/home-001',
    by: 'owner',
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

type Location = { state: 'moving' | 'moved' | 'elsewhere'; address: string; since: Date };
type LastEvent = { stream: StreamName; revision: number; id: string };
type Row = Location & { events: bigint | null; last_stream: StreamName | null; last_revision: number | null; last_id: string | null };

/** An address without user, password and parameters, for messages. */
export const addressOf = (url: string): string => url.replace(/^(\w+(?:\+\w+)?:\/\/)(?:[^@/]*@)?([^/?]*).*$/s, '$1$2');

async function locationOf(db: Pick<pg.Pool, 'query'>): Promise<Row | undefined> {
  return (await db.query<Row>('select * from event_store.home')).rows[0];
}

const day = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Checks that a shop may start with this event store. Call it after the migrations. Only the owner can record that the
 * events are in another store; without its address, the pool's user has to be the owner.
 * @throws ConfigError with a sentence for the person who starts it
 */
export async function checkEventLocation(
  pool: pg.Pool,
  store: EventStore,
  eventStoreUrl: string | undefined,
  ownerUrl?: string,
): Promise<void> {
  const location = await locationOf(pool);
  if (location?.state === 'moving') {
    throw new ConfigError([
      `The events of this shop are on their way to ${location.address} since ${day(location.since)}, and no shop may start meanwhile: finish with \`npm run copy-store -- --to … --final\`, or take it back with \`npm run copy-store -- --reopen\`.`,
    ]);
  }
  if (eventStoreUrl === undefined) {
    if (location)
      throw new ConfigError([
        `EVENTSTORE_URL is missing: the events of this shop are kept in ${location.address} since ${day(location.since)}.`,
      ]);
    return;
  }
  if (!location) return asOwner(pool, ownerUrl, (owner) => claimElsewhere(owner, addressOf(eventStoreUrl)));
  if (location.state === 'moved' && !(await holds(store, location))) {
    throw new ConfigError([
      `EVENTSTORE_URL names a store without the events of this shop: they were copied to ${location.address} (${location.events} events, ${day(location.since)}), and the last of them is not at ${addressOf(eventStoreUrl)}.`,
    ]);
  }
}

async function asOwner(pool: pg.Pool, ownerUrl: string | undefined, work: (owner: pg.Pool) => Promise<void>): Promise<void> {
  await using owner = ownerUrl === undefined ? undefined : createOwnerPool(ownerUrl, 'nordhaut owner');
  try {
    await work(owner ?? pool);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new ConfigError([
      'EVENTSTORE_URL: this database does not know yet that the events are in another store: run the job migrate with the same EVENTSTORE_URL and with DATABASE_OWNER_URL first.',
    ]);
  }
}

async function holds(store: EventStore, { last_stream, last_revision, last_id }: Row): Promise<boolean> {
  if (last_stream === null || last_revision === null) return true;
  const [event] = await store.read(last_stream, { from: last_revision, limit: 1 });
  return event?.id === last_id;
}

/** For a database without events whose shop uses another store from its first start on. */
async function claimElsewhere(pool: pg.Pool, address: string): Promise<void> {
  await locked(pool, async (client) => {
    if (await locationOf(client)) return;
    // Closes the table first, so that an append in progress is waited for and counted.
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

/** Checks that the events may be copied to this address: they are here, or a move to it has begun. @throws ConfigError */
export async function checkMovable(db: Pick<pg.Pool, 'query'>, url: string): Promise<{ sealed: boolean }> {
  const location = await locationOf(db);
  if (location === undefined || (location.state === 'moving' && location.address === addressOf(url)))
    return { sealed: location !== undefined };
  throw new ConfigError([
    `The events of this shop ${location.state === 'moving' ? 'are on their way to' : 'are kept in'} ${location.address} since ${day(location.since)}.`,
  ]);
}

export const hasMoved = async (db: Pick<pg.Pool, 'query'>): Promise<boolean> => (await locationOf(db))?.state === 'moved';

/**
 * Closes the events table until `reopen`. When it returns, all appends in progress are written and no more can follow. May be repeated
 * for the same move. @throws ConfigError if the events are in another store, or a move to another address has begun
 */
export function seal(pool: pg.Pool, url: string): Promise<void> {
  return locked(pool, async (client) => {
    if ((await checkMovable(client, url)).sealed) return;
    await close(client);
    await client.query("insert into event_store.home (state, address) values ('moving', $1)", [addressOf(url)]);
  });
}

/** Reverts the seal: the shop continues here. @throws ConfigError if no move is in progress, or if its last step has begun */
export function reopen(owner: pg.Pool, shop: pg.Pool): Promise<void> {
  return locked(owner, async (client) => {
    const location = await locationOf(client);
    if (!location)
      throw new ConfigError(['Nothing is to be taken back: the events of this shop are in the database that DATABASE_URL names.']);
    if (location.state !== 'moving') {
      throw new ConfigError([
        `The events of this shop are kept in ${location.address} since ${day(location.since)}; there is no way back from there.`,
      ]);
    }
    if (await positionsTranslated(shop)) {
      throw new ConfigError([
        `The last step of the move to ${location.address} has begun, and there is no way back from there: finish it with \`npm run copy-store -- --to … --final\`.`,
      ]);
    }
    await client.query('drop trigger if exists kept_elsewhere on event_store.events');
    await client.query('delete from event_store.home');
  });
}

export type Move = {
  events: number;
  last: LastEvent | undefined;
  /** The position in the new store of the event at a position in the old one. */
  newPosition: (old: Position) => Promise<Position>;
};

/**
 * The tables with positions at which a reader continues. A position of the new store is always greater than that of the
 * same event in the old one: it counts bytes, the old one events.
 *
 * The read models are rebuilt after the move, because their rows hold positions too. Their checkpoints are translated all
 * the same, so that until then a query waits for the right position.
 */
const KEPT_POSITIONS = ['projection_checkpoints', 'bus_positions'];

/**
 * The last step: from now on the new store holds the shop's events, and each saved position is that of the same event in
 * the new store. Two transactions, because the owner of the events runs no statement on tables of the shop user: a run
 * that ends between them is repeated, and finds the positions translated. No shop starts meanwhile.
 * @param shop a pool of the shop user
 */
export async function finishMove(owner: pg.Pool, shop: pg.Pool, { events, last, newPosition }: Move): Promise<void> {
  await locked(shop, async (client) => {
    const location = await locationOf(client);
    if (location?.state !== 'moving') throw new Error('the events table was opened again');
    await client.query('create table if not exists translated_positions (address text primary key, at timestamptz not null default now())');
    const { rowCount } = await client.query('insert into translated_positions values ($1) on conflict do nothing', [location.address]);
    if (rowCount === 1) await translatePositions(client, newPosition);
  });
  await locked(owner, async (client) => {
    if ((await locationOf(client))?.state !== 'moving') throw new Error('the events table was opened again');
    await client.query(
      "update event_store.home set state = 'moved', since = now(), events = $1, last_stream = $2, last_revision = $3, last_id = $4",
      [events, last?.stream ?? null, last?.revision ?? null, last?.id ?? null],
    );
  });
}

async function translatePositions(client: pg.PoolClient, newPosition: Move['newPosition']): Promise<void> {
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
}

/** Whether `finishMove` has ended its first half: then positions are those of the new store. */
async function positionsTranslated(shop: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await shop.query<{ exists: boolean }>("select to_regclass('translated_positions') is not null as exists");
  if (rows[0]?.exists !== true) return false;
  const translated = await shop.query('select from translated_positions t join event_store.home h on h.address = t.address');
  return (translated.rowCount ?? 0) > 0;
}

/** Waits for the table's lock: every append that began before is committed or fails. */
async function close(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create trigger kept_elsewhere before insert on event_store.events for each statement execute function event_store.refuse_append();
    alter table event_store.events enable always trigger kept_elsewhere`);
}

const locked = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inLockedTransaction(pool, 'home of the events', work);

/** Application names of a shop's processes; each process holds a connection with one of them while it runs. */
const NAMES = '^(nordhaut|leader |event store (append|listen)$)';

/** Connections of the shop's processes to this database, with their hosts. */
export async function shopConnections(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; host: string | null }>(
    `select application_name as name, host(client_addr) as host from pg_stat_activity
     where datname = current_database() and application_name ~ $1 order by 1`,
    [NAMES],
  );
  return rows.map(({ name, host }) => (host === null ? name : `${name} from ${host}`));
}
