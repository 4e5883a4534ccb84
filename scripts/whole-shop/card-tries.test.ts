import { randomUUID } from 'node:crypto';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, checkOut, codOrder, prepareOrder } from './fixtures/browser.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD } from './fixtures/orders.ts';
import { payments } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ RATE_LIMIT_FACTOR: '1' }, { without: ['messaging'] });
});
afterAll(() => shop.close());

const send = (visitor: Browser, order: PlaceOrderRequest) => visitor.post('/api/orders', order, { key: randomUUID() });

test('after thirty refused cards a network tries no other card for an hour, and orders in cash', async () => {
  const pay = (order: Parameters<typeof checkOut>[1]) => checkOut(shop.visit(), order);
  const tried = async () => (await payments(shop)).length;
  const paying = shop.visit();
  const paid = await prepareOrder(paying, cardOrder(MASTERCARD));
  expect((await send(paying, paid)).status).toBe(201);
  for (let count = 0; count < 30; count++)
    expect(await pay(cardOrder(REFUSED_CARD))).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
  const before = await tried();
  expect(await pay(cardOrder(REFUSED_CARD))).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED', status: 429 } });
  expect(await pay(cardOrder(MASTERCARD))).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED', status: 429 } });
  expect(await tried()).toBe(before);
  // Whose answer was lost has the order all the same.
  expect((await send(paying, paid)).status).toBe(201);
  expect((await pay(codOrder())).status).toBe(201);
});
