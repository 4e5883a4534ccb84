import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ RATE_LIMIT_FACTOR: '1' }, { without: ['messaging'] });
});
afterAll(() => shop.close());

test('after thirty refused cards a network tries no other card for an hour, and orders in cash', async () => {
  const pay = async (order: Parameters<typeof checkOut>[1]) => (await checkOut(shop.visit(), order)).status;
  expect(await pay(cardOrder(MASTERCARD))).toBe(201);
  for (let tried = 0; tried < 30; tried++) expect(await pay(cardOrder(REFUSED_CARD))).toBe(402);
  expect([await pay(cardOrder(REFUSED_CARD)), await pay(cardOrder(MASTERCARD))]).toEqual([429, 429]);
  expect(await pay(codOrder())).toBe(201);
});
