import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asShopUser, type TestDatabase, testDatabase } from '../../database/testing.ts';
import { testProcess } from '../../testing/process.ts';
import { all, collect, event, events, eventStoreConformance, eventually, ids, subscribe } from '../testing/conformance.ts';
import { type Append, asPosition, type EventStore, NO_STREAM, START, StoreUnavailable, type StreamName } from '../port.ts';
import type { ReaderObserver } from '../reader-health.ts';
import { eventStoreMigrations } from './schema.ts';
import { append as appendStatement } from './statements.ts';
import { createPostgresEventStore } from './store.ts';
import { TcpProxy } from '../eventstoredb/testing/tcp-proxy.ts';

let database: TestDatabase;
let stores: EventStore[];
/** As the shop user, as a shop does. */
const open = (
  options: { appendTimeoutMs?: number; url?: string; observer?: ReaderObserver; onLoss?: (error: Error) => void } = {},
): EventStore => {
  const store = createPostgresEventStore({ url: asShopUser(database.url), pollMs: 100, ...options });
  stores.push(store);
  return store;
};
async function prepare(): Promise<void> {
  database = await testDatabase(eventStoreMigrations);
  stores = [];
}
async function dispose(): Promise<void> {
  await Promise.all(stores.map((store) => store.close()));
  await database.drop();
}

const cutEveryone = (): Promise<unknown> =>
  database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'event store%'",
  );

/** An append on a separate connection that waits before its commit. */
async function holdWriter({ stream, expectedRevision, events: given }: Append): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  const each = <T>(value: (one: Append['events'][number], index: number) => T): T[] => given.map(value);
  await client.query(appendStatement.text, [
    [stream],
    [expectedRevision],
    each(({ id }) => id),
    each((_, index) => expectedRevision + 1 + index),
    each(() => stream),
    each(({ type }) => type),
    each(({ data }) => data),
    each(({ metadata }) => metadata),
    'held',
  ]);
  return {
    async release() {
      await client.query('commit');
      await client.end();
    },
  };
}

eventStoreConformance('postgres, shop user', async () => {
  await prepare();
  return { open: () => open(), disrupt: async () => void (await cutEveryone()), holdWriter, dispose };
});

describe('the postgres adapter', () => {
  beforeEach(prepare);
  afterEach(dispose);

  const positions = async (store: EventStore): Promise<bigint[]> => (await all(store)).map(({ position }) => position);
  const contiguous = (length: number): bigint[] => Array.from({ length }, (_, index) => BigInt(index));

  describe('appends that belong together', () => {
    const given = (stream: StreamName, expectedRevision = NO_STREAM, count = 1): Append => ({
      stream,
      expectedRevision,
      events: events(count),
    });
    const together = (store: EventStore, appends: Append[]) => (store.appendTogether as Required<EventStore>['appendTogether'])(appends);

    it('are all written, beside other appends, and answer the same when repeated', async () => {
      const store = open();
      const three = [given('order-1', NO_STREAM, 2), given('cart-1'), given('checkout-1')];
      const [answers] = await Promise.all([together(store, three), store.append('order-2', NO_STREAM, events(1))]);
      expect(answers.map(({ revision }) => revision)).toEqual([1, 0, 0]);
      expect(await positions(store)).toEqual(contiguous(5));
      expect(await together(open(), three)).toEqual(answers.map((answer) => ({ ...answer, repeated: true })));
    });

    it('are not written if one of them is stale; other appends of the batch are written', async () => {
      const store = open();
      await store.append('order-2', NO_STREAM, events(1));
      const outcomes = await Promise.allSettled([
        store.append('order-3', NO_STREAM, events(1)),
        together(store, [given('order-1'), given('order-2'), given('order-4')]),
        store.append('order-5', NO_STREAM, events(1)),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(outcomes[1]).toMatchObject({ reason: { name: 'WrongExpectedRevision', stream: 'order-2', actual: 0 } });
      expect((await all(store)).map(({ stream }) => stream).toSorted()).toEqual(['order-2', 'order-3', 'order-5']);
    });

    it('are not written if only some of them were written before', async () => {
      const store = open();
      const [first, second] = [given('order-1'), given('order-2')] as const;
      await store.append(first.stream, NO_STREAM, first.events);
      await expect(together(store, [first, second])).rejects.toMatchObject({ name: 'PartialDuplicate' });
      expect(await store.read('order-2')).toEqual([]);
    });

    it('are refused with NotTogether while another append to a stream is in progress', async () => {
      const store = open();
      const under = store.append('order-2', NO_STREAM, events(1));
      await expect(together(store, [given('order-1'), given('order-2')])).rejects.toMatchObject({ name: 'NotTogether' });
      await under;
      await expect(together(store, [given('order-1'), given('order-1')])).rejects.toThrow(RangeError);
      expect(await store.read('order-1')).toEqual([]);
    });

    it('are visible together or not at all, also when the writer is killed', async () => {
      const store = open();
      const writing = Array.from({ length: 60 }, async (_, index) => {
        if (index === 20) await cutEveryone();
        await together(store, [given(`order-${index}`), given(`cart-${index}`)]);
      });
      await Promise.all(writing);
      const streams = (await all(store)).map(({ stream }) => stream);
      expect(new Set(streams).size).toBe(120);
      expect(streams).toHaveLength(120);
    });
  });

  it('stores texts of any length and alphabet unchanged, on the same connections', async () => {
    const store = open();
    const texts = ['', 'x', '保濕化妝水'.repeat(40_000), '"\\\n'.repeat(1_000), '😀'.repeat(500_000), 'é', 'x'.repeat(3_000_000), 'y'];
    const appends = texts.map(
      (text, index): Append => ({
        stream: `order-${index}`,
        expectedRevision: NO_STREAM,
        events: [event({ data: JSON.stringify({ text }) }), event()],
      }),
    );
    for (const { stream, events: given } of appends) await store.append(stream, NO_STREAM, given);
    const copies = appends.map(
      (append): Append => ({ ...append, stream: `copy-${append.stream}`, events: append.events.map((one) => event({ data: one.data })) }),
    );
    await Promise.all(copies.map(({ stream, events: given }) => store.append(stream, NO_STREAM, given)));
    for (const { stream, events: given } of [...appends, ...copies]) {
      expect((await open().read(stream)).map(({ id, data }) => ({ id, data }))).toEqual(given.map(({ id, data }) => ({ id, data })));
    }
  });

  it('assigns positions without a gap, also if appends of one batch conflict', async () => {
    const [one, two] = [open(), open()];
    await one.append('order-taken', NO_STREAM, events(1));
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        (index % 2 ? one : two).append(index % 3 === 0 ? 'order-taken' : `order-${index}`, NO_STREAM, events(2)).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(200);
    expect(await positions(one)).toEqual(contiguous(401));
  });

  it('refuses to update, delete or truncate events, for every user', async () => {
    await open().append('order-1', NO_STREAM, events(1));
    for (const statement of [
      "update event_store.events set data = '1'",
      'delete from event_store.events',
      'truncate event_store.events',
      "update event_store.events set data = '1' where false",
    ]) {
      await expect(database.pool.query(statement)).rejects.toThrow('append-only');
      await expect(database.pool.query(`set session_replication_role = replica; ${statement}`)).rejects.toThrow('append-only');
    }
  });

  it('answers an append whose first answer was lost after the commit', async () => {
    const { proxy, url } = await TcpProxy.to(database.url);
    const store = open({ url });
    await store.append('order-0', NO_STREAM, events(1));
    for (const count of [1, 5]) {
      const lost = proxy.loseAnswerTo(`order-lost${count}`);
      const answers = Array.from({ length: count }, (_, index) => store.append(`order-lost${count}${index}`, NO_STREAM, events(2)));
      await lost;
      expect((await Promise.all(answers)).map(({ revision }) => revision)).toEqual(Array.from({ length: count }, () => 1));
    }
    expect(await positions(open())).toEqual(contiguous(13));
    await store.close();
    await proxy.close();
  });

  it('fails with StoreUnavailable in time while the database is unreachable, and recovers', async () => {
    const { proxy, url } = await TcpProxy.to(database.url);
    const store = open({ url, appendTimeoutMs: 500 });
    const seen = collect(store);
    const { position } = await store.append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(1));
    proxy.shut();
    const before = Date.now();
    await expect(store.append('order-1', 0, events(1))).rejects.toThrow(StoreUnavailable);
    expect(Date.now() - before).toBeLessThan(2_000);
    await expect(store.read('order-1')).rejects.toThrow(StoreUnavailable);
    expect(seen.subscription.position()).toBe(position);
    proxy.reopen();
    await store.append('order-1', 0, events(1));
    await eventually(() => expect(seen.events).toHaveLength(2));
    await store.close();
    await proxy.close();
  });

  it('gives up a connection whose server went silent, and appends on another one', async () => {
    const { proxy, url } = await TcpProxy.to(database.url);
    const store = open({ url, appendTimeoutMs: 500 });
    await store.append('order-1', NO_STREAM, events(1));
    proxy.silence();
    await expect(store.append('order-1', 0, events(1))).rejects.toThrow(StoreUnavailable);
    proxy.reopen();
    await store.append('order-1', 0, events(1));
    await store.close();
    await proxy.close();
  });

  it('reports each failing reader, and `trouble()` until it works again', async () => {
    const { proxy, url } = await TcpProxy.to(database.url);
    const failed: [string, boolean][] = [];
    const recovered: string[] = [];
    const store = open({
      url,
      observer: { failed: (reader, _, isFirst) => void failed.push([reader, isFirst]), recovered: (reader) => void recovered.push(reader) },
    });
    // The first page is missing as well: the subscription itself fails, and the listener.
    proxy.shut();
    const seen = collect(store);
    await eventually(() => expect(store.trouble()).toMatch(/has not been able to read the event store for \d+ s: ./));
    for (const reader of ['collect', 'listener']) expect(failed.filter(([name, isFirst]) => name === reader && isFirst)).toHaveLength(1);
    proxy.reopen();
    await eventually(() => expect(recovered.toSorted()).toEqual(['collect', 'listener']));
    expect(store.trouble()).toBeUndefined();
    await store.append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(1));
    await store.close();
    await proxy.close();
  });

  it('rejects only the append that the server refuses', async () => {
    const store = open();
    // Within the checks, but more than the index on (stream, revision) takes.
    const bad =
      `order-${Array.from({ length: 4000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20000))).join('')}` as const;
    const streams: StreamName[] = ['order-1', bad, 'order-3'];
    const outcomes = await Promise.allSettled(streams.map((stream) => store.append(stream, NO_STREAM, events(1))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await positions(store)).toEqual(contiguous(2));
  });

  it.each([
    ['a name without a category', 'order', event()],
    ['no UUID', 'order-1', event({ id: 'one' })],
    ['a NUL', 'order-1', event({ data: 'a\0b' })],
    ['half a character', 'order-1', event({ data: '\ud83d' })],
  ])('takes no %s', async (_, stream, given) => {
    await expect(open().append(stream as StreamName, NO_STREAM, [given])).rejects.toThrow(RangeError);
  });

  it('rejects it at once where the server speaks another language', async () => {
    await database.pool.query("alter table event_store.events add constraint no_bad check (type <> 'Bad')");
    const { proxy, url } = await TcpProxy.to(database.url);
    // A whole word and its end, so that no other text is hit.
    proxy.translate('SERROR\0', 'SFALSO\0');
    const store = open({ url, appendTimeoutMs: 10_000 });
    const began = performance.now();
    await expect(store.append('a-1' as StreamName, NO_STREAM, [event({ type: 'Bad' })])).rejects.toThrow(/no_bad/);
    expect(performance.now() - began).toBeLessThan(5_000);
    await store.close();
    await proxy.close();
  });

  /** As after the promotion of a standby that lacks the last two events. */
  it('works for the owner as well: both addresses may name one user', async () => {
    const store = open({ url: database.url });
    await store.append('order-1', NO_STREAM, events(2));
    expect((await store.read('order-1')).map(({ revision }) => revision)).toEqual([0, 1]);
    const { subscription } = collect(store);
    const head = await store.head();
    await eventually(() => expect(subscription.position()).toBe(head));
  });

  async function loseTwo(): Promise<void> {
    await database.pool.query(`alter table event_store.events disable trigger append_only;
      delete from event_store.events where position > 0;
      alter table event_store.events enable always trigger append_only`);
    await cutEveryone();
  }

  it('ends its process also where it only reads, and of some categories', async () => {
    const losses: string[] = [];
    const store = open({ onLoss: ({ message }) => losses.push(message) });
    const filter = { categories: ['order'] };
    const { position } = subscribe(store, { filter }, () => Promise.resolve());
    for (const stream of ['order-1', 'order-2', 'cart-3'] as const) await open().append(stream, NO_STREAM, events(1));
    await eventually(() => expect(position()).toBe(2n));
    await loseTwo();
    await eventually(() => expect(losses).toEqual([expect.stringMatching(/lost events .* position [12]:/)]));
  });

  it('uses nothing that it remembers of a server that lost the last events, and ends its process', async () => {
    const losses: string[] = [];
    const store = open({ onLoss: ({ message }) => losses.push(message) });
    const seen: string[] = [];
    subscribe(store, {}, async (records) => void seen.push(...records.map(({ stream }) => stream)));
    const streams: StreamName[] = ['order-1', 'order-2', 'order-3'];
    for (const stream of streams) await store.append(stream, NO_STREAM, events(1));
    await eventually(() => expect(seen).toEqual(streams));
    await loseTwo();
    const other = open();
    await other.append('order-4', NO_STREAM, events(1));
    await eventually(() => expect(losses).toEqual([expect.stringMatching(/lost events .* position 2:/)]));
    await expect(store.append('order-3', 0, events(1))).rejects.toThrow(StoreUnavailable);
    await expect(store.readAll({ after: START, limit: 10 })).rejects.toThrow(/lost events/);
    expect(seen).toEqual(streams);
    expect(await positions(other)).toEqual(contiguous(2));
  });

  it('notices it also where a reader reaches the server before the listener, and others have written on', async () => {
    const losses: string[] = [];
    const store = open({ onLoss: ({ message }) => losses.push(message) });
    const streams: StreamName[] = ['order-1', 'order-2', 'order-3'];
    for (const stream of streams) await store.append(stream, NO_STREAM, events(1));
    await store.readAll({ after: START, limit: 10 });
    await loseTwo();
    const other = open();
    for (const stream of ['order-4', 'order-5', 'order-6'] as const) await other.append(stream, NO_STREAM, events(1));
    await expect(store.readAll({ after: asPosition(2n), limit: 10 })).rejects.toThrow(/lost events/);
    expect(losses).toHaveLength(1);
  });

  it('does not wait for a long transaction in another database', async () => {
    const neighbour = await testDatabase();
    const client = await neighbour.pool.connect();
    await client.query('begin');
    await client.query('create table long_work (id int)');
    const store = open();
    const seen = collect(open());
    await store.append('order-1', NO_STREAM, events(2));
    await eventually(() => expect(seen.events).toHaveLength(2));
    expect(await all(store)).toHaveLength(2);
    await client.query('rollback');
    client.release();
    await neighbour.drop();
  });

  it('serves a subscriber without lag from memory, also while another process writes', async () => {
    const [store, other] = [open(), open()];
    const seen = collect(store);
    for (let round = 0, revision = NO_STREAM; round < 20; round++) {
      ({ revision } = await (round % 3 ? store : other).append('order-1', revision, events(3)));
    }
    await eventually(() => expect(seen.events).toHaveLength(60));
    expect(seen.events.map(({ revision }) => revision)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    expect(seen.events).toEqual(
      await open()
        .readAll({ after: START, limit: 100 })
        .then((page) => page.events),
    );
  });

  it('keeps every acknowledged append and leaves no gap when a writing process is killed', async () => {
    const store = open();
    const seen = collect(store);
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) {
      const writing = testProcess(new URL('testing/append-forever.ts', import.meta.url), [database.url, '16'], acknowledged);
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(300 * (round + 1)));
      const own = store.append(`order-own${round}`, NO_STREAM, events(1));
      await Promise.all([own, writing.kill()]);
    }
    await sleep(200);
    const written = await all(store);
    expect(written.map(({ position }) => position)).toEqual(contiguous(written.length));
    const places = new Map(written.map(({ id, stream, revision, position }) => [id, `${stream} ${revision} ${position}`]));
    // The last line may have been cut off by the kill.
    for (const line of acknowledged.filter((whole) => whole.split(' ').length === 5 && whole.length > 140)) {
      const [stream, revision, position, first, second] = line.split(' ') as [string, string, string, string, string];
      expect(places.get(second)).toBe(`${stream} ${revision} ${position}`);
      expect(places.get(first)).toBe(`${stream} ${Number(revision) - 1} ${BigInt(position) - 1n}`);
    }
    await eventually(() => expect(seen.events.length).toBe(written.length));
    expect(ids(seen.events)).toEqual(ids(written));
  });
});
