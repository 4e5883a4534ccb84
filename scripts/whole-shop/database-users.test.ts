import { hash } from 'node:crypto';
import { rightsOverEvents } from '@nordhaut/platform/database';
import { asShopUser, type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { createSimulators, type Simulators } from '@nordhaut/simulators';
import { readShopConfig } from '@nordhaut/shop/config';
import { openEngine } from '@nordhaut/shop/engine';
import { migrations, projections } from '@nordhaut/shop/modules';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { productionEnvironment } from '../lib/production-environment.mjs';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { orderOf } from './fixtures/records.ts';
import { runProgram } from './fixtures/run-program.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

let simulators: Simulators;
let database: TestDatabase;
const shops: TestShop[] = [];
beforeAll(async () => {
  simulators = await createSimulators({ port: 0, retryFactor: 0.001 });
});
afterAll(() => simulators.close());
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
  await database.drop();
});

async function start(env: Record<string, string> = {}): Promise<TestShop> {
  const shop = await testShop(env, { beside: { databaseUrl: database.url, simulators } });
  shops.push(shop);
  return shop;
}

async function sell(shop: TestShop): Promise<string> {
  const { status, orderNo } = await checkOut(shop.visit(), codOrder());
  expect(status).toBe(201);
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');
  return orderNo;
}

/** As processes of an earlier release run, and as a new one may with DATABASE_ONE_USER. */
const oneUser = (): Record<string, string> => ({ DATABASE_URL: database.url, DATABASE_OWNER_URL: '' });
const shopUserOnly = { DATABASE_OWNER_URL: '' };

const ownersIn = async (schema: string): Promise<string[]> =>
  (
    await database.pool.query<{ owner: string }>(
      "select distinct relowner::regrole::text as owner from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'v', 'S')",
      [schema],
    )
  ).rows.map(({ owner }) => owner);

test('a shop migrates, sells, rebuilds and verifies as a user who owns no event', async () => {
  const shop = await start();
  expect(await rightsOverEvents(shop.shop.engine.pool)).toEqual({ user: 'test_shop', rights: [] });
  await sell(shop);
  for (const { name } of projections) await rebuildEqualsLive(shop.shop.engine.projector, name);
  await shop.shop.engine.projector.rebuild('orders');
  expect(await ownersIn('event_store')).toEqual(['nordhaut']);
  expect(await ownersIn('public')).toEqual(['test_shop']);

  const connected = await database.pool.query<{ user: string }>(
    // A server process that cleans up has no user.
    "select distinct usename as user from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and application_name <> $1",
    [new URL(database.url).pathname.slice(1)],
  );
  expect(connected.rows).toEqual([{ user: 'test_shop' }]);

  for (const tool of ['services/tools/verify.ts', 'services/tools/rebuild.ts', 'services/tools/seed.ts']) {
    const env = { ...testEnvironment(database.url, 0, simulators.url), ...shopUserOnly };
    const { code, err } = await runProgram(new URL(`../../${tool}`, import.meta.url).href, [], { env });
    expect([code, err]).toEqual([0, '']);
  }
});

describe('a database of an earlier release', () => {
  beforeEach(async () => {
    // One user owned everything, and one table recorded all migrations.
    const released = migrations.filter(({ name }) => name !== 'event-store/003-append-as-owner');
    await database.pool.query(
      'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now(), expand boolean not null default false)',
    );
    for (const { name, expand = false, sql } of released) {
      await database.pool.query(sql);
      await database.pool.query('insert into migrations (name, checksum, expand) values ($1, $2, $3)', [name, hash('sha256', sql), expand]);
    }
  });

  test('is handed over while a process of one user sells, and both go on', async () => {
    const earlier = await start(oneUser());
    const orderNo = await sell(earlier);
    const later = await start();
    expect(await ownersIn('public')).toEqual(['test_shop']);
    expect(await orderOf(later, orderNo)).toBeDefined();
    await sell(earlier);
    await sell(later);
    await earlier.close();
    shops.splice(shops.indexOf(earlier), 1);
    await sell(later);
    await later.shop.engine.projector.rebuild('orders');
    // An earlier release reads this record and must find its own migrations in it.
    const { rows } = await database.pool.query<{ name: string }>('select name from migrations');
    expect(rows.map(({ name }) => name).toSorted()).toEqual(migrations.map(({ name }) => name).toSorted());
  });

  test('gets what an earlier release created after the handover at the next migration', async () => {
    await (await start()).close();
    shops.pop();
    await database.pool.query('create table left_by_it (id int); create view left_by_it_too as select * from left_by_it');
    await start();
    expect(await ownersIn('public')).toEqual(['test_shop']);
  });
});

describe('in production', () => {
  const open = async (env: Record<string, string>): Promise<void> => {
    const config = readShopConfig({ ...productionEnvironment(), PUBLIC_URL: 'https://shop.example', ...env });
    await (await openEngine(config, silentLogger())).close();
  };
  const shopUrl = (): string => asShopUser(database.url);
  const hasSchema = async (): Promise<boolean> =>
    (await database.pool.query("select from pg_namespace where nspname = 'event_store'")).rowCount === 1;

  test('a user who could change the history is refused before it migrates, except where the operator accepts it', async () => {
    await expect(open({ DATABASE_URL: database.url })).rejects.toThrow(
      /^DATABASE_URL: the user nordhaut could change the history of orders \(it is a superuser; .*DATABASE_OWNER_URL/,
    );
    expect(await hasSchema()).toBe(false);
    await open({ DATABASE_URL: database.url, DATABASE_ONE_USER: 'on' });
    expect(await hasSchema()).toBe(true);
  });

  test('the shop user alone migrates nothing that is the owner’s, and starts after the owner has migrated', async () => {
    const other = await testDatabase();
    await (await testShop({}, { beside: { databaseUrl: other.url, simulators } })).close();
    await other.drop();
    await expect(open({ DATABASE_URL: shopUrl() })).rejects.toThrow(
      /lacks the migration event-store\/001-events.* run the job migrate with DATABASE_OWNER_URL/,
    );
    expect(await hasSchema()).toBe(false);
    await open({ DATABASE_URL: shopUrl(), DATABASE_OWNER_URL: database.url });
    await open({ DATABASE_URL: shopUrl() });
  });

  test('a right that somebody granted is named', async () => {
    await open({ DATABASE_URL: shopUrl(), DATABASE_OWNER_URL: database.url });
    await database.pool.query('grant update (data) on event_store.events to test_shop');
    await expect(open({ DATABASE_URL: shopUrl() })).rejects.toThrow('(it may write to event_store.events)');
    // The next migration revokes it.
    await open({ DATABASE_URL: shopUrl(), DATABASE_OWNER_URL: database.url });
    await open({ DATABASE_URL: shopUrl() });
  });

  test('the owner’s address alone is refused', () => {
    expect(() => readShopConfig({ DATABASE_OWNER_URL: database.url })).toThrow('DATABASE_OWNER_URL needs DATABASE_URL');
  });
});
