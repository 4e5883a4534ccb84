import { createKysely } from '@nordhaut/platform/database';
import { oneConnection, readRows } from '@nordhaut/platform/database/testing';
import { type DataTable, sql } from '@nordhaut/platform/data-tables';
import { expect, it } from 'vitest';
import { groupOrderTable, returnOrderTable } from './data-tables.ts';
import { bareOrders } from './plans.fixture.ts';

it('reads the group orders and the returns of all members by an index, however many other orders there are', async () => {
  await using pool = await oneConnection([]);
  await bareOrders(pool);
  await pool.query(
    `insert into orders (order_no, member_id, placed_at, total, status_code, has_return, is_group, state)
     select 'O' || lpad(nth::text, 6, '0'), 'M' || nth % 900, now(), 100, 'PLACED', nth % 400 = 0, nth % 500 = 0, json_build_object(
       'return', case when nth % 400 = 0 then json_build_object('requestedAt', now()) end, 'returnState', null,
       'terms', case when nth % 500 = 0 then json_build_object('group', json_build_object('projectId', 7), 'lines', json_build_array()) else '{}' end)
     from generate_series(1, 4000) nth`,
  );
  await pool.query('analyze orders');
  const read = async ({ from, key }: Pick<DataTable, 'from' | 'key'>, newest: string) => {
    if (typeof from === 'function') throw new Error('the table depends on its reader');
    const before = await readRows(pool, 'orders');
    let found = 0;
    for (const order of [sql`${sql.ref(`t.${key}`)}`, sql`${sql.ref(`t.${newest}`)} desc`])
      found += (await sql`select * from ${from} order by ${order} limit 501`.execute(createKysely(pool))).rows.length;
    return { found, read: (await readRows(pool, 'orders')) - before };
  };
  const returns = await read(returnOrderTable, 'return_order_create_at');
  expect(returns.found).toBe(20);
  expect(returns.read).toBeLessThan(40);
  const groups = await read(groupOrderTable, 'group_order_create_at');
  expect(groups.found).toBe(16);
  expect(groups.read).toBeLessThan(40);
});
