import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { follower, soon, type Follower } from './fixtures/follower.ts';
import { cardOrder, VISA } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, orderOf, paymentsOf } from './fixtures/records.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const follow = (url = shop.url): Promise<Follower> => follower(url);
async function placed(): Promise<{ orderNo: string; proof: string }> {
  const { orderNo, body } = await checkOut(shop.visit(), codOrder());
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  return { orderNo, proof: body.proof };
}
const move = (orderNo: string, ...codes: number[]) =>
  codes.reduce(async (before, code) => (await before, control(shop, `parcels/${orderNo}`, { code })), Promise.resolve<unknown>(undefined));
const revisions = ({ seen }: Follower): number[] => seen.map(({ revision }) => revision);
const codes = ({ seen }: Follower): (string | undefined)[] => seen.map(({ entry }) => entry?.code);

describe('following an order', () => {
  test('past changes come first, then new ones', async () => {
    const { orderNo, proof } = await placed();
    const page = await follow();
    const ack = await page.subscribe({ orderNo, afterRevision: -1, proof });
    expect(ack).toMatchObject({ ok: true, revision: 1 });
    expect(codes(page)).toEqual(['PLACED', '300']);
    await move(orderNo, 3006);
    await soon(() => page.seen.length === 3, 'the news');
    expect(page.seen[2]).toMatchObject({
      orderNo,
      revision: 2,
      status: { code: 'COD' },
      facts: { parcel: { code: '3006' } },
      entry: { code: '3006' },
    });
    page.close();
  });

  test('a group order is followed by its number alone', async () => {
    const visitor = shop.visit();
    const request = await groupOrder(visitor);
    const { orderNo } = request;
    expect((await visitor.post('/api/group-orders', request)).status).toBe(201);
    await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
    const page = await follow();
    await page.subscribe({ orderNo, afterRevision: -1 });
    await move(orderNo, 2073, 2067);
    await soon(() => page.seen.length === 4, 'the news');
    expect(codes(page)).toEqual(['PLACED', '300', '2073', '2067']);
    page.close();
  });

  test('a page that was opened during the payment shows the result of the payment', async () => {
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

  test('a page that names its revision gets only newer changes', async () => {
    const { orderNo } = await placed();
    const page = await follow();
    await page.subscribe({ orderNo, afterRevision: 0 });
    expect(revisions(page)).toEqual([1]);
    page.close();
  });

  test('a page that missed three reports gets each once, in order', async () => {
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

  test('pages that subscribe during reports get all of them, in order', async () => {
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

  test('after a restart of the node the page reconnects and misses nothing', async () => {
    const node = await testShop({}, { beside: shop });
    const { orderNo } = await placed();
    const page = await follow(node.url);
    await page.subscribe({ orderNo, afterRevision: -1 });
    await move(orderNo, 310);
    await soon(() => page.seen.length === 3, 'the first report');
    const port = new URL(node.url).port;
    await node.close();
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
