import { DATA_BOUNDS } from '@nordhaut/contracts';
import { type Column, type DataTable, READERS, type Reader } from '@nordhaut/platform/data-tables';
import type { Registry } from './access.ts';

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The conditions that a column takes. */
function operatorsOf({ type, ask }: Column): string {
  if (type === 'json') return 'none';
  return ask === 'equality' ? '`==`' : '`==`, `!=`, `>`, `<`, `>=`, `<=`, `in`';
}

const readersOf = (table: DataTable): Reader[] => READERS.filter((reader) => table.rows[reader] !== undefined);

function column(table: DataTable, [name, one]: [string, Column]): string {
  const readers = readersOf(table).filter((reader) => one.read === undefined || one.read.includes(reader));
  return `| \`${name}\` | ${one.type} | ${readers.join(', ')} | ${operatorsOf(one)} | ${one.join === undefined ? '' : `\`${one.join}\``} |`;
}

function writes({ write, command }: DataTable): string {
  if (command !== undefined) return command;
  if (!write) return 'Nobody writes it here.';
  const increments = write.increments === undefined ? '' : ` Columns that may be increased: ${list(write.increments)}.`;
  const needs = Object.entries(write.needs ?? {}).map(([name, right]) => ` \`${name}\` needs the right \`${right}\` as well.`);
  return `Staff with the right \`${write.right}\`: ${list(write.verbs)}. Columns: ${list(write.columns)}.${needs.join('')}${increments}`;
}

function section(table: DataTable): string {
  const must = Object.entries(table.must ?? {}).map(([reader, name]) => `A ${reader} has to ask for \`${name}\` by \`==\`.`);
  return [
    `### ${table.name}`,
    [table.about, `Key: \`${table.key}\`.`, ...must, writes(table)].join(' '),
    [
      '| Column | Type | Read by | Operators | Join |',
      '|---|---|---|---|---|',
      ...Object.entries(table.columns).map((one) => column(table, one)),
    ].join('\n'),
  ].join('\n\n');
}

/** The registry as Markdown, for the reference page. */
export const describeTables = (registry: Registry): string =>
  [
    `At most ${DATA_BOUNDS.rows} rows, ${DATA_BOUNDS.conditions} conditions and ${DATA_BOUNDS.values} values. Every field of a form is JSON text.`,
    ...[...registry.values()].map(section),
  ].join('\n\n');
