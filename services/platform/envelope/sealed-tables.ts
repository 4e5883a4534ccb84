import pg from 'pg';
import { byteaArray } from '../database/binary-arrays.ts';
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

type Row = Record<string, string> & { place: string; found_text: Buffer; outer_key: string | null };

const STEP = 1_000;

/**
 * Seals the texts of older outer keys again with the current one, so that nothing needs an older key. A text whose key this
 * process lacks cannot be read by anybody and stays.
 * @returns the number of texts
 */
export async function resealTables(pool: Pick<pg.Pool, 'query'>, outer: OuterKeys, tables: readonly SealedTable[]): Promise<number> {
  const older = outer.ids.filter((id) => id !== outer.current).map((id) => pg.escapeLiteral(id));
  let sealed = 0;
  if (older.length > 0) for (const table of tables) sealed += await resealWhere(pool, outer, table, `outer_key in (${older.join(', ')})`);
  return sealed;
}

/** @param condition on `outer_key`; a text without one is in clear */
export async function resealWhere(
  pool: Pick<pg.Pool, 'query'>,
  outer: OuterKeys,
  { table, key, column = 'sealed', nameOf }: SealedTable,
  condition: string,
): Promise<number> {
  const find = (after: string): string => `
    select ${key.map((name) => `${name}::text as ${name}`).join(', ')}, ctid::text as place, ${column} as found_text, outer_key
    from ${table} where ${column} is not null and ${condition} ${after} order by ${key.map((name) => `${table}.${name}`).join(', ')} limit ${STEP}`;
  const next = find(`and (${key.join(', ')}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`);
  // By the place of the row, which is found without the types of the key's columns. A row that was written has another place.
  const replace = `
    update ${table} set ${column} = new.sealed, outer_key = $4
    from unnest($1::tid[], $2::bytea[], $3::bytea[]) as new (place, found, sealed)
    where ${table}.ctid = new.place and ${table}.${column} = new.found`;
  let sealed = 0;
  let missed = 0;
  for (let last: Row | undefined; ; ) {
    const { rows } = await pool.query<Row>(last ? next : find(''), last && key.map((name) => last?.[name]));
    last = rows.at(-1);
    if (!last) {
      // Rows that were written meanwhile still have an older key; those that were deleted are not found again.
      if (missed === 0) return sealed;
      missed = 0;
      continue;
    }
    const texts = rows.map((row) => {
      const name = nameOf(row);
      return outer.wrap(row.outer_key === null ? row.found_text : outer.unwrap(row.found_text, row.outer_key, name), name);
    });
    const found = byteaArray(rows.map((row) => row.found_text));
    const { rowCount } = await pool.query(replace, [rows.map(({ place }) => place), found, byteaArray(texts), outer.current]);
    sealed += rowCount ?? 0;
    missed += rows.length - (rowCount ?? 0);
  }
}
