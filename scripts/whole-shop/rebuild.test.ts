import { randomUUID } from 'node:crypto';
import { checkoutDecider, checkoutStream } from '@nordhaut/checkout';
import { orderDecider, orderStream, type OrderCommand } from '@nordhaut/ordering';
import { verifyStore } from '@nordhaut/evidence';
import { createPostgresEventStore, START } from '@nordhaut/platform/event-store';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp, isCaughtUp } from './fixtures/all-is-well.ts';
import { childShop } from './fixtures/child-shop.ts';
import { freePort } from './fixtures/free-port.ts';
import { checkoutCommands, orderCommands } from './fixtures/random-orders.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { projections } from '@nordhaut/shop/modules';

let shop: TestShop;
beforeAll(async () => {
  // The sweeper must not finish these random orders.
  shop = await testShop({ CHECKOUT_GRACE: '3600000' });
});
afterAll(() => shop.close());

const context = () => {
  const id = randomUUID();
  return { commandId: id, correlationId: id, actor: { kind: 'system' as const, id: 'test' }, now: new Date() };
};

/** Appends random histories of `count` orders, with interleaved events. */
async function histories(count: number): Promise<void> {
  const { commands } = shop.shop.engine;
  const one = async (): Promise<void> => {
    const orderNo = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
    const [[checkout = []], [order = []]] = [fc.sample(checkoutCommands(orderNo), 1), fc.sample(orderCommands(orderNo), 1)];
    const mixed = [
      ...checkout.map((command) => () => commands.handle(checkoutStream(orderNo), checkoutDecider, command, context())),
      ...order.map((command: OrderCommand) => () => commands.handle(orderStream(orderNo), orderDecider, command, context())),
    ];
    const [begin, place] = [mixed[0], mixed[checkout.length]];
    await begin?.();
    await place?.();
    for (const give of fc.sample(fc.shuffledSubarray(mixed, { minLength: mixed.length }), 1)[0] ?? []) await give();
  };
  for (let left = count; left > 0; left -= 25) await Promise.all(Array.from({ length: Math.min(left, 25) }, one));
}

async function everythingAgrees(): Promise<void> {
  await caughtUp(shop);
  for (const { name } of projections) {
    const { rows } = await rebuildEqualsLive(shop.shop.engine.projector, name);
    if (name === 'orders') expect(rows).toBeGreaterThan(0);
  }
  // A new store client, because a used one may answer from memory.
  const fresh = createPostgresEventStore({ url: shop.databaseUrl });
  try {
    expect(await verifyStore(fresh, { contiguous: true })).toMatchObject({ ok: true });
    const { events } = await fresh.readAll({ after: START, limit: 100_000 });
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => BigInt(index) + (events[0]?.position ?? 0n)));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  } finally {
    await fresh.close();
  }
}

test('after random histories the read models are the fold of all events', async () => {
  await histories(150);
  await everythingAgrees();
});

test('the same holds after the projector was killed several times', async () => {
  // The projector of this process is on standby while another one leads.
  await shop.shop.engine.projector.stop();
  const position = async (): Promise<bigint> =>
    (await shop.shop.engine.pool.query<{ position: bigint }>("select position from projection_checkpoints where name = 'orders'")).rows[0]
      ?.position ?? 0n;
  const before = await position();
  let done = false;
  const writing = histories(400).finally(() => (done = true));
  for (let kills = 0; kills < 3 || (!done && kills < 6); kills++) {
    const child = await childShop({
      ...testEnvironment(shop.databaseUrl, await freePort(), shop.simulators.url),
      CHECKOUT_GRACE: '3600000',
    });
    const from = await position();
    await eventually(async () => (await position()) > from || (done && (await isCaughtUp(shop))), 'some progress');
    await child.kill('SIGKILL');
  }
  await writing;
  // Each child made progress. The projector of this process continues at the last checkpoint.
  expect(await position()).toBeGreaterThan(before);
  await shop.shop.engine.projector.start();
  await everythingAgrees();
});

test('a rebuild beside the live table loses no event that arrives meanwhile', async () => {
  const writing = histories(150);
  const reports = [];
  for (const { name } of projections) reports.push(await shop.shop.engine.projector.rebuild(name));
  await writing;
  expect(reports.map(({ swapped }) => swapped)).toEqual(projections.map(() => true));
  await everythingAgrees();
});
