import { seedMembers } from '@nordhaut/tools/seed-members';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { walletOf } from './fixtures/member-promotions.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await testShop()));
afterAll(() => shop.close());

test('seeded members get their credit before they are registered: a shop that runs writes into the wallet of a new member', async () => {
  const { engine } = shop.shop;
  const streams: string[] = [];
  const store = Object.assign(Object.create(engine.store) as typeof engine.store, {
    append: (...args: Parameters<typeof engine.store.append>) => {
      streams.push(args[0].replace(/-.*/, ''));
      return engine.store.append(...args);
    },
  });
  await seedMembers({ ...engine, store }, { members: 2, orders: 1, credit: 500, password: 'abc123' });
  expect(streams).toEqual(['wallet', 'wallet', 'member', 'member', 'order', 'order']);
  await caughtUp(shop);
  const { rows } = await engine.pool.query<{ member_id: string }>('select member_id from members');
  const wallets = await Promise.all(rows.map((row) => walletOf(shop, row.member_id)));
  expect(wallets.map(({ grants }) => grants.map(({ value }) => value))).toEqual([[500], [500]]);
});
