import { randomUUID } from 'node:crypto';
import { orderDecider, orderStream, type OrderCommand } from '@nordhaut/ordering';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { createSimulators, type Simulators } from '@nordhaut/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { causeGraph, causesOf } from './fixtures/cause-graph.ts';
import { browser, checkOut, codOrder, main, type Browser } from './fixtures/browser.ts';
import { allEvents, causeLinks, correlationsOf, eventsOfOrder, eventsThatName, expectOneTree } from './fixtures/causes.ts';
import { childShop } from './fixtures/child-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { follower } from './fixtures/follower.ts';
import { freePort } from './fixtures/free-port.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD, VISA } from './fixtures/orders.ts';
import { control, orderOf, parcelsOf, payments, paymentsOf } from './fixtures/records.ts';
import { HASTY, testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

async function support({ shop }: TestShop, orderNo: string, command: OrderCommand): Promise<void> {
  const context = {
    commandId: randomUUID(),
    causationId: randomUUID(),
    actor: { kind: 'support', id: 'tester' },
    now: new Date(),
  } as const;
  expect(await shop.engine.commands.handle(orderStream(orderNo), orderDecider, command, context)).toMatchObject({ ok: true });
}

const atBank = async (shop: Pick<TestShop, 'simulators'>, orderNo: string, notify: boolean): Promise<void> => {
  const payment = (await payments(shop)).find((one) => one.orderNumber === orderNo);
  await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify });
};

/** Each store that the shop can have its events in. Each group of tests has a store of its own. */
const STORES: [string, (server: FaultyServer) => Record<string, string>][] = [
  ['Postgres', () => ({})],
  ['EventStoreDB', (server) => ({ EVENTSTORE_URL: `esdb://127.0.0.1:${server.port}?tls=false` })],
];

describe.each(STORES)(
  'an order with 3-D secure, a kill, a resume, polls, a callback, a query, a return and a refund, with the events in %s',
  (name, engine) => {
    let server: FaultyServer;
    let database: TestDatabase;
    let simulators: Simulators;
    let shop: TestShop;
    let events: DecodedEvent[];
    let orderNo: string;
    beforeAll(async () => {
      server = await FaultyServer.start();
      [database, simulators] = [await testDatabase(), await createSimulators({ port: 0, retryFactor: 0.001 })];
      const port = await freePort();
      const killed = { ...testEnvironment(database.url, port, simulators.url), ...engine(server), KILL_AT: 'after:await-payment' };
      const child = await childShop(killed);
      const visitor = browser(`http://127.0.0.1:${port}`);
      const placed = await checkOut(visitor, cardOrder(VISA));
      orderNo = placed.orderNo;
      await atBank({ simulators }, orderNo, false);
      const answered = await visitor.post(`/api/orders/${orderNo}/payment/confirm`, {}).catch(() => undefined);
      if (answered !== undefined || (await child.ended) !== 'SIGKILL') throw new Error('the shop was not killed');

      const env = {
        ...engine(server),
        PORT: String(port),
        CHECKOUT_GRACE: '300',
        TAPPAY_TIMEOUT: '250',
        PARCEL_POLL_PACE: '0.001',
        RELEASE_COMMIT: '8ab9aec0c1d2e3f4',
      };
      shop = await testShop(env, { beside: { databaseUrl: database.url, simulators } });
      await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
      const [parcel] = await parcelsOf(shop, orderNo);
      const arrives = (code: string) => async () => (await orderOf(shop, orderNo))?.parcel?.code === code;
      for (const [code, callback] of [
        ['3001', false],
        ['3006', true],
        ['3003', false],
      ] as const) {
        await control(shop, `parcels/${parcel?.tradeNo}`, { code: Number(code), callback });
        await eventually(arrives(code), `the report of ${code}`);
      }
      await visitor.post(`/api/orders/${orderNo}/proof`, { phone: '0912345678' });
      await visitor.post(`/api/orders/${orderNo}/return`, { reason: 'CHANGED_MIND', returnComment: '不合用' });
      const at = new Date().toISOString();
      await support(shop, orderNo, { type: 'ApproveReturn', at });
      await support(shop, orderNo, { type: 'ReceiveReturn', at, reason: 'COMPLETE' });
      await eventually(async () => (await orderOf(shop, orderNo))?.returnState === 'REFUNDED', 'the refund');
      events = await eventsOfOrder(shop, orderNo);
    });
    afterAll(async () => {
      await shop.close();
      await simulators.close();
      await database.drop();
      server.stop();
    });

    test('has one correlation id, from the first line of its cart to the refund', async () => {
      expect(events).toEqual(await allEvents(shop));
    });

    test('names the cause of every event', () => {
      const links = [
        'CartItemAdded < request',
        'CartItemAdded < request',
        'CheckoutStarted < request',
        'CartLinesClaimed < CheckoutStarted',
        'OrderPlaced < CartLinesClaimed',
        'ChargeRequested < OrderPlaced',
        'CardPaymentStarted < ChargeRequested',
        'CardPaymentAuthorised < CardPaymentStarted',
        'ShipmentCreated < CardPaymentAuthorised',
        'CartCheckedOut < CardPaymentAuthorised',
        'CheckoutCompleted < ShipmentCreated',
        'ParcelStatusReported < ShipmentCreated',
        'ParcelStatusReported < request',
        'ParcelStatusReported < ParcelStatusReported',
        'ReturnRequested < request',
        'ReturnApproved < request',
        'ReturnReceived < request',
        'RefundStarted < ReturnReceived',
        'RefundIssued < RefundStarted',
      ];
      // Without joint appends the last steps of a checkout may be written in another order.
      const inOrder = (list: string[]): string[] => (name === 'Postgres' ? list : list.toSorted());
      expect(inOrder(causeLinks(events))).toEqual(inOrder(links));
    });

    test('is one tree: the way up from every event reaches one root, and the way down every effect', () => {
      expectOneTree(events);
      const { nodes } = causeGraph(events);
      const placing = events.find(({ type }) => type === 'CheckoutStarted')?.metadata.causationId;
      // The process itself, the kill in between and the first poll go back to the one request that placed the order.
      for (const { id, type } of events.slice(2, 11))
        expect(
          causesOf(nodes.get(id) as never).map((node) => node.id),
          type,
        ).toContain(placing);
    });

    test('says which release decided', () => {
      const releases = events.map(({ metadata }) => metadata.release);
      const resumed = events.findIndex(({ type }) => type === 'ShipmentCreated');
      expect(new Set(releases.slice(0, resumed))).toEqual(new Set(['0.1.0']));
      expect(new Set(releases.slice(resumed))).toEqual(new Set(['0.1.0+8ab9aec0c1d2']));
    });
  },
);

describe.each(STORES)('with the events in %s', (_, engine) => {
  let server: FaultyServer;
  let shop: TestShop;
  beforeAll(async () => {
    server = await FaultyServer.start();
    shop = await testShop({ ...HASTY, ...engine(server) });
  });
  afterAll(async () => {
    await shop.close();
    server.stop();
  });

  const complete = (orderNo: string) =>
    eventually(async () => {
      const events = await eventsOfOrder(shop, orderNo);
      return events.some(({ type, stream }) => stream === `checkout-${orderNo}` && /^Checkout(Completed|Failed)$/.test(type)) && events;
    }, 'the end of the checkout');

  test('a cash checkout names the cause of every event', async () => {
    const { orderNo } = await checkOut(shop.visit(), codOrder());
    const events = await complete(orderNo);
    expect(causeLinks(events).toSorted()).toEqual([
      'CartCheckedOut < OrderPlaced',
      'CartItemAdded < request',
      'CartItemAdded < request',
      'CartLinesClaimed < CheckoutStarted',
      'CheckoutCompleted < ShipmentCreated',
      'CheckoutStarted < request',
      'OrderPlaced < CartLinesClaimed',
      'ShipmentCreated < OrderPlaced',
    ]);
    expectOneTree(events);
  });

  test('the id of a request is the cause that the answer names, and no correlation id', async () => {
    const visitor = shop.visit();
    const id = randomUUID();
    const answer = await visitor.post('/api/cart/items', main[0], { headers: { 'x-correlation-id': id } });
    expect(answer.headers.get('x-correlation-id')).toBe(id);
    const [added] = (await allEvents(shop)).filter(({ metadata }) => metadata.causationId === id);
    expect(added?.type).toBe('CartItemAdded');
    expect(added?.metadata.correlationId).not.toBe(id);
  });

  test('an order without a cart has its own id', async () => {
    const request = async (): Promise<string> => {
      const visitor = shop.visit();
      const order = codOrder();
      const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items, portType: order.delivery.type });
      const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
      const answer = await fetch(`${shop.url}/api/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orderNo: number.id, expectedTotal: price.body.price, ...order }),
      });
      expect(answer.status).toBe(201);
      return number.id;
    };
    const [one, other] = [await complete(await request()), await complete(await request())];
    expect(correlationsOf([...one, ...other])).toHaveLength(2);
    expect(causeLinks(one).toSorted()).toEqual([
      'CheckoutCompleted < ShipmentCreated',
      'CheckoutStarted < request',
      'OrderPlaced < CheckoutStarted',
      'ShipmentCreated < OrderPlaced',
    ]);
    expectOneTree(one);
  });

  test('a second attempt keeps the id, and a late payment of the first one is paid back under it', async () => {
    const visitor = shop.visit();
    const first = await checkOut(visitor, cardOrder(VISA));
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: main, portType: 'HOME' });
    const again = { ...codOrder(), orderNo: number.id, expectedTotal: price.body.price, replaces: first.orderNo };
    expect((await visitor.post('/api/orders', again)).status).toBe(201);
    await complete(number.id);
    await atBank(shop, first.orderNo, true);
    await eventually(async () => (await orderOf(shop, first.orderNo))?.payment.status === 'RETURN', 'the refund');

    const events = await eventsOfOrder(shop, first.orderNo);
    expect(events).toEqual(await eventsOfOrder(shop, number.id));
    const found = await allEvents(shop);
    expect(correlationsOf([...eventsThatName(found, first.orderNo), ...eventsThatName(found, number.id)])).toHaveLength(1);
    expectOneTree(events);
    expect(causeLinks(events)).toEqual(
      expect.arrayContaining([
        'CardPaymentFailed < request',
        'CheckoutFailed < CardPaymentFailed',
        'CardPaymentAuthorised < CardPaymentFailed',
        'OrderCancelled < CardPaymentAuthorised',
        'RefundIssued < RefundStarted',
      ]),
    );

    // The next line begins a new id.
    await visitor.post('/api/cart/items', main[0]);
    expect((await eventsOfOrder(shop, number.id)).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  test('a refused card ends one id; the next order from the returned lines has another one', async () => {
    const visitor = shop.visit();
    const refused = await checkOut(visitor, cardOrder(REFUSED_CARD));
    const before = await complete(refused.orderNo);
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: main, portType: 'HOME' });
    await visitor.post('/api/orders', { ...cardOrder(MASTERCARD), orderNo: number.id, expectedTotal: price.body.price });
    const after = await complete(number.id);
    expect(correlationsOf([...before, ...after])).toHaveLength(2);
    expect(correlationsOf(eventsThatName(await allEvents(shop), number.id))).toHaveLength(1);
    expectOneTree(after);
  });

  test('a cancelled order: the request, the recall and the refund', async () => {
    const visitor = shop.visit();
    const { orderNo } = await checkOut(visitor, cardOrder(MASTERCARD));
    await complete(orderNo);
    expect((await visitor.post(`/api/orders/${orderNo}/cancel`, { reason: 'CHANGED_MIND' })).status).toBe(200);
    const events = await eventually(async () => {
      const all = await eventsOfOrder(shop, orderNo);
      return all.some(({ type }) => type === 'RefundIssued') && all;
    }, 'the refund');
    expectOneTree(events);
    expect(causeLinks(events)).toEqual(
      expect.arrayContaining([
        'OrderCancelled < request',
        'ShipmentCancelled < OrderCancelled',
        'RefundStarted < OrderCancelled',
        'RefundIssued < RefundStarted',
      ]),
    );
  });

  test('a query for the state of a parcel is a request of its own', async () => {
    const { orderNo } = await checkOut(shop.visit(), codOrder());
    await complete(orderNo);
    const [parcel] = await parcelsOf(shop, orderNo);
    await control(shop, `parcels/${parcel?.tradeNo}`, { code: 3001, callback: false });
    const id = randomUUID();
    const asked = { orders: [{ MerchantTradeNo: orderNo }] };
    await shop.visit().post('/api/ecpay/getLogisticsState/', asked, { headers: { 'x-correlation-id': id } });
    const events = await eventsOfOrder(shop, orderNo);
    expect(events.find(({ type }) => type === 'ParcelStatusReported')?.metadata.causationId).toBe(id);
    expectOneTree(events);
  });

  test('parallel checkouts of many visitors, and of two windows of one cart, never mix', async () => {
    const windows = async (visitor: Browser) => {
      for (const item of main) await visitor.post('/api/cart/items', item);
      const cookie = visitor.cookies();
      return Promise.all(
        main.map(async (item) => {
          const order = codOrder({ items: [item] });
          const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items, portType: 'HOME' });
          const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
          const answer = await fetch(`${shop.url}/api/orders`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', cookie },
            body: JSON.stringify({ orderNo: number.id, expectedTotal: price.body.price, ...order }),
          });
          expect(answer.status).toBe(201);
          return number.id;
        }),
      );
    };
    const numbers = (
      await Promise.all([
        ...Array.from({ length: 6 }, async () => [(await checkOut(shop.visit(), codOrder())).orderNo]),
        ...Array.from({ length: 4 }, () => windows(shop.visit())),
      ])
    ).flat();
    for (const orderNo of numbers) await complete(orderNo);
    const events = await allEvents(shop);
    const ids = numbers.map((orderNo) => correlationsOf(eventsThatName(events, orderNo)));
    expect(ids.map((own) => own.length)).toEqual(numbers.map(() => 1));
    expect(new Set(ids.flat()).size).toBe(numbers.length);
    for (const orderNo of numbers) expectOneTree(await eventsOfOrder(shop, orderNo));
  });

  test('no answer and no message to a browser has the id of an event or a correlation id', async () => {
    const visitor = shop.visit();
    const said: string[] = [];
    const { orderNo, body } = await checkOut(visitor, cardOrder(MASTERCARD));
    const page = await follower(shop.url);
    said.push(JSON.stringify([body, await page.subscribe({ orderNo, afterRevision: -1 })]));
    const events = await complete(orderNo);
    for (const path of [`/api/orders/${orderNo}`, '/api/cart', `/api/orders/${orderNo}?after=${events.at(-1)?.position}`]) {
      const { body: answer, headers } = await visitor.get(path);
      said.push(JSON.stringify([answer, [...headers]]));
    }
    await eventually(async () => page.seen.length > 0, 'the status');
    said.push(JSON.stringify(page.heard));
    page.close();
    for (const id of [...correlationsOf(events), ...events.map((event) => event.id)]) expect(said.join('\n')).not.toContain(id);
    expect(await paymentsOf(shop, orderNo)).toHaveLength(1);
  });
});
