import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let another: TestShop;
beforeAll(async () => {
  shop = await testShop();
  another = await testShop({ SESSION_SECRET: 'another-session-secret-of-this-shop-0001' }, { beside: shop, onlyHttp: true });
});
afterAll(async () => {
  await another.close();
  await shop.close();
});

test('after a new SESSION_SECRET a guest finds the order by its number, and proves it by the phone number', async () => {
  const order = codOrder();
  const { orderNo } = await checkOut(shop.visit(), order);
  await caughtUp(shop);
  const visitor = another.visit();
  const found = await visitor.get(`/api/orders/${orderNo}`);
  expect([found.status, found.body]).toMatchObject([200, { order: { orderNo, recipient: { name: expect.stringContaining('○') } } }]);
  expect((await visitor.post(`/api/orders/${orderNo}/proof`, { phone: '0900000000' })).status).toBe(403);
  expect((await visitor.post(`/api/orders/${orderNo}/proof`, { phone: order.recipient.phone })).status).toBe(200);
});
