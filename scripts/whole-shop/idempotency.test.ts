import { randomUUID } from 'node:crypto';
import type { PlaceOrderAnswer, PlaceOrderRequest } from '@nordhaut/contracts';
import type { HistoryAnswer } from '@nordhaut/contracts/support';
import type { CatalogueTables } from '@nordhaut/catalogue';
import { changePrice } from '@nordhaut/catalogue/testing';
import { createKysely } from '@nordhaut/platform/database';
import { keyedRequests } from '@nordhaut/platform/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browser, codOrder, until, type Browser } from './fixtures/browser.ts';
import { shopBeside } from './fixtures/child-shop.ts';
import { follower, soon } from './fixtures/follower.ts';
import { cardOrder, MASTERCARD, VISA } from './fixtures/orders.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { control, differences, orderNumbers, orderOf, parcelsOf, paymentsOf } from './fixtures/records.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(HASTY);
});
afterAll(() => shop.close());

type Prepared = {
  visitor: Browser;
  request: PlaceOrderRequest;
  key: string;
  place: (to?: string, more?: object) => Promise<{ status: number; body: PlaceOrderAnswer; requestId: string }>;
};

/** A filled cart and the request of a click on "pay". */
async function prepare(order: ReturnType<typeof codOrder>): Promise<Prepared> {
  const visitor = shop.visit();
  for (const item of order.items) await visitor.post('/api/cart/items', item);
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items });
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const request = { orderNo: number.id, expectedTotal: price.body.price, ...order };
  const key = randomUUID();
  const cookie = visitor.cookies();
  const place: Prepared['place'] = async (to = shop.url, more = {}) => {
    const answer = await fetch(`${to}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie },
      body: JSON.stringify({ ...request, ...more }),
    });
    const requestId = answer.headers.get('x-correlation-id') ?? '';
    return { status: answer.status, body: (await answer.json()) as PlaceOrderAnswer, requestId };
  };
  return { visitor, request, key, place };
}

/** The requests that recorded the order's beginning, and what is known of the others with their key. */
async function attemptsOf(orderNo: string, count: number) {
  const { store, codec, pool } = shop.shop.engine;
  const started = await codec.decode(await store.read(`checkout-${orderNo}`, { limit: 1 }));
  const { commandId = '' } = started[0]?.metadata ?? {};
  const attempts = await eventually(async () => {
    const known = (await keyedRequests(pool, [commandId])).get(commandId)?.attempts ?? [];
    return known.length >= count && known;
  }, 'the attempts');
  return {
    ids: started.map(({ metadata }) => metadata.causationId),
    attempts: attempts.map(({ requestId, outcome, status }) => ({ requestId, outcome, status })),
  };
}

const orders = { COD: () => codOrder(), 'a card': () => cardOrder(MASTERCARD) };
const charges = { COD: 0, 'a card': 1 };
type Way = keyof typeof orders;
const WAYS: Way[] = ['COD', 'a card'];

test.each(WAYS)('%s: the same click 50 times at once, and again after a restart', async (way) => {
  const { request, place } = await prepare(orders[way]());
  const before = (await orderNumbers(shop)).length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => place()));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.status).toBe(201);

  const restarted = await testShop(HASTY, { beside: shop });
  try {
    expect((await place(restarted.url)).body).toEqual(answers[0]?.body);
  } finally {
    await restarted.close();
  }
  expect(await orderNumbers(shop)).toHaveLength(before + 1);
  expect(await paymentsOf(shop, request.orderNo)).toHaveLength(charges[way]);
  expect(await parcelsOf(shop, request.orderNo)).toHaveLength(1);
});

test('another body with the same key is refused, at the same time and later', async () => {
  const { place, request } = await prepare(codOrder());
  const [first, other] = await Promise.all([place(), place(shop.url, { termsAccepted: false })]);
  expect([first.status, other.status].toSorted()).toContain(422);
  expect((await place(shop.url, { expectedTotal: 1 })).status).toBe(422);
  expect((await orderNumbers(shop)).filter((no) => no === request.orderNo).length).toBeLessThanOrEqual(1);
});

test('the first answer counts also when its copy is lost and the price has changed', async () => {
  const { place, request, visitor } = await prepare(cardOrder(MASTERCARD));
  const first = await place();
  expect(first.status).toBe(201);
  const { pool } = shop.shop.engine;
  await until(visitor, request.orderNo, () => true);
  const { body: cart } = await visitor.get<{ cartId: string }>('/api/cart');
  await eventually(
    async () => (await pool.query('delete from idempotency_keys where owner = $1', [cart.cartId])).rowCount === 1,
    'the copy',
  );
  await changePrice(createKysely<CatalogueTables>(pool), 5, { ORIGIN: 77 });
  const again = await place();
  expect({ status: again.status, ...again.body, proof: '' }).toMatchObject({
    status: 201,
    orderNo: request.orderNo,
    total: first.body.total,
    displayStatus: first.body.displayStatus,
  });
  expect(await paymentsOf(shop, request.orderNo)).toHaveLength(1);
  const { ids, attempts } = await attemptsOf(request.orderNo, 1);
  expect(attempts).toEqual([{ requestId: again.requestId, outcome: 'again', status: 201 }]);
  expect(ids).toEqual([first.requestId]);
});

test('of two processes with one click at once, one records the order, and the other one is recorded as an attempt', async () => {
  const other = await testShop(HASTY, { beside: shop });
  try {
    const { place, request } = await prepare(codOrder());
    const answers = await Promise.all([place(), place(other.url)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const { ids, attempts } = await attemptsOf(request.orderNo, 1);
    expect(ids).toHaveLength(1);
    const loser = answers.find(({ requestId }) => !ids.includes(requestId));
    expect(attempts).toEqual([{ requestId: loser?.requestId, outcome: expect.stringMatching(/^(again|same)$/), status: 201 }]);
  } finally {
    await other.close();
  }
});

test('of a request whose process died before it answered, support sees when it began, that it had no answer, and the repeat', async () => {
  const doomed = await shopBeside(shop);
  const { place, request } = await prepare(cardOrder(MASTERCARD));
  const { halted } = await doomed.haltAt('mid:pay');
  const unanswered = place(doomed.url).catch(() => 'no answer');
  await halted;
  await doomed.kill('SIGKILL');
  expect(await unanswered).toBe('no answer');
  const again = await place();
  expect(again.status).toBe(201);
  const { ids } = await attemptsOf(request.orderNo, 1);
  const staff = await signedInStaff(shop, ['view']);
  const known = await eventually(async () => {
    const { requests } = (await staff.get<HistoryAnswer>(`/api/support/orders/${request.orderNo}/events`)).body;
    return requests.find(({ id }) => id === ids[0]);
  }, 'the request in the history');
  expect(known.attempts).toMatchObject([
    { id: ids[0], outcome: 'unanswered', status: null },
    { id: again.requestId, outcome: 'again', status: 201 },
  ]);
  expect(ids[0]).not.toBe(again.requestId);
});

test('one click on "add" sent twenty times adds one', async () => {
  const visitor = shop.visit();
  await visitor.post('/api/cart/items', { productId: 9, quantity: 1, tier: 'ORIGIN' });
  const key = randomUUID();
  await Promise.all(
    Array.from({ length: 20 }, () => visitor.post('/api/cart/items', { productId: 5, quantity: 2, tier: 'ORIGIN' }, { key })),
  );
  const { body } = await visitor.get<{ items: unknown[] }>('/api/cart');
  expect(body.items).toEqual([
    { productId: 9, quantity: 1, tier: 'ORIGIN' },
    { productId: 5, quantity: 2, tier: 'ORIGIN' },
  ]);
});

test("another visitor's equal key is a different key", async () => {
  const [one, two] = [await prepare(codOrder()), await prepare(codOrder())];
  const place = ({ visitor, request }: Prepared) => visitor.post<PlaceOrderAnswer>('/api/orders', request, { key: '1' });
  expect((await place(one)).body.orderNo).toBe(one.request.orderNo);
  expect((await place(two)).body.orderNo).toBe(two.request.orderNo);
});

describe('clients without a cookie', () => {
  const send = async (path: string, body: object, key: string) => {
    const answer = await fetch(shop.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return { status: answer.status, cookies: answer.headers.getSetCookie(), headers: answer.headers, text: await answer.text() };
  };
  const item = { productId: 5, quantity: 1, tier: 'ORIGIN' };

  test('two clients with the same short key have one cart each', async () => {
    const [one, two] = [await send('/api/cart/items', item, '1'), await send('/api/cart/items', item, '1')];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(JSON.parse(two.text).cartId).not.toBe(JSON.parse(one.text).cartId);
    expect(two.cookies[0]).not.toBe(one.cookies[0]);
  });

  test('a stranger with a leaked UUID key gets no cart, and no answer without the complete body', async () => {
    const key = randomUUID();
    const first = await send('/api/cart/items', item, key);
    const again = await send('/api/cart/items', item, key);
    expect(again).toMatchObject({ status: 200, text: first.text, cookies: [] });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const guess = await send('/api/cart/items', { ...item, quantity: 2 }, key);
    expect(guess).toMatchObject({ status: 422, cookies: [] });
    expect(guess.text).not.toContain(JSON.parse(first.text).cartId);
  });

  test('the key of another visitor’s order gives no access', async () => {
    const { request, place, key } = await prepare(codOrder());
    const placed = await place();
    expect(placed.status).toBe(201);
    const strangers = [
      await send('/api/orders', request, key),
      await send('/api/orders', { ...request, recipient: { ...request.recipient, phone: '0911222333' } }, key),
    ];
    for (const { headers, cookies, text } of strangers) {
      expect(headers.get('idempotent-replayed')).toBeNull();
      expect(text).not.toContain(placed.body.proof);
      // The order call decides what a stranger gets for an existing order; no stored answer is involved.
      expect(cookies.some((line) => line.startsWith('visitor='))).toBe(false);
    }
  });

  test('stored answers hold no proof and no proof cookie in clear text', async () => {
    const { place } = await prepare(codOrder());
    const { body } = await place();
    const { pool } = shop.shop.engine;
    await eventually(async () => (await pool.query('select from idempotency_keys')).rowCount !== 0, 'the answers');
    const { rows } = await pool.query<{ text: string; sealed: Buffer }>(
      'select row_to_json(k)::text as text, sealed from idempotency_keys k',
    );
    const stored = rows.map(({ text, sealed }) => `${text} ${sealed.toString('latin1')}`).join('\n');
    for (const secret of [body.proof, body.orderNo, 'order-proof']) expect(stored).not.toContain(secret);
  });
});

describe('two shops on one database', () => {
  let second: Awaited<ReturnType<typeof shopBeside>>;
  beforeAll(async () => {
    second = await shopBeside(shop);
  });
  afterAll(() => second.kill('SIGTERM'));

  test.each(WAYS)('%s: the same click in both at once, ten times over', async (way) => {
    const clicks = await Promise.all(Array.from({ length: 10 }, () => prepare(orders[way]())));
    await Promise.all(
      clicks.map(async ({ place, request }) => {
        const answers = await Promise.all([place(), place(second.url), place(), place(second.url)]);
        for (const { status, body } of answers)
          expect({ status, body }).toMatchObject({ status: 201, body: { orderNo: request.orderNo, total: request.expectedTotal } });
        expect(await paymentsOf(shop, request.orderNo)).toHaveLength(charges[way]);
        expect(await parcelsOf(shop, request.orderNo)).toHaveLength(1);
      }),
    );
  });

  test('a payment result that both receive at once is recorded once', async () => {
    const { place, request } = await prepare(cardOrder(VISA));
    expect((await place()).status).toBe(201);
    const [payment] = await paymentsOf(shop, request.orderNo);
    await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify: false });
    const confirm = (url: string) => fetch(`${url}/api/orders/${request.orderNo}/payment/confirm`, { method: 'POST' });
    const answers = await Promise.all([shop.url, second.url, shop.url, second.url].map(confirm));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await eventually(async () => (await orderOf(shop, request.orderNo))?.shipment != null, 'the parcel');
    expect((await orderOf(shop, request.orderNo))?.timeline.map(({ code }) => code)).toEqual(['PLACED', 'PAYMENT_STARTED', 'PAID', '300']);
    expect(await parcelsOf(shop, request.orderNo)).toHaveLength(1);
  });

  test('one of each leads: a sweep, a look-up table and a poll happen once', async () => {
    await control(shop, 'faults', { provider: 'ecpay', mode: 'down', times: 30 });
    const clicks = await Promise.all(Array.from({ length: 5 }, () => prepare(codOrder())));
    for (const [index, { place }] of clicks.entries()) expect((await place(index % 2 ? second.url : shop.url)).status).toBe(201);
    await control(shop, 'faults', { provider: 'ecpay', mode: 'down', times: 0 });
    for (const { request } of clicks) {
      await eventually(async () => (await orderOf(shop, request.orderNo))?.shipment != null, `the parcel of ${request.orderNo}`);
      expect(await parcelsOf(shop, request.orderNo)).toHaveLength(1);
    }
    const { rows } = await shop.shop.engine.pool.query<{ count: number }>(
      "select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and l.granted and a.datname = current_database() and a.application_name like '%leader%' group by a.application_name",
    );
    expect(rows.map(({ count }) => count)).toEqual(rows.map(() => 1));
    expect(rows.length).toBeGreaterThanOrEqual(3);
  });

  test('a page connected to the second shop gets the carrier reports of the first', async () => {
    const { place, request } = await prepare(codOrder());
    await place();
    const page = await follower(second.url);
    await page.subscribe({ orderNo: request.orderNo, afterRevision: -1 });
    for (const code of [310, 3001, 3006]) await control(shop, `parcels/${request.orderNo}`, { code });
    await soon(() => page.seen.length === 5, 'the reports');
    expect(page.seen.map(({ entry }) => entry?.code)).toEqual(['PLACED', '300', '310', '3001', '3006']);
    page.close();
  });

  test('each shop reads the events that the other one wrote', async () => {
    const { place, request, visitor } = await prepare(codOrder());
    const { body } = await place(second.url);
    await until(visitor, request.orderNo, () => true);
    const other = browser(second.url);
    expect(
      (await other.get<{ order: { orderNo: string } }>(`/api/orders/${request.orderNo}?after=${body.position}`)).body.order.orderNo,
    ).toBe(request.orderNo);
  });
});

test('the bank and the carriers agree with the order store', async () => expect(await differences(shop)).toEqual([]));
