import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { couponBook } from './coupon-book.ts';
import { readDefinition } from './coupon-definition.ts';
import { couponsProjection } from './projections/coupons.ts';

let database: TestDatabase;
let book: ReturnType<typeof couponBook>;
/** rows of each statement that the book made */
let answers: number[];
let position = 0;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(couponsProjection.createTable('coupons'));
});
beforeEach(async () => {
  answers = [];
  await database.pool.query('truncate coupons');
  await define(1, 'A');
  const pool = {
    async query(asked: { text: string; values?: unknown[] }) {
      const answer = await database.pool.query(asked);
      answers.push(answer.rows.length);
      return answer;
    },
  };
  book = couponBook(pool as never, (error) => {
    throw error;
  });
});
afterEach(() => {
  book.close();
  vi.useRealTimers();
});
afterAll(() => database.drop());

async function define(id: number, uid: string, left: number | null = null): Promise<void> {
  const fields = { coupon_name: '折十元', coupon_type: 'DISCOUNT', coupon_scope: 'SYSTEM', coupon_formula: 'x - 10' };
  const read = readDefinition({ coupon_id: id, coupon_uid: uid, ...fields });
  await database.pool.query(
    `insert into coupons (coupon_id, uid, reserved, redeemed, left_over, position, definition, holders) values ($1, $2, 0, 0, $3, $4, $5, '[]')
     on conflict (coupon_id) do update set left_over = excluded.left_over, position = excluded.position, definition = excluded.definition`,
    [String(id), uid, left, ++position, JSON.stringify(read.ok && read.definition)],
  );
}
const uids = async (): Promise<string[]> => (await book.read()).coupons.map(({ uid }) => uid);

test("the first price of a process has the shop's coupons, and the next ones ask for nothing", async () => {
  expect((await book.known()).coupons).toMatchObject([{ uid: 'A' }]);
  const asked = answers.length;
  expect((await book.known()).coupons).toHaveLength(1);
  expect(answers).toHaveLength(asked);
});

test('the coupons are read anew in the background', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await book.known();
  const asked = answers.length;
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(asked));
});

test('a look reads one row while nothing changes, and of a change the definitions of the changed coupons alone', async () => {
  for (let id = 2; id <= 300; id++) await define(id, `C${id}`);
  expect(await uids()).toHaveLength(300);
  answers = [];
  expect(await uids()).toHaveLength(300);
  expect(answers).toEqual([1]);

  const before = (await book.read()).coupons;
  await define(7, 'C7', 20);
  await define(8, 'NEW');
  answers = [];
  const after = await book.read();
  expect(after.left).toEqual(new Map([[7, 20]]));
  expect(after.coupons.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => (uid === 'C8' ? 'NEW' : uid)));
  expect(answers).toEqual([1, 300, 2]);

  await database.pool.query(`update coupons set ended_at = now(), position = $1 where coupon_id = '9'`, [++position]);
  expect(await uids()).not.toContain('C9');
  expect(await uids()).toHaveLength(299);
});

test('a rebuild replaces the table by one with other rows at the same positions', async () => {
  expect(await uids()).toEqual(['A']);
  await database.pool.query('alter table coupons rename to coupons_before');
  try {
    await database.pool.query(couponsProjection.createTable('coupons'));
    position--;
    await define(1, 'REBUILT');
    expect(await uids()).toEqual(['REBUILT']);
  } finally {
    await database.pool.query('drop table coupons_before');
  }
});

test('a coupon that changes with an earlier event than another one is read too', async () => {
  await define(2, 'B');
  expect(await uids()).toEqual(['A', 'B']);
  position = 1;
  await database.pool.query('update coupons set position = 100 where coupon_id = $1', ['2']);
  expect(await uids()).toEqual(['A', 'B']);
  await define(1, 'CHANGED');
  expect(await uids()).toEqual(['CHANGED', 'B']);
});
