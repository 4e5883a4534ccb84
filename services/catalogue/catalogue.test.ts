import { createKysely } from '@nordhaut/platform/database';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { SEED_PRODUCTS } from './data/index.ts';
import { seedCatalogue } from './seed.ts';
import { CATALOGUE_CHANNEL, type CatalogueTables, catalogueMigrations } from './tables.ts';
import { changePrice, type PriceChange, setLaunched } from './testing.ts';

let database: TestDatabase;
let catalogue: Catalogue;
const db = () => createKysely<CatalogueTables>(database.pool);
const productOf = async (id: number) => {
  const found = await db().selectFrom('products').selectAll().where('product_id', '=', id).executeTakeFirst();
  if (!found) return undefined;
  const { product_changed_at: _, ...fields } = found;
  return fields;
};

beforeAll(async () => {
  database = await testDatabase(catalogueMigrations);
});
afterAll(async () => {
  await catalogue?.stop();
  await database.drop();
});

describe('seed', () => {
  it('writes the products once when several processes seed at the same time', async () => {
    const written = await Promise.all(Array.from({ length: 4 }, () => seedCatalogue(db())));
    expect(written.sort()).toEqual([0, 0, 0, SEED_PRODUCTS.length]);
  });

  it('writes again when the release has other data, and does not change other products', async () => {
    await sql`insert into products (product_id, product_uid, product_name_en, product_name_zh, product_type, product_price, product_step, product_is_launched)
      values (900, 'OWN', 'Own Thing', '自有商品', 'PRODUCT', '{"ORIGIN":"100"}', 'hydrate', '1')`.execute(db());
    const dearer = SEED_PRODUCTS.map((product) => (product.id === 4 ? { ...product, price: [800, 700] as const } : product));
    expect(await seedCatalogue(db(), dearer)).toBe(1);
    expect((await productOf(4))?.product_price).toEqual({ ORIGIN: 800, MEMBER: 700 });
    expect(await seedCatalogue(db())).toBe(1);
    const { rows } = await database.pool.query('select count(*) from products');
    expect(Number(rows[0].count)).toBe(SEED_PRODUCTS.length + 1);
  });

  it('has no product that is promised for a first purchase (decisions.md 58)', () => {
    expect(SEED_PRODUCTS.filter((product) => /首次|首購|第一次購物|第一筆/.test(JSON.stringify(product)))).toEqual([]);
  });

  it('keeps what staff made of a field that the release did not change', async () => {
    const four = await productOf(4);
    await changePrice(db(), 4, { ORIGIN: 4_444 });
    await setLaunched(db(), 5, '0');
    const newTexts = SEED_PRODUCTS.map((product) => (product.id === 4 ? { ...product, subTitle: '新的副標' } : product));
    expect(await seedCatalogue(db(), newTexts)).toBe(1);
    expect(await productOf(4)).toMatchObject({ product_price: { ORIGIN: 4_444 }, product_sub_title: '新的副標' });
    expect((await productOf(5))?.product_is_launched).toBe('0');
    await seedCatalogue(db());
    await changePrice(db(), 4, four?.product_price as PriceChange);
    await setLaunched(db(), 5, '1');
  });

  it('keeps prices and what is on sale where it is unknown what the earlier release wrote', async () => {
    const four = await productOf(4);
    await changePrice(db(), 4, { ORIGIN: 4_444 });
    await sql`update products set product_sub_title = '舊的副標' where product_id = 4`.execute(db());
    // As a release without the table does, also one that was started again after an upgrade.
    await sql`update catalogue_state set seed_version = 'of an earlier release'`.execute(db());
    expect(await seedCatalogue(db())).toBe(SEED_PRODUCTS.length);
    expect(await productOf(4)).toMatchObject({ product_price: { ORIGIN: 4_444 }, product_sub_title: four?.product_sub_title });
    await changePrice(db(), 4, four?.product_price as PriceChange);
    // An earlier release wrote the same data: only the table is filled.
    await sql`delete from catalogue_seeds`.execute(db());
    expect(await seedCatalogue(db())).toBe(0);
    expect(await seedCatalogue(db(), SEED_PRODUCTS.slice(1))).toBe(0);
    expect(await seedCatalogue(db())).toBe(1);
  });

  it('keeps the time of the last change of each product that it leaves alike', async () => {
    const changes = async () =>
      new Map(
        (await db().selectFrom('products').select(['product_id', 'product_changed_at']).execute()).map((row) => [
          row.product_id,
          row.product_changed_at.getTime(),
        ]),
      );
    const before = await changes();
    const dearer = SEED_PRODUCTS.map((product) => (product.id === 5 ? { ...product, price: [890, 770] as const } : product));
    await seedCatalogue(db(), dearer);
    const after = await changes();
    expect([...after].filter(([id, at]) => at !== before.get(id)).map(([id]) => id)).toEqual([5]);
    expect(after.get(5)).toBeGreaterThan(before.get(5) ?? Infinity);
    await seedCatalogue(db());
  });
});

describe('the catalogue in memory', () => {
  it('reads every seeded product', async () => {
    catalogue = createCatalogue({ pool: database.pool, logger: silentLogger() });
    expect(catalogue.version()).toBeUndefined();
    await catalogue.start();
    expect(catalogue.list().length).toBeGreaterThan(15);
    for (const { id } of SEED_PRODUCTS) expect(catalogue.byId(id)?.productId).toBe(id);
    expect(catalogue.bySlug('own-thing')?.prices).toEqual({ ORIGIN: 100, MEMBER: 100, ADDITIONAL: null });
  });

  it('has a changed price and a withdrawn product after refresh', async () => {
    await changePrice(db(), 3, { MEMBER: 1490 });
    await catalogue.refresh();
    expect(catalogue.byId(3)?.prices).toMatchObject({ ORIGIN: 1680, MEMBER: 1490 });
    await setLaunched(db(), 9, '0');
    await catalogue.refresh();
    expect(catalogue.byId(9)?.available).toBe(false);
    expect(catalogue.byId(21)?.available).toBe(false);
    await setLaunched(db(), 9, '1');
    await catalogue.refresh();
    expect(catalogue.byId(21)?.available).toBe(true);
  });

  it('a refresh always reads after the change', async () => {
    for (let price = 2000; price < 2020; price++) {
      void catalogue.refresh();
      await changePrice(db(), 7, { ORIGIN: price });
      await catalogue.refresh();
      expect(catalogue.byId(7)?.prices.ORIGIN).toBe(price);
    }
  });

  it('loads a change without a call of refresh', async () => {
    await changePrice(db(), 4, { ORIGIN: 790 });
    await expect.poll(() => catalogue.byId(4)?.prices.ORIGIN, { timeout: 2_000, interval: 10 }).toBe(790);
  });

  it('loads a change after a lost connection', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query = ${`listen ${CATALOGUE_CHANNEL}`} and datname = current_database()`.execute(
      db(),
    );
    await changePrice(db(), 4, { ORIGIN: 795 });
    await expect.poll(() => catalogue.byId(4)?.prices.ORIGIN, { interval: 50 }).toBe(795);
  });

  it('drops only the product whose row is invalid', async () => {
    await sql`update products set product_price = '{}' where product_id = 900`.execute(db());
    await catalogue.refresh();
    expect(catalogue.byId(900)).toBeUndefined();
    expect(catalogue.byId(5)?.prices.ORIGIN).toBe(880);
  });
});
