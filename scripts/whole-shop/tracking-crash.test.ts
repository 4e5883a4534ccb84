import { pagesOf } from '@nordhaut/platform/event-store';
import { deriveKey } from '@nordhaut/platform/http';
import {
  CATEGORIES,
  createConsents,
  dueReports,
  intake,
  openProviders,
  report,
  type ReportDeps,
  TrackingConfig,
  TYPES,
} from '@nordhaut/tracking/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { decide, pseudonymOf, reports, settledReports } from './fixtures/reports.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({}, { without: ['tracking'] });
});
afterAll(() => shop.close());

class Dead extends Error {}
/** ms; later than every retry */
const LATER = 3_600_000;

/** Reads the whole history, as a process whose position was not saved does. */
async function intakeAll(providers: ReportDeps['providers']): Promise<void> {
  const { store, codec, pool, clock } = shop.shop.engine;
  for await (const page of pagesOf(store, { filter: { categories: CATEGORIES, types: TYPES }, limit: 500 }))
    await intake({ pool, clock, providers }, await codec.decode(page, { personal: false }));
}

test('a process that dies after any step, and that reads its events again, reports each purchase once to each provider', async () => {
  const { pool, commands, outer, clock, config, logger } = shop.shop.engine;
  const providers = openProviders(config.of(TrackingConfig));
  const deps: ReportDeps = {
    pool,
    commands,
    outer,
    consents: createConsents({ pool, clock, publicUrl: config.PUBLIC_URL }),
    providers: providers.all,
    contentId: String,
    key: deriveKey(config.SESSION_SECRET, 'test'),
    clock: () => new Date(clock().getTime() + LATER),
    timeoutMs: 1_000,
    log: logger,
  };
  const steps = ['begun', 'called', 'finished'];
  const ids: string[] = [];
  for (const _ of steps) {
    const visitor = shop.visit();
    await decide(visitor);
    const { orderNo, status } = await checkOut(visitor, codOrder());
    expect(status).toBe(201);
    ids.push((await pseudonymOf(shop, orderNo)) ?? '');
  }
  await intakeAll(providers.all);
  const due = await dueReports(pool, deps.clock(), 100);
  expect(due).toHaveLength(9);
  for (const row of due) {
    const deadly = steps[ids.indexOf(row.purchase_id)];
    const dies = report({ ...deps, afterStep: (step) => (step === deadly ? Promise.reject(new Dead(step)) : undefined) }, row);
    await expect(dies).rejects.toThrow(Dead);
    // Another process had seen the same row: the recorded attempt keeps it from calling as well.
    await report(deps, row);
  }
  await intakeAll(providers.all);
  const later = { ...deps, clock: () => new Date(clock().getTime() + 2 * LATER) };
  for (const row of await dueReports(pool, later.clock(), 100)) await report(later, row);
  for (const id of ids) expect(await settledReports(shop, id)).toEqual({ meta: 'sent', ga: 'sent', crm: 'sent' });
  const taken = await reports(shop);
  expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.flatMap((id) => [id, id, id]).toSorted());
  // Only where the process died after the call and before its mark, the provider got it twice, with the same id.
  expect(taken.map(({ id, times }) => times === (id === ids[1] ? 2 : 1))).not.toContain(false);
  await providers.close();
});
