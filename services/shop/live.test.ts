import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, until } from './testing/browser.ts';
import { follower, soon, type Follower } from './testing/follower.ts';
import { cardOrder, VISA } from './testing/orders.ts';
import { testShop, type TestShop } from './testing/test-shop.ts';
import { control, eventually, orderOf, paymentsOf } from './testing/world.ts';

let shop: TestShop;
const open: Follower[] = [];
beforeAll(async () => {
  shop = await testShop({ SOCKETS_PER_ADDRESS: '20' });
});
afterAll(() => shop.close());

const follow = async (url = shop.url, options = {}): Promise<Follower> => {
  const one = await follower(url, options);
  open.push(one);
  return one;
};
async function placed(): Promise<{ orderNo: string; proof: string }> {
  const { orderNo, body } = await checkOut(shop.visit(), codOrder());
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  return { orderNo, proof: body.proof };
}
const move = (orderNo: string, ...codes: number[]) => codes.reduce(async (before, code) => (await before, control(shop, `parcels/${orderNo}`, { code })), Promise.resolve<unknown>(undefined));
const revisions = ({ seen }: Follower): number[] => seen.map(({ revision }) => revision);
const codes = ({ seen }: Follower): (string | undefined)[] => seen.map(({ entry }) => entry?.code);

describe('following an order', () => {
  test('what happened already comes first, then what happens', async () => {
    const { orderNo, proof } = await placed();
    const page = await follow();
    const ack = await page.subscribe({ orderNo, afterRevision: -1, proof });
    expect(ack).toMatchObject({ ok: true, revision: 1 });
    expect(codes(page)).toEqual(['PLACED', '300']);
    await move(orderNo, 3006);
    await soon(() => page.seen.length === 3, 'the news');
    expect(page.seen[2]).toMatchObject({ orderNo, revision: 2, status: { code: 'COD' }, parcel: { code: '3006' }, entry: { code: '3006' } });
    page.close();
  });

  test('the end of a payment shows on a page that was opened while the buyer was at the bank', async () => {
    const { orderNo } = await checkOut(shop.visit(), cardOrder(VISA));
    const page = await follow();
    await page.subscribe({ orderNo, afterRevision: -1 });
    expect(page.seen.at(-1)?.status).toEqual({ code: 'AWAITING_PAYMENT', label: '待3D驗證' });
    const [payment] = await paymentsOf(shop, orderNo);
    await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass' });
    await soon(() => page.seen.length === 4, 'the parcel');
    expect(page.seen.map(({ entry, status }) => [entry?.code, status.code])).toEqual([
      ['PLACED', 'AWAITING_PAYMENT'],
      ['PAYMENT_STARTED', 'AWAITING_PAYMENT'],
      ['PAID', '300'],
      ['300', '300'],
    ]);
    page.close();
  });

  test('a page that knows something already gets only the rest', async () => {
    const { orderNo } = await placed();
    const page = await follow();
    await page.subscribe({ orderNo, afterRevision: 0 });
    expect(revisions(page)).toEqual([1]);
    page.close();
  });

  test('a page that was away for three reports sees each once, and none backwards', async () => {
    const { orderNo } = await placed();
    const page = await follow();
    await page.subscribe({ orderNo, afterRevision: -1 });
    page.socket.disconnect();
    await move(orderNo, 310, 3001, 3006);
    await eventually(async () => (await orderOf(shop, orderNo))?.timeline.length === 5, 'the reports');
    page.socket.connect();
    await soon(() => page.socket.connected, 'the socket');
    await page.subscribe({ orderNo, afterRevision: page.seen.at(-1)?.revision ?? -1 });
    expect(codes(page)).toEqual(['PLACED', '300', '310', '3001', '3006']);
    expect(page.heard.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4]);
    page.close();
  });

  test('pages that come while reports come: every one sees all of them, in order', async () => {
    const { orderNo } = await placed();
    const pages: Follower[] = [];
    const reports = (async () => {
      for (const code of [310, 3001, 3006, 3002, 3006, 3002, 3006, 3120]) await move(orderNo, code);
    })();
    for (let count = 0; count < 12; count++) {
      const page = await follow();
      pages.push(page);
      await page.subscribe({ orderNo, afterRevision: -1 });
    }
    await reports;
    for (const page of pages) {
      await soon(() => page.seen.length === 10, `all reports (${revisions(page)})`);
      expect(revisions(page)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      page.close();
    }
  });

  test('after a restart of the node the page comes back and misses nothing', async () => {
    const node = await testShop({}, { beside: shop });
    const { orderNo } = await placed();
    const page = await follow(node.url);
    await page.subscribe({ orderNo, afterRevision: -1 });
    await move(orderNo, 310);
    await soon(() => page.seen.length === 3, 'the first report');
    const port = new URL(node.url).port;
    const stopped = Date.now();
    await node.close();
    expect(Date.now() - stopped).toBeLessThan(5_000);
    await move(orderNo, 3001, 3006);
    await eventually(async () => (await orderOf(shop, orderNo))?.timeline.length === 5, 'the reports');
    const again = await testShop({ PORT: port }, { beside: shop });
    page.socket.connect();
    await soon(() => page.socket.connected, 'the socket');
    await page.subscribe({ orderNo, afterRevision: page.seen.at(-1)?.revision ?? -1 });
    await move(orderNo, 3003);
    await soon(() => page.seen.length === 6, 'the rest');
    expect(revisions(page)).toEqual([0, 1, 2, 3, 4, 5]);
    page.close();
    await again.close();
  });
});

describe('who may follow', () => {
  test('an unknown order and an order one may see look alike; a wrong proof is told', async () => {
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

  test("another site's page gets no socket", async () => {
    await expect(follow(shop.url, { extraHeaders: { origin: 'https://evil.example' } })).rejects.toThrow();
  });
});

describe('what a socket may not do', () => {
  test.each([[null], ['x'], [[]], [{}], [{ orderNo: 'a' }], [{ orderNo: 'ABCDEFGH', afterRevision: 1.5 }], [{ orderNo: 'ABCDEFGH', afterRevision: -2 }], [{ orderNo: { __proto__: 1 }, afterRevision: 0 }], [{ orderNo: 'ABCDEFGH', afterRevision: 0, proof: 'x'.repeat(600) }]])('%j is refused', async (message) => {
    const page = await follow();
    expect(await page.subscribe(message as never)).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' });
    page.close();
  });

  test('unknown events and missing acknowledgements are passed over', async () => {
    const page = await follow();
    const raw = page.socket as unknown as { emit(event: string, ...rest: unknown[]): void };
    for (const event of ['__proto__', 'constructor', 'order:everything', 'order:subscribe', 'order:unsubscribe', 'error', 'newListener']) if (event !== 'error' && event !== 'newListener') raw.emit(event, null, 1, { a: [] });
    expect(await page.subscribe({ orderNo: 'ABCDEFGH12345678', afterRevision: -1 })).toMatchObject({ code: 'ORDER_NOT_FOUND' });
    page.close();
  });

  test('a flood of subscribes is refused after a hundred, and the shop goes on', async () => {
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

  test('a frame above 16 KB ends the connection', async () => {
    const page = await follow();
    const gone = new Promise<string>((resolve) => page.socket.once('disconnect', resolve));
    page.socket.emit('order:subscribe', { orderNo: 'A'.repeat(20_000), afterRevision: 0 }, () => undefined);
    expect(await gone).toMatch(/transport/);
  });

  test('no more than 50 orders for one socket', async () => {
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

  test('no more than the allowed sockets from one address; those that left make room', async () => {
    for (const one of open) one.close();
    await eventually(async () => !/realtime_sockets [1-9]/.test(await (await fetch(`${shop.url}/metrics`)).text()), 'the sockets to be gone');
    const pages = await Promise.all(Array.from({ length: 20 }, () => follow()));
    await expect(follow()).rejects.toThrow('同時追蹤的訂單過多');
    pages[0]?.close();
    const late = await eventually(() => follow().catch(() => undefined), 'room');
    for (const one of [...pages, late]) one.close();
  });

  test('connections that are cut half-way use nothing up', async () => {
    const { hostname, port } = new URL(shop.url);
    const half = Array.from({ length: 60 }, () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${hostname}:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
          // "40" in a masked frame: asks to be connected, and is gone before the answer.
          socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]), () => socket.destroy());
        });
        socket.on('close', () => resolve()).on('error', () => resolve());
      }));
    await Promise.all(half);
    const page = await eventually(() => follow().catch(() => undefined), 'a socket');
    page.close();
    await until(shop.visit(), (await placed()).orderNo, () => true);
  });
});
