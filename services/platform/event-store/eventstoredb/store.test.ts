import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canonical } from '../../envelope/canonical.ts';
import { chained, chainHashOfVersion1, GENESIS, withHashOfVersion1 } from '../../envelope/hash-chain.ts';
import { checkChains, storable } from '../../envelope/testing.ts';
import { all, collect, event, events, eventually, ids, subscribe } from '../testing/conformance.ts';
import { asPosition, type EventStore, type EventToAppend, NO_STREAM, START, StoreUnavailable, WrongExpectedRevision } from '../port.ts';
import { createEventStoreDb, type EventStoreDbOptions } from './store.ts';
import type { LogRecord } from './testing/memory-log.ts';
import { FaultyServer } from './testing/server.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';

let server: FaultyServer;
let proxy: TcpProxy;
let port: number;
let stores: EventStore[];
const open = (options: Partial<EventStoreDbOptions> = {}): EventStore => {
  const store = createEventStoreDb({
    url: `esdb://127.0.0.1:${port}?tls=false`,
    appendTimeoutMs: 3_000,
    attemptTimeoutMs: 300,
    readTimeoutMs: 500,
    ...options,
  });
  stores.push(store);
  return store;
};

beforeEach(async () => {
  server = await FaultyServer.start();
  proxy = new TcpProxy(server.port);
  port = await proxy.listen();
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await proxy.close();
  server.stop();
});

/** For counts of attempts: no attempt ends by its deadline, however long the first connection takes on a busy machine. */
const PATIENT = { attemptTimeoutMs: 10_000, appendTimeoutMs: 14_000, readTimeoutMs: 10_000 };
/** For attempts that no answer ends. It is far longer than an answer takes, because a further attempt would count. */
const HASTY = { attemptTimeoutMs: 1_000, appendTimeoutMs: 14_000, readTimeoutMs: 10_000 };

const CANCELLED = 1;
const UNKNOWN = 2;
const RESOURCE_EXHAUSTED = 8;
const INTERNAL = 13;
const UNAVAILABLE = 14;
const INVALID_ARGUMENT = 3;
const NOWHERE = 2n ** 64n - 1n;
const BYTES = 'application/octet-stream';
const JSON_TYPE = 'application/json';

describe('an append', () => {
  it.each([
    ['neither done nor answered', 'silent', HASTY],
    ['done but not answered', 'mute', HASTY],
    ['done, and the call breaks', 'cut', PATIENT],
    ['done after the deadline, when the next attempt is under way', { lateMs: 1_050 }, HASTY],
    ['cancelled by the server', { code: CANCELLED }, PATIENT],
    ['refused with a code and nothing else', { code: UNAVAILABLE }, PATIENT],
    ['broken in the middle', { code: INTERNAL }, PATIENT],
  ] as const)('that is %s goes out again and is written once, as its own', async (_, fault, patience) => {
    const store = open(patience);
    await store.append('order-1', NO_STREAM, events(1));
    const before = server.calls.append;
    server.appendFaults.push(fault);
    const given = events(2);
    const appended = await store.append('order-1', 0, given);
    expect(appended).toEqual({ revision: 2, position: expect.any(BigInt) });
    await sleep(100);
    expect(ids(await store.read('order-1', { from: 1 }))).toEqual(ids(given));
    expect(await store.head()).toBe(appended.position);
    expect(server.calls.append - before).toBe(2);
  });

  it('with an unknown outcome fails with WrongExpectedRevision if another writer was faster', async () => {
    const [store, other] = [open(PATIENT), open({ ...PATIENT, url: `esdb://127.0.0.1:${server.port}?tls=false` })];
    server.appendFaults.push('silent');
    const lost = store.append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(server.calls.append).toBe(1));
    await other.append('order-1', NO_STREAM, events(3));
    // The next attempt begins now, and not before.
    proxy.cut();
    await expect(lost).rejects.toMatchObject({ name: 'WrongExpectedRevision', stream: 'order-1', expected: NO_STREAM, actual: 2 });
  });

  it('with the same ids as an append of another process is reported as repeated in one of them', async () => {
    const [store, other] = [open(PATIENT), open(PATIENT)];
    const given = events(2);
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    server.appendFaults.push({ until });
    const late = store.append('order-1', NO_STREAM, given);
    await eventually(() => expect(server.calls.append).toBe(1));
    const early = await other.append('order-1', NO_STREAM, given);
    release();
    expect(early.repeated).toBeUndefined();
    expect(await late).toEqual({ ...early, repeated: true });
  });

  it('is confirmed by the stored events, also after an outage in between', async () => {
    const store = open();
    server.readFaults.push(UNAVAILABLE, UNAVAILABLE);
    expect(await store.append('order-1', NO_STREAM, events(1))).toEqual({ revision: 0, position: expect.any(BigInt) });
    expect(await all(store)).toHaveLength(1);
  });

  it('that the server refuses permanently fails with its message at the second attempt', async () => {
    // The second attempt is a call of its own. Only there does an error belong to this append.
    server.appendFaults.push({ code: INVALID_ARGUMENT }, { code: INVALID_ARGUMENT });
    await expect(open(PATIENT).append('order-1', NO_STREAM, events(1))).rejects.toThrow('an injected fault');
    expect(server.calls.append).toBe(2);
  });

  it('that fails without a reason is repeated a limited number of times', async () => {
    server.appendFaults.push({ code: UNKNOWN }, { code: UNKNOWN });
    expect(await open(PATIENT).append('order-1', NO_STREAM, events(1))).toMatchObject({ revision: 0 });
    expect(server.calls.append).toBe(3);
    server.appendFaults.push(...Array.from({ length: 50 }, () => ({ code: UNKNOWN })));
    const lost = open({ ...PATIENT, appendTimeoutMs: 60_000 }).append('order-1', 0, events(1));
    await expect(lost).rejects.toMatchObject({ name: 'StoreUnavailable', cause: { code: UNKNOWN } });
    expect(server.calls.append).toBeLessThan(15);
  });

  it.each([
    ['one event', [2_000_000]],
    ['together', [600_000, 600_000, 600_000]],
  ])('that is larger than the server takes is refused at once, with its size and the limit: %s', async (_, sizes) => {
    const store = open(PATIENT);
    const given = sizes.map((size) => event({ data: `"${'x'.repeat(size)}"` }));
    const refused = store.append('order-1', NO_STREAM, given);
    await expect(refused).rejects.toThrow(RangeError);
    await expect(refused).rejects.toThrow(/^order-1: .*(2000|1800)\d{3} bytes.* 1048576/);
    expect(server.calls.append).toBe(1);
    expect(await store.append('order-1', NO_STREAM, events(1))).toMatchObject({ revision: 0 });
  });

  it.each([
    [INVALID_ARGUMENT, 'Event with Id: 1, Size: 70, exceeds Maximum Append Event Size of 64.', '64 bytes'],
    [RESOURCE_EXHAUSTED, 'Received message exceeds the maximum configured message size.', 'maximum configured message size'],
  ])('that is too large otherwise is refused at the second attempt: code %i', async (code, details, limit) => {
    server.appendFaults.push({ code, details }, { code, details });
    const refused = open(PATIENT).append('order-1', NO_STREAM, events(1));
    await expect(refused).rejects.toThrow(RangeError);
    await expect(refused).rejects.toThrow(limit);
    expect(server.calls.append).toBe(2);
  });

  it('is refused only after the conflicting events can be read', async () => {
    const store = open(PATIENT);
    server.log.commitDelayMs = 200;
    const first = store.append('order-1', NO_STREAM, events(3));
    await eventually(() => expect(server.calls.append).toBe(1));
    await expect(open(PATIENT).append('order-1', NO_STREAM, events(1))).rejects.toMatchObject({ name: 'WrongExpectedRevision', actual: 2 });
    expect(await open().read('order-1')).toHaveLength(3);
    expect(await first).toMatchObject({ revision: 2 });
  });

  it('is not a repeat if its own first attempt becomes visible late', async () => {
    const store = open();
    server.log.commitDelayMs = 400;
    server.appendFaults.push('mute');
    const given = events(2);
    expect(await store.append('order-1', NO_STREAM, given)).toEqual({ revision: 1, position: expect.any(BigInt) });
    expect(ids(await store.read('order-1'))).toEqual(ids(given));
  });

  it("has an outcome if the server ends the append stream; with the client's own stream it would have none", async () => {
    const raw = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
    server.appendFaults.push('ended');
    const pending = raw.appendToStream('raw-1', {
      id: event().id,
      type: 'Any',
      contentType: 'application/json',
      data: {},
      metadata: undefined,
    });
    const outcome = pending.then(
      () => 'done',
      () => 'failed',
    );
    await eventually(() => expect(server.calls.append).toBe(1));
    expect(await Promise.race([outcome, sleep(600).then(() => 'pending')])).toBe('pending');
    expect(server.calls).toMatchObject({ append: 1, appendStream: 1 });

    server.appendFaults.push('ended');
    expect(await open().append('order-1', NO_STREAM, events(1))).toEqual({ revision: 0, position: expect.any(BigInt) });
    expect(await open().read('order-1')).toHaveLength(1);
  });

  it('is refused for streams of the server and for a closed store', async () => {
    const store = open();
    await expect(store.append('$ce-order', NO_STREAM, events(1))).rejects.toThrow(RangeError);
    await store.close();
    await expect(store.append('order-1', NO_STREAM, events(1))).rejects.toThrow(StoreUnavailable);
  });
});

describe('while the server is unreachable', () => {
  it('every call fails with StoreUnavailable in time, and works afterwards', async () => {
    const store = open({ appendTimeoutMs: 600 });
    const seen = collect(store);
    // The first connection may take longer than the store waits.
    const { position } = await open().append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(1));
    proxy.shut();
    const before = Date.now();
    await expect(store.append('order-1', 0, events(1))).rejects.toThrow(StoreUnavailable);
    await expect(store.read('order-1')).rejects.toThrow(StoreUnavailable);
    await expect(store.readAll({ after: START, limit: 10 })).rejects.toThrow(StoreUnavailable);
    await expect(store.head()).rejects.toThrow(StoreUnavailable);
    expect(Date.now() - before).toBeLessThan(4_000);
    expect(seen.subscription.position()).toBe(position);
    proxy.reopen();
    await eventually(() => expect(server.subscriptions).toBe(1));
    await store.append('order-1', 0, events(1));
    await eventually(() => expect(seen.events).toHaveLength(2));
  });

  it('an append whose signal aborts fails at once, and is not sent when the server is back', async () => {
    const store = open();
    await store.append('order-1', NO_STREAM, events(1));
    proxy.shut();
    const caller = new AbortController();
    const given = store.append('order-1', 0, events(1), { newIds: true, signal: caller.signal });
    caller.abort();
    await expect(given).rejects.toThrow(StoreUnavailable);
    await expect(store.append('order-1', 0, events(1), { signal: caller.signal })).rejects.toThrow(StoreUnavailable);
    proxy.reopen();
    await store.append('order-2', NO_STREAM, events(1));
    expect(await store.read('order-1')).toHaveLength(1);
  });

  it('each failing reader is reported, and `trouble()` until the server is back', async () => {
    const failed: [string, boolean][] = [];
    const recovered: string[] = [];
    const store = open({
      observer: { failed: (reader, _, isFirst) => void failed.push([reader, isFirst]), recovered: (reader) => void recovered.push(reader) },
    });
    const seen = collect(store);
    await store.append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(1));
    expect(store.trouble()).toBeUndefined();
    proxy.shut();
    await eventually(() => expect(store.trouble()).toMatch(/^feed has not been able to read the event store for \d+ s: ./));
    expect(failed.filter(([reader, isFirst]) => reader === 'feed' && isFirst)).toHaveLength(1);
    expect(failed.length).toBeGreaterThan(1);
    proxy.reopen();
    await eventually(() => expect(recovered).toContain('feed'));
    expect(store.trouble()).toBeUndefined();
  });

  it('from the start, a store can be opened, and works when the server is there', async () => {
    proxy.shut();
    const store = open();
    const seen = collect(store);
    await expect(store.head()).rejects.toThrow(StoreUnavailable);
    proxy.reopen();
    await store.append('order-1', NO_STREAM, events(2));
    await eventually(() => expect(seen.events).toHaveLength(2));
  });

  it('many appends in flight are cut off and repeated, and none of them ends the process', async () => {
    const patience = { attemptTimeoutMs: 2_000, appendTimeoutMs: 60_000 };
    const store = open(patience);
    const other = open(patience);
    const answers = Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? store : other).append(`order-${index}`, NO_STREAM, events(2))),
    );
    for (let cut = 0; cut < 4; cut++) {
      await sleep(15);
      proxy.cut();
    }
    expect((await answers).every(({ revision, repeated }) => revision === 1 && !repeated)).toBe(true);
    expect(await all(store)).toHaveLength(400);
  });

  it('a read without an answer fails', async () => {
    const store = open();
    server.mute = true;
    const before = Date.now();
    await expect(store.read('order-1')).rejects.toThrow(StoreUnavailable);
    expect(Date.now() - before).toBeLessThan(2_000);
  });
});

describe('a silent server', () => {
  /** ms until a read is answered */
  async function untilAnswered(store: EventStore): Promise<number> {
    const since = performance.now();
    for (;;) {
      const answered = await store.read('order-1').then(
        () => true,
        () => false,
      );
      if (answered) return performance.now() - since;
    }
  }

  it('costs appends and subscriptions only seconds if a new connection works', async () => {
    const store = open({ readTimeoutMs: 5_000 });
    const seen = collect(store);
    await store.append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(1));
    proxy.silence();
    proxy.reopen();
    const lost = performance.now();
    const answered = untilAnswered(store);
    await open({ url: `esdb://127.0.0.1:${server.port}?tls=false` }).append('order-1', 0, events(1));
    await eventually(() => expect(seen.events).toHaveLength(2));
    expect(performance.now() - lost).toBeLessThan(9_000);
    expect(await answered).toBeLessThan(9_000);
  });

  it('gets a new connection if it accepted the old one without answering; the library would wait without limit', async () => {
    proxy.silence();
    const store = open();
    const seen = collect(store);
    await expect(store.read('order-1')).rejects.toThrow(StoreUnavailable);
    proxy.reopen();
    expect(await untilAnswered(store)).toBeLessThan(2_000);
    await store.append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(1));
  });

  it('gets a new connection by a subscription alone', async () => {
    const store = open();
    const seen = collect(store);
    await eventually(() => expect(server.subscriptions).toBe(1));
    proxy.silence();
    proxy.cut();
    await sleep(700);
    proxy.reopen();
    await open({ url: `esdb://127.0.0.1:${server.port}?tls=false` }).append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(1));
  });

  it('gets no new connection if it is only slow', async () => {
    const store = open();
    const seen = collect(store);
    const { position } = await store.append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.subscription.position()).toBe(position));
    const { opened } = proxy;
    server.mute = true;
    await expect(store.read('order-1')).rejects.toThrow(StoreUnavailable);
    server.mute = false;
    await store.read('order-1');
    server.mute = true;
    await expect(store.read('order-1')).rejects.toThrow(StoreUnavailable);
    server.mute = false;
    await store.read('order-1');
    expect(proxy.opened).toBe(opened);
  });
});

describe('a subscription', () => {
  it.each([
    ['ends without an error', () => server.endSubscriptions()],
    ['is cancelled', () => server.failSubscriptions(CANCELLED)],
    ['fails', () => server.failSubscriptions(UNAVAILABLE)],
    ['loses its connection', () => proxy.cut()],
  ])('that %s is made again where it ended', async (_, end) => {
    const store = open(PATIENT);
    const seen = collect(store);
    // Before its subscription, the store reads the events in another way, and nothing would end here.
    await eventually(() => expect(server.subscriptions).toBe(1));
    let { revision, position } = await store.append('order-1', NO_STREAM, events(3));
    await eventually(() => expect(seen.events).toHaveLength(3));
    for (let round = 0; round < 3; round++) {
      end();
      ({ revision } = await store.append('order-1', revision, events(1)));
      await eventually(() => expect(seen.events).toHaveLength(4 + round));
      expect(server.subscribedFrom.at(-1)).toBe(position);
      position = seen.events.at(-1)?.position ?? START;
    }
    expect(ids(seen.events)).toEqual(ids(await all(store)));
  });

  it('is one for the whole process with any filters, and waits while the server refuses it', async () => {
    const store = open(PATIENT);
    const { position } = await store.append('order-1', NO_STREAM, events(1));
    server.readFaults.push(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE);
    const seen = Array.from({ length: 10 }, (_, index) =>
      collect(store, { after: position, filter: { categories: [index % 2 ? 'order' : 'coupon'] } }),
    );
    const last = await store.append('order-1', 0, events(1));
    for (const [index, one] of seen.entries()) {
      await eventually(() => expect(one.subscription.position()).toBe(last.position));
      expect(one.events).toHaveLength(index % 2);
    }
    await eventually(() => expect(server.subscriptions).toBe(1));
    expect(server.calls.subscribe).toBeLessThanOrEqual(4);
  });

  it('ignores a checkpoint after the last handled event, and loses no event', async () => {
    const store = open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const got: string[] = [];
    const subscription = subscribe(store, { batch: 5 }, async (batch) => {
      await held;
      got.push(...ids(batch));
    });
    await eventually(() => expect(server.subscriptions).toBe(1));
    await Promise.all(Array.from({ length: 40 }, (_, index) => store.append(`order-${index}`, NO_STREAM, events(3))));
    const head = await store.head();
    server.checkpoint({ commit: head, prepare: head });
    server.failSubscriptions(UNAVAILABLE);
    await sleep(50);
    expect(subscription.position()).toBe(START);
    release();
    await eventually(() => expect(subscription.position()).toBe(head));
    expect(got).toEqual(ids(await all(store)));
  });

  it.each([
    ['"nowhere", as the greatest number', () => ({ commit: NOWHERE, prepare: NOWHERE })],
    ['the end of the log, where the next event will stand', (end: bigint) => ({ commit: end, prepare: 0n })],
    ['something it has not handed over yet', (end: bigint) => ({ commit: end + 1_000n, prepare: end + 1_000n })],
    ['something long past', () => ({ commit: 0n, prepare: 0n })],
  ])('trusts no checkpoint: one that says %s loses and repeats nothing', async (_, checkpoint) => {
    const [store, other] = [open(PATIENT), open(PATIENT)];
    const seen = collect(store);
    await eventually(() => expect(server.subscriptions).toBe(1));
    server.checkpoint(checkpoint(server.log.end));
    await sleep(50);
    server.endSubscriptions();
    const first = await other.append('order-1', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(1));
    await eventually(() => expect(server.subscriptions).toBe(1));
    server.checkpoint(checkpoint(server.log.end));
    await sleep(50);
    server.endSubscriptions();
    await other.append('order-2', NO_STREAM, events(1));
    await other.append('order-3', NO_STREAM, events(1));
    await eventually(() => expect(seen.events).toHaveLength(3));
    expect(server.subscribedFrom).toEqual([undefined, undefined, first.position]);
    expect(ids(seen.events)).toEqual(ids(await all(store)));
  });

  it('catches up over many events and continues live without a gap', async () => {
    const writer = open();
    let revision = NO_STREAM;
    for (let round = 0; round < 20; round++) ({ revision } = await writer.append('order-1', revision, events(50)));
    const store = open();
    const seen = collect(store, { batch: 100 });
    for (let round = 0; round < 20; round++) ({ revision } = await writer.append('order-1', revision, events(2)));
    await eventually(() => expect(seen.events).toHaveLength(1040));
    expect(seen.events.map((one) => one.revision)).toEqual(Array.from({ length: 1040 }, (_, index) => index));
  });
});

describe('what is stored', () => {
  const numbers = '{"b":1.50,"a":1e3,"10":"x","2":[1.0,-0,12345678901234567890],"é":"\\u00e9"}';

  it('is read unchanged, in data and in metadata', async () => {
    const store = open();
    const given = event({ data: numbers, metadata: `{"10":1,"2":2.0,"text":"#a\\nb"}` });
    await store.append('order-1', NO_STREAM, [given]);
    const [live] = await open().read('order-1');
    expect(live).toMatchObject(given);
    expect((await all(store))[0]).toEqual(live);
    const seen = collect(store);
    await eventually(() => expect(seen.events).toEqual([live]));
  });

  it('keeps its hash chain, and passes verification', async () => {
    const store = open();
    let hash = GENESIS;
    const old: EventToAppend[] = [numbers, '{"name":"王大明","b":1}'].map((data) => {
      const one = event({ data, metadata: '{"7":"x","1":1.0}' });
      hash = chainHashOfVersion1(hash, one);
      return { ...one, metadata: withHashOfVersion1(one.metadata, hash) };
    });
    const given = [
      ...old,
      ...['{"b":1,"name":"王大明"}', '{}'].map((data, index) => {
        const one = event({ data });
        const about = { actor: { id: 'test', kind: 'system' }, correlationId: 'c', hashVersion: 2 };
        const next = chained(hash, { ...one, stream: 'order-1', revision: 2 + index, metadata: about });
        hash = next.hash;
        return { ...one, metadata: next.metadata };
      }),
    ];
    await store.append('order-1', NO_STREAM, given);
    expect(server.log.stream('order-1').map(({ contentType }) => contentType)).toEqual([BYTES, BYTES, JSON_TYPE, JSON_TYPE]);
    expect(await store.read('order-1')).toMatchObject(given);
    expect(await checkChains(open())).toEqual({ ok: true, events: 4, streams: 1 });

    const record = server.log.stream('order-1')[2] as LogRecord;
    const { data, metadata } = record;
    // Another program may write the same JSON in another form.
    record.data = Buffer.from('{ "name": "\\u738b\\u5927\\u660e", "b": 1.0 }');
    expect(await checkChains(open())).toMatchObject({ ok: true, events: 4 });
    record.data = Buffer.from('{"b":2,"name":"王大明"}');
    expect(await checkChains(open())).toMatchObject({ ok: false, fault: { event: { revision: 2 } } });
    record.data = data;
    record.metadata = Buffer.from(Buffer.from(metadata).toString().replace('"$correlationId":"c"', '"$correlationId":"d"'));
    expect(await checkChains(open())).toMatchObject({ ok: false, fault: { event: { revision: 2 } } });
  });

  it('is JSON with the names that the server and its tools know, if the text is canonical', async () => {
    const store = open();
    const json = event({ data: '{"a":1,"name":"王大明"}', metadata: '{"causationId":"cause","correlationId":"order","recordedAt":"now"}' });
    await store.append('order-1', NO_STREAM, [json, event({ data: '{"b":1,"a":1}' })]);
    const [stored, bytes] = server.log.stream('order-1') as [LogRecord, LogRecord];
    expect(stored.contentType).toBe(JSON_TYPE);
    expect(Buffer.from(stored.data).toString()).toBe(json.data);
    expect(JSON.parse(Buffer.from(stored.metadata).toString())).toEqual({
      $causationId: 'cause',
      $correlationId: 'order',
      causationId: 'cause',
      correlationId: 'order',
      mark: expect.stringMatching(/^[0-9a-f-]{36}$/),
      recordedAt: 'now',
    });
    expect([bytes.contentType, Buffer.from(bytes.data).toString()]).toEqual([BYTES, '{"b":1,"a":1}']);
  });

  it('is read unchanged, JSON or not (property)', async () => {
    const store = open({ readTimeoutMs: 5_000, attemptTimeoutMs: 5_000, appendTimeoutMs: 10_000 });
    const reserved = fc.constantFrom(
      { mark: 'x' },
      { $correlationId: 'x' },
      { causationId: null },
      { correlationId: 'x', causationId: 'y' },
    );
    const object = fc.oneof(
      storable(),
      fc.tuple(storable(), reserved).map(([one, other]) => ({ ...one, ...other })),
    );
    const content = fc.oneof(
      object.map(canonical),
      object.map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string().filter((one) => !one.includes('\0')),
      fc.constantFrom(
        numbers,
        '{"a":1,"a":1}',
        '{"a":-0}',
        '{"2":1,"10":1}',
        '{"10":1,"2":1}',
        '',
        '#',
        '#mark\n{}',
        '"text"',
        '[]',
        'null',
      ),
    );
    let revision = NO_STREAM;
    await fc.assert(
      fc.asyncProperty(content, content, async (data, metadata) => {
        const given = event({ data, metadata });
        ({ revision } = await store.append('order-any', revision, [given]));
        expect((await store.read('order-any', { from: revision }))[0]).toMatchObject(given);
      }),
    );
  });

  it('by other programs on the same server is skipped in large steps', async () => {
    server.log.fill(20_000);
    const store = open({ namespace: 'one.', readTimeoutMs: 5_000 });
    expect(await store.head()).toBe(START);
    expect(server.calls.read).toBeLessThan(15);
    const { position } = await store.append('order-1', NO_STREAM, events(1));
    const before = server.calls.read;
    expect(await store.readAll({ after: START, limit: 1 })).toMatchObject({ events: [{ revision: 0 }], upTo: position });
    expect(server.calls.read - before).toBeLessThan(25);
  });

  it('by other programs on the same server is in no page, no head and no subscription', async () => {
    const [store, guest] = [open({ namespace: 'one.' }), open({ namespace: 'two.' })];
    const seen = collect(store);
    const own = await store.append('order-1', NO_STREAM, events(2));
    await guest.append('order-1', NO_STREAM, events(100));
    expect(await store.head()).toBe(own.position);
    expect((await all(store, 1)).map(({ stream }) => stream)).toEqual(['order-1', 'order-1']);
    expect(await store.readAll({ after: own.position, limit: 10 })).toEqual({ events: [], upTo: own.position });
    expect(await guest.read('order-1')).toHaveLength(100);
    await eventually(() => expect(seen.subscription.position()).toBe(own.position));
    expect(server.log.records[0]?.stream).toBe('$stats-server');
    expect(() => open({ namespace: 'a-b' })).toThrow(RangeError);
  });
});

it('the client still has the private parts that the adapter replaces or calls', async () => {
  const plain = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`) as unknown as Record<string, unknown>;
  const parts = ['supports', 'handleError', 'getChannel', 'getGRPCClient', 'callArguments'];
  expect(parts.filter((name) => typeof plain[name] !== 'function')).toEqual([]);
  expect(await (plain['supports'] as (method: unknown) => Promise<boolean>)({ service: {}, path: '/none/none' })).toBe(false);
  const channel = await (plain['getChannel'] as () => Promise<{ close(): void }>)();
  channel.close();
});

describe('the address', () => {
  it('sets how often the connection is tried; without it, the client prints nothing', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      open();
      expect(warned).not.toHaveBeenCalled();
      open({ url: `esdb://127.0.0.1:${port}?tls=false&keepAliveInterval=2000` });
      expect(warned).toHaveBeenCalledOnce();
    } finally {
      warned.mockRestore();
    }
  });

  it.each([
    ['kurrentdb://127.0.0.1:2113?tls=false', 'write esdb://'],
    ['kurrentdb+discover://cluster:2113', 'write esdb://'],
    ['http://127.0.0.1:2113', 'expected esdb://'],
    ['esdb://', 'expected esdb://'],
    ['esdb://admin:changeit@127.0.0.1:port', 'cannot be read'],
    ['esdb://127.0.0.1:2113?throwOnAppendFailure=false', 'throwOnAppendFailure'],
  ])('%s is refused in a sentence without the password', (url, sentence) => {
    const opening = (): EventStore => createEventStoreDb({ url });
    expect(opening).toThrow(sentence);
    expect(opening).not.toThrow('changeit');
  });

  it('of a cluster leads to its leader', async () => {
    const store = open({ url: `esdb+discover://127.0.0.1:${server.port}?tls=false` });
    expect(await store.append('order-1', NO_STREAM, events(1))).toMatchObject({ revision: 0 });
    expect(server.calls.gossip).toBeGreaterThan(0);
    await expect(store.append('order-1', NO_STREAM, events(1))).rejects.toThrow(WrongExpectedRevision);
    expect(await store.readAll({ after: asPosition(-1), limit: 5 })).toMatchObject({ events: [{ revision: 0 }] });
  });
});
