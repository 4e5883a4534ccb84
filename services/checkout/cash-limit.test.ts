import { createSecretKey, randomUUID } from 'node:crypto';
import { busMigrations, passOver, readHeld } from '@nordhaut/platform/bus';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { UnreadableHistory } from '@nordhaut/platform/envelope';
import { asPosition, type RecordedEvent } from '@nordhaut/platform/event-store';
import { createMetrics, silentLogger } from '@nordhaut/platform/telemetry';
import type { Order } from '@nordhaut/ordering';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cashLimit, cashSlotOf, type CashLimit, uncollectedOf } from './cash-limit.ts';
import { cashLimitMigrations } from './cash-limit-tables.ts';
import type { Checkout } from './checkout.ts';

const PHONE = '+886912345678';
const DAY = 86_400_000;
const START = Date.parse('2026-11-20T01:00:00Z');

type History = { checkout: Checkout; order: Order | null; revision: number };
const NOTHING: History = { checkout: null, order: null, revision: -1 };

let now = START;
let histories: Map<string, History>;
const broken = new Set<string>();
const poison = (orderNo: string): RecordedEvent => ({
  id: randomUUID(),
  stream: `order-${orderNo}`,
  revision: 1,
  position: asPosition(1),
  type: 'ParcelStatusReported',
  data: '{',
  metadata: '{}',
});
const metrics = createMetrics();
const reconcile = () => passOver('cash-limit due', { pool: database.pool, logger: silentLogger(), metrics }, (due) => limit.reconcile(due));
let limit: CashLimit;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([...busMigrations, ...cashLimitMigrations]);
  limit = cashLimit({
    pool: database.pool,
    key: createSecretKey(Buffer.alloc(32, 7)),
    clock: () => new Date(now),
    load: (orderNo) =>
      broken.has(orderNo)
        ? Promise.reject(new UnreadableHistory(poison(orderNo), 'broken'))
        : Promise.resolve(histories.get(orderNo) ?? NOTHING),
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = START;
  histories = new Map();
  await database.pool.query('truncate cash_places');
});

const asked = (e164: string) => ({ e164, address: '203.0.113.1', memberId: null, asker: 'v' });
const refused = (orderNo: string, phone = PHONE) =>
  limit.take(orderNo, asked(phone)).then((slot) => (slot.ok ? undefined : slot.rejection.code));

const TERMS = { payment: 'COD', delivery: { type: 'HOME', subtype: 'TCAT', store: null } };
const iso = (): string => new Date(now).toISOString();
const monthAgo = new Date(START - 30 * DAY).toISOString();
const order = (more: object = {}): Order =>
  ({
    terms: TERMS,
    placedAt: iso(),
    cancelled: null,
    shipmentRejected: false,
    shipment: null,
    recall: null,
    parcel: null,
    receivedAt: null,
    ...more,
  }) as unknown as Order;
const parcel = (code: string, finished = false) => ({ parcel: { code, at: iso(), finished, reports: [] } });

/** A cancelled order with a parcel. */
const cancelled = (recall: Order['recall'], code = '300', subtype = 'TCAT'): Order =>
  order({
    cancelled: 'BUYER',
    recall,
    shipment: { tradeNo: 'N1S1' },
    terms: { ...TERMS, delivery: { ...TERMS.delivery, subtype } },
    ...parcel(code),
  });

/** Sets the order's state at a revision, and delivers its event. */
async function becomes(orderNo: string, state: Order, revision: number): Promise<void> {
  histories.set(orderNo, { checkout: null, order: state, revision });
  await limit.updateAll([orderNo, 'N0']);
}
async function notCollected(orderNo: string): Promise<void> {
  expect(await refused(orderNo)).toBeUndefined();
  await becomes(orderNo, order(parcel('5004')), 2);
}

describe('the state of a slot', () => {
  const began = { startedAt: '2026-11-20T01:00:00.000Z', ended: null } as unknown as Checkout;
  test.each<[string, Checkout, Order | null, string]>([
    ['there is no checkout', null, null, 'free'],
    ['the checkout began', began, null, 'open'],
    ['the checkout failed before the order', { ...began, ended: 'FAILED' } as Checkout, null, 'free'],
    ['the order waits for its parcel', began, order(), 'open'],
    ['the carrier refused the parcel', began, order({ shipmentRejected: true }), 'free'],
    ['the order was cancelled before it had a parcel', began, order({ cancelled: 'BUYER', recall: 'NEVER_CREATED' }), 'free'],
    ['the order was cancelled, and its parcel at the carrier', began, cancelled('CANCELLED_AT_CARRIER'), 'free'],
    ['the order was cancelled, and its parcel not yet', began, cancelled(null), 'free'],
    ['the order was cancelled, and its number stays at the carrier', began, cancelled('DO_NOT_SHIP'), 'free'],
    ['the order was cancelled, and the carrier refused to cancel', began, cancelled('CARRIER_REFUSED'), 'free'],
    ['the order was cancelled, and the carrier ended its number', began, cancelled('DO_NOT_SHIP', '9999', 'UNIMARTC2C'), 'free'],
    ['the order was cancelled, was sent and went back', began, cancelled('DO_NOT_SHIP', '5004'), 'free'],
    ['the parcel is on its way', began, order(parcel('3006')), 'open'],
    ['the parcel has been on its way for a month', began, order({ parcel: { ...parcel('3006').parcel, at: monthAgo } }), 'open'],
    ['the carrier ended its number by itself', began, { ...cancelled(null, '9999', 'UNIMARTC2C'), cancelled: null }, 'free'],
    ['the parcel was delivered', began, order(parcel('3003', true)), 'free'],
    ['the parcel goes back', began, order(parcel('5004')), 'not-collected'],
    ['the parcel came back and was never received', began, order(parcel('5008')), 'not-collected'],
    ['the parcel was lost on its way back', began, order({ ...parcel('5002'), uncollected: true }), 'not-collected'],
    ['the buyer gave the parcel back', began, order({ ...parcel('5008'), receivedAt: iso() }), 'free'],
    ['an unknown code', began, order(parcel('999999')), 'open'],
    ['it is a card order', began, order({ terms: { ...TERMS, payment: 'CREDIT' } }), 'free'],
  ])('%s', (_, checkout, state, expected) => expect(cashSlotOf(checkout, state, iso()).state).toBe(expected));
});

test('a parcel that the carrier lost does not hold its slot for ever', async () => {
  for (const orderNo of ['N1', 'N2']) {
    expect(await refused(orderNo)).toBeUndefined();
    await becomes(orderNo, order(parcel('5002')), 2);
  }
  now = START + 14 * DAY;
  await reconcile();
  expect(await refused('N3')).toBe('CASH_LIMIT');
  now += DAY;
  await reconcile();
  expect(await refused('N3')).toBeUndefined();
  // It was found, and nobody collects it.
  await becomes('N1', order(parcel('5004')), 3);
  await becomes('N3', order(parcel('5004')), 2);
  expect(await refused('N4')).toBe('CASH_LIMIT');
});

test('ten concurrent orders over ten connections get two slots', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => refused(`N${index + 1}`)));
  expect(answers.filter((code) => code === undefined)).toHaveLength(2);
  expect(answers.filter((code) => code === 'CASH_LIMIT')).toHaveLength(8);
});

test('a repeated request keeps the slot of its order, and another phone cannot use that order number', async () => {
  expect([await refused('N1'), await refused('N1'), await refused('N2'), await refused('N1')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(await refused('N1', '+886987654321')).toBe('CASH_LIMIT');
  expect(await refused('N3')).toBe('CASH_LIMIT');
  expect(await refused('N3', '+886987654321')).toBeUndefined();
});

test('a slot whose order did not begin is given back, unless a second request for the order relies on it', async () => {
  const first = await limit.take('N1', asked(PHONE));
  expect(await refused('N2')).toBeUndefined();
  expect(await refused('N3')).toBe('CASH_LIMIT');
  if (!first.ok) throw new Error('the first slot was refused');
  await first.giveBack();
  const again = await limit.take('N3', asked(PHONE));
  const second = await limit.take('N3', asked(PHONE));
  if (!again.ok || !second.ok) throw new Error('the slot that was given back is not free');
  for (const one of [again, second, first]) await one.giveBack();
  expect(await refused('N4')).toBe('CASH_LIMIT');
});

test('the phone number is not stored in plain text', async () => {
  await limit.take('N1', asked(PHONE));
  const { rows } = await database.pool.query<{ text: string; phone_key: Buffer }>('select p::text as text, phone_key from cash_places p');
  expect(rows[0]?.text).not.toContain('912345678');
  expect(rows[0]?.phone_key).toHaveLength(32);
});

test('a delivered or cancelled parcel frees its slot, also if an older revision arrives later', async () => {
  expect([await refused('N1'), await refused('N2'), await refused('N3')]).toEqual([undefined, undefined, 'CASH_LIMIT']);
  await becomes('N1', order(parcel('3003', true)), 3);
  expect([await refused('N3'), await refused('N4')]).toEqual([undefined, 'CASH_LIMIT']);
  await becomes('N2', order({ cancelled: 'BUYER', recall: 'NEVER_CREATED' }), 2);
  expect(await refused('N4')).toBeUndefined();
  // A late event with an older revision changes nothing; a newer one does.
  await becomes('N1', order(), 1);
  await becomes('N3', order({ shipmentRejected: true }), 2);
  expect([await refused('N5'), await refused('N6')]).toEqual([undefined, 'CASH_LIMIT']);
  await becomes('N1', order(parcel('3006')), 4);
  await becomes('N4', order(parcel('3003', true)), 3);
  expect(await refused('N6')).toBe('CASH_LIMIT');
});

test('a number has five cash orders in 24 hours, whatever became of them; an order that did not begin is none', async () => {
  const given = await limit.take('N0', asked(PHONE));
  if (!given.ok) throw new Error('the first slot was refused');
  await given.giveBack();
  expect(await refused('N9')).toBeUndefined();
  await becomes('N9', null as unknown as Order, -1);
  for (const orderNo of ['N1', 'N2', 'N3']) {
    expect(await refused(orderNo)).toBeUndefined();
    await becomes(orderNo, cancelled('CANCELLED_AT_CARRIER', '300', 'UNIMARTC2C'), 4);
  }
  expect(await refused('N4')).toBeUndefined();
  await becomes('N4', order({ shipmentRejected: true }), 2);
  now += 60_000;
  expect([await refused('N5'), await refused('N5')]).toEqual([undefined, undefined]);
  await becomes('N5', cancelled('CANCELLED_AT_CARRIER', '300', 'UNIMARTC2C'), 4);
  expect(await refused('N6')).toBe('CASH_LIMIT');
  expect(await refused('N6', '+886987654321')).toBeUndefined();
  now += DAY - 60_001;
  expect(await refused('N7')).toBe('CASH_LIMIT');
  now += 2;
  expect(await refused('N7')).toBeUndefined();
});

test('two parcels that were not collected block the phone number for 180 days', async () => {
  await notCollected('N1');
  now += 100 * DAY;
  await notCollected('N2');
  expect(await refused('N3')).toBe('CASH_LIMIT');
  now += 179 * DAY;
  await reconcile();
  expect(await refused('N3')).toBe('CASH_LIMIT');
  now += 2 * DAY;
  expect(await refused('N3')).toBeUndefined();
});

test('two uncollected parcels more than 180 days apart do not block, and a parcel that was collected later does not count', async () => {
  await notCollected('N1');
  now += 181 * DAY;
  await notCollected('N2');
  expect(await refused('N3')).toBeUndefined();
  await becomes('N3', order(parcel('5004')), 2);
  expect(await refused('N4')).toBe('CASH_LIMIT');
  await becomes('N3', order(parcel('3003', true)), 3);
  expect(await refused('N4')).toBeUndefined();
});

test('support lifts the block, and its parcels do not count again', async () => {
  await notCollected('N1');
  await notCollected('N2');
  expect(await refused('N3')).toBe('CASH_LIMIT');
  expect(await limit.lift(PHONE)).toBe(2);
  await limit.updateAll(['N1', 'N2']);
  expect(await refused('N3')).toBeUndefined();
  await becomes('N3', order(parcel('5004')), 2);
  expect(await refused('N4')).toBeUndefined();
});

test('frees a slot without an order and keeps a slot with an order', async () => {
  expect([await refused('N1'), await refused('N2')]).toEqual([undefined, undefined]);
  histories.set('N2', { checkout: null, order: order(), revision: 0 });
  now += 14 * 60_000;
  await reconcile();
  expect(await refused('N3')).toBe('CASH_LIMIT');
  now += 60_000;
  await reconcile();
  expect([await refused('N3'), await refused('N4')]).toEqual([undefined, 'CASH_LIMIT']);
  // The event about the end of N2 was lost; the daily reconciliation finds it.
  histories.set('N2', { checkout: null, order: order(parcel('3003', true)), revision: 3 });
  now += DAY;
  await reconcile();
  expect(await refused('N4')).toBeUndefined();
});

test('an order that cannot be read keeps its own slot only: all others are checked and deleted, and it follows once it is readable', async () => {
  // More of them than one page has, and before all others.
  const many = Array.from({ length: 101 }, (_, index) => `B${index}`);
  for (const [index, orderNo] of many.entries()) await limit.take(orderNo, asked(`+8869200${String(index).padStart(5, '0')}`));
  for (const orderNo of many) broken.add(orderNo);
  now += 1_000;
  expect([await refused('N1'), await refused('N2')]).toEqual([undefined, undefined]);
  now += 15 * 60_000;
  await reconcile();
  const stateOf = async (orderNo: string) =>
    (await database.pool.query<{ state: string }>('select state from cash_places where order_no = $1', [orderNo])).rows[0]?.state;
  expect([await stateOf('N1'), await stateOf('N2'), await stateOf('B0')]).toEqual(['free', 'free', 'open']);
  expect((await readHeld(database.pool, 'cash-limit due')).map(({ stream }) => stream)).toContain('order-B0');
  now += 31 * DAY;
  await reconcile();
  expect(await stateOf('N1')).toBeUndefined();
  broken.clear();
  await reconcile();
  expect(await stateOf('B0')).toBe('free');
  expect(await readHeld(database.pool, 'cash-limit due')).toEqual([]);
});

test('deletes rows that no longer count', async () => {
  await notCollected('N1');
  expect(await refused('N2')).toBeUndefined();
  await becomes('N2', order(parcel('3003', true)), 3);
  const rows = async () =>
    (await database.pool.query<{ order_no: string }>('select order_no from cash_places')).rows.map((row) => row.order_no);
  now += 31 * DAY;
  await reconcile();
  expect(await rows()).toEqual(['N1']);
  now = START + 179 * DAY;
  await reconcile();
  expect(await rows()).toEqual(['N1']);
  now = START + 181 * DAY;
  await reconcile();
  expect(await rows()).toEqual([]);
});

test('a parcel that was not collected is kept for 180 days, and longer only while it blocks together with a later one', async () => {
  const rows = async () =>
    (await database.pool.query<{ order_no: string }>('select order_no from cash_places order by order_no')).rows.map((row) => row.order_no);
  const untilOf = async (orderNo: string) =>
    (await uncollectedOf(database.pool, [orderNo])).map(({ until }) => (Date.parse(until) - START) / DAY);
  await notCollected('N1');
  expect(await untilOf('N1')).toEqual([180]);
  now = START + 100 * DAY;
  await notCollected('N2');
  expect([await untilOf('N1'), await untilOf('N2'), await untilOf('N3')]).toEqual([[280], [280], []]);
  now = START + 279 * DAY;
  await reconcile();
  expect(await rows()).toEqual(['N1', 'N2']);
  expect(await refused('N3')).toBe('CASH_LIMIT');
  now = START + 281 * DAY;
  await reconcile();
  expect(await rows()).toEqual([]);
});
