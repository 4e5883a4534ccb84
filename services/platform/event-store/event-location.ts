import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { createOwnerPool, inLockedTransaction, type Migration } from '../database/index.ts';
import type { EventStore, StreamName } from './port.ts';

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
type Row = Location & { events: bigint | null; last_stream: StreamName | null; last_revision: number | null; last_id: string | null };

/** An address without user, password and parameters, for messages. */
export const addressOf = (url: string): string => url.replace(/^(\w+(?:\+\w+)?:\/\/)(?:[^@/]*@)?([^/?]*).*$/s, '$1$2');

export async function locationOf(db: Pick<pg.Pool, 'query'>): Promise<Row | undefined> {
  return (await db.query<Row>('select * from event_store.home')).rows[0];
}

/** For messages. */
export const day = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

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
    await closeEvents(client);
    const { rows } = await client.query<{ any: boolean }>('select exists (select from event_store.events) as any');
    if (rows[0]?.any) {
      throw new ConfigError([
        `EVENTSTORE_URL names ${address}, and the events of this shop are in the database that DATABASE_URL names: copy them there first (\`npm run copy-store -- --to … --final\`), leave EVENTSTORE_URL out, or name a fresh database.`,
      ]);
    }
    await client.query("insert into event_store.home (state, address) values ('elsewhere', $1)", [address]);
  });
}

/** Waits for the table's lock: every append that began before is committed or fails. */
export async function closeEvents(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create trigger kept_elsewhere before insert on event_store.events for each statement execute function event_store.refuse_append();
    alter table event_store.events enable always trigger kept_elsewhere`);
}

export const locked = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inLockedTransaction(pool, 'home of the events', work);
