import { randomUUID } from 'node:crypto';
import { checkoutDecider, checkoutStream } from '@nordhaut/checkout';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { TcpProxy } from '@nordhaut/platform/event-store/eventstoredb/testing/proxy';
import { startRoles } from '@nordhaut/platform/life-cycle';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { assembleProcess, type ShopProcess } from '@nordhaut/shop/assemble';
import { readShopConfig } from '@nordhaut/shop/config';
import { makePrime } from '@nordhaut/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readiness } from './fixtures/all-is-well.ts';
import { codOrder, main, type Browser } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { freePort } from './fixtures/free-port.ts';
import { logLines } from './fixtures/log-lines.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { differences, held, orderNumbers, orderOf, paymentsOf } from './fixtures/records.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

// The event store goes and comes back under a shop. Nobody is charged, booked or told anything that is then lost.
const { logger, lines } = logLines('info');
let server: FaultyServer;
let proxy: TcpProxy;
let shop: TestShop;
let http: ShopProcess;
let httpUrl: string;
let stopHttp: () => Promise<void>;
/** called after each step of a checkout */
let afterStep: (step: string) => void = () => undefined;

beforeAll(async () => {
  server = await FaultyServer.start();
  proxy = new TcpProxy(server.port);
  const env = { EVENTSTORE_URL: `esdb://127.0.0.1:${await proxy.listen()}?tls=false`, UNCHARGED_PATIENCE: '600000' };
  shop = await testShop(env, { logger, afterStep: (step) => afterStep(step) });
  const port = await freePort();
  const config = readShopConfig({ ...testEnvironment(shop.databaseUrl, port, shop.simulators.url), ...env });
  http = await assembleProcess(config, silentLogger(), new Set(['http']));
  const running = await startRoles(http.roles, silentLogger());
  stopHttp = () => running.stop();
  httpUrl = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await stopHttp();
  await http.close();
  await shop.close();
  await proxy.close();
  server.stop();
});

type Click = { visitor: Browser; request: PlaceOrderRequest };
async function readyToPay(order = codOrder()): Promise<Click> {
  const visitor = shop.visit();
  for (const item of order.items) expect((await visitor.post('/api/cart/items', item)).status).toBe(200);
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items });
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  return { visitor, request: { orderNo: number.id, expectedTotal: price.body.price, ...order } };
}
const place = ({ visitor, request }: Click, key: string) => visitor.post<{ code?: string }>('/api/orders', request, { key });
const refused = { status: 503, body: { status: 503, code: 'TEMPORARILY_REFUSED', message: expect.stringContaining('請稍候再試') } };
const answersAgain = () =>
  eventually(async () => shop.shop.engine.commands.storeAnswers() && http.engine.commands.storeAnswers(), 'the store');
const linesWith = (words: string) => lines.filter((line) => line.includes(words)).length;
const newPrime = (request: PlaceOrderRequest): PlaceOrderRequest => ({
  ...request,
  payment: { type: 'CREDIT', prime: makePrime(MASTERCARD, Date.now()) },
});

/** Roles that read the event log beside the projector. */
const READERS = ['coupons-for-all', 'forgetter', 'messaging', 'realtime', 'rewards', 'tracking'];
const readers = () => shop.shop.roles.filter(({ name }) => READERS.includes(name));

const OUTAGES = {
  'refuses connections': { begin: () => proxy.shut() },
  'accepts connections and says nothing': { begin: () => proxy.silence() },
};
describe.each(Object.entries(OUTAGES))('an event store that %s', (_, { begin }) => {
  test('refuses orders for now, serves pages, and takes the same order when it is back', async () => {
    const click = await readyToPay();
    const [earlier] = await orderNumbers(shop);
    const before = { went: linesWith('does not answer; commands are refused'), came: linesWith('answers again; commands are accepted') };
    const key = randomUUID();
    begin();
    const first = await place(click, key);
    expect(first).toMatchObject(refused);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await click.visitor.post('/api/cart/items', main[0])).toMatchObject(refused);
    expect((await click.visitor.get('/api/products')).status).toBe(200);
    if (earlier !== undefined) expect((await click.visitor.get(`/api/orders/${earlier}`)).status).toBe(200);

    await eventually(async () => !(await readiness(shop)).ready, 'the process with the projector to be unready');
    expect((await readiness(shop)).notReady.join(' ')).toContain('event store');
    expect(await readiness({ url: httpUrl } as TestShop)).toMatchObject({ ready: true, notReady: [] });
    const unready = async () => (await Promise.all(readers().map(async (role) => ((await role.notReady()) ? role.name : [])))).flat();
    await eventually(async () => (await unready()).length === READERS.length, 'the roles that read the event log to be unready');
    const told = await metricsOf(shop.url);
    expect(told.get('event_store_commands_refused_total{why="unreachable"}')).toBeGreaterThanOrEqual(2);
    expect(told.has('event_store_commands_waiting')).toBe(true);

    proxy.reopen();
    await answersAgain();
    expect((await place(click, key)).status).toBe(201);
    expect((await orderNumbers(shop)).filter((orderNo) => orderNo === click.request.orderNo)).toHaveLength(1);
    await eventually(async () => (await readiness(shop)).ready, 'the process to be ready');
    expect(await unready()).toEqual([]);
    expect({ went: linesWith('does not answer; commands are refused'), came: linesWith('answers again; commands are accepted') }).toEqual({
      went: before.went + 1,
      came: before.came + 1,
    });
  });

  test('before a card was charged: the buyer pays with a new token, and nobody else learns anything', async () => {
    const click = await readyToPay(cardOrder(MASTERCARD));
    const { orderNo } = click.request;
    afterStep = (step) => step === 'place' && begin();
    expect(await place(click, randomUUID())).toMatchObject(refused);
    afterStep = () => undefined;
    expect(await paymentsOf(shop, orderNo)).toEqual([]);
    proxy.reopen();
    await answersAgain();
    expect((await orderOf(shop, orderNo))?.payment.status).toBe('HANDLING');

    const stranger = await place({ visitor: shop.visit(), request: newPrime(click.request) }, randomUUID());
    expect(stranger).toMatchObject({ status: 409, body: { code: 'ORDER_EXISTS' } });
    expect(await paymentsOf(shop, orderNo)).toEqual([]);

    // Two windows of the buyer, each with a token of its own.
    const repeats = await Promise.all([0, 1].map(() => place({ ...click, request: newPrime(click.request) }, randomUUID())));
    expect(repeats.map(({ status }) => status)).toEqual([201, 201]);
    expect((await paymentsOf(shop, orderNo)).map(held)).toEqual([click.request.expectedTotal]);
    await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  });

  test('after a card was charged: the payment is recorded when it is back', async () => {
    const click = await readyToPay(cardOrder(MASTERCARD));
    const { orderNo } = click.request;
    const { commands } = shop.shop.engine;
    // The charge takes until the store has gone.
    const isRequested = async () =>
      (await commands.load(checkoutStream(orderNo), checkoutDecider).catch(() => undefined))?.state?.charge?.state === 'requested';
    await fetch(`${shop.simulators.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'tappay', mode: 'slow', on: 'pay', times: 1, delayMs: 1_000 }),
    });
    const placing = place(click, randomUUID());
    await eventually(isRequested, 'the request for the charge', 10);
    begin();
    await eventually(async () => (await paymentsOf(shop, orderNo)).length === 1, 'the charge');
    await eventually(async () => !commands.storeAnswers(), 'the outage');
    proxy.reopen();
    expect((await placing).status).toBe(201);
    expect((await orderOf(shop, orderNo))?.payment.status).toBe('SUCCESS');
    expect((await paymentsOf(shop, orderNo)).map(held)).toEqual([click.request.expectedTotal]);
  });
});

test('bank and carriers agree with the orders', async () => {
  await eventually(async () => (await differences(shop)).length === 0, 'the agreement');
});
