import { DATA_BOUNDS, type DataCondition, type DataGetRequest, type DataOperator } from '@nordhaut/contracts';
import { type Caller, type Column, type DataTable, type RawBuilder, sql } from '@nordhaut/platform/data-tables';
import { joinsOf, readableColumns } from './access.ts';
import { closed, malformed } from './refusals.ts';
import { bound } from './values.ts';

type Columns = ReadonlyMap<string, Column>;

const OPERATORS: Record<Exclude<DataOperator, 'in'>, RawBuilder<unknown>> = {
  '==': sql`=`,
  '!=': sql`is distinct from`,
  '>': sql`>`,
  '<': sql`<`,
  '>=': sql`>=`,
  '<=': sql`<=`,
};

/** Column and table names come from the registry, never from a request. */
export const expression = (name: string, { sql: own }: Column): RawBuilder<unknown> => own ?? sql.ref(`t.${name}`);

/**
 * The database compares texts by its collation. By code point, every installation gives the same answer, and a page that
 * asks for what follows its last row skips none.
 */
const collationOf = ({ type }: Column): RawBuilder<unknown> => (type === 'text' || type === 'day' ? sql` collate "C"` : sql``);

function condition(columns: Columns, { property, operator, value }: DataCondition): RawBuilder<unknown> {
  const column = columns.get(property);
  if (!column || column.type === 'json' || (column.ask === 'equality' && operator !== '==')) return closed();
  const left = expression(property, column);
  if (operator === 'in') {
    if (!Array.isArray(value)) return malformed();
    if (value.length === 0) return sql`false`;
    return sql`${left} in (${sql.join(value.map((one) => bound(column.type, one)))})`;
  }
  if (Array.isArray(value)) return malformed();
  if (value === null && operator === '==') return sql`${left} is null`;
  const collation = operator === '==' || operator === '!=' ? sql`` : collationOf(column);
  return sql`${left}${collation} ${OPERATORS[operator]} ${bound(column.type, value)}`;
}

export const allOf = (columns: Columns, conditions: readonly DataCondition[]): RawBuilder<unknown> =>
  conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((one) => sql`(${condition(columns, one)})`),
        sql` and `,
      );

/** Whether some condition asks for values of a column, and so cannot hold for every row. */
export const asksFor = (property: string, conditions: readonly DataCondition[]): boolean =>
  conditions.some((one) => one.property === property && one.value !== null && (one.operator === '==' || one.operator === 'in'));

/** The columns in the form of the answer. */
export const selection = (columns: Columns): RawBuilder<unknown> =>
  sql.join([...columns].map(([name, column]) => sql`${expression(name, column)} as ${sql.id(name)}`));

/** One more row than an answer holds, which shows whether there are more. @throws Rejected 400, 403 */
export async function readQuery(table: DataTable, caller: Caller, asked: DataGetRequest): Promise<RawBuilder<Record<string, unknown>>> {
  const { conditions = [], orderBy = [], joins = [] } = asked;
  const must = table.must?.[caller.kind];
  if (must !== undefined && !conditions.some(({ property, operator }) => property === must && operator === '==')) return closed();
  const columns = readableColumns(table, caller, joinsOf(table, caller, joins));
  const rule = table.rows[caller.kind]?.(caller) ?? closed();
  const where = allOf(columns, conditions);
  const orders = orderBy.map(({ property, direction }) => {
    const column = columns.get(property);
    if (!column || column.type === 'json' || column.ask === 'equality') return closed();
    return sql`${expression(property, column)}${collationOf(column)} ${direction === 'desc' ? sql`desc` : sql`asc`}`;
  });
  const key = table.columns[table.key];
  const order = sql.join([...orders, ...(key ? [expression(table.key, key)] : [])]);
  const from = typeof table.from === 'function' ? await table.from(caller) : table.from;
  return sql`select ${selection(columns)} from ${from} where (${rule}) and (${where}) order by ${order} limit ${DATA_BOUNDS.rows + 1}`;
}
