import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, until } from './fixtures/browser.ts';
import { follower, type Follower } from './fixtures/follower.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { orderOf } from './fixtures/records.ts';

let shop: TestShop;
const open: Follower[] = [];
beforeAll(async () => {
  shop = await testShop({ SOCKETS_PER_ADDRESS: '20' });
});
afterAll(() => shop.close());

const follow = async (options = {}): Promise<Follower> => {
  const one = await follower(shop.url, options);
  open.push(one);
  return one;
};
async function placed(): Promise<{ orderNo: string }> {
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  return { orderNo };
}

describe('who may follow', () => {
  test('unknown orders and visible orders get equal answers; a wrong proof is refused', async () => {
    const { orderNo } = await placed();
    const page = await follow();
    const unknown = await page.subscribe({ orderNo: 'ABCDEFGH12345678', afterRevision: -1 });
    const wrong = await page.subscribe({ orderNo, afterRevision: -1, proof: 'forged.proof' });
    const wrongUnknown = await page.subscribe({ orderNo: 'ABCDEFGH12345678', afterRevision: -1, proof: 'forged.proof' });
    expect(unknown).toMatchObject({ ok: false, code: 'ORDER_NOT_FOUND' });
    expect(wrong).toEqual(wrongUnknown);
    expect(Object.keys(wrong).toSorted()).toEqual(Object.keys(unknown).toSorted());
    expect(page.heard).toEqual([]);
    page.close();
  });

  test('nothing in a message identifies the buyer', async () => {
    const { orderNo } = await placed();
    const page = await follow();
    await page.subscribe({ orderNo, afterRevision: -1 });
    expect(JSON.stringify(page.heard)).not.toMatch(/王|大明|912345678|信義路|ming@/);
    page.close();
  });

  test("another site's page gets no socket, and a page of the address that is asked gets one", async () => {
    await expect(follow({ extraHeaders: { origin: 'https://evil.example' } })).rejects.toThrow();
    (await follow({ extraHeaders: { origin: 'http://shop.test:1', host: 'shop.test:1' } })).close();
    await expect(follow({ extraHeaders: { origin: 'https://shop.test:1', host: 'shop.test:1' } })).rejects.toThrow();
  });
});

describe('what a socket may not do', () => {
  test.each([
    [null],
    ['x'],
    [[]],
    [{}],
    [{ orderNo: 'a' }],
    [{ orderNo: 'ABCDEFGH', afterRevision: 1.5 }],
    [{ orderNo: 'ABCDEFGH', afterRevision: -2 }],
    [{ orderNo: { __proto__: 1 }, afterRevision: 0 }],
    [{ orderNo: 'ABCDEFGH', afterRevision: 0, proof: 'x'.repeat(600) }],
  ])('%j is refused', async (message) => {
    const page = await follow();
    expect(await page.subscribe(message as never)).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' });
    page.close();
  });

  test('unknown events and missing acknowledgements are ignored', async () => {
    const page = await follow();
    const raw = page.socket as unknown as { emit(event: string, ...rest: unknown[]): void };
    for (const event of ['__proto__', 'constructor', 'order:everything', 'order:subscribe', 'order:unsubscribe'])
      raw.emit(event, null, 1, { a: [] });
    expect(await page.subscribe({ orderNo: 'ABCDEFGH12345678', afterRevision: -1 })).toMatchObject({ code: 'ORDER_NOT_FOUND' });
    page.close();
  });

  test('subscribes are refused after a hundred, and the shop goes on', async () => {
    const { orderNo } = await placed();
    const page = await follow();
    const answers = await Promise.all(Array.from({ length: 300 }, () => page.subscribe({ orderNo, afterRevision: 99 })));
    expect(answers.filter((answer) => !answer.ok && answer.code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(150);
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(100);
    const other = await follow();
    expect(await other.subscribe({ orderNo, afterRevision: -1 })).toMatchObject({ ok: true });
    page.close();
    other.close();
  });

  test('the sockets of an address share a budget that reconnecting does not refill; other addresses have their own', async () => {
    const { orderNo } = await placed();
    // 24 subscribes a minute: 12 for each allowed socket.
    const node = await testShop({ SOCKETS_PER_ADDRESS: '2', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }, { beside: shop });
    try {
      const ask = async (address: string, times: number): Promise<string[]> => {
        const page = await eventually(
          () => follower(node.url, { extraHeaders: { 'x-forwarded-for': address } }).catch(() => undefined),
          'room for a socket',
        );
        const answers: string[] = [];
        for (let count = 0; count < times; count++) {
          const answer = await page.subscribe({ orderNo, afterRevision: 99 });
          answers.push(answer.ok ? 'ok' : answer.code);
        }
        page.close();
        return answers;
      };
      const began = Date.now();
      const answers: string[] = [];
      for (let socket = 0; socket < 6; socket++) answers.push(...(await ask('203.0.113.7', 10)));
      const passed = answers.filter((answer) => answer === 'ok').length;
      expect(passed).toBeGreaterThanOrEqual(24);
      // plus the refill since the start
      expect(passed).toBeLessThanOrEqual(25 + ((Date.now() - began) * 24) / 60_000);
      expect(new Set(answers)).toEqual(new Set(['ok', 'RATE_LIMITED']));
      expect(await ask('203.0.113.8', 10)).toEqual(Array.from({ length: 10 }, () => 'ok'));
    } finally {
      await node.close();
    }
  });

  test('a frame above 16 KB ends the connection', async () => {
    const page = await follow();
    const gone = new Promise<string>((resolve) => page.socket.once('disconnect', resolve));
    page.socket.emit('order:subscribe', { orderNo: 'A'.repeat(20_000), afterRevision: 0 }, () => undefined);
    expect(await gone).toMatch(/transport/);
  });

  test('one socket follows at most 50 orders', async () => {
    const page = await follow();
    const one = await placed();
    expect((await page.subscribe({ orderNo: one.orderNo, afterRevision: -1 })).ok).toBe(true);
    const numbers = await Promise.all(Array.from({ length: 50 }, async () => (await checkOut(shop.visit(), codOrder())).orderNo));
    const answers = await Promise.all(numbers.map((orderNo) => page.subscribe({ orderNo, afterRevision: -1 })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(49);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'TOO_MANY_ORDERS' });
    page.socket.emit('order:unsubscribe', { orderNo: one.orderNo });
    const refused = numbers[answers.findIndex(({ ok }) => !ok)] ?? '';
    expect(await page.subscribe({ orderNo: refused, afterRevision: -1 })).toMatchObject({ ok: true });
    page.close();
  });

  test('one address has at most the allowed number of open sockets', async () => {
    for (const one of open) one.close();
    await eventually(
      async () => !/realtime_sockets [1-9]/.test(await (await fetch(`${shop.url}/metrics`)).text()),
      'the sockets to be gone',
    );
    const pages = await Promise.all(Array.from({ length: 20 }, () => follow()));
    await expect(follow()).rejects.toThrow('同時追蹤的訂單過多');
    pages[0]?.close();
    const late = await eventually(() => follow().catch(() => undefined), 'room');
    for (const one of [...pages, late]) one.close();
  });

  test('aborted connections use no place', async () => {
    const { hostname, port } = new URL(shop.url);
    const half = Array.from(
      { length: 60 },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(port), hostname, () => {
            socket.write(
              `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${hostname}:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
            );
            // "40" in a masked frame requests a connection; the client closes before the answer.
            socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]), () => socket.destroy());
          });
          socket.on('close', () => resolve()).on('error', () => resolve());
        }),
    );
    await Promise.all(half);
    const page = await eventually(() => follow().catch(() => undefined), 'a socket');
    page.close();
    await until(shop.visit(), (await placed()).orderNo, () => true);
  });
});
