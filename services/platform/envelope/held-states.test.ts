import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, type Decider, type DomainEvent, reject } from '../event-store/decider.ts';
import {
  asPosition,
  type EventStore,
  type EventToAppend,
  type RecordedEvent,
  StoreUnavailable,
  type StreamName,
  WrongExpectedRevision,
} from '../event-store/port.ts';
import { createCodec } from './codec.ts';
import { CommandIds } from './command-ids.ts';
import { type Commands, createCommands, type Outcome } from './commands.ts';
import { testContext } from './testing.ts';
import type { Vault } from './vault.ts';

type Counted = DomainEvent<'Counted', { by: number }>;
type Count = { by: number; limit?: number };
type Total = { total: number; events: number };
/** Rejects a sum above the limit, accepts zero without an event, and records a number above 5 as two events. */
const counter: Decider<Total, Count, Counted> = {
  initial: { total: 0, events: 0 },
  decide({ by, limit = 30 }, { total }) {
    if (total + by > limit) return reject(409, 'CART_FULL', 'full');
    if (by === 0) return accept();
    const parts = by > 5 ? [5, by - 5] : [by];
    return accept(...parts.map((part): Counted => ({ type: 'Counted', data: { by: part } })));
  },
  evolve: ({ total, events }, { data }) => ({ total: total + data.by, events: events + 1 }),
};

const codec = createCodec({ vault: { onForgotten: () => undefined, openMany: () => Promise.resolve([]) } as unknown as Vault });

/** The fault of the next append at the right revision: it does not arrive, or it is written and its answer is lost. */
type Fault = 'lost' | 'unanswered';

class MemoryStore {
  readonly streams = new Map<StreamName, RecordedEvent[]>();
  readonly calls = { append: 0, read: 0 };
  eventsRead = 0;
  fault: Fault | undefined;
  #position = 0;

  append(stream: StreamName, expectedRevision: number, events: EventToAppend[]) {
    this.calls.append++;
    const there = this.streams.get(stream) ?? [];
    const actual = there.length - 1;
    if (actual !== expectedRevision) return Promise.reject(new WrongExpectedRevision(stream, expectedRevision, actual));
    const { fault } = this;
    this.fault = undefined;
    if (fault === 'lost') return Promise.reject(new StoreUnavailable('lost'));
    for (const event of events) there.push({ ...event, stream, revision: there.length, position: asPosition(this.#position++) });
    this.streams.set(stream, there);
    if (fault === 'unanswered') return Promise.reject(new StoreUnavailable('unanswered'));
    return Promise.resolve({ revision: there.length - 1, position: asPosition(this.#position - 1) });
  }

  read(stream: StreamName, { from = 0, limit }: { from?: number; limit?: number } = {}) {
    this.calls.read++;
    const page = (this.streams.get(stream) ?? []).slice(from, limit === undefined ? undefined : from + limit);
    this.eventsRead += page.length;
    return Promise.resolve(page);
  }

  /** A stream with a command for each of its events. */
  fill(stream: StreamName, count: number): void {
    const { now, correlationId, actor } = testContext();
    const about = { correlationId, causationId: '', actor, recordedAt: now.toISOString(), schemaVersion: 1, hash: '' };
    const event = (index: number) => ({
      id: `${index}`,
      stream,
      type: 'Counted',
      data: '{"by":1}',
      metadata: JSON.stringify({ ...about, commandId: `earlier ${index}` }),
      revision: index,
      position: asPosition(this.#position++),
    });
    this.streams.set(
      stream,
      Array.from({ length: count }, (_, index) => event(index)),
    );
  }

  commands(cacheSize = 100): Commands {
    return createCommands({ store: this as unknown as EventStore, codec, cacheSize });
  }

  /** Everything that the events say, without their ids and hashes. */
  contents() {
    return [...this.streams].map(([stream, records]) => [
      stream,
      records.map(({ revision, position, data, metadata }) => [
        revision,
        position,
        data,
        (JSON.parse(metadata) as { commandId: string }).commandId,
      ]),
    ]);
  }
}

/** The ids of events, and with them their hashes, differ in each run. */
const plain = (outcome: Outcome<Total, Counted>) =>
  outcome.ok
    ? { ...outcome, hash: '', events: outcome.events.map(({ data, revision, position }) => ({ data, revision, position })) }
    : outcome.rejection.code;

const act = fc.record({
  process: fc.nat(1),
  stream: fc.constantFrom<StreamName>('count-a', 'count-b'),
  by: fc.nat(8),
  // Few ids, so that many commands are repeated.
  commandId: fc.nat(9),
  fresh: fc.boolean(),
  fault: fc.option(fc.constantFrom<Fault>('lost', 'unanswered'), { nil: undefined, freq: 6 }),
});

describe('held states', () => {
  it('never change an outcome: two processes with held states answer as handlers without (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), fc.boolean(), async (acts, small) => {
        const [cached, plainStore] = [new MemoryStore(), new MemoryStore()];
        const processes = [cached.commands(small ? 1 : 100), cached.commands(small ? 1 : 100)];
        for (const { process, stream, by, commandId, fresh, fault } of acts) {
          const give = async (commands: Commands, store: MemoryStore) => {
            store.fault = fault;
            const context = testContext({ commandId: `${commandId}` });
            const outcome = await commands.handle(stream, counter, { by }, context, { fresh }).then(plain, (error: Error) => error.name);
            store.fault = undefined;
            return outcome;
          };
          const outcome = await give(processes[process] as Commands, cached);
          expect(outcome).toEqual(await give(plainStore.commands(), plainStore));
        }
        expect(cached.contents()).toEqual(plainStore.contents());
      }),
      { numRuns: 10_000 },
    );
  });

  it('cost one refused append and one read if another process wrote, and nothing otherwise', async () => {
    const store = new MemoryStore();
    const [one, other] = [store.commands(), store.commands()];
    const count = (commands: Commands) => commands.handle('count-a', counter, { by: 1 }, testContext());
    await one.handle('count-a', counter, { by: 1 }, testContext(), { fresh: true });
    await count(one);
    expect(store.calls).toEqual({ append: 2, read: 0 });
    await count(other);
    expect(store.calls).toEqual({ append: 3, read: 1 });
    expect(await count(one)).toMatchObject({ ok: true, revision: 3, state: { total: 4 } });
    expect(store.calls).toEqual({ append: 5, read: 2 });
  });

  it('accept a command without a read, and reject it on the newest state only', async () => {
    const store = new MemoryStore();
    const [one, other] = [store.commands(), store.commands()];
    await one.handle('count-a', counter, { by: 3 }, testContext(), { fresh: true });
    expect(await one.refusal('count-a', counter, { by: 3, limit: 9 })).toBeUndefined();
    expect(store.calls.read).toBe(0);
    await other.handle('count-a', counter, { by: 5 }, testContext());
    const { read } = store.calls;
    // The held state is behind the store: the append would be refused, and the command decided again.
    expect(await one.refusal('count-a', counter, { by: 3, limit: 9 })).toBeUndefined();
    expect(store.calls.read).toBe(read);
    expect(await one.refusal('count-a', counter, { by: 7, limit: 9 })).toMatchObject({ code: 'CART_FULL' });
    expect(await one.refusal('count-a', counter, { by: 3, limit: 9 })).toMatchObject({ code: 'CART_FULL' });
  });

  it('are dropped if the store was restored to an earlier point', async () => {
    const store = new MemoryStore();
    const commands = store.commands();
    for (let index = 0; index < 3; index++) await commands.handle('count-a', counter, { by: 1 }, testContext());
    store.streams.get('count-a')?.splice(1);
    expect(await commands.handle('count-a', counter, { by: 1 }, testContext())).toMatchObject({ revision: 1, state: { total: 2 } });
  });

  it('detect a repeated command in a stream with thousands of commands', async () => {
    const store = new MemoryStore();
    const [one, other] = [store.commands(), store.commands()];
    const give = (commands: Commands, index: number) =>
      commands.handle('count-a', counter, { by: 1, limit: 10_000 }, testContext({ commandId: `command ${index}` }));
    for (let index = 0; index < 2_000; index++) await give(one, index);
    for (const commands of [one, other])
      for (const index of [0, 1_000, 1_999]) expect(await give(commands, index)).toMatchObject({ replayed: true, revision: index });
    expect(store.streams.get('count-a')).toHaveLength(2_000);
    expect(await give(other, 2_000)).toMatchObject({ ok: true, replayed: false, revision: 2_000 });
  });
});

describe('a long stream', () => {
  it('is read once, however many commands follow', async () => {
    const store = new MemoryStore();
    store.fill('count-a', 60_000);
    const commands = store.commands(2_000);
    const give = () => commands.handle('count-a', counter, { by: 1, limit: 100_000 }, testContext());
    expect(await give()).toMatchObject({ ok: true, revision: 60_000 });
    store.eventsRead = 0;
    for (let index = 0; index < 200; index++) expect(await give()).toMatchObject({ ok: true, replayed: false });
    expect(store.eventsRead).toBe(0);
  });

  const rejection = { status: 409, code: 'TOO_MANY_CHANGES', message: 'tomorrow' } as const;
  const limited = {
    ...counter,
    limit: ({ limit }: Count) => (limit === 1_000 ? undefined : { events: 4, perDay: 2, rejection }),
  };
  const day = (days: number) => new Date(Date.parse('2026-03-01T04:00:00Z') + days * 86_400_000);

  it('refuses what would make it longer than its limit, and has room again the next day', async () => {
    const store = new MemoryStore();
    const [one, other] = [store.commands(), store.commands()];
    const give = (commands: Commands, by: number, days: number, limit = 30) =>
      commands.handle('count-a', limited, { by, limit }, testContext({ now: day(days) }));
    for (let index = 0; index < 3; index++) expect(await give(one, 1, 0)).toMatchObject({ ok: true });
    // Two events would be one too many; one is not.
    expect(await give(one, 8, 0)).toMatchObject({ ok: false, rejection });
    expect(await give(one, 1, 0.9)).toMatchObject({ ok: true, revision: 3 });
    for (const commands of [one, other, store.commands()]) expect(await give(commands, 1, 0.9)).toMatchObject({ ok: false, rejection });
    // What records nothing, what the decider refuses anyway, and what has no limit.
    expect(await give(one, 0, 0)).toMatchObject({ ok: true, revision: 3 });
    expect(await give(one, 40, 0)).toMatchObject({ ok: false, rejection: { code: 'CART_FULL' } });
    expect(await give(one, 1, 0, 1_000)).toMatchObject({ ok: true, revision: 4 });
    expect(await give(one, 1, 1)).toMatchObject({ ok: true, revision: 5 });
    expect(await give(other, 1, 1)).toMatchObject({ ok: false, rejection });
    // Asked now, long after its first event.
    expect(await one.refusal('count-a', limited, { by: 1 })).toBeUndefined();
  });

  it('counts the commands of one batch', async () => {
    const store = new MemoryStore();
    const commands = store.commands();
    const give = () => commands.handle('count-a', limited, { by: 1 }, testContext());
    const outcomes = await Promise.all(Array.from({ length: 9 }, give));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4);
    expect(store.streams.get('count-a')).toHaveLength(4);
  });

  it('answers a command that it has, although it is full', async () => {
    const store = new MemoryStore();
    const give = (id: string) => store.commands().handle('count-a', limited, { by: 1 }, testContext({ commandId: id }));
    for (const id of ['a', 'b', 'c', 'd']) await give(id);
    expect(await give('b')).toMatchObject({ ok: true, replayed: true, revision: 1 });
    expect(await give('e')).toMatchObject({ ok: false, rejection });
  });
});

describe('CommandIds', () => {
  it('has every added id and hardly any other, in memory that grows with the ids', () => {
    const ids = new CommandIds();
    let most = 0;
    for (let index = 0; index < 100_000; index++) {
      ids.add(`added ${index}`);
      most = Math.max(most, ids.size / Math.max(500, index));
    }
    // The newest filter may be nearly empty, and the first one counts as 500 ids that are kept as they are.
    expect(most).toBeLessThanOrEqual(1);
    expect(ids.size).toBe(500 * 31);
    const every = (prefix: string) => Array.from({ length: 100_000 }, (_, index) => ids.mayHave(`${prefix} ${index}`)).filter(Boolean);
    expect(every('added')).toHaveLength(100_000);
    expect(every('other')).toHaveLength(0);
  });

  it('has every added id and hardly any other in a stream of ordinary length, in little memory', () => {
    const ids = new CommandIds();
    const sizes: number[] = [];
    for (let index = 0; index < 4_096; index++) {
      ids.add(`added ${index}`);
      sizes.push(ids.size);
    }
    expect(Math.max(...sizes)).toBe(500);
    const every = (prefix: string) => Array.from({ length: 4_096 }, (_, index) => ids.mayHave(`${prefix} ${index}`)).filter(Boolean);
    expect(every('added')).toHaveLength(4_096);
    expect(every('other')).toHaveLength(0);
  });

  it('answers exactly while a stream has few commands', () => {
    const ids = new CommandIds();
    for (let index = 0; index < 500; index++) ids.add(`added ${index}`);
    expect(ids.mayHave('added 499')).toBe(true);
    expect(Array.from({ length: 5_000 }, (_, index) => ids.mayHave(`other ${index}`)).some(Boolean)).toBe(false);
  });
});
