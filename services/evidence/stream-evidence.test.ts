import { createCommands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { accept, type Decider, type DomainEvent } from '@nordhaut/platform/decider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TreeBroken } from './grow.ts';
import { evidenceOf } from './stream-evidence.ts';
import { evidenceMigrations } from './tables.ts';
import { everyEvent, inPostgres } from './testing.ts';
import { sendDaily } from './write-checkpoint.ts';

const steps: Decider<null, number, DomainEvent> = {
  initial: null,
  decide: (step) => accept({ type: 'Stepped', data: { step } }),
  evolve: (state) => state,
};
const settings = { CHECKPOINT_KEY: { reveal: () => 'the key lies outside the database' }, CHECKPOINT_ORIGIN: 'shop.example/history' };
const config = { of: () => settings } as unknown as Parameters<typeof evidenceOf>[0]['config'];

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  for (const { sql } of evidenceMigrations) await shop.database.pool.query(sql);
});
afterAll(() => shop.drop());

it('a store that has lost events of a checkpoint that left the shop makes no evidence, and does not say that none left it', async () => {
  const { pool, url } = shop.database;
  const commands = createCommands(shop);
  for (const step of [1, 2, 3]) await commands.handle(`order-${step}`, steps, step, testContext());
  const about = { pool, config, categories: ['order'] };
  expect((await evidenceOf({ ...about, store: shop.store }, 'order-1'))?.sent).toBeUndefined();
  await sendDaily({ pool }, [() => Promise.resolve()]);
  expect((await evidenceOf({ ...about, store: shop.store }, 'order-1'))?.sent).toMatchObject({ size: 3 });

  const cut = await inPostgres(pool, url, (await everyEvent(shop.store)).slice(0, 2));
  try {
    await expect(evidenceOf({ ...about, store: cut.store }, 'order-1')).rejects.toThrow(TreeBroken);
  } finally {
    await cut.close();
  }
});
