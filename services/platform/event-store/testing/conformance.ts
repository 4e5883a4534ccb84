import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Append,
  type BatchHandler,
  type EventFilter,
  type EventStore,
  type EventToAppend,
  NO_STREAM,
  PartialDuplicate,
  type Position,
  type RecordedEvent,
  START,
  type SubscribeOptions,
  WrongExpectedRevision,
} from '../port.ts';

/** The store under test, with functions that disturb it. */
export type StoreUnderTest = {
  /** Opens another instance of the same store, as another process does. The suite closes it. */
  open(): EventStore;
  /** Closes all connections of the instances; they can connect again immediately. Undefined where this is not possible. */
  disrupt?: (() => Promise<void>) | undefined;
  /** Keeps an append in its open transaction until it is released. Undefined for stores without transactions. */
  holdWriter?: ((append: Append) => Promise<{ release(): Promise<void> }>) | undefined;
  dispose(): Promise<void>;
};

const NO_OUTAGES = 'the tests cannot interrupt the connection to this store';

/** The conformance test suite of the port, one group per promise. `make` returns a new, empty store for each test. */
export function eventStoreConformance(name: string, make: () => Promise<StoreUnderTest>): void {
  let underTest: StoreUnderTest;
  let opened: EventStore[];
  let store: EventStore;
  const open = (): EventStore => {
    const instance = underTest.open();
    opened.push(instance);
    return instance;
  };
  beforeEach(async () => {
    underTest = await make();
    opened = [];
    store = open();
  });
  afterEach(async () => {
    await Promise.all(opened.map((instance) => instance.close()));
    await underTest.dispose();
  });

  describe(`${name}: 1. an append is atomic and durable`, () => {
    it('another instance reads the appended events immediately, in order and unchanged', async () => {
      const odd = '{ "b":1,  "a":"😀 一 \\u0000 \\" \\\\ {x,\\n}" ,"a":null}';
      const given = [event({ data: odd, metadata: '{"z":1,"y":2}' }), event({ type: 'SecondHappened' })];
      const appended = await store.append('order-1', NO_STREAM, given);
      expect(appended.revision).toBe(1);

      const read = await open().read('order-1');
      expect(read).toEqual(given.map((one, revision) => ({ ...one, stream: 'order-1', revision, position: expect.any(BigInt) })));
      expect(read.at(-1)?.position).toBe(appended.position);
    });

    it('a new instance reads all events after the first one was closed', async () => {
      await store.append('order-1', NO_STREAM, events(3));
      await store.close();
      expect((await open().read('order-1')).map(({ revision }) => revision)).toEqual([0, 1, 2]);
    });

    it('reads a stream in both directions, from any revision, up to a limit', async () => {
      await store.append('order-1', NO_STREAM, events(5));
      await store.append('order-2', NO_STREAM, events(1));
      const revisions = async (options?: Parameters<EventStore['read']>[1]): Promise<number[]> =>
        (await store.read('order-1', options)).map(({ revision }) => revision);
      expect(await revisions()).toEqual([0, 1, 2, 3, 4]);
      expect(await revisions({ from: 3 })).toEqual([3, 4]);
      expect(await revisions({ from: 1, limit: 2 })).toEqual([1, 2]);
      expect(await revisions({ direction: 'backwards' })).toEqual([4, 3, 2, 1, 0]);
      expect(await revisions({ direction: 'backwards', from: 2, limit: 2 })).toEqual([2, 1]);
      expect(await store.read('order-unknown')).toEqual([]);
    });
  });

  describe(`${name}: 2. an append requires the expected revision`, () => {
    it('refuses a wrong revision, names the actual one and writes nothing', async () => {
      await store.append('order-1', NO_STREAM, events(3));
      await expect(store.append('order-1', 1, events(1))).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        stream: 'order-1',
        expected: 1,
        actual: 2,
      });
      await expect(store.append('order-1', NO_STREAM, events(1))).rejects.toMatchObject({ expected: NO_STREAM, actual: 2 });
      await expect(store.append('order-1', 7, events(1))).rejects.toMatchObject({ expected: 7, actual: 2 });
      await expect(store.append('order-2', 0, events(1))).rejects.toMatchObject({ expected: 0, actual: NO_STREAM });
      expect(await all(store)).toHaveLength(3);
    });

    it.each([[-2], [0.5], [Number.NaN]])('refuses the revision %s', async (revision) => {
      await expect(store.append('order-1', revision, events(1))).rejects.toThrow(RangeError);
    });

    it('exactly one of many concurrent writers of two instances succeeds', async () => {
      const other = open();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? store : other).append('order-1', NO_STREAM, events(2))),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'WrongExpectedRevision', actual: 1 });
      expect(await store.read('order-1')).toHaveLength(2);
    });

    it('concurrent appends to several streams have an outcome each', async () => {
      await store.append('order-1', NO_STREAM, events(1));
      const outcomes = await Promise.allSettled([
        store.append('order-2', NO_STREAM, events(2)),
        store.append('order-1', NO_STREAM, events(1)),
        store.append('order-3', 4, events(1)),
        store.append('order-1', 0, events(1)),
      ]);
      expect(
        outcomes.map((one) => (one.status === 'fulfilled' ? one.value.revision : (one.reason as WrongExpectedRevision).actual)),
      ).toEqual([1, expect.toBeOneOf([0, 1]), NO_STREAM, 1]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
      expect(await all(store)).toHaveLength(4);
    });
  });

  describe(`${name}: 3. a repeated append writes nothing`, () => {
    it('returns the first result, also after other appends and in another instance', async () => {
      const given = events(2);
      const first = await store.append('order-1', NO_STREAM, given);
      expect(await store.append('order-1', NO_STREAM, given)).toEqual({ ...first, repeated: true });
      await store.append('order-1', 1, events(3));
      expect(await open().append('order-1', NO_STREAM, given)).toEqual({ ...first, repeated: true });
      expect(await store.read('order-1')).toHaveLength(5);
    });

    it('many concurrent appends of the same events write them once', async () => {
      const other = open();
      const given = events(2);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 ? store : other).append('order-1', NO_STREAM, given)),
      );
      expect(new Set(answers.map(({ revision, position }) => `${revision} ${position}`)).size).toBe(1);
      expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
      expect(await all(store)).toHaveLength(2);
    });

    it('an append that repeats only a part of another append is an error', async () => {
      const [a, b, c] = events(3) as [EventToAppend, EventToAppend, EventToAppend];
      await store.append('order-1', NO_STREAM, [a, b]);
      await expect(store.append('order-1', NO_STREAM, [a, c])).rejects.toThrow(PartialDuplicate);
      await expect(store.append('order-1', NO_STREAM, [a, b, c])).rejects.toThrow(PartialDuplicate);
      await expect(store.append('order-1', NO_STREAM, [c])).rejects.toThrow(WrongExpectedRevision);
      expect(await store.read('order-1')).toHaveLength(2);
    });
  });

  describe(`${name}: 4. all subscribers get each event once, in the same order, without gaps`, () => {
    it('early and late subscribers get the same events of many writers in two instances', async () => {
      const other = open();
      const early = [collect(store), collect(other)];
      const writers = 16;
      const appendsEach = 25;
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          const instance = writer % 2 ? store : other;
          for (let count = 0, revision = NO_STREAM; count < appendsEach; count++) {
            ({ revision } = await instance.append(`order-${writer}`, revision, events(1 + (count % 3))));
          }
        }),
      );
      const total = (await all(store)).length;
      const late = [collect(store, { batch: 7 }), collect(open())];
      const order = ids(await all(store, 13));
      for (const seen of [...early, ...late]) {
        await eventually(() => expect(seen.events.length).toBe(total));
        expect(ids(seen.events)).toEqual(order);
        await seen.subscription.stop();
      }
      expect(new Set(order).size).toBe(total);
      const positions = (await all(store)).map(({ position }) => position);
      expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
    });

    it('subscribers get the events of a slow transaction after its commit', async (context) => {
      if (!underTest.holdWriter) return context.skip();
      await store.append('order-before', NO_STREAM, events(1));
      const seen = collect(store);
      const held = await underTest.holdWriter({ stream: 'order-slow', expectedRevision: NO_STREAM, events: events(1) });
      const others = [store, open()].map((instance, index) => instance.append(`order-${index}`, NO_STREAM, events(1)));
      await sleep(300);
      expect((await all(store)).map(({ stream }) => stream)).not.toContain('order-slow');
      await held.release();
      await Promise.all(others);
      const order = await all(store);
      expect(order.map(({ stream }) => stream).sort()).toEqual(['order-0', 'order-1', 'order-before', 'order-slow']);
      await eventually(() => expect(ids(seen.events)).toEqual(ids(order)));
    });

    it('pages and subscriptions contain exactly the events that match the filter', async () => {
      for (const category of ['order', 'coupon', 'cart']) {
        await store.append(`${category}-1`, NO_STREAM, [event({ type: 'Opened' }), event({ type: 'Closed' }), event({ type: 'Opened' })]);
      }
      const filters: [EventFilter, number][] = [
        [{ categories: ['order'] }, 3],
        [{ categories: ['order', 'cart', 'cart'] }, 6],
        [{ types: ['Opened'] }, 6],
        [{ types: ['Opened', 'Closed', 'Unknown'] }, 9],
        [{ categories: ['coupon', 'order'], types: ['Closed'] }, 2],
        [{ categories: ['unknown'] }, 0],
      ];
      const everything = await all(store);
      // The second instance has no events in memory. Both must have the same result.
      for (const instance of [store, open()]) {
        for (const [filter, count] of filters) {
          const wanted = everything.filter(
            ({ stream, type }) =>
              (filter.categories?.includes(stream.split('-')[0] as string) ?? true) && (filter.types?.includes(type) ?? true),
          );
          expect(wanted).toHaveLength(count);
          expect(await all(instance, 2, filter)).toEqual(wanted);
          const seen = collect(instance, { filter, batch: 2 });
          await eventually(() => expect(seen.subscription.position()).toBe(everything.at(-1)?.position));
          expect(seen.events).toEqual(wanted);
          await seen.subscription.stop();
        }
      }
    });
  });

  describe(`${name}: 5. a subscription continues until it is stopped or fails`, () => {
    it('continues after outages during appends', async (context) => {
      const disrupt = underTest.disrupt ?? context.skip(NO_OUTAGES);
      const other = open();
      const seen = [collect(store), collect(other, { batch: 3 })];
      let running = true;
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        let revision = NO_STREAM;
        while (running) ({ revision } = await (writer % 2 ? store : other).append(`order-${writer}`, revision, events(2)));
        return revision + 1;
      });
      for (let outage = 0; outage < 5; outage++) {
        await sleep(150);
        await disrupt();
      }
      await sleep(150);
      running = false;
      const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
      const order = ids(await all(store));
      expect(order).toHaveLength(written);
      for (const { events: got } of seen) {
        await eventually(() => expect(got.length).toBeGreaterThanOrEqual(written));
        expect(ids(got)).toEqual(order);
      }
    });

    it('continues after an outage without appends', async (context) => {
      const disrupt = underTest.disrupt ?? context.skip(NO_OUTAGES);
      const seen = collect(store);
      await store.append('order-1', NO_STREAM, events(1));
      await eventually(() => expect(seen.events).toHaveLength(1));
      await disrupt();
      await open().append('order-2', NO_STREAM, events(1));
      await eventually(() => expect(seen.events).toHaveLength(2));
    });

    it('passes one batch at a time to the handler, within the batch size', async () => {
      await store.append('order-1', NO_STREAM, events(10));
      const sizes: number[] = [];
      let inHand = 0;
      const subscription = subscribe(store, { batch: 4 }, async (batch) => {
        expect(++inHand).toBe(1);
        sizes.push(batch.length);
        await sleep(20);
        inHand--;
      });
      const last = await store.append('order-2', NO_STREAM, events(6));
      await eventually(() => expect(subscription.position()).toBe(last.position));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(16);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
      await subscription.stop();
    });

    it('advances its position after the handler is done with the batch', async () => {
      const { position } = await store.append('order-1', NO_STREAM, events(1));
      let finish = (): void => undefined;
      let started = false;
      const subscription = subscribe(store, {}, () => {
        started = true;
        return new Promise<void>((resolve) => (finish = resolve));
      });
      await eventually(() => expect(started).toBe(true));
      expect(subscription.position()).toBe(START);
      finish();
      await eventually(() => expect(subscription.position()).toBe(position));
      await subscription.stop();
    });

    it('advances its position past filtered events, both stored and new', async () => {
      const first = await store.append('coupon-1', NO_STREAM, events(3));
      const seen = collect(store, { filter: { categories: ['order'] } });
      await eventually(() => expect(seen.subscription.position()).toBe(first.position));
      const second = await open().append('coupon-1', 2, events(3));
      await eventually(() => expect(seen.subscription.position()).toBe(second.position));
      expect(seen.events).toEqual([]);
      expect(seen.upTo).toEqual([...seen.upTo].sort((a, b) => (a < b ? -1 : 1)));
    });

    it('continues after a position without repeated events', async () => {
      await store.append('order-1', NO_STREAM, events(5));
      const order = ids(await all(store));
      const first: RecordedEvent[] = [];
      const started = subscribe(store, { batch: 2 }, async (batch) => {
        first.push(...batch);
        if (first.length >= 2) void started.stop();
      });
      await started.done;
      const second = collect(store, { after: started.position() });
      await store.append('order-1', 4, events(1));
      await eventually(() => expect(first.length + second.events.length).toBe(6));
      expect(ids([...first, ...second.events]).slice(0, 5)).toEqual(order);
    });

    it('ends with the error of its handler and stays at the previous position', async () => {
      const { position } = await store.append('order-1', NO_STREAM, events(1));
      const subscription = subscribe(store, {}, async ([first]) => {
        if (first?.stream === 'order-2') throw new Error('cannot fold this');
      });
      const failed = subscription.done.catch((error: Error) => error.message);
      await eventually(() => expect(subscription.position()).toBe(position));
      await store.append('order-2', NO_STREAM, events(1));
      expect(await failed).toBe('cannot fold this');
      expect(subscription.position()).toBe(position);
      await subscription.stop();
    });

    it('stops after the current batch', async () => {
      await store.append('order-1', NO_STREAM, events(3));
      let handled = 0;
      let started = false;
      const subscription = subscribe(store, { batch: 1 }, async () => {
        started = true;
        await sleep(50);
        handled++;
      });
      await eventually(() => expect(started).toBe(true));
      await subscription.stop();
      expect(handled).toBe(1);
      await store.append('order-1', 2, events(1));
      await sleep(50);
      expect(handled).toBe(1);
      await subscription.done;
    });

    it('ends at once where its signal has fired or the store is closed', async () => {
      await store.append('order-1', NO_STREAM, events(1));
      const handler = vi.fn<BatchHandler>();
      await store.subscribe({ after: START, name: 'late' }, handler, AbortSignal.abort());
      const closed = open();
      await closed.close();
      await closed.subscribe({ after: START, name: 'later' }, handler, new AbortController().signal);
      expect(handler).not.toHaveBeenCalled();
    });
  });

  describe(`${name}: 6. positions are ordered`, () => {
    it('increase with every append, and the last one is the head', async () => {
      expect(await store.head()).toBe(START);
      const other = open();
      let last: Position = START;
      for (let revision = NO_STREAM; revision < 5; ) {
        const appended = await (revision % 2 ? store : other).append('order-1', revision, events(1));
        expect(appended.position > last).toBe(true);
        ({ position: last, revision } = appended);
        expect(await store.head()).toBe(last);
      }
    });

    it('a reader reaches the position of every append, also of filtered events', async () => {
      const seen = collect(open(), { filter: { categories: ['order'] } });
      const appended = await store.append('order-1', NO_STREAM, events(1));
      const elsewhere = await store.append('coupon-1', NO_STREAM, events(1));
      await eventually(() => expect(seen.subscription.position() >= appended.position).toBe(true));
      await eventually(() => expect(seen.subscription.position() >= elsewhere.position).toBe(true));
      expect(seen.events).toHaveLength(1);
    });

    it('a page ends after the filtered events', async () => {
      await store.append('order-1', NO_STREAM, events(1));
      const { position } = await store.append('coupon-1', NO_STREAM, events(2));
      for (const instance of [store, open()]) {
        const page = await instance.readAll({ after: START, filter: { categories: ['order'] }, limit: 10 });
        expect([page.events.length, page.upTo]).toEqual([1, position]);
        expect(await instance.readAll({ after: position, limit: 10 })).toEqual({ events: [], upTo: position });
      }
    });
  });
}

export const event = (given: Partial<EventToAppend> = {}): EventToAppend => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: '{}',
  metadata: '{}',
  ...given,
});
export const events = (count: number): EventToAppend[] => Array.from({ length: count }, () => event());

/** Reads all events in pages of `limit`. */
export async function all(store: EventStore, limit = 1000, filter?: EventFilter): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for (let after = START; ; ) {
    const page = await store.readAll({ after, limit, ...(filter && { filter }) });
    if (page.upTo === after) return found;
    expect(page.events.length).toBeLessThanOrEqual(limit);
    found.push(...page.events);
    after = page.upTo;
  }
}

export type TestSubscription = {
  /** All events up to here were delivered *and* handled, or dropped by the filter. */
  position(): Position;
  /** Resolves when the handler has finished. */
  stop(): Promise<void>;
  done: Promise<void>;
};

/** A subscription that says where it is. `close()` of the store stops it. */
export function subscribe(
  store: Pick<EventStore, 'subscribe'>,
  { after = START, name = 'test', ...options }: Partial<SubscribeOptions>,
  handler: BatchHandler,
): TestSubscription {
  const stopping = new AbortController();
  let position = after;
  const handle: BatchHandler = async (batch, upTo) => {
    await handler(batch, upTo);
    position = upTo;
  };
  const done = store.subscribe({ after, name, ...options }, handle, stopping.signal);
  return {
    position: () => position,
    done,
    async stop() {
      stopping.abort();
      await done.catch(() => undefined);
    },
  };
}

type Seen = { events: RecordedEvent[]; upTo: Position[]; subscription: TestSubscription };

/** Subscribes and records all events. */
export function collect(store: EventStore, options: Partial<SubscribeOptions> = {}): Seen {
  const seen: Omit<Seen, 'subscription'> = { events: [], upTo: [] };
  const subscription = subscribe(store, { name: 'collect', ...options }, async (batch, upTo) => {
    seen.events.push(...batch);
    seen.upTo.push(upTo);
  });
  return { ...seen, subscription };
}

export const ids = (given: readonly { id: string }[]): string[] => given.map(({ id }) => id);

/** Waits until the expectation holds, at most a minute. */
export const eventually = (expectation: () => void): Promise<void> => vi.waitFor(expectation, { timeout: 60_000, interval: 10 });
