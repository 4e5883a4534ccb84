import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { OrderAnswer, PlaceOrderAnswer } from '@nordhaut/contracts';
import { consumeDurably, type Consumption } from '@nordhaut/platform/bus';
import { testDatabase } from '@nordhaut/platform/database/testing';
import { AgainstCheckpoints, type Checkpoint, verifyStore } from '@nordhaut/evidence';
import { createPostgresEventStore, pagesOf, type RecordedEvent } from '@nordhaut/platform/event-store';
import { createEventStoreDb } from '@nordhaut/platform/event-store/eventstoredb';
import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeHistories } from '../bench/history.ts';
import { copyStore } from '@nordhaut/tools/copy-store';
import { migrations, modules, projections } from '@nordhaut/shop/modules';
import { childEnvironment } from './fixtures/child-environment.ts';
import { checkOut, codOrder, until, type Browser } from './fixtures/browser.ts';
import { freePort } from './fixtures/free-port.ts';
import { groupOrder, PROJECTS } from './fixtures/group-orders.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { createOutside, type Outside } from './fixtures/outside.ts';
import { runInThisProcess } from './fixtures/run-in-this-process.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { eventually } from './fixtures/eventually.ts';
import { differences, orderNumbers } from './fixtures/records.ts';

// The move of one shop, in order: it sells on Postgres, its store is copied meanwhile, and it goes on selling on EventStoreDB.
let outside: Outside;
let server: FaultyServer;
let to: string;
let port: number;
let shop: TestShop | undefined;
/** of the source, before the move */
let checkpoint: Checkpoint;
const CATEGORIES = modules.flatMap(({ streams }) => streams ?? []);
const sold: { visitor: Browser; orderNo: string; position: string; isGroup: boolean }[] = [];
/** the events that a durable consumer of the bus received, from either store */
const handled: string[] = [];

beforeAll(async () => {
  [outside, server] = [await createOutside(), await FaultyServer.start()];
  to = `esdb://127.0.0.1:${server.port}?tls=false`;
  port = await freePort();
});
afterAll(async () => {
  await shop?.close();
  server.stop();
  await outside.close();
});

const start = async (env: Record<string, string> = {}): Promise<TestShop> =>
  (shop = await testShop({ PORT: String(port), ...env }, { beside: outside }));
async function stop(): Promise<void> {
  await shop?.close();
  shop = undefined;
}

/** Buys in turn by card, in cash and from a group project. */
async function sell(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const visitor = (shop as TestShop).visit();
    const kind = (['card', 'cash', 'group'] as const)[(began += 1) % 3];
    const { status, orderNo, body } =
      kind === 'group' ? await orderOfGroup(visitor) : await checkOut(visitor, kind === 'cash' ? codOrder() : cardOrder(MASTERCARD));
    expect(status).toBe(201);
    await until(visitor, orderNo, (seen) => seen.order.tracking !== null);
    sold.push({ visitor, orderNo, position: body.position, isGroup: kind === 'group' });
  }
}
let began = -1;

async function orderOfGroup(visitor: Browser) {
  const request = await groupOrder(visitor);
  return { ...(await visitor.post<PlaceOrderAnswer>('/api/group-orders', request)), orderNo: request.orderNo };
}

type Ended = { code: number | null; out: string };

/** Runs the tool in its own process, as an operator does. */
function tool(...args: string[]): { ended: Promise<Ended>; said(words: string): Promise<void>; kill(signal: NodeJS.Signals): void } {
  const file = fileURLToPath(new URL('../../services/tools/copy-store.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    env: childEnvironment(testEnvironment(outside.databaseUrl, 0, outside.simulators.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return {
    ended: once(child, 'close').then(([code]: (number | null)[]) => ({ code: code ?? null, out })),
    said: async (words) => void (await eventually(async () => out.includes(words), `"${words}" among: ${out}`)),
    kill: (signal) => void child.kill(signal),
  };
}
/** Runs the tool in this process. */
async function run(...args: string[]): Promise<Ended> {
  const { code, out, err } = await runInThisProcess(copyStore, args, testEnvironment(outside.databaseUrl, 0, outside.simulators.url));
  return { code, out: out + err };
}
const digestsIn = (out: string): string[] => [...out.matchAll(/sha256 ([0-9a-f]{64})/g)].map(([, digest = '']) => digest);

/** A durable consumer. It must get every event once, also across the move. */
function consume({ shop: { engine } }: TestShop): Promise<Consumption> {
  return consumeDurably(
    { ...engine, logger: silentLogger() },
    {
      name: 'mailer',
      batch: 5,
      filter: { categories: ['order'] },
      handler: async (events) => void handled.push(...events.map(({ id }) => id)),
    },
  );
}

const eventsOf = async (given: TestShop, category: string): Promise<RecordedEvent[]> =>
  (await Array.fromAsync(pagesOf(given.shop.engine.store, { filter: { categories: [category] } }))).flat();

describe('while the shop sells', () => {
  test('a killed copy continues where it stopped, also when the target fails', async () => {
    await start();
    await sell(3);
    const consumption = await consume(shop as TestShop);
    await eventually(async () => handled.length > 0 && handled.length === (await eventsOf(shop as TestShop, 'order')).length, 'the mailer');
    await consumption.stop();
    await writeHistories({ databaseUrl: outside.databaseUrl }, 60);

    server.appendFaults.push('mute', { code: 14 }, 'cut', { lateMs: 40 });
    for (const events of [30, 150]) {
      const copying = tool('--to', to);
      await eventually(async () => server.log.records.length > events, 'the copy to begin');
      copying.kill('SIGKILL');
      expect((await copying.ended).out).not.toContain('are the same');
    }
    const selling = sell(2);
    const { code, out } = await run('--to', to);
    await selling;
    expect([code, out]).toEqual([0, expect.stringMatching(/[\d,]+ events in [\d,]+ streams are the same on both sides/)]);
    const [source, target] = digestsIn(out);
    expect(source).toBe(target);
  });

  test('--follow copies what is sold, and ends with Ctrl-C', async () => {
    const following = tool('--to', to, '--follow');
    await following.said('are the same');
    await sell(1);
    const { orderNo } = sold.at(-1) ?? {};
    await eventually(async () => server.log.stream(`order-${orderNo}`).length > 0, 'the new order in the target');
    following.kill('SIGINT');
    expect(await following.ended).toMatchObject({ code: 0, out: expect.stringContaining('Stopped. What was copied stays') });
  });

  test('--final refuses while the shop runs, and the shop goes on selling', async () => {
    const { code, out } = await run('--to', to, '--final', '--patience', '1');
    expect([code, out]).toEqual([1, expect.stringMatching(/The shop still runs: \d+ of its connections are open .*Nothing was changed/)]);
    await sell(1);
  });

  test('between the seal and the end a running shop sells nothing, and no shop starts', async () => {
    const finishing = tool('--to', to, '--final');
    await finishing.said('takes no more events');
    const visitor = (shop as TestShop).visit();
    expect((await visitor.post('/api/cart/items', codOrder().items[0])).status).toBe(503);
    expect((await visitor.get(`/api/orders/${sold[0]?.orderNo}`)).status).toBe(200);
    await expect(testShop({}, { beside: shop as TestShop })).rejects.toThrow(
      /are on their way to esdb:\/\/127\.0\.0\.1:\d+ since .* --reopen/,
    );
    finishing.kill('SIGKILL');
    await finishing.ended;
    // The killed tool could not remove its seal.
    expect((await visitor.post('/api/cart/items', codOrder().items[0])).status).toBe(503);
    expect(await run('--reopen')).toMatchObject({ code: 0, out: expect.stringContaining('goes on with its events in Postgres') });
    await sell(1);
  });
});

describe('the move', () => {
  test('copies the rest, compares everything, and switches the database to the new store', async () => {
    await stop();
    const source = createPostgresEventStore({ url: outside.database.url });
    const tree = new AgainstCheckpoints([]);
    await verifyStore(source, { categories: CATEGORIES, checks: [tree] });
    await source.close();
    checkpoint = { origin: 'before the move', ...tree.head };
    const before = await outside.database.pool.query<{ position: bigint }>("select position from bus_positions where consumer = 'mailer'");
    const [{ rows: old }, was] = [
      await outside.database.pool.query<{ id: string }>('select id from event_store.events where position = $1', [
        before.rows[0]?.position,
      ]),
      (position: bigint | undefined) => server.log.records.find((record) => record.position === position)?.id,
    ];
    const { code, out } = await run('--to', to, '--final');
    expect([code, out]).toEqual([0, expect.stringContaining("The shop's events are kept in esdb://127.0.0.1:")]);
    expect(new Set(digestsIn(out).slice(-2)).size).toBe(1);
    const after = await outside.database.pool.query<{ position: bigint }>("select position from bus_positions where consumer = 'mailer'");
    expect([was(after.rows[0]?.position)]).toEqual(old.map(({ id }) => id));
  });

  test('lets no shop start on the old store, on another store or with half of the settings', async () => {
    await expect(start()).rejects.toThrow(/EVENTSTORE_URL is missing: the events of this shop are kept in esdb:/);
    const other = await FaultyServer.start();
    await expect(start({ EVENTSTORE_URL: `esdb://127.0.0.1:${other.port}?tls=false` })).rejects.toThrow(
      'EVENTSTORE_URL names a store without the events of this shop',
    );
    other.stop();
    for (const args of [['--to', to], ['--to', to, '--final'], ['--reopen']])
      expect(await run(...args)).toMatchObject({ code: 1, out: expect.stringContaining('are kept in esdb://127.0.0.1:') });
    await expect(outside.database.pool.query('insert into event_store.events select * from event_store.events limit 1')).rejects.toThrow(
      'the events of this shop are kept in another store',
    );
  });

  test('keeps old orders, new orders, read models, the bus and the hash chain working on the new store', async () => {
    const moved = await start({ EVENTSTORE_URL: to });
    // Pages that were open during the move send the positions of the old store.
    // A page repeats a call that the store was too slow for.
    for (const { visitor, orderNo, position } of sold) {
      const isThere = async () => (await visitor.get(`/api/orders/${orderNo}?after=${position}`)).status === 200;
      await eventually(isThere, `order ${orderNo}`);
    }
    await eventually(async () => (await moved.shop.engine.projector.notReady()) === undefined, 'the read models');
    const groups = sold.filter(({ isGroup }) => isGroup);
    expect(groups.length).toBeGreaterThan(1);
    for (const { visitor, orderNo } of groups) {
      const { order } = (await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`)).body;
      expect([order.group?.address, order.total, order.gifts.length]).toEqual([PROJECTS.open, 1180, 1]);
    }
    const before = [...handled];
    const consumption = await consume(moved);
    await sell(3);
    expect(sold.at(-1)?.isGroup || sold.at(-2)?.isGroup || sold.at(-3)?.isGroup).toBe(true);
    const events = await eventsOf(moved, 'order');
    await eventually(async () => handled.length >= events.length, 'the mailer');
    expect(handled.slice(0, before.length)).toEqual(before);
    expect(handled).toEqual(events.map(({ id }) => id));
    await consumption.stop();

    expect(await orderNumbers(moved)).toEqual(expect.arrayContaining(sold.map(({ orderNo }) => orderNo)));
    for (const { visitor, orderNo, position } of sold)
      expect(await visitor.get(`/api/orders/${orderNo}?after=${position}`)).toMatchObject({ status: 200 });
    await caughtUp(moved);
    for (const { name } of projections) await rebuildEqualsLive(moved.shop.engine.projector, name);
    const { rows } = await outside.database.pool.query<{ order_no: string; position: bigint }>('select order_no, position from orders');
    const last = new Map(events.map(({ stream, position }) => [stream, position]));
    for (const { order_no, position } of rows) expect(position).toBe(last.get(`order-${order_no}`));
    expect((await differences(moved)).filter((line) => sold.some(({ orderNo }) => line.includes(orderNo)))).toEqual([]);

    const store = createEventStoreDb({ url: to });
    // The root before the move is the root of the same events after it.
    const tree = new AgainstCheckpoints([{ name: 'the checkpoint', checkpoint }]);
    expect(await verifyStore(store, { categories: CATEGORIES, checks: [tree] })).toMatchObject({ ok: true });
    expect(tree.verdict()).toMatchObject({ faults: [], proven: [expect.stringContaining('stand unchanged, complete and in their order')] });
    await store.close();
    const { code, out } = await run('--to', to, '--verify-only');
    expect([code, out]).toEqual([0, expect.stringContaining('continues with what the shop has sold since')]);
  });
});

test('a database with events cannot be used by a shop on EventStoreDB', async () => {
  const fresh = await testDatabase(migrations);
  try {
    await writeHistories({ databaseUrl: fresh.url }, 1);
    await expect(testShop({ EVENTSTORE_URL: to }, { beside: { databaseUrl: fresh.url, simulators: outside.simulators } })).rejects.toThrow(
      /the events of this shop are in the database that DATABASE_URL names: copy them there first/,
    );
    await (await testShop({}, { beside: { databaseUrl: fresh.url, simulators: outside.simulators } })).close();
  } finally {
    await fresh.drop();
  }
});

test('a shop that began on EventStoreDB does not start without it', async () => {
  const fresh = await testDatabase(migrations);
  try {
    const beside = { databaseUrl: fresh.url, simulators: outside.simulators };
    await (await testShop({ EVENTSTORE_URL: to }, { beside })).close();
    await (await testShop({ EVENTSTORE_URL: to }, { beside })).close();
    await expect(testShop({}, { beside })).rejects.toThrow('EVENTSTORE_URL is missing');
  } finally {
    await fresh.drop();
  }
});
