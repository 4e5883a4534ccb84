import { randomUUID } from 'node:crypto';
import type { PlaceOrderAnswer } from '@nordhaut/contracts';
import { makePrime } from '@nordhaut/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder, main, recipient } from './fixtures/browser.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { MASTERCARD } from './fixtures/orders.ts';
import { recordCalls } from './fixtures/recorded-calls.ts';
import { parcelsOf, paymentsOf } from './fixtures/records.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';

// As existing-order.test.ts, for the other calls that place an order: the right phone number answers and costs what a wrong one does.
let shop: TestShop;
let recorded: ReturnType<typeof recordCalls>;
beforeAll(async () => {
  shop = await testShop(HASTY);
  // As there: a request during the catalogue's own look for changes has the same statement, later than others.
  await shop.shop.faces.catalogue.stop();
  recorded = recordCalls(shop);
});
afterAll(async () => {
  recorded.stop();
  await shop.close();
});

const PHONES = [recipient.phone, '0987654321', '0987654322'];

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  recorded.during(async () => {
    const answer = await shop.shop.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
    const { correlationId: _, ...rest } = answer.json<Record<string, unknown>>();
    const given = Object.keys(answer.headers).filter((name) => name !== 'content-length');
    return { status: answer.statusCode, body: rest, headers: given.toSorted() };
  });
type Answered = Awaited<ReturnType<typeof post>>;

/** All answers are the same refusal after the same work. */
function expectNoDifference(answers: readonly Answered[]): void {
  for (const { result } of answers) expect(result).toMatchObject({ status: 409, body: { code: 'ORDER_EXISTS' } });
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(JSON.stringify(answers[0]), 'something was recorded').toContain('store read checkout');
}

/** The cookies of a stranger with a full cart, whose prepared order has this phone number. */
async function prepared(phone: string): Promise<string> {
  const visitor = shop.visit();
  for (const item of main) await visitor.post('/api/cart/items', item);
  const { delivery, invoice } = codOrder();
  const value = { delivery, recipient: { ...recipient, phone }, invoice, termsAccepted: true };
  expect((await visitor.post('/api/session/', { set: { key: 'shippingInfo', value } })).status).toBe(200);
  // The session's cookie is sent to /api only.
  return visitor.cookiesFor('/api/ecpay/');
}

test.each<[string, (orderNo: string) => object]>([
  ['/api/ecpay/', (orderNo) => ({ shippingInfo: { MerchantTradeNo: orderNo } })],
  ['/api/tappay/', (orderNo) => ({ payInfo: { prime: makePrime(MASTERCARD, Date.now()), order_number: orderNo } })],
])('%s does not tell a right phone number from a wrong one', async (url, bodyFor) => {
  const { orderNo, status } = await checkOut(shop.visit(), codOrder());
  expect(status).toBe(201);
  const ask = async (phone: string) => post(url, bodyFor(orderNo), { cookie: await prepared(phone) });
  // The first request fills caches.
  await ask('0987654320');
  const answers: Answered[] = [];
  for (const phone of PHONES) answers.push(await ask(phone));
  expectNoDifference(answers);
  expect([(await parcelsOf(shop, orderNo)).length, (await paymentsOf(shop, orderNo)).length]).toEqual([1, 0]);
});

test.each([
  ['a group order', true],
  ['an order from a cart', false],
])('/api/group-orders does not tell a right phone number from a wrong one, for %s', async (_, isGroup) => {
  const person = (phone: string) => ({ recipient: { name: '王小明', email: 'ming@example.com', phone } });
  const request = await groupOrder(shop.visit(), person(recipient.phone));
  const key = { 'idempotency-key': randomUUID() };
  const first = isGroup
    ? (await post('/api/group-orders', request, key)).result
    : await checkOut(shop.visit(), codOrder(), { orderNo: request.orderNo });
  expect(first.status).toBe(201);
  expect((first.body as PlaceOrderAnswer).orderNo).toBe(request.orderNo);
  const ask = (phone: string) => post('/api/group-orders', { ...request, ...person(phone) }, { 'idempotency-key': randomUUID() });
  await ask('0987654320');
  const answers: Answered[] = [];
  for (const phone of PHONES) answers.push(await ask(phone));
  expectNoDifference(answers);
});
