import { hash } from 'node:crypto';
import type pg from 'pg';
import { textArray } from '../database/binary-arrays.ts';
import { asEvent, type DecodedEvent } from '../envelope/index.ts';
import type { DomainEvent } from '../event-store/decider.ts';
import type { Projection, Tx } from './projection.ts';

/** Column → value as the driver returns it: `timestamptz` a Date, `int8` a bigint, `jsonb` a plain value. */
export type Row = Record<string, unknown>;

/** `E`: the events that the filter selects. */
export type RowFold<R extends Row, E extends DomainEvent> = Omit<Projection, 'key' | 'fold' | 'partition'> & {
  /** the text column that identifies a row; it must be the table's primary key */
  key: keyof R & string;
  /** The row that an event concerns; undefined where it concerns none. */
  keyOf: (event: DecodedEvent<E>) => string | undefined;
  /** Pure. Returns the row after the event with every column, or undefined to delete the row. */
  apply: (row: R | undefined, event: DecodedEvent<E>) => R | undefined;
};

/**
 * A projection where each event concerns one row. It reads the rows that a batch concerns, folds in memory and writes the
 * rows: two or three statements for a batch of any size.
 */
export function rowProjection<R extends Row, E extends DomainEvent = DomainEvent>({
  key,
  keyOf,
  apply,
  ...projection
}: RowFold<R, E>): Projection {
  return {
    ...projection,
    key,
    partition: (event) => keyOf(asEvent<E>(event)),
    async fold(tx, table, events) {
      const keyed: { id: string; event: DecodedEvent<E> }[] = [];
      for (const event of events.map(asEvent<E>)) {
        const id = keyOf(event);
        if (id !== undefined) keyed.push({ id, event });
      }
      if (keyed.length === 0) return;
      const { rows, types } = await loadRows<R>(tx, table, key, [...new Set(keyed.map(({ id }) => id))]);
      const before = new Map(rows);
      for (const { id, event } of keyed) {
        const row = apply(rows.get(id), event);
        if (row) rows.set(id, row);
        else rows.delete(id);
      }
      await upsertRows(
        tx,
        table,
        key,
        [...rows].filter(([id, row]) => before.get(id) !== row).map(([, row]) => row),
        types,
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

/** The rows with these keys, and the types of the table's columns, which the same result contains. */
async function loadRows<R extends Row>(
  tx: Tx,
  table: string,
  key: keyof R & string,
  ids: readonly string[],
): Promise<{ rows: Map<string, R>; types: ColumnTypes }> {
  const { rows, fields } = await tx.query<R>(statement(table, `select * from ${table} where ${key} = any($1::text[])`, [textArray(ids)]));
  const types = new Map(fields.map(({ name, dataTypeID }) => [name, TYPES[dataTypeID]]));
  return { rows: new Map(rows.map((row) => [row[key] as string, row])), types };
}

/** Column → the name of its type; undefined where `TYPES` lacks it: then the server refuses the statement. */
type ColumnTypes = ReadonlyMap<string, string | undefined>;
const TYPES: Record<number, string> = {
  16: 'boolean',
  20: 'bigint',
  23: 'integer',
  25: 'text',
  114: 'json',
  1009: 'text[]',
  1184: 'timestamptz',
  3802: 'jsonb',
};

/**
 * Inserts or replaces rows in one statement; all rows must have the same columns. Each column is sent as an array, which costs
 * Postgres little more than half of one JSON text. Nested values are cheapest in columns of type `json`, which store the text
 * unchanged.
 */
async function upsertRows(tx: Tx, table: string, key: string, rows: readonly Row[], types: ColumnTypes): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const updates = columns.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`);
  const text = `insert into ${table} (${columns.join(', ')})
     select ${columns.map((column) => `${column}::${types.get(column)}`).join(', ')}
     from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as r (${columns.join(', ')})
     on conflict (${key}) do ${updates.length > 0 ? `update set ${updates.join(', ')}` : 'nothing'}`;
  const values = columns.map((column) => textArray(rows.map((row) => asText(row[column], types.get(column)))));
  await tx.query(statement(table, text, values));
}

/** A prepared statement, except for the table of a build, whose name only that build uses. */
function statement(table: string, text: string, values: unknown[]): pg.QueryConfig {
  return BUILD_TABLE.test(table) ? { text, values } : { name: `fold ${hash('sha1', text)}`, text, values };
}
const BUILD_TABLE = /_b[0-9a-f]{8}$/;

function asText(value: unknown, type: string | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (type === 'json' || type === 'jsonb') return JSON.stringify(value);
  if (type === 'text[]') return `{${(value as string[]).map((one) => `"${one.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return value instanceof Date ? value.toISOString() : JSON.stringify(value);
  return String(value as number | bigint | boolean);
}

async function deleteRows(tx: Tx, table: string, key: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query(statement(table, `delete from ${table} where ${key} = any($1::text[])`, [textArray(ids)]));
}
