import { dayOf } from '@nordhaut/contracts';
import type { WorkRows } from '@nordhaut/contracts/support';
import { cardReconciliation, parcelReconciliation } from '@nordhaut/checkout';
import { openCardProcessor } from '@nordhaut/payments/module';
import { makePrime } from '@nordhaut/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { output } from 'zod/mini';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder, until } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { control, orderOf } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const FOREIGN = 'NOTOFTHISSHOP001';
const DAY = 86_400_000;
/** ms since the last noon in Taipei, so that no test crosses a midnight. Not a coming noon: a card's token would be too old. */
const SINCE_NOON = (Date.now() + 20 * 3_600_000) % DAY;
/** the time of the shop, the bank and the carriers */
const clock = (): Date => new Date(Date.now() - SINCE_NOON);
let shop: TestShop;
let processor: ReturnType<typeof openCardProcessor>;
beforeAll(async () => {
  shop = await testShop({}, { clock });
  processor = openCardProcessor(shop.shop.engine);
});
afterAll(async () => {
  await processor.close();
  await shop.close();
});

async function paidOrder(): Promise<{ orderNo: string; recTradeId: string }> {
  const buyer = shop.visit();
  const { orderNo } = await checkOut(buyer, cardOrder(MASTERCARD));
  await until(buyer, orderNo, () => true);
  return { orderNo, recTradeId: (await orderOf(shop, orderNo))?.payment.recTradeId ?? '' };
}
/** A charge in the shop's name that no order has. */
async function foreignCharge(): Promise<string> {
  const paid = await processor.pay({
    prime: makePrime(MASTERCARD, Date.now()),
    amount: 777,
    orderNo: FOREIGN,
    details: 'x',
    cardholder: { name: 'x', phoneE164: '+886912345678', email: 'x@example.com' },
    redirectUrl: 'https://shop.example/result',
    notifyUrl: 'https://shop.example/notify',
  });
  if (paid.kind !== 'authorised') throw new Error(JSON.stringify(paid));
  return paid.recTradeId;
}

test('a day without differences lists none; charges and refunds of one side are listed once each, until both sides agree', async () => {
  const books = shop.shop.faces.checkout.reconciliation.card;
  const today = dayOf(clock().toISOString());
  const [sound, touched] = [await paidOrder(), await paidOrder()];
  await caughtUp(shop);
  expect(await books.run(today)).toMatchObject({ compared: 2, differences: 0 });
  expect(await books.open({ limit: 10 })).toEqual([]);

  const foreign = await foreignCharge();
  const { total } = (await orderOf(shop, touched.orderNo))?.terms ?? { total: 0 };
  const byHand = { refundId: 'BYHAND1', amount: total, refundedBefore: 0 };
  expect(await processor.refund({ ...byHand, recTradeId: touched.recTradeId })).toMatchObject({ kind: 'refunded' });
  // Two processes at once, and then a repeat after a kill.
  await Promise.all([books.run(today), books.run(today)]);
  const first = await books.open({ limit: 10 });
  await books.run(today);
  expect(await books.open({ limit: 10 })).toEqual(first);
  expect(first).toHaveLength(2);
  expect(first).toContainEqual(expect.objectContaining({ orderNo: FOREIGN, kind: 'missing-in-shop', shop: 0, processor: 777 }));
  const changed = first.find(({ recTradeId }) => recTradeId === touched.recTradeId);
  expect(changed).toMatchObject({ orderNo: touched.orderNo, kind: 'other-amount', shop: total, processor: 0 });
  expect(JSON.stringify(first)).not.toContain(sound.orderNo);

  const staff = await signedInStaff(shop, ['view', 'act']);
  const { body } = await staff.get<output<typeof WorkRows>>('/api/support/work/reconciliation');
  expect(body.rows.map(({ item }) => item).toSorted()).toEqual([FOREIGN, touched.orderNo].toSorted());
  expect(body.rows.find(({ item }) => item === FOREIGN)).toMatchObject({
    what: expect.stringContaining('商店沒有此筆請款：商店 NT$0，金流 NT$777'),
    owner: null,
  });

  expect(await processor.refund({ ...byHand, recTradeId: foreign, refundId: 'BYHAND2', amount: 777 })).toMatchObject({ kind: 'refunded' });
  await books.recheck();
  expect(await books.open({ limit: 10 })).toEqual([changed]);
});

test('a processor that does not answer leaves the day for the next run', async () => {
  const { engine } = shop.shop;
  const books = cardReconciliation({
    pool: engine.pool,
    charges: shop.shop.faces.ordering.cardCharges,
    processor: { find: processor.find, statement: () => Promise.resolve({ kind: 'unknown', reason: 'HTTP 503' }) },
    load: (orderNo) => orderOf(shop, orderNo),
    clock,
  });
  await expect(books.runDue()).rejects.toThrow('HTTP 503');
  const yesterday = dayOf(new Date(clock().getTime() - DAY).toISOString());
  const done = async () => (await engine.pool.query('select from reconciled_days where day = $1', [yesterday])).rowCount;
  expect(await done()).toBe(0);
  // As when a process starts again: every day that was missed, once.
  expect((await shop.shop.faces.checkout.reconciliation.card.runDue()).map(({ day }) => day)).toContain(yesterday);
  expect(await shop.shop.faces.checkout.reconciliation.card.runDue()).toEqual([]);
  expect(await done()).toBe(1);
});

describe('cash that a carrier collected', () => {
  const cash = () => shop.shop.faces.checkout.reconciliation.carrier;
  const listed = async () =>
    (await cash().open({ limit: 10 })).map(({ orderNo, kind, shop: own, processor: other }) => ({ orderNo, kind, own, other }));
  async function delivered(order: ReturnType<typeof cardOrder>): Promise<{ orderNo: string; total: number }> {
    const buyer = shop.visit();
    const { orderNo } = await checkOut(buyer, order);
    await until(buyer, orderNo, () => true);
    await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
    for (const code of [3001, 3006, 3003]) await control(shop, `parcels/${orderNo}`, { code });
    await eventually(async () => (await orderOf(shop, orderNo))?.receivedAt != null, 'the delivery');
    return { orderNo, total: (await orderOf(shop, orderNo))?.terms.total ?? 0 };
  }

  test('is compared when the parcel has ended; what differs is listed until both sides agree', async () => {
    const today = dayOf(clock().toISOString());
    const [sound, touched] = [await delivered(codOrder()), await delivered(codOrder())];
    await delivered(cardOrder(MASTERCARD));
    await caughtUp(shop);
    expect(await cash().run(today)).toMatchObject({ compared: 3, differences: 0 });
    expect(await listed()).toEqual([]);

    // The carrier corrects the delivery, and its callback is lost.
    await control(shop, `parcels/${touched.orderNo}`, { code: 3016, callback: false });
    await Promise.all([cash().run(today), cash().run(today)]);
    const row = { orderNo: touched.orderNo, kind: 'other-amount', own: touched.total, other: 0 };
    expect(await listed()).toEqual([row]);
    const staff = await signedInStaff(shop, ['view', 'act']);
    const { rows } = (await staff.get<output<typeof WorkRows>>('/api/support/work/carrier-reconciliation')).body;
    expect(rows).toMatchObject([{ item: touched.orderNo, what: expect.stringContaining('物流 NT$0') }]);
    expect(JSON.stringify(rows)).not.toContain(sound.orderNo);

    await control(shop, `parcels/${touched.orderNo}`, { code: 3016 });
    await eventually(async () => (await orderOf(shop, touched.orderNo))?.receivedAt === null, 'the correction');
    await cash().recheck();
    expect(await listed()).toEqual([]);
  });

  test('and did not pay out within a month is listed, until it is paid out', async () => {
    const { engine, faces } = shop.shop;
    const { orderNo, total } = await delivered(codOrder());
    await caughtUp(shop);
    const later = new Date(clock().getTime() + 29 * DAY);
    const books = parcelReconciliation({
      pool: engine.pool,
      parcels: faces.ordering.endedParcels,
      carrier: faces.logistics.carrier,
      load: (number) => orderOf(shop, number),
      clock: () => later,
    });
    await books.run(dayOf(later.toISOString()));
    expect(await listed()).toContainEqual({ orderNo, kind: 'not-paid-out', own: total, other: 0 });
    await control(shop, 'clock', { advanceMs: 11 * DAY });
    await books.recheck();
    expect(await listed()).toEqual([]);
  });

  test('a carrier that does not answer leaves the day for the next run', async () => {
    const { engine, faces } = shop.shop;
    const books = parcelReconciliation({
      pool: engine.pool,
      parcels: faces.ordering.endedParcels,
      carrier: { query: () => Promise.resolve({ kind: 'throttled' }) },
      load: (number) => orderOf(shop, number),
      clock,
    });
    const today = dayOf(clock().toISOString());
    await engine.pool.query('truncate reconciled_parcel_days');
    await expect(books.run(today)).rejects.toThrow('too many requests');
    expect((await engine.pool.query('select from reconciled_parcel_days')).rowCount).toBe(0);
  });
});
