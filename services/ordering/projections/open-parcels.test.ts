import { logisticsMigrations } from '@nordhaut/logistics';
import { oneConnection, readWithoutIndex, type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openParcelsProjection, pollSource } from './open-parcels.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(logisticsMigrations);
  await database.pool.query(openParcelsProjection.createTable('open_parcels'));
});
beforeEach(() => database.pool.query('truncate open_parcels, parcel_polls'));
afterAll(() => database.drop());

const open = (tradeNo: string, created: number, changed = created, subtype = 'TCAT') =>
  database.pool.query(
    'insert into open_parcels (trade_no, order_no, logistics_id, subtype, code, created_at, changed_at) values ($1, $1, $2, $3, $4, $5, $6)',
    [tradeNo, '1', subtype, '3001', minutes(created), minutes(changed)],
  );
const FIRST_MS = 5 * 60_000;
const numbers = async (source: ReturnType<typeof pollSource>, at = NOW, limit = 10) =>
  (await source.due(at, limit)).map(({ tradeNo }) => tradeNo);

it('makes a new parcel due when the first interval has passed, and no parcel without a carrier that this release knows', async () => {
  await open('OLD', -6);
  await open('NEW', -4);
  await open('ABROAD', -600, -600, 'INTERNATIONAL');
  await open('OTHER', -600, -600, 'OKMARTC2C');
  expect(await numbers(pollSource(database.pool, FIRST_MS))).toEqual(['OLD']);
  expect(await numbers(pollSource(database.pool, FIRST_MS / 10))).toEqual(['OLD', 'NEW']);
});

it('returns the longest overdue parcels first, up to the limit', async () => {
  const source = pollSource(database.pool, FIRST_MS);
  for (const n of [30, 10, 50, 20, 40]) await open(`P${n}`, -n);
  expect(await numbers(source, NOW, 3)).toEqual(['P50', 'P40', 'P30']);
  await source.polled([
    { tradeNo: 'P50', polledAt: NOW, nextDueAt: minutes(20), failures: 3 },
    { tradeNo: 'P40', polledAt: NOW, nextDueAt: undefined, failures: 0 },
  ]);
  expect(await numbers(source)).toEqual(['P30', 'P20', 'P10']);
  expect(await source.due(minutes(21), 10)).toContainEqual(
    expect.objectContaining({ tradeNo: 'P50', failures: 3, createdAt: minutes(-50), subtype: 'TCAT', code: '3001' }),
  );
  expect(await numbers(source, minutes(60 * 24 * 365))).not.toContain('P40');
});

it('brings the next poll forward after a new state by callback', async () => {
  const source = pollSource(database.pool, FIRST_MS);
  await open('P1', -60);
  await source.polled([{ tradeNo: 'P1', polledAt: minutes(-20), nextDueAt: minutes(100), failures: 0 }]);
  expect(await numbers(source)).toEqual([]);
  await database.pool.query('update open_parcels set changed_at = $1', [minutes(-6)]);
  expect(await numbers(source)).toEqual(['P1']);
  await source.polled([{ tradeNo: 'P1', polledAt: NOW, nextDueAt: minutes(10), failures: 0 }]);
  expect(await numbers(source, minutes(1))).toEqual([]);
});

it('deletes the times of parcels that ended 90 days ago, and does not read the whole table for each poll', async () => {
  await using pool = await oneConnection(logisticsMigrations);
  const source = pollSource(pool, FIRST_MS);
  const poll = (at: number) => source.polled([{ tradeNo: 'P1', polledAt: minutes(at), nextDueAt: minutes(at + 20), failures: 0 }]);
  await pool.query(
    `insert into parcel_polls select 'X' || n, '9999-01-01', $1::timestamptz - n * interval '1 day', 0 from generate_series(1, 100) n`,
    [NOW],
  );
  await poll(0);
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from parcel_polls where trade_no like 'X%'`);
  expect(rows[0]?.n).toBe(90);
  const before = await readWithoutIndex(pool, 'parcel_polls');
  for (let at = 1; at < 60; at++) await poll(at);
  expect((await readWithoutIndex(pool, 'parcel_polls')) - before).toBe(0);
  await poll(24 * 60);
  expect((await pool.query(`select from parcel_polls where trade_no = 'X90'`)).rowCount).toBe(0);
});
