import { createSecretKey } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { phoneAskMigrations, type PhoneAsks, phoneAsks } from './phone-asks.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T01:30:00Z');

let now: number;
let database: TestDatabase;
let asks: PhoneAsks;
beforeAll(async () => {
  database = await testDatabase(phoneAskMigrations);
  asks = phoneAsks({ pool: database.pool, key: createSecretKey(Buffer.alloc(32, 7)), clock: () => new Date(now), factor: 1 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = START;
  await database.pool.query('truncate phone_asks');
});

/** The n-th number with this ending. */
const number = (n: number, ending = '678'): string => `+8869${String(n).padStart(5, '0')}${ending}`;
/** A network of its own for each number. */
const elsewhere = (n: number): string => `198.51.${n >> 8}.${n & 255}`;
const allowedOf = async (asked: readonly Promise<boolean>[]): Promise<number> => (await Promise.all(asked)).filter(Boolean).length;

test('twenty numbers of one ending in a day, from any networks, also at once', async () => {
  expect(await allowedOf(Array.from({ length: 60 }, (_, n) => asks.allow(number(n), elsewhere(n))))).toBe(20);
  expect(await asks.allow(number(0, '679'), elsewhere(0))).toBe(true);
  now += 24 * HOUR;
  expect(await asks.allow(number(99), elsewhere(99))).toBe(true);
});

test('sixty numbers of one network in an hour; what it is refused uses up no ending', async () => {
  const ending = (n: number): string => String(n).padStart(3, '0');
  expect(await allowedOf(Array.from({ length: 90 }, (_, n) => asks.allow(number(n, ending(n)), '203.0.113.7')))).toBe(60);
  expect(await allowedOf(Array.from({ length: 30 }, (_, n) => asks.allow(number(n), '203.0.113.7')))).toBe(0);
  expect(await allowedOf(Array.from({ length: 20 }, (_, n) => asks.allow(number(n), elsewhere(n))))).toBe(20);
  now += HOUR;
  expect(await asks.allow(number(200, '900'), '203.0.113.7')).toBe(true);
});

test('a number that was asked about before is free, and rows that are over are deleted', async () => {
  await allowedOf(Array.from({ length: 20 }, (_, n) => asks.allow(number(n), elsewhere(n))));
  expect(await asks.allow(number(3), elsewhere(999))).toBe(true);
  expect(await asks.allow(number(20), elsewhere(999))).toBe(false);
  now += 25 * HOUR;
  await asks.allow(number(0), elsewhere(0));
  const { rows } = await database.pool.query('select key from phone_asks where ends_at <= $1', [new Date(now)]);
  expect(rows).toEqual([]);
});
