import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, until } from './fixtures/browser.ts';
import { bankCall } from '@nordhaut/simulators/testing';
import { cardOrder, VISA } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, differences, held, orderOf, paymentsOf } from './fixtures/records.ts';

// Buyers who leave the bank's page open: a second is all the patience this shop has.
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ PAYMENT_PATIENCE: '1000', CHECKOUT_GRACE: '300', TAPPAY_TIMEOUT: '250' });
});
afterAll(() => shop.close());

/** An order that the sweeper gave up. */
async function abandoned() {
  const visitor = shop.visit();
  const { orderNo } = await checkOut(visitor, cardOrder(VISA));
  const [payment] = await paymentsOf(shop, orderNo);
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '付款失敗');
  return { visitor, orderNo, recTradeId: payment?.recTradeId ?? '' };
}

test('given up: nothing charged, the cart as it was; a payment that comes after all goes back', async () => {
  const { visitor, orderNo, recTradeId } = await abandoned();
  expect((await visitor.get<{ items: unknown[] }>('/api/cart')).body.items).toHaveLength(2);
  expect((await orderOf(shop, orderNo))?.payment.failure?.reason).toBe('ABANDONED');

  await control(shop, `payments/${recTradeId}/complete`, { result: 'pass' });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
  expect((await paymentsOf(shop, orderNo)).map(held)).toEqual([0]);
  expect((await paymentsOf(shop, orderNo))[0]?.refunded).toBeGreaterThan(0);
});

test('a refund that cannot be made at once is made by the sweeper, once', async () => {
  const { visitor, orderNo, recTradeId } = await abandoned();
  await control(shop, 'faults', { provider: 'tappay', mode: 'lose-answer', on: 'refund', times: 1 });
  await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 0 });
  await control(shop, `payments/${recTradeId}/complete`, { result: 'pass' });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
  expect((await orderOf(shop, orderNo))?.timeline.filter(({ code }) => code === 'REFUNDED')).toHaveLength(1);
});

test('a part that was given back at the bank before the shop knew of the payment: the rest goes back too', async () => {
  const { visitor, orderNo, recTradeId } = await abandoned();
  // Nobody asks until the bank has done both.
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

test('the doubt about a payment ends when the bank says no', async () => {
  const { orderNo, recTradeId } = await abandoned();
  const inDoubt = async () => (await shop.shop.engine.pool.query('select from open_checkouts where order_no = $1', [orderNo])).rowCount;
  await eventually(async () => (await inDoubt()) === 1, 'the doubt');
  await control(shop, `payments/${recTradeId}/complete`, { result: 'fail', notify: false });
  await eventually(async () => (await inDoubt()) === 0, 'the end of the doubt');
  expect((await orderOf(shop, orderNo))?.payment.failure?.reason).toBe('ABANDONED');
});

test('a completed payment that nobody told of is found by the sweeper', async () => {
  const visitor = shop.visit();
  const { orderNo } = await checkOut(visitor, cardOrder(VISA));
  const [payment] = await paymentsOf(shop, orderNo);
  await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify: false });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === '300');
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
});

test('in the end the books of the bank and the carriers are those of the store', async () => expect(await differences(shop)).toEqual([]));
