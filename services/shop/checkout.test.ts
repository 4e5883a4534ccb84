import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder, until } from './testing/browser.ts';
import { testShop, type TestShop } from './testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test('cash on delivery, from cart to the look-up', async () => {
  const visitor = shop.visit();
  const { status, body, orderNo } = await checkOut(visitor, codOrder());
  expect(status).toBe(201);
  expect(body.displayStatus).toEqual({ code: 'COD', label: '貨到付款' });
  const { order } = await until(visitor, orderNo, (seen) => seen.order.tracking !== null);
  expect(order.recipient.name).toBe('王大明');
  const stranger = await until(shop.visit(), orderNo, () => true);
  expect(stranger.order.recipient).toEqual({ name: '王○明', phone: '09••••678', email: 'm••••@example.com', address: '臺北市大安區' });
});
