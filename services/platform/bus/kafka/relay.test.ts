import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testShop, type TestShop } from '../../envelope/testing.ts';
import { createMetrics, silentLogger } from '../../telemetry/index.ts';
import { PATIENCE } from '../testing/conformance.ts';
import { createRelay } from './index.ts';

const kafka = { brokers: ['127.0.0.1:1'], topic: 'orders', partitions: 1, replication: 1, ssl: false };
let shop: TestShop;
beforeEach(async () => {
  shop = await testShop();
});
afterEach(() => shop.drop());

it('the relay logs, reports and saves that it cannot read the store, and continues once it can', async () => {
  const failing = vi.spyOn(shop.store, 'subscribe').mockImplementation(() => Promise.reject(new Error('the store is down')));
  const logger = { ...silentLogger(), info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const relay = createRelay({ store: shop.store, pool: shop.database.pool, kafka, logger, metrics: createMetrics() });
  await relay.start();
  // An event that waits: without one the relay would have nothing to read.
  await shop.store.append('order-a', -1, [{ id: crypto.randomUUID(), type: 'Placed', data: '{}', metadata: '{}' }]);
  await expect.poll(() => logger.error.mock.calls.length, PATIENCE).toBeGreaterThan(1);
  expect(await relay.notReady()).toBe('the store is down');
  await expect
    .poll(async () => (await shop.database.pool.query('select trouble from bus_positions')).rows, PATIENCE)
    .toEqual([{ trouble: 'the store is down' }]);
  failing.mockRestore();
  // It reads again, and now Kafka is what it lacks.
  await expect.poll(() => relay.notReady(), PATIENCE).toBe('Kafka cannot be reached at 127.0.0.1:1: nothing listens there');
  await relay.stop();
});

it('the relay saves how far it has read also after the clock of the machine was set back', async () => {
  const { store } = shop;
  const saved = async () => (await shop.database.pool.query<{ position: bigint }>('select position from bus_positions')).rows[0]?.position;
  // Not for the topic.
  const append = () =>
    store.append(`cart-${crypto.randomUUID()}`, -1, [{ id: crypto.randomUUID(), type: 'Placed', data: '{}', metadata: '{}' }]);
  const metrics = createMetrics();
  const relay = createRelay({ store, pool: shop.database.pool, kafka, logger: silentLogger(), metrics, categories: ['order'] });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await relay.start();
    for (const ms of [0, -7_200_000]) {
      vi.setSystemTime(Date.now() + ms);
      const before = await store.head();
      await expect.poll(() => append().then(saved), PATIENCE).toBeGreaterThan(before);
    }
  } finally {
    vi.useRealTimers();
    await relay.stop();
  }
});
