import { ConfigError } from '@nordhaut/platform/config';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { readShopConfig } from '@nordhaut/shop/config';
import { runJob } from '@nordhaut/shop/jobs';
import { modules } from '@nordhaut/shop/modules';
import { rolesOf } from '@nordhaut/shop/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsOf } from './fixtures/metrics.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';
import { wishes } from './fixtures/wishes.ts';
import { caughtUp } from './fixtures/all-is-well.ts';

/** A line in the list adds a capability: nothing else of the shop changes for it. */
const parts = [...modules, wishes];
const env = { WISH_LIMIT: '2' };
const wish = (productId: number) => shop.visit().post<{ nameZh: string; wishes: number }>('/api/wishes', { productId });
const rows = async () => (await shop.shop.engine.pool.query('select product_id, wishes from wishes order by 1')).rows;

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(env, { parts });
});
afterAll(() => shop.close());

test('its route writes its events, uses the face of another capability, and obeys its setting', async () => {
  expect(await wish(5)).toMatchObject({ status: 200, body: { wishes: 1 } });
  expect((await wish(5)).body.nameZh).not.toBe('');
  expect(await wish(5)).toMatchObject({ status: 409 });
});

test('its read model follows, and a rebuild equals it', async () => {
  await caughtUp(shop);
  expect(await rows()).toEqual([{ product_id: '5', wishes: 2 }]);
  expect((await rebuildEqualsLive(shop.shop.engine.projector, 'wishes')).rows).toBe(1);
});

test('its metrics and the lag of its read model are reported', async () => {
  const metrics = await metricsOf(shop.url);
  expect(metrics.get('wishes_made_total')).toBe(2);
  expect(metrics.get('wishes_products')).toBe(1);
  expect(metrics.get('projection_events_behind{projection="wishes"}')).toBe(0);
});

test('its route is documented', async () => {
  const { body } = await shop.visit().get<{ paths: object }>('/api/docs/json');
  expect(Object.keys(body.paths)).toContain('/api/wishes');
});

test('its migration and its reference data are in the database, and its events are relayed', async () => {
  const { engine } = shop.shop;
  expect((await engine.pool.query('select note from wish_notes')).rows).toEqual([{ note: 'a note' }]);
  expect(engine.relayed).toEqual(['wallet', 'order', 'wish']);
});

test('its job runs', async () => {
  const config = readShopConfig({ ...testEnvironment(shop.databaseUrl, 0, shop.simulators.url), ...env }, parts);
  expect(await runJob('count-wishes', config, silentLogger(), parts)).toBe('2 wishes');
});

test('its role runs, and a command line may name it', () => {
  expect(shop.shop.roles.map(({ name }) => name)).toContain('wish-reader');
  const config = readShopConfig({ NODE_ENV: 'test' }, parts);
  expect([...rolesOf(['wish-reader'], config, parts)]).toEqual(['wish-reader']);
  expect(() => rolesOf(['wish-reader'], config)).toThrow(ConfigError);
});

test('the start refuses a wrong value of its setting', () => {
  expect(() => readShopConfig({ NODE_ENV: 'test', WISH_LIMIT: '0' }, parts)).toThrow('WISH_LIMIT must be a whole number from 1 to 100.');
});
