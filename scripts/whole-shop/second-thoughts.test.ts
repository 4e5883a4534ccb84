import { randomUUID } from 'node:crypto';
import type { ErrorBody, PlaceOrderAnswer, PriceAnswer } from '@nordhaut/contracts';
import { checkoutDecider, checkoutStream } from '@nordhaut/checkout';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atProvider, newPerson } from './fixtures/at-provider.ts';
import { type Browser, checkOut, codOrder, main, recipient, until } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { memberForm } from './fixtures/member-operations.ts';
import { cardOrder, MASTERCARD, VISA } from './fixtures/orders.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';
import { control, differences, held, orderNumbers, orderOf, paymentsOf } from './fixtures/records.ts';

// Buyers who leave the bank and pay in another way, and buyers with two windows: one intent gives one order.
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(HASTY);
});
afterAll(() => shop.close());

let people = 0;
const newEmail = (): string => `thoughts${++people}@example.com`;

/** A buyer whose payment waits at the bank. */
async function atTheBank() {
  const visitor = shop.visit();
  const first = await checkOut(visitor, cardOrder(VISA));
  expect(first).toMatchObject({ status: 201, body: { displayStatus: { code: 'AWAITING_PAYMENT' } } });
  const [payment] = await paymentsOf(shop, first.orderNo);
  return { visitor, first, recTradeId: payment?.recTradeId ?? '' };
}

/** What a first try at paying as a guest becomes when the buyer signs in and pays again, for the goods that the page still shows. */
describe.each<[string, (visitor: Browser) => Promise<unknown>]>([
  [
    'signs in',
    async (visitor) => {
      const email = newEmail();
      await shop.visit().post('/api/register', memberForm({ user_email: email }));
      return visitor.post('/api/login', { account: email, password: 'abc123' });
    },
  ],
  ['registers', (visitor) => visitor.post('/api/register', memberForm({ user_email: newEmail() }))],
  [
    'comes back from LINE',
    async (visitor) => {
      await atProvider(visitor, 'line', newPerson(newEmail()));
      return visitor.post('/api/register', memberForm({ method: 'line' }));
    },
  ],
])('a guest whose payment waits at the bank and who %s', (_, becomeMember) => {
  async function payAgain(visitor: Browser) {
    expect(await becomeMember(visitor)).toMatchObject({ status: 200 });
    const price = await visitor.post<PriceAnswer>('/api/getPrice/', { items: main });
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const body = { ...cardOrder(MASTERCARD), orderNo: number.id, expectedTotal: price.body.price };
    return { ...(await visitor.post<PlaceOrderAnswer & ErrorBody>('/api/orders', body)), orderNo: number.id };
  }

  test('pays once: the first payment is given up, and what the bank takes for it goes back', async () => {
    const { visitor, first, recTradeId } = await atTheBank();
    const second = await payAgain(visitor);
    expect(second.status, JSON.stringify(second.body)).toBe(201);
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass' });
    await until(visitor, first.orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    expect((await paymentsOf(shop, first.orderNo)).map(held)).toEqual([0]);
    expect((await paymentsOf(shop, second.orderNo)).map(held)).toEqual([second.body.total]);
  });

  test('gets no second order when the bank has taken the first payment', async () => {
    const { visitor, first, recTradeId } = await atTheBank();
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass', notify: false });
    const second = await payAgain(visitor);
    expect(second).toMatchObject({ status: 409, body: { code: 'EARLIER_ORDER_PAID' } });
    expect(await paymentsOf(shop, second.orderNo)).toEqual([]);
    await until(visitor, first.orderNo, ({ displayStatus }) => displayStatus.code === '300');
  });

  test('gets no second order either, and hears why, when the shop has closed the paid order before', async () => {
    const { visitor, first, recTradeId } = await atTheBank();
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass', notify: false });
    // The sweeper asks the bank. The guest's cart has no claim afterwards.
    const { commands } = shop.shop.engine;
    const isClosed = async () => (await commands.load(checkoutStream(first.orderNo), checkoutDecider)).state?.ended === 'COMPLETED';
    await eventually(isClosed, 'the end of the checkout');
    const second = await payAgain(visitor);
    expect(second).toMatchObject({ status: 409, body: { code: 'EARLIER_ORDER_PAID', details: { orderNo: first.orderNo } } });
    expect(await paymentsOf(shop, second.orderNo)).toEqual([]);
  });

  test('is not charged while nobody knows what the bank did', async () => {
    const { visitor } = await atTheBank();
    await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 100 });
    const second = await payAgain(visitor);
    await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 0 });
    expect(second).toMatchObject({ status: 409, body: { code: 'EARLIER_PAYMENT_UNCLEAR' } });
    expect(await paymentsOf(shop, second.orderNo)).toEqual([]);
  });
});

describe('a buyer who orders again while a payment waits at the bank', () => {
  // A prime lasts 90 s, so the test makes its own.
  test.each([
    ['by card', () => cardOrder(MASTERCARD)],
    ['in cash', () => codOrder()],
  ])('%s has given the first one up; what the bank takes all the same goes back', async (_, order) => {
    const { visitor, first, recTradeId } = await atTheBank();
    const second = await checkOut(visitor, order(), { replaces: first.orderNo });
    expect(second.status).toBe(201);
    await until(visitor, first.orderNo, ({ displayStatus }) => displayStatus.code === 'PAYMENT_FAILED');
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass' });
    await until(visitor, first.orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    expect((await paymentsOf(shop, first.orderNo)).map(held)).toEqual([0]);
    expect((await orderOf(shop, second.orderNo))?.cancelled).toBeNull();
  });

  test('gets no second order when the first one is already paid', async () => {
    const { visitor, first, recTradeId } = await atTheBank();
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass', notify: false });
    const before = await orderNumbers(shop);
    const second = await checkOut(visitor, cardOrder(MASTERCARD), { replaces: first.orderNo });
    expect(second).toMatchObject({ status: 409, body: { code: 'EARLIER_ORDER_PAID', message: '前一筆訂單已完成付款，未重複建立訂單' } });
    expect(await orderNumbers(shop)).toEqual(before);
    expect(await paymentsOf(shop, second.orderNo)).toEqual([]);
    await until(visitor, first.orderNo, ({ displayStatus }) => displayStatus.code === '300');
  });

  test('is asked to wait and not charged when the bank does not answer', async () => {
    const { visitor, first } = await atTheBank();
    await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 100 });
    const second = await checkOut(visitor, cardOrder(MASTERCARD), { replaces: first.orderNo });
    await control(shop, 'faults', { provider: 'tappay', mode: 'down', on: 'query', times: 0 });
    expect(second).toMatchObject({ status: 409, body: { code: 'EARLIER_PAYMENT_UNCLEAR' } });
    expect(await paymentsOf(shop, second.orderNo)).toEqual([]);
  });

  test('is recognised in another window by the browser’s cookie', async () => {
    const { visitor, first, recTradeId } = await atTheBank();
    const second = await checkOut(visitor, cardOrder(MASTERCARD));
    expect(second.status).toBe(201);
    expect((await orderOf(shop, first.orderNo))?.payment.failure?.reason).toBe('ABANDONED');
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass' });
    await until(visitor, first.orderNo, ({ displayStatus }) => displayStatus.label === '訂單已取消（已退款）');
    // An order that was paid before does not prevent a new one.
    expect((await checkOut(visitor, codOrder())).status).toBe(201);
  });

  test('can buy again after a payment at the bank', async () => {
    const { visitor, first, recTradeId } = await atTheBank();
    await control(shop, `payments/${recTradeId}/complete`, { result: 'pass' });
    await until(visitor, first.orderNo, ({ order }) => order.tracking !== null);
    expect((await checkOut(visitor, cardOrder(VISA))).status).toBe(201);
    expect((await orderOf(shop, first.orderNo))?.cancelled).toBeNull();
  });

  test("cannot replace another buyer's order", async () => {
    const { first } = await atTheBank();
    const stranger = shop.visit();
    expect((await checkOut(stranger, cardOrder(MASTERCARD), { replaces: first.orderNo })).status).toBe(201);
    expect((await orderOf(shop, first.orderNo))?.payment.status).toBe('HANDLING');
  });

  test('gets the same order for the same request', async () => {
    const { visitor, first } = await atTheBank();
    const key = randomUUID();
    const order = cardOrder(MASTERCARD);
    const second = await checkOut(visitor, order, { replaces: first.orderNo }, key);
    const again = await visitor.post(
      '/api/orders',
      { orderNo: second.orderNo, expectedTotal: second.body.total, ...order, replaces: first.orderNo },
      { key },
    );
    expect(again).toMatchObject({ status: 201, body: { orderNo: second.orderNo } });
    expect(await paymentsOf(shop, second.orderNo)).toHaveLength(1);
  });
});

describe('two windows on one cart', () => {
  test('the cart that one window ordered cannot be ordered in the other', async () => {
    const visitor = shop.visit();
    const { status, body } = await checkOut(visitor, codOrder());
    expect(status).toBe(201);
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const stale = { orderNo: number.id, expectedTotal: body.total, ...codOrder() };
    expect(await visitor.post('/api/orders', stale, { key: randomUUID() })).toMatchObject({
      status: 409,
      body: { code: 'CART_EMPTY', message: '購物車內沒有商品，請先加入商品', details: { orderNo: body.orderNo } },
    });
    expect(await orderNumbers(shop)).not.toContain(number.id);
  });

  test('the same order with another key gets the first outcome', async () => {
    const visitor = shop.visit();
    const { body, orderNo } = await checkOut(visitor, codOrder());
    const before = await orderNumbers(shop);
    const again = await visitor.post('/api/orders', { orderNo, expectedTotal: body.total, ...codOrder() }, { key: randomUUID() });
    expect(again).toMatchObject({ status: 201, body: { orderNo, total: body.total } });
    expect(await orderNumbers(shop)).toEqual(before);
  });

  test('another order with a used number is refused', async () => {
    const visitor = shop.visit();
    const { body, orderNo } = await checkOut(visitor, codOrder());
    const other = codOrder({ recipient: { ...recipient, address: '信義路三段136巷2號' } });
    expect(await visitor.post('/api/orders', { orderNo, expectedTotal: body.total, ...other }, { key: randomUUID() })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_EXISTS' },
    });
  });
});

test('the bank and the carriers agree with the order store', async () => expect(await differences(shop)).toEqual([]));
