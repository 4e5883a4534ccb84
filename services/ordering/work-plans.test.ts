import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareOrders, planOf, rowsOf } from './plans.fixture.ts';
import { workLists } from './work-lists.ts';

/** orders of the store, and how many of them are in each list; nearly all are older than `AFTER` */
const ORDERS = 60_000;
const LISTED = 10_000;
const RECENT = 100;
const AFTER = new Date('2026-09-01T00:00:00Z');
const BEFORE = new Date('2026-11-25T00:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  await bareOrders(pool);
  await pool.query(
    `insert into orders (order_no, placed_at, touched_at, payment_type, status_code, waits, waits_since, do_not_ship, moved_at, owed, state)
     select 'N' || n, at, at, 'COD', 'PAID', case when n % 6 = 0 then 'not-collected' end, case when n % 6 = 0 then at end,
       n % 6 in (1, 2), case when n % 6 = 1 then at end, 0,
       json_build_object('timeline', json_build_array(json_build_object('code', 'CANCELLED', 'at', at)), 'filler', repeat(md5(n::text), 100))
     from (select n, case when n <= $1 then $3::timestamptz - n * interval '1 minute' else $2::timestamptz - n * interval '10 minutes' end as at
           from generate_series(1, $4::int) n) orders`,
    [RECENT * 6, AFTER, BEFORE, ORDERS],
  );
  await pool.query('vacuum analyze orders');
});
afterAll(() => database.drop());

const range = { after: AFTER, before: BEFORE, limit: 500 };

test('a list that is done up to an instant reads what came after it', async () => {
  expect((await workLists(database.pool).waiting('not-collected', range)).length).toBe(RECENT);
  const plan = await planOf(database.pool, (pool) => workLists(pool).waiting('not-collected', range));
  expect(rowsOf(plan, (node) => node['Relation Name'] === 'orders')).toBeLessThanOrEqual(RECENT * 2);
});

test.each([true, false])(
  'of parcels that must not be sent (moved: %s), the timelines are read of what came after it alone',
  async (moved) => {
    expect((await workLists(database.pool).heldParcels({ ...range, moved })).length).toBe(RECENT);
    const plan = await planOf(database.pool, (pool) => workLists(pool).heldParcels({ ...range, moved }));
    expect(rowsOf(plan, (node) => node['Node Type'] === 'Function Scan')).toBeLessThanOrEqual(RECENT * 4);
    expect(rowsOf(plan, (node) => node['Relation Name'] === 'orders')).toBeLessThanOrEqual(LISTED * 2 + RECENT);
  },
);
