import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactsOfEnded, dueOrders, openForLong, ownersWithContact } from './due-orders.ts';
import { bareOrders, planOf, rowsOf } from './plans.fixture.ts';

/** With `DUE_PLAN_ORDERS=1000000` the same holds at a million: what the calendar reads does not grow with the orders that are kept. */
const ORDERS = Number(process.env['DUE_PLAN_ORDERS'] ?? 40_000);
const EACH = 4;
const DUE_GUESTS = 30;
const MOST_READ = 400;
const NOW = new Date('2027-06-01T00:00:00Z');
const table = { contactDays: 180, supportDays: 180, invoiceYears: 5 };
const DAY = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  await bareOrders(pool);
  // Members' orders of long ago whose contact is kept, and guests' orders: few are due, most were forgotten.
  await pool.query(
    `insert into orders (order_no, revision, member_id, over_at, touched_at, keeps_contact, keeps_support, keeps_invoice, state)
     select 'M' || n, 3, 'member' || n / ${EACH}, $1::timestamptz - interval '200 days' - n * interval '1 second', $1, true, false, false,
       json_build_object('filler', repeat('x', 500)) from generate_series(0, $2::int - 1) n`,
    [NOW, ORDERS],
  );
  await pool.query(
    `insert into orders (order_no, revision, over_at, touched_at, keeps_contact, keeps_support, keeps_invoice, state)
     select 'G' || n, 3, $1::timestamptz - interval '190 days', $1, n <= ${DUE_GUESTS}, false, false, json_build_object('filler', repeat('x', 500))
     from generate_series(1, $2::int) n`,
    [NOW, ORDERS / 4],
  );
  await pool.query('vacuum analyze orders');
});
afterAll(() => database.drop());

/** A page of accounts that ended: nearly all of them have no contact any more. */
const accounts = Array.from({ length: 1_000 }, (_, index) => ({
  memberId: index < 5 ? `member${index * 7}` : `gone${index}`,
  endedAt: new Date(NOW.getTime() - index * DAY).toISOString(),
}));

test("the contact of a guest's order is due by itself, and that of a member's order with the account", async () => {
  const due = await dueOrders(database.pool, NOW, table);
  expect(due).toHaveLength(DUE_GUESTS);
  expect(due.every(({ memberId, purposes }) => memberId === null && purposes[0] === 'contact')).toBe(true);
  const ofEnded = await contactsOfEnded(database.pool, NOW, table, accounts);
  expect(new Set(ofEnded.map(({ memberId }) => memberId))).toEqual(new Set(['member0', 'member7', 'member14', 'member21', 'member28']));
  expect(ofEnded).toHaveLength(5 * EACH);
  // The end of the account counts where it is later than the order's own time.
  expect(ofEnded.find(({ memberId }) => memberId === 'member0')?.at).toEqual(NOW);
  expect(ofEnded.find(({ memberId }) => memberId === 'member28')?.at).toEqual(new Date(NOW.getTime() - 4 * DAY));
});

test('pages have each order once', async () => {
  const seen: string[] = [];
  for (let last: Awaited<ReturnType<typeof contactsOfEnded>>[number] | undefined; ; ) {
    const page = await contactsOfEnded(database.pool, NOW, table, accounts, { limit: 7, last });
    seen.push(...page.map(({ orderNo }) => orderNo));
    last = page.at(-1);
    if (!last) break;
  }
  expect(seen).toHaveLength(5 * EACH);
  expect(new Set(seen).size).toBe(seen.length);
});

test('the owners are walked in pages, and one entry of the index is read of each', async () => {
  const first = await ownersWithContact(database.pool, { last: '', most: 3 });
  expect(first).toEqual(['member0', 'member1', 'member10']);
  expect(await ownersWithContact(database.pool, { last: 'member10', most: 2 })).toEqual(['member100', 'member1000']);
  const last = await ownersWithContact(database.pool, { last: 'member9998', most: 3 });
  expect(last).toEqual(['member9999']);
  const plan = await planOf(database.pool, (pool) => ownersWithContact(pool, { last: '', most: 1_000 }));
  expect(rowsOf(plan, (node) => node['Relation Name'] === 'orders')).toBeLessThanOrEqual(1_000);
});

test('the calendar reads no order of an account that is open, however many there are', async () => {
  expect(rowsOf(await planOf(database.pool, (pool) => dueOrders(pool, NOW, table, { limit: 100 })))).toBeLessThan(MOST_READ);
  expect(rowsOf(await planOf(database.pool, (pool) => contactsOfEnded(pool, NOW, table, accounts, { limit: 100 })))).toBeLessThan(
    MOST_READ,
  );
  expect(rowsOf(await planOf(database.pool, (pool) => openForLong(pool, NOW, table)))).toBeLessThan(MOST_READ);
});
