import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { chained, chainHashOfVersion1, GENESIS, withHashOfVersion1 } from '@nordhaut/platform/envelope';
import { checkChains } from '@nordhaut/platform/envelope/testing';
import {
  type Append,
  createPostgresEventStore,
  type EventStore,
  eventStoreMigrations,
  pagesOf,
  type RecordedEvent,
  type StreamName,
} from '@nordhaut/platform/event-store';
import { createEventStoreDb, type EventStoreDbOptions } from '@nordhaut/platform/event-store/eventstoredb';
import { type AppendFault, FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runsOf, StoreCopy } from './store-copy.ts';

let database: TestDatabase;
let source: EventStore;
let server: FaultyServer;
let targets: EventStore[];
const target = (options: Partial<EventStoreDbOptions> = {}): EventStore => {
  const opened = createEventStoreDb({
    url: `esdb://127.0.0.1:${server.port}?tls=false`,
    confirmAppends: false,
    appendTimeoutMs: 3_000,
    attemptTimeoutMs: 300,
    readTimeoutMs: 1_000,
    ...options,
  });
  targets.push(opened);
  return opened;
};
const copy = (more: Partial<ConstructorParameters<typeof StoreCopy>[0]> = {}): StoreCopy =>
  new StoreCopy({ source, target: target(), page: 7, ...more });

beforeEach(async () => {
  database = await testDatabase(eventStoreMigrations);
  source = createPostgresEventStore({ url: database.url });
  hashes.clear();
  server = await FaultyServer.start();
  targets = [];
});
afterEach(async () => {
  await Promise.all(targets.map((one) => one.close()));
  server.stop();
  await source.close();
  await database.drop();
});

/** Histories of the shop: each append goes to one of a few streams and continues its chain, every other one as earlier releases did. */
const hashes = new Map<StreamName, { revision: number; hash: string }>();
async function write(store: EventStore, stream: StreamName, count: number): Promise<void> {
  const last = hashes.get(stream) ?? { revision: -1, hash: GENESIS };
  let { hash } = last;
  const events = Array.from({ length: count }, (_, index) => {
    const revision = last.revision + 1 + index;
    const event = { id: randomUUID(), type: 'Counted', data: `{"text":"😀 ${randomUUID()}","10":1.50}`, metadata: '{"schemaVersion":1}' };
    if (revision % 2 === 0) {
      hash = chainHashOfVersion1(hash, event);
      return { ...event, metadata: withHashOfVersion1(event.metadata, hash) };
    }
    const data = `{"price":1.5,"text":"😀 ${randomUUID()}"}`;
    const next = chained(hash, { ...event, stream, revision, data, metadata: { correlationId: 'c', hashVersion: 2, schemaVersion: 1 } });
    hash = next.hash;
    return { ...event, data, metadata: next.metadata };
  });
  await store.append(stream, last.revision, events);
  hashes.set(stream, { revision: last.revision + count, hash });
}
const steps = fc.array(fc.tuple(fc.constantFrom('order', 'checkout', 'cart'), fc.nat(3), fc.integer({ min: 1, max: 4 })), {
  minLength: 3,
  maxLength: 25,
});
type Steps = [category: string, id: number, count: number][];
const writeAll = async (given: Steps): Promise<void> => {
  for (const [category, id, count] of given) await write(source, `${category}-${id}`, count);
};
const all = async (store: EventStore): Promise<RecordedEvent[]> => (await Array.fromAsync(pagesOf(store))).flat();
const bare = ({ position: _, ...event }: RecordedEvent): Omit<RecordedEvent, 'position'> => event;
const inSource = async () => (await all(source)).map(bare);
const inTarget = async () => (await all(target())).map(bare);

describe('a copy', () => {
  it('holds the same events in the same order, to the letter, each written once, whatever the server does (property)', async () => {
    const faults = fc.array(
      fc.constantFrom('mute' as const, 'cut' as const, 'silent' as const, { code: 14 }, { code: 1 }, { lateMs: 20 }, { lateMs: 350 }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(steps, faults, fc.nat(2), async (given, appendFaults, readFaults) => {
        await writeAll(given);
        server.appendFaults.push(...appendFaults);
        server.readFaults.push(...Array.from({ length: readFaults }, () => 14));
        const { events, digests, known } = await copy().catchUp();
        server.appendFaults.length = 0;
        expect(events).toBe(known);
        expect(events).toBe((await inSource()).length);
        expect(digests.source).toBe(digests.target);
        expect(await inTarget()).toEqual(await inSource());
        expect(await checkChains(target())).toMatchObject({ ok: true, events });
      }),
      { numRuns: 8 },
    );
  });

  it('leaves no gap where the server is busy, too slow, or ends the append stream between two appends (property)', async () => {
    const faults = fc.array(
      fc.option(fc.constantFrom<AppendFault>('busy', 'timeout', 'ended', 'cut', { slowMs: 10 }, { slowMs: 350 }), { freq: 2 }),
      { minLength: 5, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(steps, faults, async (given, appendFaults) => {
        await writeAll(given);
        server.appendFaults.push(...appendFaults);
        // Longer than all faults in a row on one append take, on the slowest machine.
        const patient = target({ appendTimeoutMs: 60_000 });
        const { events } = await copy({ target: patient, page: 3 }).catchUp();
        server.appendFaults.length = 0;
        expect(events).toBe((await inSource()).length);
        expect(await inTarget()).toEqual(await inSource());
      }),
      { numRuns: 8 },
    );
  });

  it('that was ended anywhere goes on from there, also where an append of the ended one arrives late (property)', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }), fc.boolean(), async (given, stops, late) => {
        await writeAll(given);
        for (const after of stops) {
          // Ended before its append number `after`; the one under way comes about when the next run is at work already.
          const stopping = new AbortController();
          const ended = target();
          let appends = 0;
          const doomed = {
            ...portOf(ended),
            append: async (...args: Parameters<EventStore['append']>) => {
              if (++appends > after) stopping.abort();
              if (late && stopping.signal.aborted) {
                void new Promise((resolve) => setTimeout(resolve, 5)).then(() => ended.append(...args)).catch(() => undefined);
                stopping.signal.throwIfAborted();
              }
              return ended.append(...args);
            },
          };
          await copy({ target: doomed, signal: stopping.signal, page: 3 + after })
            .catchUp()
            .catch((error: Error) => expect(error.name).toBe('AbortError'));
        }
        expect(await copy({ page: 5 }).catchUp()).toMatchObject({ events: (await inSource()).length });
        expect(await inTarget()).toEqual(await inSource());
      }),
      { numRuns: 8 },
    );
  });

  it('takes what is appended meanwhile, and what came since when it is asked again', async () => {
    await write(source, 'order-first', 4);
    const copying = copy({ page: 2 });
    let writing = true;
    const written = (async () => {
      for (let round = 0; writing; round++) await write(source, `order-live-${round % 3}`, 2);
    })();
    // It ends, though the shop writes faster than it copies.
    expect((await copying.catchUp()).events).toBeGreaterThanOrEqual(4);
    writing = false;
    await written;
    const { events } = await copying.catchUp();
    expect(events).toBe((await inSource()).length);
    expect(await inTarget()).toEqual(await inSource());
  });

  it('writes neighbours of a stream in one append, and no append larger than a server takes', async () => {
    const event = (stream: StreamName, revision: number, size = 10) =>
      ({ stream, revision, id: randomUUID(), type: 'T', data: 'x'.repeat(size), metadata: '{}' }) as RecordedEvent;
    const cuts = (events: RecordedEvent[]) =>
      [...runsOf(events)].map(({ stream, expectedRevision, events: run }: Append) => [stream, expectedRevision, run.length]);
    expect(cuts([event('a-1', 0), event('a-1', 1), event('b-1', 4), event('a-1', 2)])).toEqual([
      ['a-1', -1, 2],
      ['b-1', 3, 1],
      ['a-1', 1, 1],
    ]);
    expect(cuts(Array.from({ length: 501 }, (_, revision) => event('a-1', revision)))).toEqual([
      ['a-1', -1, 500],
      ['a-1', 499, 1],
    ]);
    expect(cuts([0, 1, 2].map((revision) => event('a-1', revision, 150_000)))).toHaveLength(3);
  });
});

describe('a target that is no copy', () => {
  beforeEach(() => write(source, 'order-1', 2));
  const foreign = { id: randomUUID(), type: 'Strange', data: '{}', metadata: '{}' };

  it.each([
    [
      'of another history from the start',
      (store: EventStore) => store.append('other-1', -1, [foreign]),
      /holds Strange .* where the source holds/,
    ],
    [
      'that goes on where the source ends',
      async (store: EventStore) => {
        await copy().catchUp();
        await store.append('order-new', -1, [foreign]);
      },
      /continues after the end of the source, with Strange/,
    ],
    [
      'whose copy somebody else wrote to',
      async (store: EventStore) => {
        await copy().catchUp();
        await store.append('order-new', -1, [foreign]);
        await write(source, 'order-1', 1);
      },
      /holds Strange .* where the source holds Counted/,
    ],
  ])('%s is refused, and nothing is written to it', async (_, spoil, sentence) => {
    await spoil(target());
    const before = await inTarget();
    await expect(copy().catchUp()).rejects.toThrow(sentence);
    expect(await inTarget()).toEqual(before);
  });

  it('because somebody writes while it is copied to is refused when that is seen', async () => {
    const store = target();
    const disturbed = {
      ...portOf(store),
      append: async (...args: Parameters<EventStore['append']>) => {
        if ((await store.read('order-new')).length === 0) await store.append('order-new', -1, [foreign]);
        return store.append(...args);
      },
    };
    await expect(copy({ target: disturbed }).catchUp()).rejects.toThrow(/holds Strange .* where the source holds/);
  });

  it('is named by a comparison, to the event', async () => {
    await expect(copy().compare()).rejects.toThrow(/ends before Counted/);
    const { events, digests } = await copy().catchUp();
    expect(await copy().compare()).toMatchObject({ events, digests, written: 0 });
    const record = server.log.stream('order-1')[1];
    if (record) record.data = Buffer.from('{}');
    await expect(copy().compare()).rejects.toThrow(/holds Counted .* where the source holds Counted .*\(revision 1 of order-1\)/);
  });
});

it('does not copy a history that is broken', async () => {
  const other = await testDatabase(eventStoreMigrations);
  const broken = createPostgresEventStore({ url: other.url });
  try {
    await write(broken, 'order-broken', 2);
    await broken.append('order-broken', 1, [{ id: randomUUID(), type: 'Counted', data: '{}', metadata: '{"hash":"0"}' }]);
    await expect(copy({ source: broken }).catchUp()).rejects.toThrow(
      'The history of the source is broken: Counted at position 2 (revision 2 of order-broken): it has no hash, or its content is no canonical JSON',
    );
    expect(await inTarget()).toEqual([]);
  } finally {
    await broken.close();
    await other.drop();
  }
});

/** A store that tests may put their own append into. */
function portOf(store: EventStore): EventStore {
  return {
    append: (...args) => store.append(...args),
    read: (...args) => store.read(...args),
    readAll: (options) => store.readAll(options),
    subscribe: (...args) => store.subscribe(...args),
    trouble: () => store.trouble(),
    head: () => store.head(),
    close: () => store.close(),
  };
}
