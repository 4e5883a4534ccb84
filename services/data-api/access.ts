import type { Caller, Column, DataTable, Verb, Writing } from '@nordhaut/platform/data-tables';
import { closed } from './refusals.ts';

export type Registry = ReadonlyMap<string, DataTable>;

export const registryOf = (tables: readonly DataTable[]): Registry => {
  const registry = new Map(tables.map((table) => [table.name, table]));
  if (registry.size !== tables.length) throw new Error('two tables of the data API have one name');
  return registry;
};

const mayRead = (table: DataTable, { kind, rights }: Caller): boolean =>
  table.rows[kind] !== undefined && (kind !== 'staff' || rights.includes('view'));

/** In a form each field is JSON text, so a name may have quotes (decisions.md 75). */
export const bareName = (name: string): string => /^"([^"\\]*)"$/.exec(name)?.[1] ?? name;

/** @throws Rejected 403 where the table is unknown or closed to the caller */
export function readableTable(registry: Registry, name: string, caller: Caller): DataTable {
  const table = registry.get(bareName(name));
  return table && mayRead(table, caller) ? table : closed();
}

/** @throws Rejected 403 where the table is unknown, or the caller may not write it in this way */
export function writableTable(registry: Registry, name: string, verb: Verb, caller: Caller) {
  const table = readableTable(registry, name, caller);
  const { write } = table;
  if (!write || caller.kind !== 'staff' || !caller.rights.includes(write.right) || !write.verbs.includes(verb)) return closed();
  return { table, write };
}

/** Whether the caller, who may write the table, may write this column of it. */
export const mayWriteColumn = ({ columns, needs = {} }: Writing, name: string, { rights }: Caller): boolean =>
  columns.includes(name) && (needs[name] === undefined || rights.includes(needs[name]));

/** The columns that a caller may read. Own names only: a prototype's names are no columns. */
export function readableColumns(table: DataTable, { kind }: Caller, joins: ReadonlySet<string>): Map<string, Column> {
  return new Map(
    Object.entries(table.columns).filter(
      ([, { read, join }]) => (read === undefined || read.includes(kind)) && (join === undefined || joins.has(join)),
    ),
  );
}

/** @throws Rejected 403 where the registry has no such join for this caller */
export function joinsOf(table: DataTable, { kind }: Caller, asked: readonly string[]): ReadonlySet<string> {
  const known = new Set(
    Object.values(table.columns).flatMap(({ join, read }) => (join && (read === undefined || read.includes(kind)) ? join : [])),
  );
  return asked.every((name) => known.has(name)) ? new Set(asked) : closed();
}
