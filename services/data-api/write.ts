import { randomUUID } from 'node:crypto';
import type { DataCondition, DataDeleteRequest, DataFields } from '@nordhaut/contracts';
import { createKysely } from '@nordhaut/platform/database';
import { type Caller, type DataTable, type Row, sql, type Writing } from '@nordhaut/platform/data-tables';
import { refuse, Rejected } from '@nordhaut/platform/http';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import { mayWriteColumn, readableColumns } from './access.ts';
import { audit, type AuditTables } from './audit.ts';
import { messages } from './messages.ts';
import { allOf, asksFor, selection } from './query.ts';
import { closed, malformed } from './refusals.ts';
import { valueOf } from './values.ts';

type Target = { table: DataTable; write: Writing };
type Call = { caller: Caller; commandId: string };
type Db = Kysely<AuditTables>;
const NO_JOINS: ReadonlySet<string> = new Set();

/** Writes of staff. Row and audit entry are one transaction (decisions.md 78). */
export function dataWriter(pool: pg.Pool) {
  const db: Db = createKysely<AuditTables>(pool);

  async function inTransaction<Result>(work: (trx: Transaction<AuditTables>) => Promise<Result>): Promise<Result> {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '23505') return refuse(409, 'ROW_EXISTS', messages.rowExists);
      // A rule of the database itself: a check, a missing value, a number that is too large.
      if (code !== undefined && /^(23|22)/.test(code)) return refuse(400, 'ROW_INVALID', messages.rowInvalid);
      throw error;
    }
  }

  /** Locks the rows, in the order of their keys. */
  async function locked(trx: Db, { table, write }: Target, { caller }: Call, conditions: readonly DataCondition[]): Promise<Row[]> {
    // Without values of the key, one wrong condition would change every row.
    if (!asksFor(table.key, conditions)) return closed();
    const columns = readableColumns(table, caller, NO_JOINS);
    const { rows } = await sql<Row>`select ${selection(columns)} from ${sql.table(write.table)} as t
      where ${allOf(columns, conditions)} order by ${sql.ref(`t.${table.key}`)} for update`.execute(trx);
    return rows.length === 0 ? refuse(404, 'ROW_NOT_FOUND', messages.rowNotFound) : rows;
  }

  /** @throws Rejected 409 where the row changed since the caller read it. A number and its text are the same version; anything else is none. */
  function expectVersion(row: Row, version: DataFields[string] | undefined): void {
    const seen = typeof version === 'number' ? String(version) : version;
    if (seen !== undefined && seen !== row['row_version']) refuse(409, 'ROW_CHANGED', messages.rowChanged);
  }

  const checked = (write: Writing, row: Row, before?: Row): [string, unknown][] => {
    const clean = write.check(row, before);
    if (clean === undefined) return refuse(400, 'ROW_INVALID', messages.rowInvalid);
    if (typeof clean === 'string') throw fault('ROW_INVALID', messages.rowInvalid, clean);
    return Object.entries(clean).filter(([name]) => write.columns.includes(name));
  };

  return {
    set: (target: Target, data: DataFields, call: Call): Promise<string[]> =>
      inTransaction(async (trx) => {
        const { table, write } = target;
        const row: Record<string, unknown> = {};
        for (const [name, value] of Object.entries(data)) row[name] = newValue(target, name, value, call);
        const values = checked(write, row);
        const added = Object.entries(write.adds?.(Object.fromEntries(values)) ?? {});
        const names = [...values, ...added].map(([name]) => sql.id(name));
        const cells = [...values.map(([, value]) => sql`${value}`), ...added.map(([, computed]) => computed)];
        const { rows } = await sql<{ key: unknown }>`insert into ${sql.table(write.table)} (${sql.join(names)})
          values (${sql.join(cells)}) returning ${sql.id(table.key)} as key`.execute(trx);
        const key = String(rows[0]?.key);
        await audit(trx, { ...call, table: table.name, verb: 'set', key, before: null, after: Object.fromEntries(values) });
        return [key];
      }),

    update: (target: Target, conditions: readonly DataCondition[], data: DataFields, call: Call): Promise<string[]> =>
      inTransaction(async (trx) => {
        const { table, write } = target;
        const { row_version: version, ...changes } = data;
        const entries = Object.entries(changes);
        if (entries.length === 0) return malformed();
        const isIncrement = entries.every(([, value]) => typeof value === 'object' && value !== null && 'increment' in value);
        if (version === undefined && !isIncrement) return malformed();
        const rows = await locked(trx, target, call, conditions);
        for (const before of rows) {
          expectVersion(before, version);
          const after: Record<string, unknown> = { ...before };
          for (const [name, value] of entries) after[name] = newValue(target, name, value, call, before);
          const values = checked(write, after, before).filter(([name]) => Object.hasOwn(changes, name) || write.stamps?.includes(name));
          const sets = values.map(([name, value]) => sql`${sql.id(name)} = ${value}`);
          if (write.counts !== undefined) sets.push(sql`${sql.id(write.counts)} = ${sql.id(write.counts)} + 1`);
          const key = before[table.key];
          await sql`update ${sql.table(write.table)} set ${sql.join(sets)} where ${sql.id(table.key)} = ${key}`.execute(trx);
          await audit(trx, { ...call, table: table.name, verb: 'update', key: String(key), before, after: Object.fromEntries(values) });
        }
        return rows.map((row) => String(row[table.key]));
      }),

    delete: (target: Target, { conditions, row_version: version }: DataDeleteRequest, call: Call): Promise<string[]> =>
      inTransaction(async (trx) => {
        const { table, write } = target;
        const rows = await locked(trx, target, call, conditions);
        for (const before of rows) {
          expectVersion(before, version);
          const key = before[table.key];
          await sql`delete from ${sql.table(write.table)} where ${sql.id(table.key)} = ${key}`.execute(trx);
          await audit(trx, { ...call, table: table.name, verb: 'delete', key: String(key), before, after: null });
        }
        return rows.map((row) => String(row[table.key]));
      }),
  };
}

/** A refusal that names its column, so that a form shows it there. */
const fault = (code: 'ROW_INVALID' | 'BAD_REQUEST', message: string, column: string): Rejected =>
  new Rejected({ status: 400, code, message, details: { column } });

/** @throws Rejected 400 that names the column */
function typed(name: string, read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof Rejected && error.rejection.code === 'BAD_REQUEST') throw fault('BAD_REQUEST', messages.malformed, name);
    throw error;
  }
}

/** @throws Rejected 403 for a column that the caller does not write here, 400 for a value that is none of its type */
function newValue({ table, write }: Target, name: string, value: DataFields[string], { caller }: Call, before?: Row): unknown {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (!column || !mayWriteColumn(write, name, caller)) return closed();
  if (typeof value !== 'object' || value === null) return typed(name, () => valueOf(column.type, value));
  if ('increment' in value) {
    if (!before || !write.increments?.includes(name)) return closed();
    return typed(name, () => valueOf('integer', Number(before[name]) + value.increment));
  }
  if (value.server === 'timestamp') return column.type === 'time' ? caller.now.toISOString() : malformed();
  return column.type === 'text' ? randomUUID() : malformed();
}
