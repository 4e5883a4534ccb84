import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accept, type Decider, type DomainEvent, type EventStore, StoreHealth, type StreamName } from '../event-store/index.ts';
import { createMetrics, type Metrics, silentLogger } from '../telemetry/index.ts';
import { valueOf } from '../telemetry/testing.ts';
import { type Commands, createCommands, request, TemporarilyRefused } from './index.ts';
import { type Shop, testContext, testShop, type TestShop } from './testing.ts';

type Counted = DomainEvent<'Counted', { by: number }>;
const counter: Decider<number, number, Counted> = {
  initial: 0,
  decide: (by) => accept<Counted>({ type: 'Counted', data: { by } }),
  evolve: (sum, { data }) => sum + data.by,
};

/** A store behind a gate: while it is shut, calls wait, as with a silent server, and an aborted append fails. */
function gated(store: EventStore) {
  let open = Promise.resolve();
  let release: () => void = () => undefined;
  let probes = 0;
  const passed = { appends: 0 };
  const gate = async <T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    const ended = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => ended.reject(signal.reason));
    await Promise.race([open, ended.promise]);
    return call();
  };
  const append: EventStore['append'] = (stream, expected, events, options) =>
    gate(() => {
      passed.appends++;
      return store.append(stream, expected, events, options);
    }, options?.signal);
  const held: Pick<EventStore, 'append' | 'read' | 'head'> = {
    append,
    read: (...args) => gate(() => store.read(...args)),
    head: () => {
      probes++;
      return gate(() => store.head());
    },
  };
  return {
    store: held as EventStore,
    passed,
    probes: () => probes,
    shut: () => void (open = new Promise((resolve) => (release = resolve))),
    open: () => release(),
  };
}

let shop: TestShop;
let streams = 0;
let own: Shop;
let gate: ReturnType<typeof gated>;
let health: StoreHealth;
let commands: Commands;
let stream: StreamName;
let metrics: Metrics;
const watchWaiting = () => vi.spyOn(health.metrics.waiting, 'set');
let waiting: ReturnType<typeof watchWaiting>;

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());
beforeEach(() => {
  own = shop.another();
  gate = gated(own.store);
  metrics = createMetrics();
  health = new StoreHealth({ probe: () => gate.store.head(), patienceMs: 700, logger: silentLogger(), metrics });
  waiting = watchWaiting();
  commands = createCommands({ store: gate.store, codec: own.codec, health, maxWaiting: 5 });
  stream = `counter-${++streams}`;
});

const count = (options = {}, to = stream) => commands.handle(to, counter, 1, testContext(), options);
const gone = async () => {
  await expect.poll(() => health.state).toBe('unreachable');
};
const back = async () => {
  await expect.poll(() => health.state).toBe('answering');
};
const sum = async () => (await shop.store.read(stream)).length;

describe('while the store does not answer', () => {
  test('a waiting command is refused once that is known, later ones at once; the first one afterwards succeeds', async () => {
    await count();
    gate.shut();
    await expect(count()).rejects.toThrow(TemporarilyRefused);
    expect([health.state, commands.storeAnswers()]).toEqual(['unreachable', false]);
    await expect(count()).rejects.toMatchObject({ why: 'unreachable' });
    await expect(commands.load(stream, counter)).rejects.toThrow(TemporarilyRefused);
    await expect(commands.refusal(stream, counter, 1)).rejects.toThrow(TemporarilyRefused);
    await expect(commands.handleInOrder([request({ stream, decider: counter, command: 1, context: testContext() })])).rejects.toThrow(
      TemporarilyRefused,
    );
    expect(gate.probes()).toBe(1);
    gate.open();
    await back();
    expect(commands.storeAnswers()).toBe(true);
    await expect(count()).resolves.toMatchObject({ ok: true, revision: 1 });
    expect(await sum()).toBe(2);
    expect(waiting).toHaveBeenLastCalledWith(0);
  });

  test('a refused command is not written when the store is back, not even from the queue of its stream', async () => {
    await count();
    gate.shut();
    const refused = await Promise.allSettled(Array.from({ length: 4 }, () => count()));
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
    gate.open();
    await back();
    await count();
    expect([await sum(), gate.passed.appends]).toEqual([2, 2]);
  });

  test('what has happened outside waits until the store is back', async () => {
    await count();
    gate.shut();
    const recorded = count({ failFast: false });
    await gone();
    await expect(count()).rejects.toThrow(TemporarilyRefused);
    const further = count({ failFast: false });
    gate.open();
    await expect(Promise.all([recorded, further])).resolves.toMatchObject([{ ok: true }, { ok: true }]);
    expect(await sum()).toBe(3);
  });

  test('at most so many commands wait', async () => {
    gate.shut();
    const first = count({ fresh: true }).catch((error: unknown) => error);
    await expect.poll(() => health.isSlow()).toBe(true);
    const more = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => count({ fresh: true }, `counter-more-${streams}-${index}`)),
    );
    expect(more.every(({ status }) => status === 'rejected')).toBe(true);
    expect(Math.max(...waiting.mock.calls.map(([count]) => Number(count)))).toBe(5);
    expect(await valueOf(metrics, 'event_store_commands_refused_total', { why: 'too-many' })).toBe(16);
    await expect(first).resolves.toBeInstanceOf(TemporarilyRefused);
    gate.open();
  });
});
