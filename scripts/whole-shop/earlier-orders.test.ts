import { orderStream, type BuyerData } from '@nordhaut/ordering';
import { createPool, migrate } from '@nordhaut/platform/database';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { verifyStore } from '@nordhaut/evidence';
import { createPostgresEventStore, NO_STREAM, type RecordedEvent, type StreamName } from '@nordhaut/platform/event-store';
import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { migrations } from '@nordhaut/shop/modules';
import { createSimulators, type Simulators } from '@nordhaut/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyStore } from '@nordhaut/tools/copy-store';
import { canariesIn, tableTexts } from './fixtures/canaries.ts';
import { eventually } from './fixtures/eventually.ts';
import { frozen } from './fixtures/frozen-events.ts';
import { runInThisProcess } from './fixtures/run-in-this-process.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

// A database as earlier releases left it: their events, and their keys in clear.
let database: TestDatabase;
let simulators: Simulators;
let server: FaultyServer;
let shop: TestShop | undefined;

/** A pickup order with a company's invoice and a return, all of version 1. */
const PICKUP = 'FROZEN00000000A1';
const SUBJECT = `guest:${PICKUP}`;
const STORE = { id: '006598', name: '南港三重店', address: '台北市南港區三重路19號' };

beforeAll(async () => {
  [database, simulators, server] = [
    await testDatabase(),
    await createSimulators({ port: 0, retryFactor: 0.001 }),
    await FaultyServer.start(),
  ];
  const pool = createPool({ url: database.url });
  await migrate(pool, migrations);
  for (const { subject, purpose = 'all', key } of frozen.keys)
    await pool.query('insert into subject_keys (subject, purpose, key) values ($1, $2, $3)', [
      subject,
      purpose,
      Buffer.from(key, 'base64'),
    ]);
  await pool.end();
  const store = createPostgresEventStore({ url: database.url });
  for (const stream of new Set(frozen.events.map((event) => event.stream))) {
    const events = frozen.events
      .filter((event) => event.stream === stream)
      .map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
    await store.append(stream as StreamName, NO_STREAM, events);
  }
  await store.close();
});
afterAll(async () => {
  await shop?.close();
  server.stop();
  await simulators.close();
  await database.drop();
});

async function start(env: Record<string, string> = {}): Promise<TestShop> {
  await shop?.close();
  shop = undefined;
  // Each read model needs a new build. With one connection in the pool, a build that waits for a second one fails.
  shop = await testShop({ DATABASE_POOL: '1', ...env }, { beside: { databaseUrl: database.url, simulators } });
  const { engine } = shop.shop;
  const head = await engine.store.head();
  await eventually(async () => {
    const { rows } = await engine.pool.query<{ position: bigint }>('select min(position) as position from projection_checkpoints');
    return (rows[0]?.position ?? -1n) >= head;
  }, 'the read models');
  return shop;
}
const buyer = async (running: TestShop, orderNo = PICKUP): Promise<BuyerData | undefined> =>
  (await running.shop.faces.ordering.queries.find(orderNo))?.personal;

test('every old order is found with the data of its buyer, and its keys are encrypted now', async () => {
  const running = await start();
  const { pool } = running.shop.engine;
  for (const [stream, state] of Object.entries(frozen.states)) {
    const { personal } = state as { personal?: BuyerData };
    if (stream.startsWith('order-') && personal)
      expect(await buyer(running, stream.slice('order-'.length)), stream).toMatchObject(personal);
  }
  expect(await buyer(running)).toMatchObject({ contact: { store: STORE }, invoice: { uniformNumber: '04595257' } });
  expect((await pool.query('select count(*)::int as clear from subject_keys where outer_key is null and key is not null')).rows).toEqual([
    { clear: 0 },
  ]);
  // The history keeps what earlier releases left open. No other table has it.
  const copies = (await tableTexts(pool)).filter(([table]) => table !== 'event_store.events');
  const canaries = new Map([...Object.entries(STORE), ['phone', '912345678'], ['number', '04595257'], ['comment', '不適合我的膚質']]);
  expect(canariesIn(copies, canaries)).toEqual([]);
  await rebuildEqualsLive(running.shop.engine.projector, 'orders');
});

test('the contact of an old order can be forgotten alone; its invoice stays', async () => {
  const running = await start();
  const { codec, store, vault } = running.shop.engine;
  const streams = [orderStream(PICKUP), `checkout-${PICKUP}` as StreamName];
  const events: RecordedEvent[] = (await Promise.all(streams.map((stream) => store.read(stream)))).flat();
  await codec.splitSubjects(events);
  expect(await buyer(running)).toMatchObject({ contact: { store: STORE }, invoice: { uniformNumber: '04595257' } });
  await vault.forget(SUBJECT, ['contact']);
  const left = await buyer(running);
  expect([left?.contact, left?.invoice, left?.support?.comment]).toEqual([
    undefined,
    { uniformNumber: '04595257', companyTitle: '北方之家股份有限公司', mobileBarcode: '' },
    '不適合我的膚質',
  ]);
  expect(JSON.stringify((await codec.decode(events)).map(({ data, personal }) => [data, personal]))).not.toMatch(/南港|912345678|信義路/);
});

test('copy-store takes old and new events to the other store, where the same is left', async () => {
  const before = await buyer(await start());
  await shop?.close();
  shop = undefined;
  const to = `esdb://127.0.0.1:${server.port}?tls=false`;
  const env = testEnvironment(database.url, 0, simulators.url);
  const copied = await runInThisProcess(copyStore, ['--to', to, '--final'], env);
  expect(copied.code, copied.err).toBe(0);
  const moved = await start({ EVENTSTORE_URL: to });
  expect(await verifyStore(moved.shop.engine.store)).toMatchObject({ ok: true, foreign: 0 });
  expect(await buyer(moved)).toEqual(before);
  expect(await buyer(moved, 'FROZEN00000000H8')).toMatchObject((frozen.states['order-FROZEN00000000H8'] as { personal: object }).personal);
});
