import { randomUUID } from 'node:crypto';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { checkoutDecider, checkoutStream } from '@nordhaut/checkout';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, main, recipient, until, type Browser } from './fixtures/browser.ts';
import { abroad, cardOrder, MASTERCARD, storeDelivery, STORES, VISA } from './fixtures/orders.ts';
import { recordCalls } from './fixtures/recorded-calls.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, parcelsOf, paymentsOf } from './fixtures/records.ts';

// A caller who knows an order's number learns nothing more from the order call, neither from the answer nor from its time.
let shop: TestShop;
let recorded: ReturnType<typeof recordCalls>;
let isInterrupted = false;
beforeAll(async () => {
  const afterStep = (step: string): void => {
    if (isInterrupted && step === 'place') throw new Error('interrupted before the charge');
  };
  shop = await testShop({ ...HASTY, UNCHARGED_PATIENCE: '600000' }, { afterStep });
  // Every three seconds the catalogue looks for changes. A request that comes meanwhile has the same statement, later than others.
  await shop.shop.faces.catalogue.stop();
  recorded = recordCalls(shop);
});
afterAll(async () => {
  recorded.stop();
  await shop.close();
});

type Existing = { orderNo: string; total: number; buyer: Browser; proof: string };

/** Orders in every state in which an order call can find them. */
const STATES: Record<string, () => Promise<Existing>> = {
  'a cash order': () => placed(codOrder()),
  'a paid order': () => placed(cardOrder(MASTERCARD)),
  'an order at the bank': () => placed(cardOrder(VISA)),
  'an order with a refused card': () => placed(cardOrder('4242421602184242')),
  'an order whose charge was not requested': async () => {
    isInterrupted = true;
    return placed(cardOrder(MASTERCARD)).finally(() => (isInterrupted = false));
  },
  'an order whose carrier is silent': async () => {
    await control(shop, 'faults', { provider: 'ecpay', mode: 'down', times: 20 });
    const order = await placed(codOrder());
    await control(shop, 'faults', { provider: 'ecpay', mode: 'down', times: 0 });
    // Until the checkout is closed, the sweeper's appends to it could be recorded with a request's calls.
    const { commands } = shop.shop.engine;
    const isClosed = async () => (await commands.load(checkoutStream(order.orderNo), checkoutDecider)).state?.ended === 'COMPLETED';
    await eventually(isClosed, 'the end of the checkout');
    return order;
  },
};

async function placed(order: ReturnType<typeof codOrder>): Promise<Existing> {
  const buyer = shop.visit();
  const price = await buyer.post<{ price: number }>('/api/getPrice/', { items: order.items });
  const { orderNo, body } = await checkOut(buyer, order);
  return { orderNo, total: price.body.price, buyer, proof: body.proof ?? '' };
}

/** Requests of a caller who knows the number; the first one equals the original request. */
const GUESSES: Record<string, (existing: Existing) => Partial<PlaceOrderRequest>> = {
  'everything right': () => ({}),
  'another phone': () => ({ recipient: { ...recipient, phone: '0987654321' } }),
  'a phone that cannot be': () => ({ recipient: { ...recipient, phone: '12' } }),
  'another total': ({ total }) => ({ expectedTotal: total + 1 }),
  'another phone and total': ({ total }) => ({ expectedTotal: total + 1, recipient: { ...recipient, phone: '0987654321' } }),
  'another name and address': () => ({ recipient: { ...recipient, firstName: '陳', address: '信義路三段1號' } }),
  'a district that is not there': () => ({ recipient: { ...recipient, district: '火星區' } }),
  'other items': () => ({ items: [{ productId: 12, quantity: 1, tier: 'ORIGIN' }] }),
  'no items': () => ({ items: [] }),
  'an unknown product': () => ({ items: [{ productId: 999_999, quantity: 1, tier: 'ORIGIN' }] }),
  'the terms not accepted': () => ({ termsAccepted: false }),
  'paid by card': () => ({ payment: cardOrder(MASTERCARD).payment }),
  'to a store': () => ({ delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) }),
  abroad: () => ({ delivery: abroad().delivery, recipient: abroad().recipient }),
  'in place of itself': ({ orderNo }) => ({ replaces: orderNo }),
};

const strangers: Record<string, () => Promise<string>> = {
  'without a cookie': () => Promise.resolve(''),
  'with a full cart': async () => {
    const visitor = shop.visit();
    for (const item of main) await visitor.post('/api/cart/items', item);
    return visitor.cookies();
  },
};

const post = (existing: Existing, guess: Partial<PlaceOrderRequest>, headers: Record<string, string> = {}) =>
  recorded.during(async () => {
    const request = { orderNo: existing.orderNo, expectedTotal: existing.total, ...codOrder(), ...guess };
    const answer = await shop.shop.app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(request),
    });
    const { correlationId: _, ...body } = answer.json<Record<string, unknown>>();
    const given = Object.keys(answer.headers).filter((name) => name !== 'content-length');
    return { status: answer.statusCode, body, headers: given.toSorted() };
  });

describe.each(Object.keys(STATES))('%s', (state) => {
  let existing: Existing;
  beforeAll(async () => {
    existing = await (STATES[state] as () => Promise<Existing>)();
    // The first request fills caches.
    await post(existing, {});
  });

  describe.each(Object.keys(strangers))('asked for by somebody %s', (stranger) => {
    test('answers every guess the same, with the same calls, statements and hashes', async () => {
      const cookie = await (strangers[stranger] as () => Promise<string>)();
      const seen = new Map<string, string[]>();
      for (const [name, guess] of Object.entries(GUESSES)) {
        const key = randomUUID();
        const { calls, result } = await post(existing, guess(existing), { cookie, 'idempotency-key': key });
        expect(result, name).toMatchObject({
          status: 409,
          body: { status: 409, code: 'ORDER_EXISTS', message: '此訂單編號已使用，請重新結帳' },
        });
        const trace = JSON.stringify([calls, result]);
        seen.set(trace, [...(seen.get(trace) ?? []), name]);
      }
      expect([...seen.values()]).toEqual([Object.keys(GUESSES)]);
      const [trace = ''] = seen.keys();
      expect(trace, 'something was recorded').toContain('store read checkout');
      expect(trace, 'no order is read, whose data could be compared').not.toMatch(/store read \w*order|statement find-order/);
    });
  });
});

test('the copy of an answer, which is stored after it, counts for no request, however long the test takes to look', async () => {
  const { orderNo, total } = await placed(codOrder());
  const client = await shop.shop.engine.pool.connect();
  const kept = async () => (await client.query<{ n: number }>('select count(*)::int as n from idempotency_keys')).rows[0]?.n ?? 0;
  try {
    const ask = () =>
      recorded.during(async () => {
        const before = await kept();
        const payload = { orderNo, expectedTotal: total, ...codOrder() };
        await shop.shop.app.inject({ method: 'POST', url: '/api/orders', headers: { 'idempotency-key': randomUUID() }, payload });
        await eventually(async () => (await kept()) > before, 'the copy');
      });
    // The first look may find the copy of the order itself.
    await ask();
    const { calls } = await ask();
    expect(calls).toContain('store read checkout');
    expect(calls.filter((call) => /idempotency-complete|Cipher/.test(call))).toEqual([]);
  } finally {
    client.release();
  }
});

describe('its first sender is known', () => {
  const again = ({ orderNo }: Existing) => ({ status: 201, body: { orderNo } });
  let existing: Existing;
  beforeAll(async () => {
    existing = await placed(codOrder());
  });

  test("by the cart's cookie", async () =>
    expect((await post(existing, {}, { cookie: existing.buyer.cookies() })).result).toMatchObject(again(existing)));
  test('by the proof in a header or a cookie', async () => {
    expect((await post(existing, {}, { 'order-proof': existing.proof })).result).toMatchObject(again(existing));
    expect((await post(existing, {}, { cookie: `order-proof=${existing.proof}` })).result).toMatchObject(again(existing));
  });
  test("not by another order's proof", async () => {
    const other = await placed(codOrder());
    expect((await post(existing, {}, { 'order-proof': other.proof })).result).toMatchObject({ status: 409 });
  });
  test('by the idempotency key', async () => {
    const visitor = shop.visit();
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const fresh = { ...existing, orderNo: number.id };
    const key = { 'idempotency-key': randomUUID() };
    expect((await post(fresh, {}, key)).result).toMatchObject(again(fresh));
    // The copy of an answer is written after the answer. Without the copy the command runs again and returns its outcome.
    const repeated = await eventually(async () => {
      await shop.shop.engine.pool.query('delete from idempotency_keys');
      const { result } = await post(fresh, {}, key);
      return !result.headers.includes('idempotent-replayed') && result;
    }, 'an answer that is not a copy');
    expect(repeated).toMatchObject(again(fresh));
    expect((await post(fresh, {}, { 'idempotency-key': randomUUID() })).result).toMatchObject({ status: 409 });
  });
  test('and gets a refusal for another order under the same number', async () => {
    const { result } = await post(existing, { recipient: { ...recipient, phone: '0987654321' } }, { cookie: existing.buyer.cookies() });
    expect(result).toMatchObject({ status: 409, body: { code: 'ORDER_EXISTS' } });
  });
  test('one order, one parcel, no charge', async () => {
    await until(existing.buyer, existing.orderNo, ({ order }) => order.tracking !== null);
    expect(await parcelsOf(shop, existing.orderNo)).toHaveLength(1);
    expect(await paymentsOf(shop, existing.orderNo)).toEqual([]);
  });
});

test('a cash checkout from a cart is two appends and one read of the store', async () => {
  const visitor = shop.visit();
  for (const item of main) await visitor.post('/api/cart/items', item);
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: main });
  const order = { orderNo: number.id, total: price.body.price, buyer: visitor, proof: '' };
  const { calls, result } = await post(order, {}, { cookie: visitor.cookies() });
  expect(result.status).toBe(201);
  expect(calls.filter((call) => call.startsWith('store '))).toEqual([
    'store read checkout',
    'store appendTogether checkout+cart+order',
    'store appendTogether order+cart+checkout',
  ]);
});
