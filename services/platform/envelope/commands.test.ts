import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  accept,
  type Decider,
  type DomainEvent,
  reject,
  type EventStore,
  StoreUnavailable,
  type StreamName,
} from '../event-store/index.ts';
import { createCommands, type Commands, UnreadableHistory } from './index.ts';
import { checkChains, type Shop, testContext, testShop, type TestShop } from './testing.ts';

type Taken = DomainEvent<'Taken', { by: string; at: string }, { contact: { name: string } }>;
type Take = { by: string; at?: string; name?: string; limit?: number; times?: number };
type Seats = { taken: string[]; names: (string | undefined)[] };

/** Seats of a limited room: rejects a booking when the room is full, and makes no event for a person who has a seat. */
const seats: Decider<Seats, Take, Taken> = {
  initial: { taken: [], names: [] },
  decide({ by, at = '', name, limit = 1_000, times = 1 }, { taken }) {
    if (taken.includes(by)) return accept();
    if (taken.length + times > limit) return reject(500, 'CART_FULL', 'no seat is left');
    return accept(
      ...Array.from(
        { length: times },
        (_, index): Taken => ({
          type: 'Taken',
          data: { by: index === 0 ? by : `${by}+${index}`, at },
          ...(name === undefined ? {} : { subject: `guest:${by}`, personal: { contact: { name } } }),
        }),
      ),
    );
  },
  evolve: ({ taken, names }, { data, personal }) => ({ taken: [...taken, data.by], names: [...names, personal?.contact?.name] }),
};

let shop: TestShop;
let commands: Commands;
let rooms = 0;
const room = (): StreamName => `room-${++rooms}`;
const nth = (processes: Commands[], index: number): Commands => processes[index % processes.length] as Commands;
const commandsOf = ({ store, codec }: Shop): Commands => createCommands({ store, codec });

beforeAll(async () => {
  shop = await testShop();
  commands = commandsOf(shop);
});
afterAll(() => shop.drop());

describe('handle', () => {
  it('fails with UnreadableHistory when a command is repeated on a stream that cannot be read any more', async () => {
    // A separate store, because other tests verify the whole history of theirs.
    const own = await testShop();
    const [handle, stream, once] = [commandsOf(own).handle, room(), testContext()];
    await handle(stream, seats, { by: 'ann' }, once);
    await own.store.append(stream, 0, [{ id: randomUUID(), type: 'Taken', data: '{"by": ', metadata: '{}' }]);
    await expect(handle(stream, seats, { by: 'ann' }, once)).rejects.toThrow(UnreadableHistory);
    await expect(handle(stream, seats, { by: 'bob' }, testContext())).rejects.toThrow(UnreadableHistory);
    await own.drop();
  });

  it('names the first event that cannot be read or folded', async () => {
    const own = await testShop();
    const [handle, load, stream] = [commandsOf(own).handle, commandsOf(own).load, room()];
    await handle(stream, seats, { by: 'ann', times: 5 }, testContext());
    await own.store.append(stream, 4, [{ id: randomUUID(), type: 'Taken', data: 'null', metadata: '{}' }]);
    await own.store.append(stream, 5, [{ id: randomUUID(), type: 'Taken', data: '{', metadata: '{}' }]);
    const [broken] = await own.store.read(stream, { from: 5 });
    await expect(load(stream, seats)).rejects.toMatchObject({ stream, event: { id: broken?.id, revision: 5 } });
    await own.drop();
  });

  it('appends the decided events and answers the state after them', async () => {
    const stream = room();
    const outcome = await commands.handle(
      stream,
      seats,
      { by: 'ann', name: '王小明', times: 2 },
      testContext({ commandId: 'c1', traceparent: '00-ab-cd-01' }),
    );
    expect(outcome).toMatchObject({
      ok: true,
      revision: 1,
      replayed: false,
      state: { taken: ['ann', 'ann+1'], names: ['王小明', '王小明'] },
    });
    const records = await shop.store.read(stream);
    expect(records.map(({ data }) => data).join()).not.toContain('王小明');
    expect(JSON.parse(records[0]?.metadata ?? '')).toMatchObject({
      commandId: 'c1',
      correlationId: 'c1',
      causationId: 'c1',
      actor: { kind: 'system', id: 'test' },
      recordedAt: '2026-03-01T04:00:00.000Z',
      schemaVersion: 1,
      traceparent: '00-ab-cd-01',
    });
    if (!outcome.ok) throw new Error('refused');
    expect(outcome.position).toBe(records[1]?.position);
    expect(outcome.events.map(({ position: _, ...event }) => event)).toEqual(
      (await shop.codec.decode(records)).map(({ position: _, ...event }) => event),
    );
  });

  it('does not read a stream whose state is held, or that the caller expects to be new', async () => {
    let reads = 0;
    const counting: EventStore = new Proxy(shop.store, {
      get(target, name) {
        if (name === 'read') reads++;
        return (target[name as keyof EventStore] as () => unknown).bind(target);
      },
    });
    const own = createCommands({ store: counting, codec: shop.codec });
    const stream = room();
    await own.handle(stream, seats, { by: 'ann' }, testContext(), { fresh: true });
    await own.handle(stream, seats, { by: 'bob' }, testContext());
    expect(reads).toBe(0);
    expect((await own.load(stream, seats)).state.taken).toEqual(['ann', 'bob']);
    expect(reads).toBe(1);
  });

  it('appends nothing for an accepted command without events', async () => {
    const stream = room();
    await commands.handle(stream, seats, { by: 'ann' }, testContext());
    const again = await commands.handle(stream, seats, { by: 'ann' }, testContext());
    expect(again).toMatchObject({ ok: true, revision: 0, events: [], replayed: false, state: { taken: ['ann'] } });
    expect(await shop.store.read(stream)).toHaveLength(1);
  });

  it('decides again if a stream that was expected to be new exists', async () => {
    const stream = room();
    await commandsOf(shop.another()).handle(stream, seats, { by: 'ann' }, testContext());
    const outcome = await commandsOf(shop.another()).handle(stream, seats, { by: 'bob' }, testContext(), { fresh: true });
    expect(outcome).toMatchObject({ ok: true, revision: 1, state: { taken: ['ann', 'bob'] } });
  });

  it('decides rejections, and commands without events, on the newest state', async () => {
    const stream = room();
    const [one, other] = [commandsOf(shop.another()), commandsOf(shop.another())];
    await one.handle(stream, seats, { by: 'ann' }, testContext());
    await other.load(stream, seats);
    await one.handle(stream, seats, { by: 'bob' }, testContext());
    // The other process holds a state with a free seat. It must reject, or make no event, on the newest state only.
    expect(await other.handle(stream, seats, { by: 'eve', limit: 1 }, testContext())).toMatchObject({
      ok: false,
      rejection: { code: 'CART_FULL' },
    });
    expect(await other.handle(stream, seats, { by: 'ann' }, testContext())).toMatchObject({
      ok: true,
      revision: 1,
      state: { taken: ['ann', 'bob'] },
    });
  });

  it('rejects only the command that failed', async () => {
    const stream = room();
    const odd = {
      ...seats,
      decide: (command: Take, state: Seats) =>
        command.by === 'odd' ? accept({ type: 'Taken', data: { by: 'odd', at: 1n as never } } as Taken) : seats.decide(command, state),
    };
    const settled = await Promise.allSettled(['ann', 'odd', 'bob'].map((by) => commands.handle(stream, odd, { by }, testContext())));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await commands.load(stream, odd)).state.taken).toEqual(['ann', 'bob']);
  });

  it('fails while the store is unavailable, and continues when it is back', async () => {
    const stream = room();
    let away = true;
    const store = new Proxy(shop.store, {
      get: (target, name) =>
        name === 'append' && away
          ? () => Promise.reject(new StoreUnavailable('gone'))
          : (target[name as keyof EventStore] as () => unknown).bind(target),
    });
    const own = createCommands({ store, codec: shop.codec });
    await expect(own.handle(stream, seats, { by: 'ann' }, testContext({ commandId: 'again' }))).rejects.toThrow(StoreUnavailable);
    away = false;
    expect(await own.handle(stream, seats, { by: 'ann' }, testContext({ commandId: 'again' }))).toMatchObject({
      ok: true,
      replayed: false,
    });
  });
});

describe('the same command again', () => {
  it('answers its first outcome, also in another process and after further events', async () => {
    const stream = room();
    const context = testContext();
    const first = await commands.handle(stream, seats, { by: 'ann', times: 2, name: 'Ann' }, context);
    await commands.handle(stream, seats, { by: 'bob' }, testContext());
    for (const process of [commands, commandsOf(shop.another())]) {
      const again = await process.handle(
        stream,
        seats,
        { by: 'ann', times: 2, name: 'Ann' },
        { ...context, now: new Date() },
        { fresh: true },
      );
      if (!first.ok || !again.ok) throw new Error('refused');
      expect(again).toMatchObject({ replayed: true, state: first.state, revision: 1, position: first.position });
      expect(again.events.map(({ id, data, personal }) => ({ id, data, personal }))).toEqual(
        first.events.map(({ id, data, personal }) => ({ id, data, personal })),
      );
    }
  });

  it('is handled once when it is sent many times at once, in two processes with different clocks', async () => {
    for (let round = 0; round < 20; round++) {
      const stream = room();
      const processes = [commandsOf(shop.another()), commandsOf(shop.another())];
      const commandId = `${stream} twice`;
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          nth(processes, index).handle(
            stream,
            seats,
            { by: 'ann', at: `${index}`, name: `${index}` },
            testContext({ commandId, now: new Date(index) }),
            { fresh: true },
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome?.ok === true && !outcome.replayed)).toHaveLength(1);
      const [record, ...others] = await shop.codec.decode(await shop.store.read(stream));
      expect(others).toEqual([]);
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ ok: true, revision: 0, events: [{ data: { at: record?.data['at'] } }] });
      // Both processes must continue from the stored events, or the hash chain would break here.
      for (const process of processes) await process.handle(stream, seats, { by: `after ${processes.indexOf(process)}` }, testContext());
      expect(await shop.store.read(stream)).toHaveLength(3);
    }
    expect(await checkChains(shop.store)).toMatchObject({ ok: true });
  });
});

describe('many at once on one stream', () => {
  it('accepts exactly as many as there are seats, across processes', async () => {
    const stream = room();
    const processes = [commandsOf(shop.another()), commandsOf(shop.another()), commandsOf(shop.another())];
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, index) => nth(processes, index).handle(stream, seats, { by: `${index}`, limit: 100 }, testContext())),
    );
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(100);
    const { state, revision } = await commands.load(stream, seats);
    expect(new Set(state.taken).size).toBe(100);
    expect(revision).toBe(99);
    expect(await checkChains(shop.store)).toMatchObject({ ok: true });
  });

  it('has the same state and hashes as one by one, for any batches (property)', async () => {
    const processes = [commandsOf(shop.another()), commandsOf(shop.another())];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ by: fc.integer({ min: 0, max: 8 }), times: fc.integer({ min: 1, max: 3 }), process: fc.nat(1), apart: fc.boolean() }),
          { maxLength: 40 },
        ),
        async (takes) => {
          const stream = room();
          const outcomes = [];
          for (const { by, times, process, apart } of takes) {
            const outcome = nth(processes, process).handle(stream, seats, { by: `${by}`, times, limit: 12 }, testContext());
            outcomes.push(outcome);
            if (apart) await outcome;
          }
          const settled = await Promise.all(outcomes);
          const { state, revision } = await commands.load(stream, seats);
          const appended = settled.reduce((sum, outcome) => sum + (outcome?.ok === true ? outcome.events.length : 0), 0);
          expect(state.taken).toHaveLength(appended);
          expect(revision).toBe(appended - 1);
          for (const outcome of settled) {
            if (outcome?.ok !== true || outcome.events.length === 0) continue;
            expect(state.taken.slice(0, outcome.revision + 1)).toEqual(outcome.state.taken);
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(await checkChains(shop.store)).toMatchObject({ ok: true });
  });
});

describe.each(['together', 'one by one'])('handleInOrder, %s', (way) => {
  /** The store without `appendTogether` if it writes one by one; then it fails after a number of appends. */
  function storeThat(endsAfter = Number.POSITIVE_INFINITY): EventStore {
    let appends = 0;
    const { store } = shop;
    return {
      append: (...given) => (appends++ < endsAfter ? store.append(...given) : Promise.reject(new StoreUnavailable('gone in between'))),
      ...(way === 'together' && { appendTogether: (given) => (store.appendTogether as Required<EventStore>['appendTogether'])(given) }),
      read: (...given) => store.read(...given),
      readAll: (given) => store.readAll(given),
      subscribe: (...given) => store.subscribe(...given),
      trouble: () => store.trouble(),
      head: () => store.head(),
      close: () => Promise.resolve(),
    };
  }
  const commandsThat = (store: EventStore): Commands => createCommands({ store, codec: shop.codec });
  const three = (streams: readonly StreamName[], ...limits: number[]) =>
    streams.map((stream, index) => ({
      stream,
      decider: seats,
      command: { by: 'ann', name: 'Ann', limit: limits[index] ?? 9 },
      context: testContext({ commandId: `order ${streams.join()} ${index}` }),
    }));
  const lengths = (streams: readonly StreamName[]): Promise<number[]> =>
    Promise.all(streams.map(async (stream) => (await shop.store.read(stream)).length));

  async function expectSound(): Promise<void> {
    // A process that holds no state.
    const { store } = shop.another();
    expect(await checkChains(store)).toMatchObject({ ok: true });
    await store.close();
  }

  it('handles all commands, and answers the same when they are repeated', async () => {
    const streams = [room(), room(), room()];
    const own = commandsThat(storeThat());
    const outcomes = await own.handleInOrder(three(streams));
    expect(outcomes).toMatchObject(
      streams.map((stream) => ({ ok: true, replayed: false, revision: 0, events: [{ stream, type: 'Taken' }] })),
    );
    expect(await lengths(streams)).toEqual([1, 1, 1]);
    await expectSound();

    const again = await commandsThat(storeThat()).handleInOrder(three(streams));
    expect(again).toMatchObject([{ ok: true, replayed: true, revision: 0 }, undefined, undefined]);
    expect(await lengths(streams)).toEqual([1, 1, 1]);
    const others = { ...testContext(), commandId: 'other' };
    expect(await own.handle(streams[1] as StreamName, seats, { by: 'bob' }, others)).toMatchObject({ ok: true, revision: 1 });
  });

  it('tries no command after a rejection, and writes nothing where the appends are written together', async () => {
    const streams = [room(), room(), room()];
    const outcomes = await commandsThat(storeThat()).handleInOrder(three(streams, 9, 0));
    const isWritten = way === 'one by one';
    expect(outcomes).toMatchObject([isWritten ? { ok: true } : undefined, { ok: false, rejection: { code: 'CART_FULL' } }, undefined]);
    expect(await lengths(streams)).toEqual([isWritten ? 1 : 0, 0, 0]);
  });

  it('waits for the key of a new person, and is one append if the store can append to several streams', async () => {
    const streams = [room(), room(), room()];
    const store = storeThat();
    const together = vi.fn<NonNullable<EventStore['appendTogether']>>(store.appendTogether);
    const one = vi.fn<EventStore['append']>(store.append);
    const own = commandsThat({ ...store, append: one, ...(way === 'together' && { appendTogether: together }) });
    const fresh = `Zoë ${randomUUID()}`;
    const requests = three(streams).map((item, index) => ({
      ...item,
      command: { by: fresh, limit: 9, ...(index === 1 && { name: 'Zoë' }) },
    }));
    expect((await own.handleInOrder(requests)).map((outcome) => outcome?.ok)).toEqual([true, true, true]);
    expect([together.mock.calls.length, one.mock.calls.length]).toEqual(way === 'together' ? [1, 0] : [0, 3]);
    if (way === 'together') expect(together.mock.calls[0]?.[0].map(({ stream }) => stream)).toEqual(streams);
    await expectSound();
  });

  it('continues when another process wrote to one of the streams', async () => {
    const streams = [room(), room(), room()];
    const [, second] = streams as [StreamName, StreamName, StreamName];
    const own = commandsThat(storeThat());
    await own.handle(second, seats, { by: 'first' }, testContext());
    await commands.handle(second, seats, { by: 'behind' }, testContext());
    expect(await own.handleInOrder(three(streams))).toMatchObject([{ revision: 0 }, { revision: 2 }, { revision: 0 }]);
    expect(await lengths(streams)).toEqual([1, 3, 1]);
  });

  it('is correct for concurrent groups that use the same streams in any order', async () => {
    const streams = [room(), room(), room()];
    const own = [commandsThat(storeThat()), commandsThat(storeThat())];
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        nth(own, index).handleInOrder(
          (index % 3 ? streams : streams.toReversed()).map((stream) => ({
            stream,
            decider: seats,
            command: { by: `buyer ${index}` },
            context: testContext({ commandId: `crowd ${stream} ${index}` }),
          })),
        ),
      ),
    );
    expect(outcomes.flat().every((outcome) => outcome?.ok === true)).toBe(true);
    expect(await lengths(streams)).toEqual([24, 24, 24]);
    await expectSound();
  });

  it('writes a first part if it is interrupted, and the rest when it is sent again', async () => {
    const streams = [room(), room(), room()];
    if (way === 'one by one') {
      await expect(commandsThat(storeThat(2)).handleInOrder(three(streams))).rejects.toThrow('gone in between');
      expect(await lengths(streams)).toEqual([1, 1, 0]);
    }
    const own = commandsThat(storeThat());
    for (const item of three(streams))
      expect(await own.handle(item.stream, item.decider, item.command, item.context)).toMatchObject({ ok: true });
    expect(await lengths(streams)).toEqual([1, 1, 1]);
  });
});

it('handleInOrder one by one runs a command alongside the one before it, and the next one after both', async () => {
  const { store } = shop;
  const log: string[] = [];
  const append: EventStore['append'] = async (...given) => {
    log.push(`begin ${given[0]}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const appended = await store.append(...given);
    log.push(`end ${given[0]}`);
    return appended;
  };
  const oneByOne = { append, read: (...given: Parameters<EventStore['read']>) => store.read(...given) } as EventStore;
  const [first, second, third] = [room(), room(), room()];
  const outcomes = await createCommands({ store: oneByOne, codec: shop.codec }).handleInOrder([
    { stream: first, decider: seats, command: { by: 'ann' }, context: testContext() },
    { stream: second, decider: seats, command: { by: 'ann' }, context: testContext(), options: { alongside: true } },
    { stream: third, decider: seats, command: { by: 'ann' }, context: testContext() },
  ]);
  expect(outcomes.map((one) => one?.ok)).toEqual([true, true, true]);
  expect(log.slice(0, 2).toSorted()).toEqual([`begin ${first}`, `begin ${second}`]);
  expect(log.slice(4)).toEqual([`begin ${third}`, `end ${third}`]);
});

describe('forgetting', () => {
  it('clears held states, in this process and in others', async () => {
    const stream = room();
    const elsewhere = shop.another();
    const other = commandsOf(elsewhere);
    await commands.handle(stream, seats, { by: 'zoe', name: 'Zoe' }, testContext());
    expect((await other.load(stream, seats)).state.names).toEqual(['Zoe']);
    await shop.vault.forget('guest:zoe', ['contact']);
    expect((await commands.load(stream, seats)).state.names).toEqual([undefined]);
    await expect.poll(async () => (await other.load(stream, seats)).state.names).toEqual([undefined]);
    // New events of the forgotten person are stored without personal data.
    const later = await commands.handle(
      stream,
      {
        ...seats,
        decide: () =>
          accept({
            type: 'Taken',
            data: { by: 'late', at: '' },
            subject: 'guest:zoe',
            personal: { contact: { name: 'Zoe' } },
          } as Taken),
      },
      { by: '' },
      testContext(),
    );
    expect(later).toMatchObject({ ok: true, events: [{ personal: undefined }] });
    expect(await checkChains(shop.store)).toMatchObject({ ok: true });
  });
});
