import { randomUUID } from 'node:crypto';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { verifyStore } from '@nordhaut/evidence';
import { createPostgresEventStore } from '@nordhaut/platform/event-store';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projections } from '@nordhaut/shop/modules';
import { ordersWithWork } from './fixtures/open-checkouts.ts';
import { browser, codOrder, type Browser } from './fixtures/browser.ts';
import { childShop } from './fixtures/child-shop.ts';
import { freePort } from './fixtures/free-port.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { createOutside, type Outside } from './fixtures/outside.ts';
import { HASTY, testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { eventually } from './fixtures/eventually.ts';
import { differences, orderNumbers } from './fixtures/records.ts';

let outside: Outside;
let port: number;
beforeAll(async () => {
  [outside, port] = [await createOutside(), await freePort()];
});
afterAll(async () => {
  await outside.close();
});

type Click = { visitor: Browser; request: PlaceOrderRequest; key: string; answer: { status: number; body: object } | undefined };

/** Buys until the shop is gone, and records every request before it is sent. */
async function buy(clicks: Click[], card: boolean): Promise<void> {
  for (;;) {
    const visitor = browser(`http://127.0.0.1:${port}`);
    const order = card ? cardOrder(MASTERCARD) : codOrder();
    try {
      for (const item of order.items) await visitor.post('/api/cart/items', item);
      const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items });
      const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
      const click: Click = {
        visitor,
        request: { orderNo: number.id, expectedTotal: price.body.price, ...order },
        key: randomUUID(),
        answer: undefined,
      };
      clicks.push(click);
      click.answer = await visitor.post<object>('/api/orders', click.request, { key: click.key });
    } catch {
      return;
    }
  }
}

const env = () => testEnvironment(outside.databaseUrl, port, outside.simulators.url);
const startBuying = (clicks: Click[]): Promise<unknown> =>
  Promise.all(Array.from({ length: 16 }, (_, index) => buy(clicks, index % 2 === 0)));
const isAnswered = ({ answer }: Click): boolean => answer !== undefined && answer.status < 500;
/** Enough requests have their answer, and several wait for theirs: what ends now interrupts them. */
const inTheMiddle = (clicks: Click[]): boolean =>
  clicks.filter(isAnswered).length >= 30 && clicks.filter(({ answer }) => answer === undefined).length >= 4;
const restart = (): Promise<TestShop> => testShop({ ...HASTY, PORT: String(port) }, { beside: outside });

/** Sends every request again, and compares answers, orders, payments and parcels. */
async function accountFor(shop: TestShop, clicks: Click[]): Promise<void> {
  await Promise.all(
    clicks.map(async (click) => {
      const { visitor, request, key, answer } = click;
      const again = await visitor.post<object>('/api/orders', request, { key });
      if (isAnswered(click))
        expect(again).toMatchObject({
          status: answer?.status,
          body: answer?.status === 201 ? { orderNo: request.orderNo, total: request.expectedTotal } : {},
        });
      else expect([201, 402], JSON.stringify(again.body)).toContain(again.status);
    }),
  );
  const numbers = await orderNumbers(shop);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { request } of clicks) expect(numbers).toContain(request.orderNo);
  await eventually(async () => (await ordersWithWork(shop)).length === 0, 'every checkout to be closed');
  expect(await differences(shop)).toEqual([]);
  await caughtUp(shop);
  for (const { name } of projections) await rebuildEqualsLive(shop.shop.engine.projector, name);
  const fresh = createPostgresEventStore({ url: outside.databaseUrl });
  expect(await verifyStore(fresh, { contiguous: true })).toMatchObject({ ok: true });
  await fresh.close();
}

test.each(['SIGKILL', 'SIGTERM'] as const)('the whole shop ended by %s under load: every request has one outcome', async (signal) => {
  const child = await childShop(env());
  const clicks: Click[] = [];
  const buying = startBuying(clicks);
  await eventually(async () => inTheMiddle(clicks), 'some orders placed and some under way');
  await child.kill(signal);
  await buying;
  const interrupted = clicks.filter((click) => !isAnswered(click));
  const shop = await restart();
  try {
    const placed = new Set(await orderNumbers(shop));
    // An orderly stop answers the open requests, so a request without an answer was not started.
    if (signal === 'SIGTERM') expect(interrupted.filter(({ request }) => placed.has(request.orderNo))).toEqual([]);
    else expect(interrupted.length).toBeGreaterThan(0);
    await accountFor(shop, clicks);
  } finally {
    await shop.close();
  }
});

test("the database's back ends killed under load: the shop comes back by itself, and every request has one outcome", async () => {
  const child = await childShop(env());
  const clicks: Click[] = [];
  const buying = startBuying(clicks);
  await eventually(async () => clicks.filter(isAnswered).length >= 20, 'some orders');
  for (let kills = 0; kills < 4; kills++) {
    await outside.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const before = clicks.filter(isAnswered).length;
  await eventually(async () => clicks.filter(isAnswered).length >= before + 20, 'orders after it');
  const ready = await eventually(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200, 'readiness');
  expect(ready).toBe(true);
  await child.kill('SIGTERM');
  await buying;
  const shop = await restart();
  try {
    await accountFor(shop, clicks);
  } finally {
    await shop.close();
  }
});
