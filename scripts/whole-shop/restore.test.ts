import { readFileSync } from 'node:fs';
import { createPool } from '@nordhaut/platform/database';
import { asShopUser } from '@nordhaut/platform/database/testing';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projections } from '@nordhaut/shop/modules';
import { type Browser, checkOut, codOrder } from './fixtures/browser.ts';
import { register } from './fixtures/member-operations.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { createOutside, type Outside } from './fixtures/outside.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { caughtUp } from './fixtures/all-is-well.ts';
import { eventually } from './fixtures/eventually.ts';
import { orderOf } from './fixtures/records.ts';

const afterRestore = readFileSync(new URL('../../infra/postgres/after-restore.sql', import.meta.url), 'utf8');

let outside: Outside;
let shop: TestShop | undefined;
beforeAll(async () => {
  outside = await createOutside();
});
afterAll(async () => {
  await shop?.close();
  await outside.close();
});

/** As the shop user, whom DATABASE_URL names. */
async function runAfterRestore(): Promise<void> {
  const pool = createPool({ url: asShopUser(outside.database.url), max: 1 });
  try {
    await pool.query(afterRestore);
  } finally {
    await pool.end();
  }
}

async function open(): Promise<TestShop> {
  shop = await testShop({}, { beside: outside });
  return shop;
}
async function close(): Promise<void> {
  await shop?.close();
  shop = undefined;
}
async function place(at: TestShop): Promise<string> {
  const { status, orderNo } = await checkOut(at.visit(), codOrder());
  expect(status).toBe(201);
  await eventually(async () => (await orderOf(at, orderNo))?.shipment != null, 'the parcel');
  return orderNo;
}
const troubles = async (at: TestShop): Promise<(number | undefined)[]> => {
  const told = await metricsOf(at.url);
  return projections.map(({ name }) => told.get(`projection_in_trouble{projection="${name}"}`));
};
const listed = async (): Promise<Set<string>> =>
  new Set((await outside.database.pool.query<{ order_no: string }>('select order_no from orders')).rows.map((row) => row.order_no));

describe('a store that lost its last events', () => {
  let kept: string;
  let member: { visitor: Browser; email: string };
  let staff: Browser;
  test('is noticed by everything that has a later position', async () => {
    const before = await open();
    kept = await place(before);
    member = await register(before);
    staff = await signedInStaff(before, ['view']);
    const head = await before.shop.engine.store.head();
    const lost = await place(before);
    await caughtUp(before);
    expect(await listed()).toEqual(new Set([kept, lost]));
    expect(await troubles(before)).toEqual(projections.map(() => 0));
    await close();
    await outside.database.pool.query(`alter table event_store.events disable trigger all;
      delete from event_store.events where position > ${head};
      alter table event_store.events enable always trigger append_only`);
    await outside.database.pool.query("insert into bus_positions (consumer, position) values ('letters', 1000000)");

    expect(await troubles(await open())).toEqual(projections.map(() => 1));
    await close();
  });

  test('is repaired by infra/postgres/after-restore.sql', async () => {
    await runAfterRestore();
    const { rows } = await outside.database.pool.query("select position from bus_positions where consumer = 'letters'");
    const after = await open();
    expect(rows).toEqual([{ position: await after.shop.engine.store.head() }]);
    await caughtUp(after);
    expect(await listed()).toEqual(new Set([kept]));
    const next = await place(after);
    await caughtUp(after);
    expect(await listed()).toEqual(new Set([kept, next]));
    expect((await after.visit().get<{ order: { orderNo: string } }>(`/api/orders/${next}`)).body.order.orderNo).toBe(next);
    for (const { name } of projections) await rebuildEqualsLive(after.shop.engine.projector, name);
    expect(await troubles(after)).toEqual(projections.map(() => 0));
  });

  test('has no session of before the restore, because it may have ended since; people sign in again', async () => {
    const after = shop ?? (await open());
    const [shopper, supporter] = [member.visitor.at(after.url), staff.at(after.url)];
    expect((await shopper.get('/api/member')).status).toBe(401);
    expect((await supporter.get('/api/support/me')).status).toBe(401);
    expect((await shopper.post('/api/login', { account: member.email, password: 'abc123' })).status).toBe(200);
    expect((await shopper.get('/api/member')).status).toBe(200);
  });

  test('can be repaired twice', async () => {
    await close();
    await runAfterRestore();
    await runAfterRestore();
    const after = await open();
    await caughtUp(after);
    expect((await listed()).size).toBe(2);
  });
});
