import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { couponStream } from '@nordhaut/promotions';
import type { PlaceOrderAnswer, PriceAnswer } from '@nordhaut/contracts';
import { createPostgresEventStore, type EventStore } from '@nordhaut/platform/event-store';
import { seedEmail } from '@nordhaut/tools/seed-members';
import { type Answered, type Browser, browser, codOrder } from '../whole-shop/fixtures/browser.ts';
import { eventually } from '../whole-shop/fixtures/eventually.ts';
import type { Outside } from './checkouts.ts';
import { ready } from './members.ts';
import { runEntry, startServer } from './processes.ts';
import { seededEnvironment } from './seeded-store.ts';
import { count, ms, type Figure } from './table.ts';

const COUPON = { coupon_id: 9100, coupon_uid: 'BENCH_LAST_PIECE', coupon_name: '最後一份折 NT$100', coupon_quantity: 1 };
/** of the load tests' definitions */
const FIELDS = { coupon_type: 'DISCOUNT', coupon_scope: 'ALL', coupon_product: 'ALL', coupon_formula: 'x - 100' };
/** ms in which nothing may be reserved any more (design/quality.md) */
const AIM = 1_000;

/** Members who order at the same moment with a coupon that has one piece: who gets it, and when nothing is reserved any more. */
export async function benchLastPiece(outside: Outside, { buyers, port }: { buyers: number; port: number }): Promise<Figure[]> {
  const env = seededEnvironment(outside, port);
  const folder = await mkdtemp(join(tmpdir(), 'nordhaut-last-piece-'));
  const shop = await startServer('shop-server.ts', env);
  const store = createPostgresEventStore({ url: outside.databaseUrl });
  try {
    const url = String(shop.said['url']);
    await runEntry('seed.ts', ['--members', String(buyers), '--orders', '0'], env);
    const file = join(folder, 'coupons.json');
    await writeFile(file, JSON.stringify([{ ...COUPON, ...FIELDS }]));
    await runEntry('coupons.ts', ['import', file], env);
    await ready(url, 'the seeded members');
    const orders: (() => Promise<Answered<PlaceOrderAnswer>>)[] = [];
    for (let index = 1; index <= buyers; index++) orders.push(await prepared(browser(url), index));
    const began = performance.now();
    const answers = await Promise.all(orders.map((place) => place()));
    const answered = performance.now();
    await eventually(async () => (await reserved(store)) === 0, 'the reservations to end', 5);
    const ended = performance.now() - answered;
    const won = answers.filter(({ status }) => status === 201).length;
    return [
      {
        what: `${count(buyers)} orders at once for the last piece of a coupon`,
        value: `${won} won; all answered after ${ms(answered - began)}`,
        aim: 'one wins',
        met: won === 1,
      },
      { what: '  nothing is reserved after the last answer', value: `after ${ms(ended)}`, aim: `≤ ${ms(AIM)}`, met: ended <= AIM },
    ];
  } finally {
    await store.close();
    await shop.stop();
    await rm(folder, { recursive: true });
  }
}

/** Signs a member in and prepares the order. @returns what places it */
async function prepared(visitor: Browser, index: number): Promise<() => Promise<Answered<PlaceOrderAnswer>>> {
  const order = { ...codOrder(), coupons: [COUPON.coupon_uid] };
  await visitor.post('/api/login', { account: seedEmail(index), password: 'abc123' });
  for (const item of order.items) await visitor.post('/api/cart/items', item);
  const asked = { items: order.items, coupons: order.coupons, portType: order.delivery.type };
  const { body: quote } = await visitor.post<PriceAnswer>('/api/getPrice/', asked);
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  return () => visitor.post('/api/orders', { ...order, orderNo: number.id, expectedTotal: quote.price }, { key: crypto.randomUUID() });
}

/** Orders that hold a piece. A release is also recorded for an order that held none. */
async function reserved(store: Pick<EventStore, 'read'>): Promise<number> {
  const holders = new Set<string>();
  for (const { type, data } of await store.read(couponStream(String(COUPON.coupon_id)))) {
    const { orderNo } = JSON.parse(data) as { orderNo: string };
    if (type === 'CouponReserved') holders.add(orderNo);
    if (type === 'CouponRedeemed' || type === 'CouponReleased') holders.delete(orderNo);
  }
  return holders.size;
}
