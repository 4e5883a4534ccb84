import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommands, UnreadableHistory } from '../envelope/index.ts';
import { type Shop, testContext, testShop, type TestShop } from '../envelope/testing.ts';
import { StoreUnavailable, type StreamName } from '../event-store/index.ts';
import { createMetrics, silentLogger } from '../telemetry/index.ts';
import { valueOf } from '../telemetry/testing.ts';
import { busConformance, PATIENCE, stepOf, steps } from './testing/conformance.ts';
import { consumeDurably, createInProcessBus, heldRemark, PoisonEvent, readHeld, type Consumption, type DurableOptions } from './index.ts';

busConformance('in process', async () => {
  const shop = await testShop();
  const busOf = ({ store, codec }: Shop) => createInProcessBus({ store, codec, logger: silentLogger(), metrics: createMetrics() });
  const commands = createCommands(shop);
  return {
    bus: busOf(shop),
    another: () => busOf(shop.another()),
    publish: async (stream, step) => void (await commands.handle(stream, steps, step, testContext())),
    drop: shop.drop,
  };
});

let shop: TestShop;
let seen: string[];
const running: Consumption[] = [];
beforeEach(async () => {
  shop = await testShop();
  seen = [];
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((consumption) => consumption.stop()));
  await shop.drop();
});

async function publish(stream: StreamName, ...all: number[]): Promise<void> {
  const commands = createCommands(shop);
  for (const step of all) await commands.handle(stream, steps, step, testContext());
}
async function publishPoison(stream: StreamName, revision: number): Promise<void> {
  await shop.store.append(stream, revision - 1, [{ id: crypto.randomUUID(), type: 'Stepped', data: 'no JSON', metadata: '{}' }]);
}
const handler = async (events: Parameters<typeof stepOf>[0][]): Promise<void> => void seen.push(...events.map(stepOf));

/** Lets the subscriptions of the store fail until `mockRestore`. */
const failSubscriptions = () => vi.spyOn(shop.store, 'subscribe').mockImplementation(() => Promise.reject(new Error('the store is down')));

describe('a consumer of the in-process bus', () => {
  it('skips the stream of a poison event and receives all others', async () => {
    const bus = createInProcessBus({ store: shop.store, codec: shop.codec, logger: silentLogger(), metrics: createMetrics() });
    const consumption = await bus.consume({ name: 'follower', handler });
    running.push(consumption);
    await publish('order-a', 1);
    await publishPoison('order-a', 1);
    await shop.store.append('order-a', 1, [{ id: crypto.randomUUID(), type: 'Stepped', data: '{"step":3}', metadata: '{}' }]);
    await publish('order-b', 1, 2);
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1', 'b:2']);
    expect(consumption.trouble()).toBeUndefined();
  });

  it('logs, counts and reports a subscription that fails again and again, and continues afterwards', async () => {
    const failing = failSubscriptions();
    const logger = { ...silentLogger(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
    const metrics = createMetrics();
    const inTrouble = () => valueOf(metrics, 'consumer_in_trouble', { consumer: 'follower' });
    const consumption = await createInProcessBus({ store: shop.store, codec: shop.codec, logger, metrics }).consume({
      name: 'follower',
      handler,
    });
    running.push(consumption);
    await expect.poll(() => logger.error.mock.calls.length, PATIENCE).toBeGreaterThan(1);
    expect(consumption.trouble()).toBe('the store is down');
    expect(await inTrouble()).toBe(1);
    failing.mockRestore();
    await publish('order-a', 1);
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1']);
    expect(consumption.trouble()).toBeUndefined();
    expect(await inTrouble()).toBe(0);
  });
});

describe('a durable consumer', () => {
  async function consume(of: Shop = shop, more: Partial<DurableOptions> = {}): Promise<Consumption> {
    const { store, codec, database } = of;
    const options = { store, codec, pool: database.pool, logger: silentLogger(), metrics: createMetrics(), ...more };
    const consumption = await consumeDurably(options, { name: 'mailer', filter: { categories: ['order'] }, handler });
    running.push(consumption);
    return consumption;
  }

  it('starts at the first event, and continues where it stopped, in another process', async () => {
    await publish('order-a', 1);
    const first = await consume();
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1']);
    await first.stop();
    await publish('order-a', 2);
    await consume(shop.another());
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'a:2']);
  });

  it('saves the position behind events that its filter drops, also if none follows', async () => {
    await consume();
    await publish('order-a', 1);
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1']);
    await publish('cart-a', 1, 2, 3);
    const head = await shop.store.head();
    const position = async (): Promise<bigint | undefined> =>
      (await shop.database.pool.query<{ position: bigint }>("select position from bus_positions where consumer = 'mailer'")).rows[0]
        ?.position;
    await expect.poll(position, PATIENCE).toBe(head);
  });

  it('with a pace: calls the handler no sooner, and delivers what arrived meanwhile in one call', async () => {
    const paceMs = 300;
    let calls = 0;
    const counted: typeof handler = (events) => {
      calls++;
      return handler(events);
    };
    const began = performance.now();
    const { store, codec, database } = shop;
    const options = { store, codec, pool: database.pool, logger: silentLogger(), metrics: createMetrics(), paceMs };
    running.push(await consumeDurably(options, { name: 'mailer', filter: { categories: ['order'] }, handler: counted }));
    const all = Array.from({ length: 9 }, (_, index) => index + 1);
    for (const step of all) {
      await publish('order-a', step);
      await expect.poll(() => seen.length > 0, PATIENCE).toBe(true);
    }
    await expect.poll(() => seen, PATIENCE).toEqual(all.map((step) => `a:${step}`));
    expect(calls).toBeLessThanOrEqual(1 + (performance.now() - began) / paceMs);
  });

  it('with a pace: goes on when the clock of its machine is set back while it handles an event', async () => {
    const now = Date.now.bind(Date);
    const setBack: typeof handler = (events) => {
      vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
      return handler(events);
    };
    const { store, codec, database } = shop;
    const options = { store, codec, pool: database.pool, logger: silentLogger(), metrics: createMetrics(), paceMs: 50 };
    try {
      running.push(await consumeDurably(options, { name: 'mailer', filter: { categories: ['order'] }, handler: setBack }));
      await publish('order-a', 1);
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1']);
      await publish('order-a', 2);
      await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['a:1', 'a:2']);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('starts at the end of the store where that is wanted, and misses nothing later', async () => {
    await publish('order-a', 1);
    await consume(shop, { begin: 'now' });
    await publish('order-a', 2);
    await expect.poll(() => seen, PATIENCE).toEqual(['a:2']);
  });

  it('runs in one of several processes at a time', async () => {
    const [first] = await Promise.all([consume(), consume(shop.another())]);
    await publish('order-a', 1, 2, 3);
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'a:2', 'a:3']);
    await first?.stop();
    await publish('order-a', 4);
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'a:2', 'a:3', 'a:4']);
  });

  describe('at a poison event', () => {
    /** Nobody can read the event until `isReadable`. */
    let isReadable = false;
    const healing = (): Pick<DurableOptions, 'codec'> => ({
      codec: {
        ...shop.codec,
        decode: (records, options) => {
          const readable = records.map((one) => (isReadable && one.data === 'no JSON' ? { ...one, data: '{"step":2}' } : one));
          return shop.codec.decode(readable, options);
        },
      },
    });
    beforeEach(() => {
      isReadable = false;
    });
    const held = () => readHeld(shop.database.pool, 'mailer');
    async function poisoned(): Promise<void> {
      await publish('order-a', 1);
      await publishPoison('order-a', 1);
      await shop.store.append('order-a', 1, [{ id: crypto.randomUUID(), type: 'Stepped', data: '{"step":3}', metadata: '{}' }]);
      await publish('order-b', 1);
    }

    it('holds back its stream and handles all others; the list, the log and the metric name it', async () => {
      await poisoned();
      const logger = { ...silentLogger(), error: vi.fn<() => void>() };
      const metrics = createMetrics();
      const consumption = await consume(shop, { logger, metrics });
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1']);
      await publish('order-b', 2);
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1', 'b:2']);
      expect(await held()).toMatchObject([
        { stream: 'order-a', revision: 1, type: 'Stepped', reason: expect.stringMatching(/JSON/) as string },
      ]);
      expect(logger.error).toHaveBeenCalled();
      expect(await valueOf(metrics, 'consumer_parked_streams', { consumer: 'mailer' })).toBe(1);
      expect(consumption.trouble()).toBeUndefined();
      expect(await heldRemark(shop.database.pool, 'mailer')).toMatch(/hold back 1 of the streams/);
    });

    it('takes the stream up again once it is readable, in its order, also what came meanwhile', async () => {
      await poisoned();
      await consume(shop, { ...healing(), retryHeldMs: 20 });
      await expect.poll(held, PATIENCE).toHaveLength(1);
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1']);
      isReadable = true;
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1', 'a:2', 'a:3']);
      await expect.poll(held, PATIENCE).toEqual([]);
      await shop.store.append('order-a', 2, [{ id: crypto.randomUUID(), type: 'Stepped', data: '{"step":4}', metadata: '{}' }]);
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1', 'a:2', 'a:3', 'a:4']);
    });

    it('holds the stream in the next process too, which takes it up', async () => {
      await poisoned();
      const first = await consume();
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1']);
      await expect.poll(held, PATIENCE).toHaveLength(1);
      await first.stop();
      const second = await consume(shop, healing());
      await publish('order-b', 2);
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1', 'b:2']);
      await second.stop();
      isReadable = true;
      await consume(shop, healing());
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1', 'b:2', 'a:2', 'a:3']);
    });

    it('also holds back the stream of an event that the handler cannot take, and no stream where the handler fails otherwise', async () => {
      let isAway = true;
      const picky: typeof handler = async (events) => {
        if (events.some((event) => stepOf(event) === 'b:1' && isAway)) throw new Error('the table is away');
        if (events.some((event) => stepOf(event) === 'a:2')) throw new PoisonEvent(new TypeError('no such code'));
        await handler(events);
      };
      await publish('order-a', 1, 2);
      await publish('order-b', 1);
      await publish('order-a', 3);
      const { store, codec, database } = shop;
      const consumption = await consumeDurably(
        { store, codec, pool: database.pool, logger: silentLogger(), metrics: createMetrics() },
        { name: 'mailer', filter: { categories: ['order'] }, handler: picky },
      );
      running.push(consumption);
      await expect.poll(() => consumption.trouble(), PATIENCE).toMatch(/the table is away/);
      expect(seen).toEqual(['a:1']);
      isAway = false;
      await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'b:1']);
      expect(await held()).toMatchObject([{ stream: 'order-a', revision: 1, reason: 'no such code' }]);
    });

    it('also holds back the stream of a sound event whose handler needs a history that cannot be read, however many need it', async () => {
      await publish('coupon-x', 1);
      const [event] = await shop.store.read('coupon-x');
      if (!event) throw new Error('there is no event');
      let isBroken = true;
      const needsCoupon: typeof handler = async (events) => {
        if (isBroken && events.some(({ stream }) => stream.startsWith('order-c'))) throw new UnreadableHistory(event, new Error('no JSON'));
        await handler(events);
      };
      for (let index = 0; index <= 100; index++) await publish(`order-c${index}`, 1);
      await publish('order-b', 1);
      const { store, codec, database } = shop;
      const options = { store, codec, pool: database.pool, logger: silentLogger(), metrics: createMetrics(), retryHeldMs: 20 };
      running.push(await consumeDurably(options, { name: 'mailer', filter: { categories: ['order'] }, handler: needsCoupon }));
      await expect.poll(() => seen, PATIENCE).toEqual(['b:1']);
      expect(await held()).toHaveLength(101);
      expect((await held())[0]).toMatchObject({ stream: 'order-c0', type: 'Stepped', cause: 'coupon-x' });
      isBroken = false;
      await expect.poll(() => seen.length, PATIENCE).toBe(102);
      await expect.poll(held, PATIENCE).toEqual([]);
    });

    it('waits as a whole where more than a hundred streams cannot be read', async () => {
      for (let index = 0; index <= 100; index++) await publishPoison(`order-p${index}`, 0);
      const consumption = await consume();
      await expect.poll(() => consumption.trouble(), PATIENCE).toMatch(/more than 100 streams/);
      expect(await held()).toHaveLength(100);
    });
  });

  it('waits for an event store that is away with its whole batch, and blames no event', async () => {
    let isAway = true;
    const batches: number[] = [];
    const needsStore: typeof handler = async (events) => {
      batches.push(events.length);
      if (isAway) throw new StoreUnavailable('the event store does not answer');
      await handler(events);
    };
    await publish('order-a', 1, 2, 3);
    const { store, codec, database } = shop;
    const options = { store, codec, pool: database.pool, logger: silentLogger(), metrics: createMetrics() };
    const consumption = await consumeDurably(options, { name: 'mailer', filter: { categories: ['order'] }, handler: needsStore });
    running.push(consumption);
    await expect.poll(() => consumption.trouble(), PATIENCE).toBe('the event store does not answer');
    isAway = false;
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1', 'a:2', 'a:3']);
    expect(new Set(batches)).toEqual(new Set([3]));
  });

  it('logs and reports a subscription that fails again and again, and continues afterwards', async () => {
    const failing = failSubscriptions();
    const logger = { ...silentLogger(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
    const consumption = await consume(shop, { logger });
    await expect.poll(() => logger.error.mock.calls.length, PATIENCE).toBeGreaterThan(1);
    expect(consumption.trouble()).toBe('the store is down');
    failing.mockRestore();
    await publish('order-a', 1);
    await expect.poll(() => seen, PATIENCE).toEqual(['a:1']);
    await expect.poll(() => consumption.trouble(), PATIENCE).toBeUndefined();
  });
});
