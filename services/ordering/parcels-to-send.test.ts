import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Waiting } from './is-waiting.ts';
import { parcelsToSend } from './parcels-to-send.ts';
import { bareOrders, planOf, rowsOf } from './plans.fixture.ts';
import { line, terms } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await bareOrders(database.pool);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('truncate orders'));

const shipment = { tradeNo: 'T1', logisticsId: 'L1', bookingNote: '900700500', cvsPaymentNo: '', cvsValidationNo: '' };
type Given = {
  waits: Waiting | null;
  stage?: string | null;
  placedAt?: string;
  handedOverAt?: string | null;
  payment?: 'COD' | 'CREDIT';
  cancelled?: string;
  subtype?: 'TCAT' | 'FAMIC2C' | 'INTERNATIONAL';
};

async function given(
  orderNo: string,
  {
    waits,
    stage = 'preparing',
    placedAt = '2026-11-20T01:00:00Z',
    handedOverAt = null,
    payment = 'COD',
    cancelled,
    subtype = 'TCAT',
  }: Given,
) {
  const gifts = [{ productId: 40, nameZh: '旅行組', nameEn: '', image: '', quantity: 1, couponId: null }];
  const delivery = { type: subtype === 'INTERNATIONAL' ? 'INTERNATIONAL' : 'HOME', subtype } as const;
  const state = { terms: terms({ orderNo, payment, gifts, delivery }), shipment, handedOverAt, cancelled: cancelled ?? null };
  await database.pool.query(
    `insert into orders (order_no, placed_at, waits, waits_since, parcel_stage, owed, do_not_ship, state)
     values ($1, $2, $3, '2026-11-20T01:05:00Z', $4, 0, false, $5)`,
    [orderNo, placedAt, waits, stage, state],
  );
}
const all = { before: new Date('2026-12-01'), limit: 10 };
const numbers = async (range = {}) => (await parcelsToSend(database.pool)({ ...all, ...range })).map(({ orderNo }) => orderNo);

test('a parcel has its content, its numbers, and what the carrier collects', async () => {
  await given('A', { waits: 'under-way' });
  await given('B', { waits: 'under-way', payment: 'CREDIT', placedAt: '2026-11-20T02:00:00Z' });
  const [first, second] = await parcelsToSend(database.pool)(all);
  expect(first).toEqual({
    orderNo: 'A',
    placedAt: new Date('2026-11-20T01:00:00Z'),
    subtype: 'TCAT',
    shipment,
    lines: [expect.objectContaining({ productId: line.productId, nameZh: line.nameZh, quantity: line.quantity })],
    gifts: [expect.objectContaining({ productId: 40, nameZh: '旅行組', quantity: 1 })],
    toCollect: terms().total,
    waits: 'under-way',
    since: new Date('2026-11-20T01:05:00Z'),
  });
  expect(second?.toCollect).toBe(0);
});

test('what is not in the warehouse, or will not be sent, is not listed', async () => {
  await given('CANCELLED', { waits: null });
  await given('MOVED', { waits: 'under-way', stage: 'in-transit', handedOverAt: '2026-11-21T01:00:00Z' });
  await given('CORRECTED', { waits: 'under-way', handedOverAt: '2026-11-21T01:00:00Z' });
  await given('SENT-ABROAD', { waits: 'abroad', stage: 'shipped', handedOverAt: '2026-11-21T01:00:00Z' });
  await given('STOPPED', { waits: 'return', cancelled: 'CHANGED_MIND' });
  await given('REFUSED', { waits: 'refused', stage: null });
  await given('UNPAID', { waits: 'payment', stage: null });
  await given('ABROAD', { waits: 'abroad', stage: null, subtype: 'INTERNATIONAL' });
  await given('UNMADE', { waits: 'return', stage: null });
  await given('RETURN', { waits: 'return' });
  await given('STORE', { waits: 'store' });
  await given('RETURN-ABROAD', { waits: 'return', stage: null, subtype: 'INTERNATIONAL' });
  expect(await numbers()).toEqual(['ABROAD', 'RETURN', 'RETURN-ABROAD', 'STORE']);
});

test('the oldest come first, within the range and the limit', async () => {
  for (const [orderNo, day] of [
    ['C', 22],
    ['A', 20],
    ['B', 21],
  ] as const)
    await given(orderNo, { waits: 'under-way', placedAt: `2026-11-${day}T01:00:00Z` });
  expect(await numbers({ limit: 2 })).toEqual(['A', 'B']);
  expect(await numbers({ after: new Date('2026-11-20T01:00:00Z') })).toEqual(['B', 'C']);
  expect(await numbers({ before: new Date('2026-11-21T01:00:00Z') })).toEqual(['A', 'B']);
  expect(await numbers({ only: 'B' })).toEqual(['B']);
  await given('STORE', { waits: 'store', subtype: 'FAMIC2C' });
  expect(await numbers({ subtype: 'FAMIC2C' })).toEqual(['STORE']);
  expect(await numbers({ subtype: 'TCAT', waits: ['under-way'], limit: 1 })).toEqual(['A']);
  expect(await numbers({ waits: ['abroad'] })).toEqual([]);
});

test('the list reads the orders that wait, and not those that ended', async () => {
  await database.pool.query(
    `insert into orders (order_no, placed_at, waits, parcel_stage, owed, do_not_ship, state)
     select 'E' || n, '2026-11-20'::timestamptz - n * interval '1 minute', case when n <= 300 then 'under-way' end, 'preparing', 0, false,
       json_build_object('terms', $1::json, 'shipment', $2::json, 'filler', repeat(md5(n::text), 60))
     from generate_series(1, 20000) n`,
    [JSON.stringify(terms()), JSON.stringify(shipment)],
  );
  await database.pool.query('vacuum analyze orders');
  const range = { ...all, limit: 200 };
  expect(await numbers(range)).toHaveLength(200);
  const plan = await planOf(database.pool, (pool) => parcelsToSend(pool)(range));
  expect(rowsOf(plan, (node) => node['Relation Name'] === 'orders')).toBeLessThanOrEqual(600);
});
