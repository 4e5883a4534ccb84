import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { testDatabase, type TestDatabase } from '@nordhaut/platform/database/testing';
import { START, type EventMetadata } from '@nordhaut/platform/event-store';
import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readShopConfig } from '@nordhaut/shop/config';
import { openEngine } from '@nordhaut/shop/engine';
import { verify } from '@nordhaut/tools/verify';
import { copyStore } from '@nordhaut/tools/copy-store';
import { browser, checkOut, codOrder, main, until, type Browser } from './fixtures/browser.ts';
import { childShop } from './fixtures/child-shop.ts';
import { freePort } from './fixtures/free-port.ts';
import { allIsWell, readiness } from './fixtures/all-is-well.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { createOutside, type Outside } from './fixtures/outside.ts';
import { smallDisk, type SmallDisk } from './fixtures/small-disk.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, orderNumbers, paymentsOf } from './fixtures/records.ts';
import { runInThisProcess } from './fixtures/run-in-this-process.ts';
import { type Ended, runProgram } from './fixtures/run-program.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await createOutside({ isEmpty: true });
});
afterAll(() => outside.close());
/** on the database `own`, which is a test's own, and the common simulators */
const on = (own: { url: string }): Pick<TestShop, 'databaseUrl' | 'simulators'> => ({
  databaseUrl: own.url,
  simulators: outside.simulators,
});

const errorShape = (code: string) => ({ status: 503, code, message: expect.any(String), correlationId: expect.any(String) });
describe('a wrong address ends the start with one sentence', () => {
  const closing: Server[] = [];
  let silent: number;
  let web: number;
  let pooler: number;
  let eventStore: FaultyServer;
  const listen = async (server: Server): Promise<number> => {
    closing.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  beforeAll(async () => {
    silent = await listen(createServer(() => undefined));
    web = await listen(createHttpServer((_, answer) => answer.end('hello')));
    // As PgBouncer answers a connection with options.
    const REFUSAL = 'E\0\0\0\x3bSFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
    pooler = await listen(createServer((socket) => socket.once('data', () => socket.end(REFUSAL))));
    eventStore = await FaultyServer.start();
    await outside.database.pool.query(`create role ${user} login password 'another one'`);
  });
  afterAll(async () => {
    for (const server of closing) server.close();
    eventStore.stop();
    await outside.database.pool.query(`drop role ${user}`);
  });

  const PASSWORD = 'p4ssw0rd-of-nobody';
  type Change = (url: URL) => void;
  const at = (change: Change): string => {
    const url = new URL(outside.databaseUrl);
    change(url);
    return url.href;
  };
  /** The server asks this user for a password; those of the tests need none. */
  const user = `refused_${process.pid}`;
  const asUser = (url: URL, password: string): void => void Object.assign(url, { username: user, password });
  const cases: [what: string, url: () => string, sentence: RegExp][] = [
    ['host', () => at((url) => (url.hostname = 'no-such-host.invalid')), /there is no host named no-such-host\.invalid/],
    ['port', () => at((url) => (url.port = '1')), /nothing listens at 127\.0\.0\.1:1\./],
    ['password', () => at((url) => asUser(url, PASSWORD)), /refuses the password of user refused_/],
    ['no password', () => at((url) => asUser(url, '')), /wants a password, and the address holds none/],
    ['database', () => at((url) => (url.pathname = '/nothing')), /has no database named nothing/],
    ['TLS', () => at((url) => (url.search = '?sslmode=verify-full')), /asks for TLS, and the server at .* speaks none/],
    [
      'certificate',
      () => at((url) => (url.search = '?sslmode=verify-full&sslrootcert=/none.pem')),
      /certificate .* cannot be read: .*\/none\.pem/,
    ],
    [
      'isolation',
      () => at((url) => (url.search = '?options=-c%20default_transaction_isolation%3Dserializable')),
      /transactions are serializable .* needs read committed: alter role/,
    ],
    ['server that is none', () => at((url) => (url.port = String(web))), /is no PostgreSQL, or hangs up/],
    ['pooler', () => at((url) => (url.port = String(pooler))), /a pooler that takes no settings of a session: unsupported startup/],
    ['server that says nothing', () => at((url) => (url.port = String(silent))), /took the connection and says nothing/],
    ['address', () => `postgres://nordhaut:${PASSWORD}@@127.0.0.1:54:32/x`, /the address cannot be read; expected postgres:\/\//],
  ];
  // Most of these wait for a time limit: they wait at the same time.
  test.concurrent.each(cases)('DATABASE_URL: %s', async (_, url, sentence) => {
    await refused({ DATABASE_URL: url() }, /^DATABASE_URL: [^\n]+\.$/, sentence);
  });

  const stores: [what: string, url: () => string, sentence: RegExp][] = [
    ['host', () => `esdb://admin:${PASSWORD}@no-such-host.invalid:2113?tls=false`, /there is no host of this name/],
    ['port', () => `esdb://admin:${PASSWORD}@127.0.0.1:1?tls=false`, /nothing listens at this host and port/],
    ['TLS', () => `esdb://admin:${PASSWORD}@127.0.0.1:${eventStore.port}`, /asks for TLS, and what listens there speaks none/],
    ['server that is none', () => `esdb://admin:${PASSWORD}@127.0.0.1:${web}?tls=false`, /is no event store, or one that wants TLS/],
    ['server that says nothing', () => `esdb://admin:${PASSWORD}@127.0.0.1:${silent}?tls=false`, /nothing answers there/],
    ['cluster', () => `esdb+discover://admin:${PASSWORD}@127.0.0.1:1?tls=false`, /a cluster .* has to be reachable/],
    ['address', () => `esdb://admin:${PASSWORD}@127.0.0.1:port`, /cannot be read; expected esdb:\/\//],
  ];
  // One after another: a connection attempt that is slow for other reasons gets another message.
  test.each(stores)('EVENTSTORE_URL: %s', async (_, url, sentence) => {
    await refused({ EVENTSTORE_URL: url() }, /^(EVENTSTORE_URL: |The event store address )[^\n]+\.$/, sentence);
  });

  /** A start with these addresses ends with a ConfigError of one sentence, without a password. */
  async function refused(env: Record<string, string>, ...sentences: RegExp[]): Promise<void> {
    const config = readShopConfig({ ...testEnvironment(outside.databaseUrl, 0, outside.simulators.url), ...env });
    const error = (await openEngine(config, silentLogger()).then(
      (engine) => engine.close(),
      (reason: Error) => reason,
    )) as Error;
    expect(error.name).toBe('ConfigError');
    for (const sentence of sentences) expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain(PASSWORD);
    expect(error.message).not.toContain(new URL(outside.databaseUrl).password);
  }

  const programs: [name: string, run: (env: Record<string, string>) => Promise<Ended>][] = [
    ['the shop', (env) => runProgram(import.meta.resolve('@nordhaut/shop/main'), [], { env })],
    ['verify', (env) => runInThisProcess(verify, [], env)],
    ['copy-store', (env) => runInThisProcess(copyStore, [], env)],
  ];
  test.each(programs)('%s says it, and nothing else', async (_, run) => {
    const nothing = at((url) => (url.pathname = '/nothing'));
    const { code, out, err } = await run({ ...testEnvironment(nothing, 0, outside.simulators.url), COPY_STORE_TO: 'esdb://x' });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^DATABASE_OWNER_URL: the server at 127\.0\.0\.1:\d+ has no database named nothing\.\n$/);
  });
});

describe('a database of a newer release', () => {
  const start = async (): Promise<void> => (await testShop({}, { beside: outside })).close();
  test('stops the start of an older release, unless the newer migration allows older releases', async () => {
    await start();
    await outside.database.pool.query("insert into migrations (name, checksum, expand) values ('orders/900-more', 'x', true)");
    await start();
    await outside.database.pool.query("update migrations set expand = false where name = 'orders/900-more'");
    await expect(start()).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(
        /^The database has been brought up to date by a newer release .* orders\/900-more\): start that release/,
      ),
    });
    await outside.database.pool.query("delete from migrations where name = 'orders/900-more'");
    await start();
  });
});

describe('a database that only reads', () => {
  let own: TestDatabase;
  let shop: TestShop;
  beforeAll(async () => {
    own = await testDatabase();
    shop = await testShop({}, { beside: on(own) });
  });
  afterAll(async () => {
    await shop.close();
    await own.drop();
  });
  /** Behaves like a fail-over to a standby: all sessions end, and new sessions only read. */
  async function switchTo(mode: 'on' | 'off'): Promise<void> {
    const name = new URL(own.url).pathname.slice(1);
    await outside.database.pool.query(`alter database ${name} set default_transaction_read_only = ${mode}`);
    if (mode === 'on')
      await outside.database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  }

  test('answers commands with 503, serves reads, reports it at /readyz, and sells again by itself', async () => {
    const visitor = shop.visit();
    const { orderNo } = await checkOut(visitor, codOrder());
    await until(visitor, orderNo, (seen) => seen.order.tracking !== null);
    const before = await shop.shop.engine.store.head();

    await switchTo('on');
    const remark = 'the database only reads (it was switched to read-only): commands are refused until it writes again';
    await eventually(async () => (await readiness(shop)).remarks?.includes(remark), 'the remark');
    // Consumers that could not save their position may have remarks of their own.
    expect(await readiness(shop)).toMatchObject({ ready: true, notReady: [] });
    const key = randomUUID();
    const item = { productId: 5, quantity: 1, tier: 'ORIGIN' };
    for (let tries = 0; tries < 3; tries++) {
      const refused = await visitor.post('/api/cart/items', item, { key });
      expect([refused.status, refused.body]).toEqual([503, errorShape('UNAVAILABLE')]);
      expect(refused.headers.get('retry-after')).toBe('1');
    }
    expect((await visitor.get(`/api/orders/${orderNo}`)).status).toBe(200);
    expect((await visitor.get('/api/products')).status).toBe(200);
    expect(await shop.shop.engine.store.head()).toBe(before);
    await expect(testShop({}, { beside: on(own) })).rejects.toThrow(/^DATABASE_OWNER_URL: this database only reads/);

    await switchTo('off');
    await eventually(async () => (await visitor.post('/api/cart/items', item, { key })).status === 200, 'the cart');
    // Sessions that began while the database only read stay read-only. The pool closes each one when a write fails.
    const again = await eventually(async () => {
      const placed = await checkOut(shop.visit(), cardOrder(MASTERCARD));
      return placed.status === 201 && placed;
    }, 'an order');
    await until(shop.visit(), again.orderNo, (seen) => seen.order.tracking !== null);
    let left: string[] | undefined;
    await eventually(
      async () => (left = (await readiness(shop)).remarks) === undefined,
      () => `no remark; left: ${left?.join('; ')}`,
    );
    await allIsWell(shop);
  });
});

describe('a full disk', () => {
  let disk: SmallDisk;
  let shop: TestShop;
  beforeAll(async () => {
    disk = await smallDisk();
    shop = await testShop({}, { beside: on(disk) });
  });
  afterAll(async () => {
    await shop.close();
    await disk.drop();
  });

  type Click = { visitor: Browser; key: string; request: PlaceOrderRequest };
  /** A visitor with a full cart, ready to order. */
  async function fillCart(): Promise<Click> {
    const [visitor, order] = [shop.visit(), codOrder()];
    for (const item of order.items) expect((await visitor.post('/api/cart/items', item)).status).toBe(200);
    const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items });
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    return { visitor, key: randomUUID(), request: { orderNo: number.id, expectedTotal: price.body.price, ...order } };
  }

  test('is answered with 503, leaves nothing half-written, and the shop sells again when there is room', async () => {
    const { orderNo } = await checkOut(shop.visit(), codOrder());
    await until(shop.visit(), orderNo, (seen) => seen.order.tracking !== null);
    const filled: Click[] = [];
    for (let count = 0; count < 20; count++) filled.push(await fillCart());
    await disk.fill();
    // PostgreSQL uses the free space in the pages of its tables first.
    await eventually(async () => {
      const { status, body } = await shop.visit().post('/api/cart/items', main[0]);
      if (status !== 200) expect([status, body]).toEqual([503, errorShape('UNAVAILABLE')]);
      return status === 503;
    }, 'the disk to be full');
    const clicks: Click[] = [];
    await eventually(async () => {
      const click = filled.shift();
      if (!click) throw new Error('every order found room');
      clicks.push(click);
      const { status, body } = await click.visitor.post('/api/orders', click.request, { key: click.key });
      if (status === 201) return false;
      // The claim on the cart lines was not written either.
      expect([status, body]).toEqual([503, errorShape('UNAVAILABLE')]);
      expect((await click.visitor.get('/api/cart')).body).toMatchObject({ items: main, claimed: [] });
      return true;
    }, 'an order that finds no room');
    expect((await shop.visit().get(`/api/orders/${orderNo}`)).status).toBe(200);
    // A read model whose table has to grow stops too, and says why.
    for (const reason of (await readiness(shop)).notReady)
      expect(reason).toMatch(/^read model \w+ cannot continue: .*No space left on device$/);

    await disk.free();
    for (const { visitor, request, key } of clicks) {
      const placed = async () => (await visitor.post('/api/orders', request, { key })).status === 201;
      await eventually(placed, `order ${request.orderNo}`);
      await until(visitor, request.orderNo, (seen) => seen.order.tracking !== null);
    }
    await eventually(async () => (await readiness(shop)).notReady.length === 0, 'every read model to go on');
    await allIsWell(shop);
    expect((await orderNumbers(shop)).toSorted()).toEqual([orderNo, ...clicks.map(({ request }) => request.orderNo)].toSorted());
  });
});

describe('processes whose clocks are twenty minutes apart', () => {
  const skewed = (own: TestDatabase, port: number, minutes: number) =>
    childShop({
      ...testEnvironment(own.url, port, outside.simulators.url),
      NODE_OPTIONS: `--import ${pathToFileURL(fileURLToPath(new URL('./fixtures/skewed-clock.ts', import.meta.url))).href} --disable-warning=ExperimentalWarning`,
      CLOCK_SKEW_MS: String(minutes * 60_000),
    });

  test('sell as one shop: no order is abandoned early, one click is one order, recorded times are right, no metric is negative', async () => {
    const own = await testDatabase();
    const ports = [await freePort(), await freePort()];
    const shops = await Promise.all([skewed(own, ports[0] as number, 10), skewed(own, ports[1] as number, -10)]);
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const witness = await testShop({ CHECKOUT_SWEEP_INTERVAL: '600000' }, { beside: on(own) });
    try {
      const began = Date.now();
      const placed: string[] = [];
      for (let round = 0; round < 6; round++) {
        // The bank is slow. A sweeper with a wrong clock could take the order for an old one.
        await control(outside, 'faults', { provider: 'tappay', mode: 'slow', on: 'pay', times: 1, delayMs: 700 });
        const visitor = browser(urls[round % 2] as string);
        const { status, orderNo } = await checkOut(visitor, cardOrder(MASTERCARD));
        expect([round, status]).toEqual([round, 201]);
        placed.push(orderNo);
        const seen = await until(browser(urls[(round + 1) % 2] as string), orderNo, (order) => order.order.tracking !== null);
        expect(Math.abs(Date.parse(seen.order.createdAt) - Date.now())).toBeLessThan(30_000);
        const revisions = seen.timeline.map(({ revision }) => revision);
        expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
        expect((await paymentsOf(witness, orderNo)).length).toBe(1);
      }
      // The same request at both shops at the same time.
      const visitor = browser(urls[0] as string);
      const order = codOrder();
      for (const item of order.items) await visitor.post('/api/cart/items', item);
      const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items });
      const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
      const request = { orderNo: number.id, expectedTotal: price.body.price, ...order };
      const headers = { cookie: visitor.cookies() };
      const key = randomUUID();
      const answers = await Promise.all(urls.map((url) => browser(url).post('/api/orders', request, { key, headers })));
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect((await orderNumbers(witness)).toSorted()).toEqual([...placed, number.id].toSorted());

      for (const url of urls) {
        const metrics = await metricsOf(url);
        for (const [name, value] of metrics)
          if (/seconds|behind|delay/.test(name) && !name.startsWith('clock_')) expect([name, value >= 0]).toEqual([name, true]);
      }
      for (const event of await eventsOf(witness)) {
        const at = Date.parse((JSON.parse(event.metadata) as EventMetadata).recordedAt);
        expect(at).toBeGreaterThan(began - 5_000);
        expect(at).toBeLessThan(Date.now() + 5_000);
      }
      await allIsWell(witness);
    } finally {
      await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
      await witness.close();
      await own.drop();
    }
  });
});

const eventsOf = async ({ shop: { engine } }: TestShop) => (await engine.store.readAll({ after: START, limit: 10_000 })).events;
