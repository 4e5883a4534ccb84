import { randomUUID } from 'node:crypto';
import { FaultyServer, readAsOther } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { createEventStoreDb } from '@nordhaut/platform/event-store/eventstoredb';
import { verifyStore, verifyStream } from '@nordhaut/evidence';
import { orderStream } from '@nordhaut/ordering';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projections } from '@nordhaut/shop/modules';
import { verify } from '@nordhaut/tools/verify';
import { checkOut, codOrder, until } from './fixtures/browser.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { eventually } from './fixtures/eventually.ts';
import { differences, orderNumbers, orderOf, parcelsOf } from './fixtures/records.ts';
import { runInThisProcess } from './fixtures/run-in-this-process.ts';
import { runProgram } from './fixtures/run-program.ts';

// The whole shop with its events in EventStoreDB. Only the address differs from a shop on Postgres.
let server: FaultyServer;
let shop: TestShop;
let url: string;
beforeAll(async () => {
  server = await FaultyServer.start();
  url = `esdb://127.0.0.1:${server.port}?tls=false`;
  shop = await testShop({ EVENTSTORE_URL: url });
});
afterAll(async () => {
  await shop.close();
  server.stop();
});

const toolEnvironment = () => ({ ...testEnvironment(shop.databaseUrl, 0, shop.simulators.url), EVENTSTORE_URL: url });

async function verified(): Promise<void> {
  const store = createEventStoreDb({ url });
  try {
    expect(await verifyStore(store)).toMatchObject({ ok: true });
  } finally {
    await store.close();
  }
}

test('cash on delivery, from cart to the look-up', async () => {
  const visitor = shop.visit();
  const { status, body, orderNo } = await checkOut(visitor, codOrder());
  expect(status).toBe(201);
  expect(body.displayStatus).toEqual({ code: 'COD', label: '貨到付款' });
  const { order } = await until(visitor, orderNo, (seen) => seen.order.tracking !== null);
  expect(order.recipient.name).toBe('王大明');
  const stranger = await until(shop.visit(), orderNo, () => true);
  expect(stranger.order.recipient).toMatchObject({ name: '王○明', phone: '09••••678' });
  expect(await parcelsOf(shop, orderNo)).toMatchObject([{ subtype: 'TCAT', collects: true, amount: body.total }]);

  expect(server.log.stream(orderStream(orderNo)).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['OrderPlaced', 'ShipmentCreated']),
  );
  expect((await shop.shop.engine.pool.query('select from event_store.events')).rowCount).toBe(0);
  expect(await verifyStream(shop.shop.engine.store, orderStream(orderNo))).toMatchObject({ ok: true });
  await verified();
});

test('another client reads the events of an order as JSON', async () => {
  const visitor = shop.visit();
  const { orderNo, body } = await checkOut(visitor, codOrder());
  await until(visitor, orderNo, (seen) => seen.order.tracking !== null);
  const seen = await readAsOther(url, orderStream(orderNo));
  expect(seen.map(({ type }) => type)).toEqual(['OrderPlaced', 'ShipmentCreated']);
  const [{ correlationId } = {}] = seen.map(({ metadata }) => metadata as { correlationId?: string });
  for (const { isJson, metadata } of seen) {
    expect(isJson).toBe(true);
    const about = metadata as Record<string, unknown>;
    expect(about).toEqual({
      $causationId: about['causationId'],
      $correlationId: correlationId,
      actor: { id: expect.any(String), kind: expect.any(String) },
      causationId: expect.any(String),
      commandId: expect.any(String),
      correlationId,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      hashVersion: 2,
      mark: expect.any(String),
      recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      release: expect.stringMatching(/^\d+\.\d+\.\d+/),
      schemaVersion: expect.any(Number),
      ...('traceparent' in about && { traceparent: expect.any(String) }),
    });
  }
  expect(seen[0]?.data).toMatchObject({
    total: body.total,
    personal: { subject: expect.any(String), sealed: { contact: expect.any(String) } },
  });
  const contentTypes = new Set(server.log.records.filter(({ stream }) => !stream.startsWith('$')).map(({ contentType }) => contentType));
  expect([...contentTypes]).toEqual(['application/json']);
});

test('many buyers while the server is late, silent or gone: one order each, all found, bank and carriers agree', async () => {
  server.appendFaults.push('mute', { lateMs: 50 }, 'cut', { code: 14 }, 'mute', 'cut', { code: 1 }, { lateMs: 20 });
  const visitors = Array.from({ length: 12 }, (_, index) => ({
    visitor: shop.visit(),
    order: index % 2 ? codOrder() : cardOrder(MASTERCARD),
  }));
  const placing = Promise.all(visitors.map(async ({ visitor, order }) => ({ visitor, ...(await checkOut(visitor, order)) })));
  const broken = setInterval(() => server.failSubscriptions(14), 100);
  const placed = await placing.finally(() => clearInterval(broken));
  for (const { visitor, status, orderNo } of placed) {
    expect(status).toBe(201);
    await until(visitor, orderNo, (seen) => seen.order.tracking !== null);
    expect((await orderOf(shop, orderNo))?.shipment).toBeTruthy();
  }
  expect((await orderNumbers(shop)).length).toBe(14);
  await eventually(async () => (await differences(shop)).length === 0, 'the books to agree');
  await caughtUp(shop);
  for (const { name } of projections)
    expect((await rebuildEqualsLive(shop.shop.engine.projector, name)).rows).toBeGreaterThanOrEqual(name === 'orders' ? 13 : 0);
  await verified();
});

test('another shop on the same stores sees the orders of the first shop', async () => {
  const beside = await testShop({ EVENTSTORE_URL: url }, { beside: shop });
  try {
    expect(await orderNumbers(beside)).toEqual(await orderNumbers(shop));
    const { status, orderNo } = await checkOut(beside.visit(), codOrder());
    expect(status).toBe(201);
    await until(shop.visit(), orderNo, () => true);
  } finally {
    await beside.close();
  }
});

test('`npm run verify` counts the events of another program on the server, and refuses a stream with a name of the shop', async () => {
  const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));
  const billed = () => ({
    id: randomUUID(),
    type: 'Billed',
    contentType: 'application/json',
    data: json({ total: 1 }),
    metadata: json({}),
  });
  server.log.append('invoices', -1, [billed(), billed()]);
  server.log.append('billing-1', -1, [billed()]);
  // As it is run by hand, in its own process.
  expect(await runProgram(import.meta.resolve('@nordhaut/tools/verify'), [], { env: toolEnvironment() })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\d+ events in \d+ streams: every hash fits[^]*\n3 events on this server belong to other programs/),
  });
  server.log.append('order-of-the-other', -1, [billed()]);
  expect(await runInThisProcess(verify, [], toolEnvironment())).toMatchObject({
    code: 1,
    out: expect.stringContaining('revision 0 of order-of-the-other'),
  });
});
