import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, until } from './fixtures/browser.ts';
import { bankCall } from '@nordhaut/simulators/testing';
import { cardOrder, VISA } from './fixtures/orders.ts';
import { createOutside } from './fixtures/outside.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, held, orderOf, paymentsOf } from './fixtures/records.ts';

// Buyers who leave the bank's page open. This shop waits one second for them.
const IMPATIENT = { PAYMENT_PATIENCE: '1000', CHECKOUT_GRACE: '300', TAPPAY_TIMEOUT: '250' };
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(IMPATIENT);
});
afterAll(() => shop.close());

/** An order that the sweeper abandoned. */
async function abandoned(at = shop) {
  const visitor = at.visit();
  const { orderNo } = await checkOut(visitor, cardOrder(VISA));
  const [payment] = await paymentsOf(at, orderNo);
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '付款失敗');
  return { visitor, orderNo, recTradeId: payment?.recTradeId ?? '' };
}

test('an abandoned order charges nothing and restores the cart; a later payment is refunded', async () => {
  const { visitor, orderNo, recTradeId } = await abandoned();
  await eventually(async () => (await visitor.get<{ items: unknown[] }>('/api/cart')).body.items.length === 2, 'the cart');
  expect((await orderOf(shop, orderNo))?.payment.failure?.reason).toBe('ABANDONED');

  await control(shop, `payments/${recTradeId}/complete`, { result: 'pass' });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
  expect((await paymentsOf(shop, orderNo)).map(held)).toEqual([0]);
  expect((await paymentsOf(shop, orderNo))[0]?.refunded).toBeGreaterThan(0);
});

test('the sweeper makes a refund that failed at first, once', async () => {
  const { visitor, orderNo, recTradeId } = await abandoned();
  await control(shop, 'faults', { provider: 'tappay', mode: 'lose-answer', on: 'refund', times: 1 });
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 0 });
  await control(shop, `payments/${recTradeId}/complete`, { result: 'pass' });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
  expect((await orderOf(shop, orderNo))?.timeline.filter(({ code }) => code === 'REFUNDED')).toHaveLength(1);
});

test('after a partial refund at the bank the shop refunds the rest', async () => {
  const { visitor, orderNo, recTradeId } = await abandoned();
  // The shop cannot query the bank until the bank has done both.
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 1_000 });
  await control(shop, `payments/${recTradeId}/complete`, { result: 'pass', notify: false });
  await control(shop, `payments/${recTradeId}/capture`);
  expect(await bankCall(shop.simulators.url, 'transaction/refund', { rec_trade_id: recTradeId, amount: 100 })).toMatchObject({ status: 0 });
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 0 });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
  expect((await paymentsOf(shop, orderNo)).map(held)).toEqual([0]);
  const { payment } = (await orderOf(shop, orderNo)) ?? {};
  expect([payment?.status, payment?.refunded]).toEqual(['RETURN', payment?.paid]);
});

test('a payment in doubt ends when the bank reports a failure', async () => {
  const { orderNo, recTradeId } = await abandoned();
  const inDoubt = async () => (await shop.shop.engine.pool.query('select from open_checkouts where order_no = $1', [orderNo])).rowCount;
  await eventually(async () => (await inDoubt()) === 1, 'the doubt');
  await control(shop, `payments/${recTradeId}/complete`, { result: 'fail', notify: false });
  await eventually(async () => (await inDoubt()) === 0, 'the end of the doubt');
  expect((await orderOf(shop, orderNo))?.payment.failure?.reason).toBe('ABANDONED');
});

test('a payment that completed while the shop was stopped for days is paid back', async () => {
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const outside = await createOutside({ clock });
  const open = () => testShop(IMPATIENT, { beside: outside, clock });
  const first = await open();
  const { orderNo, recTradeId } = await abandoned(first);
  await first.close();
  await control(outside, `payments/${recTradeId}/complete`, { result: 'pass', notify: false });
  await control(outside, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 2 });
  ahead = 3 * 86_400_000;
  const later = await open();
  try {
    await until(later.visit(), orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    expect((await paymentsOf(later, orderNo)).map(held)).toEqual([0]);
  } finally {
    await later.close();
    await outside.close();
  }
});

test('the sweeper finds a completed payment that was not reported', async () => {
  const visitor = shop.visit();
  const { orderNo } = await checkOut(visitor, cardOrder(VISA));
  const [payment] = await paymentsOf(shop, orderNo);
  await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify: false });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === '300');
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
});

test('the bank and the carriers agree with the order store', async () => expect(await differences(shop)).toEqual([]));
