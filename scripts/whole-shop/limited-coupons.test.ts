import type { PlaceOrderAnswer, PriceAnswer } from '@nordhaut/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, codOrder, main } from './fixtures/browser.ts';
import { hundredOff, memberWith, prepare, send, stockOf } from './fixtures/member-promotions.ts';
import { cardOrder, VISA } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ CASH_LIMIT: 'off' });
});
afterAll(() => shop.close());

/** A coupon that the shop applies by itself to every cart with the product. */
const ofShop = (productId: number) => ({ coupon_scope: 'SYSTEM', coupon_auto_loading: '1', coupon_product: [productId], coupon_quantity: 1 }) as const;
const one = (productId: number) => [{ productId, quantity: 1, tier: 'ORIGIN' as const }];

const priceOf = async (visitor: Browser, items: typeof main, coupons: string[] = []) =>
  (await visitor.post<PriceAnswer>('/api/getPrice/', { items, portType: 'HOME', coupons })).body;
const discountOf = async (...asked: Parameters<typeof priceOf>) =>
  (await priceOf(...asked)).discounts.reduce((sum, { amount }) => sum + amount, 0);
/** Guests' prices look at coupons that were read before. */
const known = (visitor: Browser, items: typeof main) => expect.poll(() => discountOf(visitor, items)).toBe(100);

/** Takes an order to the bank, comes back, and sends another one in its place. */
async function backFromBank(visitor: Browser, items: typeof main, coupons: string[], couponId: number) {
  const first = await prepare(visitor, cardOrder(VISA, { items }), { coupons, credit: 0 });
  const { expectedTotal } = first.request;
  expect((await send(visitor, first)).body.paymentUrl).toBeDefined();
  expect(await stockOf(shop, couponId)).toMatchObject({ reserved: 1 });
  expect((await priceOf(visitor, items, coupons)).price, 'the page names the price of the next try').toBe(expectedTotal);
  const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const again = { ...first.request, orderNo, payment: { type: 'COD' as const }, replaces: first.request.orderNo };
  expect((await send(visitor, { request: again, key: crypto.randomUUID() })).body).toMatchObject({ total: expectedTotal });
  expect(await stockOf(shop, couponId)).toEqual({ quantity: 1, reserved: 0, redeemed: 1 });
}

test('a member who is back from the bank keeps the last piece of a coupon', async () => {
  const uid = await hundredOff(shop, 701, { coupon_quantity: 1 });
  await backFromBank((await memberWith(shop, 0)).visitor, main, [uid], 701);
});

test('a guest who is back from the bank keeps the last piece of a coupon of the shop', async () => {
  const visitor = shop.visit();
  await hundredOff(shop, 702, ofShop(5));
  await known(visitor, one(5));
  await backFromBank(visitor, one(5), [], 702);
});

test("the price of the next guest lacks a coupon of the shop as soon as its last piece is gone, and orders", async () => {
  await hundredOff(shop, 703, ofShop(9));
  const [visitor, next] = [shop.visit(), shop.visit()];
  await known(visitor, one(9));
  const order = codOrder({ items: one(9) });
  const sent = async (browser: Browser) => {
    const { price: expectedTotal } = await priceOf(browser, order.items);
    for (const item of order.items) await browser.post('/api/cart/items', item);
    const orderNo = (await browser.post<{ id: string }>('/api/genUid/', {})).body.id;
    return (await browser.post<PlaceOrderAnswer>('/api/orders', { ...order, orderNo, expectedTotal })).body;
  };
  const first = await sent(visitor);
  expect(first.total).toBeDefined();
  await expect.poll(() => discountOf(next, order.items), { timeout: 2_000 }).toBe(0);
  expect(await sent(next)).toMatchObject({ total: first.total + 100 });
});
