import type pg from 'pg';
import type { OuterKeys } from './outer-keys.ts';

/** A column with texts under an outer key. The column `outer_key` of the same row names that key; both are null where there is no text. */
export type SealedTable = {
  table: string;
  /** the columns of the primary key */
  key: readonly string[];
  /** bytea; default `sealed` */
  column?: string;
  /** The additional data with which a row's text is sealed. The keys are the columns of `key`, as text. */
  nameOf: (row: Readonly<Record<string, string>>) => string;
};

type Row = Record<string, string> & { found_text: Buffer; outer_key: string };

const STEP = 500;

/**
 * Seals the texts of older outer keys again with the current one, so that nothing needs an older key. A row that was deleted or
 * written meanwhile stays as it is. A text whose key this process lacks cannot be read by anybody and stays, too.
 * @returns the number of texts
 */
export async function resealTables(pool: Pick<pg.Pool, 'query'>, outer: OuterKeys, tables: readonly SealedTable[]): Promise<number> {
  const older = outer.ids.filter((id) => id !== outer.current);
  let sealed = 0;
  for (const { table, key, column = 'sealed', nameOf } of older.length === 0 ? [] : tables) {
    const names = key.map((name) => `${name}::text as ${name}`).join(', ');
    const find = `select ${names}, ${column} as found_text, outer_key from ${table} where outer_key = any($1::text[]) limit ${STEP}`;
    const isRow = key.map((name, index) => `${name} = $${index + 4}`).join(' and ');
    const replace = `update ${table} set ${column} = $1, outer_key = $2 where ${column} = $3 and ${isRow}`;
    for (let found = STEP; found === STEP; ) {
      const { rows } = await pool.query<Row>(find, [older]);
      for (const row of rows) {
        const name = nameOf(row);
        const text = outer.wrap(outer.unwrap(row.found_text, row.outer_key, name), name);
        const { rowCount } = await pool.query(replace, [text, outer.current, row.found_text, ...key.map((one) => row[one])]);
        sealed += rowCount ?? 0;
      }
      found = rows.length;
    }
  }
  return sealed;
}
