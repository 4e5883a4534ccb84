import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareOrders, planOf, rowsOf } from './plans.fixture.ts';
import { orderKeysProjection } from './projections/order-keys.ts';
import { HASHED } from './search-keys.ts';
import { orderSearch } from './search.ts';

/** With `SEARCH_PLAN_ORDERS=1000000` the same holds at a million: what a search reads does not grow with the orders. */
const ORDERS = Number(process.env['SEARCH_PLAN_ORDERS'] ?? 20_000);
const BATCH = 20_000;
const MOST_READ = 1_200;
const MEMBERS = ORDERS / 20;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  await bareOrders(pool);
  await pool.query(orderKeysProjection.createTable('order_keys'));
  const number = 'upper(substr(md5(n::text), 1, 16))';
  for (let first = 1; first <= ORDERS; first += BATCH) {
    const some = `generate_series(${first}, ${Math.min(first + BATCH - 1, ORDERS)}) n`;
    await pool.query(`insert into orders (order_no, placed_at, status_code, payment_type, state, total, owed, parcel_stage)
      select ${number}, now() - n * interval '1 minute', 'PAID', 'COD', json_build_object('filler', repeat('x', 500)), n % 5000, 0, 'delivered'
      from ${some}`);
    const keys = [
      "'member-' || n % " + MEMBERS,
      `'${HASHED}' || n`,
      `'${HASHED}phone-end/' || lpad((n % 1000)::text, 3, '0')`,
      `'${HASHED}store/' || n / 100`,
    ];
    await pool.query(`insert into order_keys select ${number}, array[${keys.join(', ')}] from ${some}`);
  }
  for (const table of ['orders', 'order_keys']) await pool.query(`vacuum analyze ${table}`);
});
afterAll(async () => {
  await database.drop();
});

test.each([
  ['the number', { text: 'C4CA4238A0B92382' }],
  ['a beginning', { text: 'C4CA42' }],
  ['a short beginning', { text: 'C' }],
  ['the member', { text: 'member-7' }],
  ['what no order has', { text: 'nobody@example.com' }],
  ['a status that no order has', { text: '', status: 'RETURN' }],
  ['a parcel state that no order has', { text: '', parcel: 'problem' as const }],
  ['a parcel state that all orders have', { text: '', parcel: 'delivered' as const }],
  ['amounts that no order has', { text: '', amountFrom: 9_000_000, amountTo: 9_999_999 }],
  ['a wide range of amounts', { text: '', amountFrom: 500, amountTo: 4_000 }],
  ['a narrow range of amounts', { text: '', amountFrom: 3_000, amountTo: 3_001 }],
  ['a store and the end of a phone', { text: '', pickup: { store: '7', phoneEnd: '712' } }],
  ['a store and a name', { text: 'nobody', pickup: { store: '7', phoneEnd: '712' } }],
  ['nothing', { text: '' }],
])('a search by %s reads few orders, however many there are', async (_, asked) => {
  const plan = await planOf(database.pool, (pool) => orderSearch(pool, (value) => value)(asked));
  expect(rowsOf(plan)).toBeLessThan(MOST_READ);
});
