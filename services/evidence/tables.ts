import { inTransaction, type Migration } from '@nordhaut/platform/database';
import type { StreamName } from '@nordhaut/platform/event-store';
import type pg from 'pg';
import type { Hash } from './merkle.ts';

/**
 * Kept roots make the next checkpoint cheap. They are no evidence: a person who can write to the database can write them too.
 * `evidence_tree` names the last event of the complete tiles, and no position, so it stays valid when the events move to
 * another store.
 */
export const evidenceMigrations: readonly Migration[] = [
  {
    name: 'evidence/001-tree',
    expand: true,
    sql: `
      create table evidence_tree (
        only_one boolean primary key default true check (only_one),
        tiles bigint not null,
        stream text collate "C",
        revision integer,
        hash text
      );
      insert into evidence_tree (tiles) values (0);

      -- A row has the roots of up to 32 consecutive tiles, 32 bytes each: rows of one root would be three times as large.
      create table evidence_tiles (
        first bigint primary key,
        roots bytea not null
      );

      create table evidence_checkpoints (
        id bigint generated always as identity primary key,
        size bigint not null,
        note text not null,
        written_at timestamptz not null default now(),
        -- when it was sent to where the shop cannot write
        sent_at timestamptz
      );
      create index on evidence_checkpoints (sent_at) where sent_at is not null`,
  },
];

const ROW = 32;
const HASH_BYTES = 32;

export type LastEvent = { stream: StreamName; revision: number; hash: string };
/** `last`: the last event of the complete tiles. */
export type Kept = { tiles: Hash[]; last: LastEvent | undefined };

export async function loadTiles(pool: Pick<pg.Pool, 'query'>): Promise<Kept> {
  type Row = { tiles: bigint; stream: StreamName | null; revision: number | null; hash: string | null; roots: Buffer | null };
  // One statement: both tables as of one instant.
  const { rows } = await pool.query<Row>(
    `select tiles, stream, revision, hash, (select string_agg(roots, ''::bytea order by first) from evidence_tiles) as roots from evidence_tree`,
  );
  const [row] = rows;
  if (!row) throw new Error('evidence_tree has no row');
  const bytes = row.roots ?? Buffer.alloc(0);
  const tiles = Array.from({ length: bytes.length / HASH_BYTES }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
  if (tiles.length !== Number(row.tiles)) throw new Error(`the tree has ${row.tiles} tiles, and ${tiles.length} roots are kept`);
  const { stream, revision, hash } = row;
  return { tiles, last: stream === null || revision === null || hash === null ? undefined : { stream, revision, hash } };
}

/** Adds tiles after the first `before` ones. @returns false, and adds nothing, if another process has added some */
export async function addTiles(pool: pg.Pool, before: number, tiles: readonly Hash[], last: LastEvent): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('update evidence_tree set tiles = $2, stream = $3, revision = $4, hash = $5 where tiles = $1', [
      before,
      before + tiles.length,
      last.stream,
      last.revision,
      last.hash,
    ]);
    const [firsts, roots] = rowsOf(before, tiles);
    if (rowCount === 1)
      await client.query(
        'insert into evidence_tiles as kept (first, roots) select * from unnest($1::bigint[], $2::bytea[]) on conflict (first) do update set roots = kept.roots || excluded.roots',
        [firsts, roots],
      );
    return rowCount === 1;
  });
}

function rowsOf(before: number, tiles: readonly Hash[]): [firsts: number[], roots: Buffer[]] {
  const rows = new Map<number, Hash[]>();
  for (const [index, root] of tiles.entries()) {
    const first = before + index - ((before + index) % ROW);
    rows.set(first, [...(rows.get(first) ?? []), root]);
  }
  return [[...rows.keys()], [...rows.values()].map((roots) => Buffer.concat(roots))];
}

/** Keeps a checkpoint, unless the newest one has this size. */
export async function keepCheckpoint(pool: Pick<pg.Pool, 'query'>, size: number, note: string): Promise<void> {
  await pool.query(
    `insert into evidence_checkpoints (size, note) select $1, $2
     where $1 is distinct from (select size from evidence_checkpoints order by id desc limit 1)`,
    [size, note],
  );
}

export type KeptCheckpoint = { id: bigint; size: bigint; note: string; written_at: Date };

/** The newest checkpoint if none was sent within a day; undefined if none is due. */
export async function dueCheckpoint(pool: Pick<pg.Pool, 'query'>): Promise<KeptCheckpoint | undefined> {
  const { rows } = await pool.query<KeptCheckpoint & { sent_at: Date | null }>(
    `select id, size, note, written_at, sent_at from evidence_checkpoints
     where not exists (select from evidence_checkpoints where sent_at > now() - interval '1 day') order by id desc limit 1`,
  );
  return rows[0]?.sent_at === null ? rows[0] : undefined;
}

export async function markSent(pool: Pick<pg.Pool, 'query'>, { id }: KeptCheckpoint): Promise<void> {
  await pool.query('update evidence_checkpoints set sent_at = now() where id = $1', [id]);
}

/** Of the checkpoints that this database keeps; `size` is the number of events that it covers. */
export async function newestCheckpoint(pool: Pick<pg.Pool, 'query'>): Promise<{ size: number; writtenAt: Date } | undefined> {
  const { rows } = await pool.query<KeptCheckpoint>('select id, size, note, written_at from evidence_checkpoints order by id desc limit 1');
  return rows[0] && { size: Number(rows[0].size), writtenAt: rows[0].written_at };
}

/** The newest checkpoint that was sent to where the shop cannot write. */
export async function newestSent(pool: Pick<pg.Pool, 'query'>): Promise<{ note: string; sentAt: Date } | undefined> {
  const { rows } = await pool.query<{ note: string; sent_at: Date }>(
    'select note, sent_at from evidence_checkpoints where sent_at is not null order by sent_at desc limit 1',
  );
  return rows[0] && { note: rows[0].note, sentAt: rows[0].sent_at };
}

/** The newest checkpoint that this database keeps. */
export async function newestNote(pool: Pick<pg.Pool, 'query'>): Promise<{ note: string; at: Date } | undefined> {
  const { rows } = await pool.query<{ note: string; at: Date }>(
    'select note, written_at as at from evidence_checkpoints order by id desc limit 1',
  );
  return rows[0];
}
