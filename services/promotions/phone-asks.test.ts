import { createSecretKey } from 'node:crypto';
import { oneConnection, readWithoutIndex, testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { phoneAskMigrations, type PhoneAsks, phoneAsks } from './phone-asks.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T01:30:00Z');

let now: number;
let database: TestDatabase;
let asks: PhoneAsks;
const asksBy = (factor: number, pool = database.pool): PhoneAsks =>
  phoneAsks({
    pool,
    key: createSecretKey(Buffer.alloc(32, 7)),
    clock: () => new Date(now),
    factor,
    isConfirmed: (memberId) => Promise.resolve(memberId.startsWith('confirmed')),
  });
beforeAll(async () => {
  database = await testDatabase(phoneAskMigrations);
  asks = asksBy(1);
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = START;
  await database.pool.query('truncate phone_asks');
});

/** The n-th number with this ending. */
const number = (n: number, ending = '678'): string => `+8869${String(n).padStart(5, '0')}${ending}`;
const endingOf = (n: number): string => String(n).padStart(3, '0');
/** A network of its own for each number. */
const elsewhere = (n: number): string => `198.51.${n >> 8}.${n & 255}`;
/** Each address is another browser. */
const allow = (e164: string, address: string, memberId: string | null = null, asker = address): Promise<boolean> =>
  asks.allow({ e164, address, memberId, asker });
const allowedOf = async (asked: readonly Promise<boolean>[]): Promise<number> => (await Promise.all(asked)).filter(Boolean).length;
const times = (n: number, ask: (n: number) => Promise<boolean>): Promise<number> =>
  allowedOf(Array.from({ length: n }, (_, index) => ask(index)));

test('guests ask about fifteen numbers of one ending in a day, from any networks, also at once', async () => {
  expect(await times(60, (n) => allow(number(n), elsewhere(n)))).toBe(15);
  expect(await allow(number(0, '679'), elsewhere(0))).toBe(true);
  now += 24 * HOUR;
  expect(await allow(number(99), elsewhere(99))).toBe(true);
});

test.each([
  ['an IPv4 address', () => '203.0.113.7'],
  ['the networks of an IPv6 /48', (n: number) => `2001:db8:7:${n.toString(16)}::1`],
])('%s cannot use up an ending', async (_, address) => {
  expect(await times(60, (n) => allow(number(n), address(n)))).toBe(3);
  expect(await times(12, (n) => allow(number(100 + n), elsewhere(n)))).toBe(12);
});

test('three hundred buyers an hour behind one address of a carrier order in cash, and members as many as they are', async () => {
  expect(await times(320, (n) => allow(number(n, endingOf(n)), '203.0.113.7'))).toBe(300);
  expect(await times(20, (n) => allow(number(400 + n, endingOf(400 + n)), '203.0.113.7', `confirmed ${n}`))).toBe(20);
  now += HOUR;
  expect(await allow(number(999, '999'), '203.0.113.7')).toBe(true);
});

test('a refused question uses up the share of who asks, and nothing of the ending', async () => {
  expect(await times(15, (n) => allow(number(n), elsewhere(n)))).toBe(15);
  expect(await times(15, (n) => allow(number(100 + n), '203.0.113.7'))).toBe(0);
  expect(await times(15, (n) => allow(number(200 + n), '203.0.113.7', 'confirmed'))).toBe(1);
  const { rows } = await database.pool.query('select from phone_asks');
  // Three rows for each of the sixteen answers, two for each refused number of the share.
  expect(rows).toHaveLength(16 * 3 + 3 * 2);
});

test('above the count, an answer does not tell which numbers somebody else asked about', async () => {
  expect(await allow(number(50), '198.51.100.50')).toBe(true);
  expect(await times(30, (n) => allow(number(n + 100), elsewhere(n)))).toBe(14);
  expect(await allow(number(50), '203.0.113.7')).toBe(false);
  expect(await allow(number(50), '198.51.100.50'), 'whose number it is asks again').toBe(true);
  expect(await times(60, (n) => allow(number(n), '198.51.100.50', null, `a neighbour ${n}`)), 'nor to the same network').toBe(0);
});

test('five numbers of an ending are left for members with a confirmed address, one for each, and twenty are the most', async () => {
  expect(await times(30, (n) => allow(number(n), elsewhere(n)))).toBe(15);
  expect(await times(30, (n) => allow(number(100 + n), elsewhere(n), 'not confirmed'))).toBe(0);
  expect(await times(3, (n) => allow(number(200 + n), '203.0.113.7', 'confirmed 1'))).toBe(1);
  expect(await times(30, (n) => allow(number(300 + n), '203.0.113.7', `confirmed by ${n}`))).toBe(4);
});

test('a member asks about ten numbers in a day', async () => {
  expect(await times(30, (n) => allow(number(n, endingOf(n)), elsewhere(n), 'confirmed'))).toBe(10);
  now += 24 * HOUR;
  expect(await allow(number(99, '099'), elsewhere(99), 'confirmed')).toBe(true);
});

test('a number that was asked about before by the same browser is free, and rows that are over are deleted', async () => {
  await times(15, (n) => allow(number(n), elsewhere(n)));
  expect(await allow(number(3), elsewhere(3))).toBe(true);
  expect(await allow(number(20), elsewhere(999))).toBe(false);
  now += 25 * HOUR;
  await allow(number(0), elsewhere(0));
  const { rows } = await database.pool.query('select key from phone_asks where ends_at <= $1', [new Date(now)]);
  expect(rows).toEqual([]);
});

test('a factor that is no whole number is rounded, and never closes the count', async () => {
  const few = asksBy(0.01);
  expect(await few.allow({ e164: number(1), address: elsewhere(1), memberId: null, asker: 'v' })).toBe(true);
  expect(await few.allow({ e164: number(2), address: elsewhere(2), memberId: null, asker: 'v' })).toBe(false);
});

test('questions that are over go by their index, also after the first ones of a connection had many to delete', async () => {
  await using pool = await oneConnection(phoneAskMigrations);
  await pool.query(
    `insert into phone_asks select sha256(n::text::bytea), '', 1, $1::timestamptz + (n - 900) * interval '1 s' from generate_series(1, 5000) n order by random()`,
    [new Date(now)],
  );
  await pool.query('analyze phone_asks');
  const own = asksBy(1, pool);
  for (let n = 0; n < 10; n++)
    await own.allow({ e164: number(n, endingOf(n)), address: elsewhere(n), memberId: null, asker: elsewhere(n) });
  const before = await readWithoutIndex(pool, 'phone_asks');
  for (let n = 10; n < 20; n++)
    await own.allow({ e164: number(n, endingOf(n)), address: elsewhere(n), memberId: null, asker: elsewhere(n) });
  // A join without rows on one side may look at one row of the other.
  expect((await readWithoutIndex(pool, 'phone_asks')) - before).toBeLessThanOrEqual(10);
  const { rows } = await pool.query('select from phone_asks where ends_at <= $1', [new Date(now)]);
  expect(rows).toEqual([]);
});
