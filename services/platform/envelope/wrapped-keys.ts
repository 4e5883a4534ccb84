import type pg from 'pg';
import { ConfigError } from '../config.ts';
import type { OuterKeys } from './outer-keys.ts';
import type { KeyScope } from './seal.ts';
import { resealTables, resealWhere, type SealedTable } from './sealed-tables.ts';
import { nameOfKey } from './subject-keys.ts';

const KEYS: SealedTable = {
  table: 'subject_keys',
  key: ['subject', 'purpose'],
  column: 'key',
  nameOf: ({ subject = '', purpose }) => nameOfKey(subject, purpose as KeyScope),
};

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

/** Wraps the keys that an earlier release stored in clear. Several processes may do this at once. @returns their number */
export const wrapClearKeys = (pool: pg.Pool, outer: OuterKeys): Promise<number> => resealWhere(pool, outer, KEYS, 'outer_key is null');

/**
 * Wraps every key with the current outer key, and forgets the other outer keys. One that still seals a text in `tables`, because a
 * process wrote it meanwhile, stays: the shop does not start without it.
 * @returns the number of keys
 */
export async function rewrapKeys(pool: pg.Pool, outer: OuterKeys, tables: readonly Pick<SealedTable, 'table'>[] = []): Promise<number> {
  const clear = await wrapClearKeys(pool, outer);
  const others = await resealTables(pool, outer, [KEYS]);
  const unused = ['subject_keys', ...tables.map(({ table }) => table)].map(
    (table) => `not exists (select from ${table} where outer_key = outer_keys.id)`,
  );
  await pool.query(`delete from outer_keys where id <> $1 and ${unused.join(' and ')}`, [outer.current]);
  return clear + others;
}
