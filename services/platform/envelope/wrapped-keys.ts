import pg from 'pg';
import { byteaArray, textArray } from '../database/binary-arrays.ts';
import { ConfigError } from '../config.ts';
import type { OuterKeys } from './outer-keys.ts';
import type { KeyScope } from './seal.ts';
import type { SealedTable } from './sealed-tables.ts';
import { nameOfKey } from './subject-keys.ts';

const STEP = 1_000;

/**
 * Checks that this process has every outer key that the database needs, and registers the one that wraps.
 * @throws ConfigError if one is missing, or if an id names another key than before
 */
export async function checkOuterKeys(pool: pg.Pool, outer: OuterKeys): Promise<void> {
  await refuseOthers(pool, outer);
  const own = [outer.current, outer.fingerprint(outer.current)];
  await pool.query('insert into outer_keys (id, fingerprint) values ($1, $2) on conflict do nothing', own);
  // Another process may have registered another key under this id meanwhile.
  await refuseOthers(pool, outer);
}

async function refuseOthers(pool: pg.Pool, outer: OuterKeys): Promise<void> {
  const { rows } = await pool.query<{ id: string; fingerprint: Buffer }>('select id, fingerprint from outer_keys order by id');
  const sentences = rows.flatMap(({ id, fingerprint }) => {
    if (!outer.ids.includes(id)) return [`PERSONAL_DATA_KEYS lacks the key ${id}, which encrypts keys in this database.`];
    return fingerprint.equals(outer.fingerprint(id)) ? [] : [`PERSONAL_DATA_KEYS has another key ${id} than this database.`];
  });
  if (sentences.length > 0) throw new ConfigError(sentences);
}

type Row = { subject: string; purpose: KeyScope; key: Buffer; outer_key: string | null };

/** Wraps the keys that an earlier release stored in clear. Several processes may do this at once. @returns their number */
export const wrapClearKeys = (pool: pg.Pool, outer: OuterKeys): Promise<number> => wrapWhere(pool, outer, 'outer_key is null');

/**
 * Wraps every key with the current outer key, and forgets the other outer keys. One that still seals a text in `tables`, because a
 * process wrote it meanwhile, stays: the shop does not start without it.
 * @returns the number of keys
 */
export async function rewrapKeys(pool: pg.Pool, outer: OuterKeys, tables: readonly Pick<SealedTable, 'table'>[] = []): Promise<number> {
  const clear = await wrapClearKeys(pool, outer);
  const others = await wrapWhere(pool, outer, `outer_key <> ${pg.escapeLiteral(outer.current)}`);
  const unused = ['subject_keys', ...tables.map(({ table }) => table)].map(
    (table) => `not exists (select from ${table} where outer_key = outer_keys.id)`,
  );
  await pool.query(`delete from outer_keys where id <> $1 and ${unused.join(' and ')}`, [outer.current]);
  return clear + others;
}

async function wrapWhere(pool: pg.Pool, outer: OuterKeys, condition: string): Promise<number> {
  let wrapped = 0;
  for (let last = { subject: '', purpose: '' }; ; ) {
    const { rows } = await pool.query<Row>(
      `select subject, purpose, key, outer_key from subject_keys
       where key is not null and ${condition} and (subject, purpose) > ($1, $2) order by subject, purpose limit ${STEP}`,
      [last.subject, last.purpose],
    );
    wrapped += await wrapAll(pool, outer, rows);
    const end = rows.at(-1);
    if (!end || rows.length < STEP) return wrapped;
    last = end;
  }
}

/** A key that was destroyed or wrapped meanwhile does not match any more and stays as it is. */
async function wrapAll(pool: pg.Pool, outer: OuterKeys, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0;
  const wrapped = rows.map(({ subject, purpose, key, outer_key }) => {
    const name = nameOfKey(subject, purpose);
    return outer.wrap(outer_key === null ? key : outer.unwrap(key, outer_key, name), name);
  });
  const { rowCount } = await pool.query(
    `update subject_keys held set key = new.wrapped, outer_key = $5
     from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) as new (subject, purpose, key, wrapped)
     where held.subject = new.subject and held.purpose = new.purpose and held.key = new.key`,
    [
      textArray(rows.map(({ subject }) => subject)),
      textArray(rows.map(({ purpose }) => purpose)),
      byteaArray(rows.map(({ key }) => key)),
      byteaArray(wrapped),
      outer.current,
    ],
  );
  return rowCount ?? 0;
}
