import { randomUUID } from 'node:crypto';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Browser, checkOut, codOrder, prepareOrder } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD, VISA } from './fixtures/orders.ts';
import { control, orderOf, payments, paymentsOf } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await testShop({ RATE_LIMIT_FACTOR: '1' }, { without: ['messaging'] });
});
afterEach(() => shop.close());

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

test('cards that the bank refuses after 3-D Secure count too; leaving the bank’s page does not, and who fails there twice pays with a third card', async () => {
  const pay = (card = VISA) => checkOut(shop.visit(), cardOrder(card));
  const fail = async (): Promise<void> => {
    const { orderNo, status } = await pay();
    expect(status).toBe(201);
    const [payment] = await paymentsOf(shop, orderNo);
    await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'fail' });
    await eventually(async () => (await orderOf(shop, orderNo))?.payment.status === 'FAILED', 'the refusal');
  };
  for (let count = 0; count < 3; count++) expect((await pay()).status).toBe(201);
  for (let count = 0; count < 2; count++) await fail();
  expect((await pay(MASTERCARD)).status).toBe(201);
  for (let count = 2; count < 60; count++) await fail();
  const before = (await payments(shop)).length;
  for (const card of [VISA, MASTERCARD])
    expect(await pay(card)).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED', status: 429 } });
  expect((await payments(shop)).length).toBe(before);
  expect((await checkOut(shop.visit(), codOrder())).status).toBe(201);
});
