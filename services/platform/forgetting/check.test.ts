import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { busMigrations } from '../bus/migrations.ts';
import { migrate } from '../database/index.ts';
import { envelopeMigrations, GENESIS } from '../envelope/index.ts';
import { TEST_OUTER_KEYS as outer, testContext, testShop, type TestShop } from '../envelope/testing.ts';
import { eventStoreMigrations, type Purpose } from '../event-store/index.ts';
import { projectionMigrations } from '../projections/index.ts';
import { forgettingCheck } from './check.ts';
import type { PersonalDataForgotten } from './event.ts';
import { forgottenList } from './list.ts';
import { forgettingMigrations } from './migrations.ts';

const migrations = [eventStoreMigrations, envelopeMigrations, projectionMigrations, busMigrations, forgettingMigrations].flat();

const folder = mkdtempSync(join(tmpdir(), 'list-'));
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await migrate(shop.database.pool, migrations);
});
afterAll(() => shop.drop());

const history: { id: string; stream: 'order-1'; type: string; data: string }[] = [];
async function place(subject: string): Promise<string> {
  const personal = { contact: { phone: '0912345678' }, invoice: { uniformNumber: '04595257' } };
  const event = { type: 'Placed', data: { total: 980 }, subject, personal };
  // A process that has no key in its memory.
  const { codec } = shop.another();
  const { events } = await codec.encode({ stream: 'order-1', revision: 0, previousHash: GENESIS, events: [event], context: testContext() });
  for (const one of events) history.push({ ...one, stream: 'order-1' });
  return events[0]?.id ?? '';
}
const at = '2026-11-20T12:00:00.000Z';
const listed = (purpose: string): PersonalDataForgotten['data'] => ({
  purposes: [purpose as Purpose],
  requester: 'CALENDAR',
  reason: 'PURPOSE_ENDED',
  at,
  kept: [],
});
async function faults(): Promise<string[]> {
  const check = forgettingCheck({ pool: shop.database.pool, outer, folder: '/nonexistent' });
  for (const event of history) check.take({ event });
  return (await check.verdict()).faults;
}

test('a key that was changed, and one that was lost and replaced, are named with the first event that they do not open', async () => {
  const { pool } = shop.database;
  const changed = await place('guest:changed');
  const lost = await place('guest:lost');
  await place('guest:whole');
  expect(await faults()).toEqual([]);
  await pool.query(
    "update subject_keys set key = set_byte(key, 40, get_byte(key, 40) # 1) where subject = 'guest:changed' and purpose = 'contact'",
  );
  await pool.query("delete from subject_keys where subject = 'guest:lost' and purpose = 'invoice'");
  const broken = `the key of contact of guest:changed does not open event ${changed}: it was changed, or lost and replaced, and no event says so`;
  expect((await faults()).toSorted()).toEqual([
    broken,
    'the key of invoice of guest:lost is missing, so its events cannot be read, and no event says so',
  ]);
  await place('guest:lost');
  expect((await faults()).toSorted()).toEqual([
    broken,
    `the key of invoice of guest:lost does not open event ${lost}: it was changed, or lost and replaced, and no event says so`,
  ]);
});

test('of thousands of forgettings, each one without its destroyed key and each one that the list lacks is counted', async () => {
  const check = forgettingCheck({ pool: shop.database.pool, outer, folder: '/nonexistent' });
  const own = forgottenList({ pool: shop.database.pool, folder, destroy: () => Promise.resolve() });
  await own.open();
  const withList = forgettingCheck({ pool: shop.database.pool, outer, folder });
  for (let n = 0; n < 2_500; n++) {
    const data = JSON.stringify({ purposes: ['contact', 'support'], personal: { subject: `guest:${n}` } });
    for (const one of [check, withList]) one.take({ event: { id: `e${n}`, stream: `order-${n}`, type: 'PersonalDataForgotten', data } });
  }
  for (const n of [7, 8]) await own.add({ subject: `guest:${n}`, stream: `order-${n}`, data: listed('contact') });
  const faultsOf = async (one: typeof check) => (await one.verdict()).faults.filter((fault) => fault.includes('more of this kind'));
  expect(await faultsOf(check)).toEqual(['… and 4990 more of this kind']);
  expect(await faultsOf(withList)).toEqual(['… and 4990 more of this kind', '… and 4988 more of this kind']);
});

test('a forgetting of a purpose that only a newer release knows excuses its destroyed key, and is compared with the list', async () => {
  const { pool } = shop.database;
  const subject = 'guest:newer';
  await pool.query('alter table subject_keys drop constraint subject_keys_purpose_check');
  await pool.query("insert into subject_keys (subject, purpose, forgotten_at) values ($1, 'delivery', now())", [subject]);
  const data = JSON.stringify({ purposes: ['delivery', 'warranty'], personal: { subject } });
  const own = forgottenList({ pool, folder, destroy: () => Promise.resolve() });
  await own.open();
  await own.add({ subject, stream: 'order-9', data: listed('delivery') });
  const check = forgettingCheck({ pool, outer, folder });
  check.take({ event: { id: 'e', stream: 'order-9', type: 'PersonalDataForgotten', data } });
  expect((await check.verdict()).faults.filter((fault) => /delivery|warranty/.test(fault))).toEqual([
    'order-9 says that warranty was forgotten, and its key is not destroyed',
    'order-9 says that warranty was forgotten, and the list outside the database does not have it',
  ]);
});
