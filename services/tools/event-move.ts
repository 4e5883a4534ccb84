import { ConfigError } from '@nordhaut/platform/config';
import { asPosition, type Position, type StreamName } from '@nordhaut/platform/event-store';
import { addressOf, closeEvents, day, locationOf, locked } from '@nordhaut/platform/event-store/event-location';
import type pg from 'pg';

type LastEvent = { stream: StreamName; revision: number; id: string };

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
    await closeEvents(client);
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
