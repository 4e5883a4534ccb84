import { verifyStore } from '@nordhaut/evidence';
import { pagesOf, type Position } from '@nordhaut/platform/event-store';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder, until } from './fixtures/browser.ts';
import { follower } from './fixtures/follower.ts';
import { fuzzRoutes } from './fixtures/fuzz/index.ts';
import { ownMessages } from './fixtures/own-messages.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { control, orderNumbers, orderOf, parcels, payments } from './fixtures/records.ts';

let shop: TestShop;
let order: { orderNo: string; proof: string; cookie: string };
beforeAll(async () => {
  shop = await testShop();
  const visitor = shop.visit();
  const { orderNo, body } = await checkOut(visitor, codOrder());
  await until(visitor, orderNo, ({ order: seen }) => seen.tracking !== null);
  // The parcel is with the carrier, so the order can be neither cancelled nor returned.
  await control(shop, `parcels/${orderNo}`, { code: 3001 });
  await until(visitor, orderNo, ({ timeline }) => timeline.some(({ code }) => code === '3001'));
  order = { orderNo, proof: body.proof, cookie: visitor.cookies() };
});
afterAll(() => shop.close());

const traces = async () => ({
  orders: await orderNumbers(shop),
  payments: await payments(shop),
  parcels: await parcels(shop),
  order: await orderOf(shop, order.orderNo),
});

/** All events after a position. */
const streamsAfter = async (after: Position): Promise<string[]> =>
  (await Array.fromAsync(pagesOf(shop.shop.engine.store, { after }))).flat().map(({ stream }) => stream);

test('no route fails, accepts input that its schema refuses, returns a foreign message, or stores anything but cart lines', async () => {
  const { store } = shop.shop.engine;
  const [before, head] = [await traces(), await store.head()];
  const report = await fuzzRoutes(shop.shop.app, {
    runs: 120,
    isOwnMessage: await ownMessages(),
    skip: ({ url }) => url.startsWith('/api/docs') || url === '/api/openapi.json',
  });
  expect(report.routes.length).toBeGreaterThan(20);
  expect(await traces()).toEqual(before);
  expect((await streamsAfter(head)).filter((stream) => !stream.startsWith('cart-'))).toEqual([]);
});

test('the same holds for the routes of an existing order, with its proof', async () => {
  const { app, engine } = shop.shop;
  const [before, head] = [await traces(), await engine.store.head()];
  // The same routes with the order's number in the path.
  const own = app.registeredRoutes
    .filter(({ url }) => url.includes(':orderNo') && !url.startsWith('/api/support/'))
    .map((route) => ({ ...route, url: route.url.replace(':orderNo', order.orderNo), schema: { ...route.schema, params: undefined } }));
  expect(own).toHaveLength(5);
  const { routes } = await fuzzRoutes(Object.assign(Object.create(app) as typeof app, { registeredRoutes: own }), {
    runs: 60,
    isOwnMessage: await ownMessages(),
    headers: { 'order-proof': order.proof, cookie: order.cookie },
  });
  expect(routes.map(({ url }) => url).toSorted()).toEqual(own.map(({ url }) => url).toSorted());
  // With these headers a request that passes the schema reaches the order, and the order refuses it.
  for (const [path, payload] of [
    ['cancel', {}],
    ['return', { returnComment: '不合適' }],
  ] as const) {
    const headers = { 'order-proof': order.proof, cookie: order.cookie };
    const answer = await app.inject({ method: 'POST', url: `/api/orders/${order.orderNo}/${path}`, headers, payload });
    expect(answer.statusCode, `${path}: ${answer.body}`).toBe(409);
  }
  expect(await traces()).toEqual(before);
  expect(await engine.store.head()).toBe(head);
});

test('sockets survive any input', async () => {
  const page = await follower(shop.url);
  const raw = page.socket as unknown as { emit(event: string, ...rest: unknown[]): void };
  const events = fc.oneof(
    fc.constantFrom('order:subscribe', 'order:unsubscribe', 'order:status', 'message', '__proto__', 'toString'),
    fc.string(),
  );
  const values = fc.anything({ withBigInt: false, withDate: true, withNullPrototype: true, withTypedArray: true, maxDepth: 3 });
  for (const [event, rest, acknowledged] of fc.sample(fc.tuple(events, fc.array(values, { maxLength: 3 }), fc.boolean()), 200)) {
    if (['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'].includes(event)) continue;
    try {
      raw.emit(event, ...rest, ...(acknowledged ? [() => undefined] : []));
    } catch {
      // the client cannot send this request
    }
  }
  page.close();

  const address = `${shop.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const garbage = [
    '',
    '4',
    '40',
    '42',
    '42["order:subscribe"',
    '42["order:subscribe",{"orderNo":1}]',
    '420["order:subscribe"]',
    '4299999999999["order:subscribe",{}]',
    '451-["order:subscribe",{"_placeholder":true,"num":0}]',
    '459999-[]',
    '43["x"]',
    '40/admin,',
    '40{"a":',
    '2probe',
    '6',
    'x',
    '\u0000',
    '4'.repeat(1_000),
    '{',
    '[]',
  ];
  for (const frames of fc.sample(
    fc.array(fc.oneof(fc.constantFrom(...garbage), fc.string(), fc.uint8Array({ maxLength: 50 })), { maxLength: 6 }),
    60,
  )) {
    await new Promise<void>((resolve) => {
      const socket = new WebSocket(address);
      socket.onopen = () => {
        for (const frame of ['40', ...frames]) socket.send(typeof frame === 'string' ? frame : Uint8Array.from(frame));
        setTimeout(() => socket.close(), 5);
      };
      socket.onclose = socket.onerror = () => resolve();
    });
  }
  const after = await follower(shop.url);
  expect(await after.subscribe({ orderNo: order.orderNo, afterRevision: -1 })).toMatchObject({ ok: true });
  after.close();
});

test('the history is unchanged and valid', async () => {
  expect(await verifyStore(shop.shop.engine.store, { contiguous: true })).toMatchObject({ ok: true });
});
