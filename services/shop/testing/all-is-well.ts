import { createPostgresEventStore } from '@nordhaut/platform/event-store';
import { verifyStore } from '@nordhaut/platform/envelope';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { expect } from 'vitest';
import { projections } from '../roles/projector.ts';
import type { TestShop } from './test-shop.ts';
import { differences, eventually, orderNumbers } from './world.ts';

export const readiness = async ({ url }: TestShop) =>
  (await (await fetch(`${url}/readyz`)).json()) as { ready: boolean; notReady: string[]; remarks?: string[] };

/** Everything fits together: the chain, the books, and read models that are the fold of the events. */
export async function allIsWell(shop: TestShop): Promise<void> {
  await eventually(
    async () => (await shop.shop.projector.lag()).every(({ eventsBehind }) => eventsBehind === 0),
    'the read models',
    15_000,
  );
  for (const { name } of projections) await rebuildEqualsLive(shop.shop.projector, name);
  const store = createPostgresEventStore({ url: shop.databaseUrl });
  expect(await verifyStore(store, { contiguous: true })).toMatchObject({ ok: true });
  await store.close();
  const numbers = await orderNumbers(shop);
  await eventually(
    async () => (await differences(shop)).filter((line) => numbers.some((no) => line.includes(no))).length === 0,
    'the books',
  );
}
