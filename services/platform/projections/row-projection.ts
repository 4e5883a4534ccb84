import type { DecodedEvent } from '../envelope/index.ts';
import type { Projection, Tx } from './projection.ts';

/** Column → value, as the driver gives it: `timestamptz` a Date, `int8` a bigint, `jsonb` a plain value. */
export type Row = Record<string, unknown>;

export type RowFold<R extends Row> = Omit<Projection, 'key' | 'fold' | 'partition'> & {
  /** the text column that names a row; it must be the table's primary key */
  key: keyof R & string;
  /** The row that an event concerns; undefined: none, the event is passed over. */
  keyOf: (event: DecodedEvent) => string | undefined;
  /** Pure. Gets the row so far and gives the row after the event: every column, or undefined where there is to be no row. */
  apply: (row: R | undefined, event: DecodedEvent) => R | undefined;
};

/**
 * A projection where each event concerns one row: reads the rows that a batch touches, folds in memory, writes them
 * back: two or three statements for a batch of any size.
 */
export function rowProjection<R extends Row>({ key, keyOf, apply, ...projection }: RowFold<R>): Projection {
  return {
    ...projection,
    key: [key],
    partition: keyOf,
    async fold(tx, table, events) {
      const keyed: { id: string; event: DecodedEvent }[] = [];
      for (const event of events) {
        const id = keyOf(event);
        if (id !== undefined) keyed.push({ id, event });
      }
      if (keyed.length === 0) return;
      const rows = await loadRows<R>(tx, table, key, [...new Set(keyed.map(({ id }) => id))]);
      const before = new Map(rows);
      for (const { id, event } of keyed) {
        const row = apply(rows.get(id), event);
        if (row) rows.set(id, row);
        else rows.delete(id);
      }
      await upsertRows(
        tx,
        table,
        [key],
        [...rows].filter(([id, row]) => before.get(id) !== row).map(([, row]) => row),
      );
      await deleteRows(
        tx,
        table,
        key,
        [...before.keys()].filter((id) => !rows.has(id)),
      );
    },
  };
}

export async function loadRows<R extends Row>(
  tx: Tx,
  table: string,
  key: keyof R & string,
  ids: readonly string[],
): Promise<Map<string, R>> {
  const { rows } = await tx.query<R>(`select * from ${table} where ${key} = any($1)`, [ids]);
  return new Map(rows.map((row) => [row[key] as string, row]));
}

/**
 * Inserts rows or replaces those that are there, in one statement; all rows must have the same columns. The rows go
 * over as one JSON text, which the table's own row type takes apart again. Nested values are cheapest in columns of
 * type `json`: they stay the text they came as.
 */
export async function upsertRows(tx: Tx, table: string, key: readonly string[], rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const updates = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  await tx.query(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1)
     on conflict (${key.join(', ')}) do ${updates.length > 0 ? `update set ${updates.join(', ')}` : 'nothing'}`,
    [JSON.stringify(rows.map(withoutBigints))],
  );
}

export async function deleteRows(tx: Tx, table: string, key: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query(`delete from ${table} where ${key} = any($1)`, [ids]);
}

/** Values of columns only: a replacer would be asked about every nested value as well, which costs more than the writing. */
const withoutBigints = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, typeof value === 'bigint' ? value.toString() : value]));
