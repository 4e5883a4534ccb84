import type pg from 'pg';
import { ordersProjection } from './projections/orders.ts';

/** The read model `orders`. A query of a test reads few of its columns, so the others may stay empty. */
export async function bareOrders(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(ordersProjection.createTable('orders'));
  await pool.query(`do $$ declare column_name text; begin
    for column_name in select attname from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 and attnotnull and attname <> 'order_no'
    loop execute format('alter table orders alter column %I drop not null', column_name); end loop; end $$`);
}

export type PlanNode = {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
};

/** The plan of the last query that `ask` makes, as it ran. `ask` gets no rows. */
export async function planOf(pool: Pick<pg.Pool, 'query'>, ask: (explained: never) => Promise<unknown>): Promise<PlanNode> {
  let plan: PlanNode | undefined;
  const explained = {
    async query(text: string, values: unknown[]) {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${text}`, values);
      plan = rows[0]?.['QUERY PLAN'][0].Plan;
      return { rows: [] };
    },
  };
  await ask(explained as never);
  if (!plan) throw new Error('nothing was asked');
  return plan;
}

/** Rows that the nodes which count gave and removed. Without `counts`: those that were read of tables. */
export const rowsOf = (node: PlanNode, counts = (one: PlanNode): boolean => one['Relation Name'] !== undefined): number =>
  (counts(node) ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan, counts), 0);
