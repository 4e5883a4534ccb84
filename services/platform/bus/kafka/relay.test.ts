import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testShop, type TestShop } from '../../envelope/testing.ts';
import { asPosition, START } from '../../event-store/port.ts';
import { Fenced } from '../../projections/checkpoint.ts';
import { silentLogger } from '../../telemetry/logger.ts';
import { PATIENCE } from '../conformance.ts';
import { createRelay } from './index.ts';
import { saveRelayed } from './relayed.ts';

const kafka = { brokers: ['127.0.0.1:1'], topic: 'orders', partitions: 1, replication: 1, ssl: false };
let shop: TestShop;
beforeEach(async () => {
  shop = await testShop();
});
afterEach(() => shop.drop());

it('the relay logs, reports and saves that it cannot read the store, and continues once it can', async () => {
  const failing = vi.spyOn(shop.store, 'subscribe').mockImplementation(({ after }) => ({
    position: () => after,
    stop: async () => undefined,
    done: Promise.reject(new Error('the store is down')),
  }));
  const logger = { ...silentLogger(), info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const relay = createRelay({ store: shop.store, pool: shop.database.pool, kafka, logger });
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

describe("the relay's position", () => {
  const positionOf = (query: () => Promise<{ rowCount: number }>, report: (trouble: string | undefined) => void) =>
    saveRelayed({ query } as never, 'relay orders', { from: START, signal: new AbortController().signal, report });

  it('is saved again until it succeeds, and each failure is reported', async () => {
    let failures = 2;
    const report = vi.fn<(trouble: string | undefined) => void>();
    const query = async () => {
      if (failures-- > 0) throw new Error('the database is down');
      return { rowCount: 1 };
    };
    await positionOf(query, report).reached(asPosition(7));
    const trouble = "the relay's position cannot be saved: the database is down";
    await expect.poll(() => report.mock.calls, PATIENCE).toEqual([[trouble], [trouble], [undefined]]);
  });

  it('ends the relay where another one has moved it', async () => {
    const relayed = positionOf(
      async () => ({ rowCount: 0 }),
      () => undefined,
    );
    await relayed.reached(asPosition(7));
    await expect(relayed.failed).rejects.toThrow(Fenced);
  });
});
