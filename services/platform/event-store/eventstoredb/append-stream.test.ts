import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WrongExpectedVersionError } from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { event, events, eventually, ids } from '../testing/conformance.ts';
import { type EventStore, NO_STREAM } from '../port.ts';
import { AppendStream } from './append-stream.ts';
import { Calls } from './calls.ts';
import { closeClient, openClient } from './client.ts';
import { NoAnswer, UnknownOutcome } from './failures.ts';
import { createEventStoreDb } from './store.ts';
import { FaultyServer } from './testing/server.ts';
import { toStored } from './wire.ts';

let server: FaultyServer;
let url: string;
beforeEach(async () => {
  server = await FaultyServer.start();
  url = `esdb://127.0.0.1:${server.port}?tls=false`;
});
afterEach(() => server.stop());

describe('the append stream', () => {
  let client: ReturnType<typeof openClient>;
  let calls: Calls;
  let stream: AppendStream;
  beforeEach(() => {
    client = openClient(url);
    calls = new Calls(client);
    stream = new AppendStream(calls);
  });
  afterEach(async () => {
    calls.close();
    await closeClient(client);
  });

  const given = (name: string, expectedRevision = NO_STREAM, count = 1) => {
    const id = randomUUID();
    return { id, stream: name, expectedRevision, events: events(count).map((one) => toStored(one, id)) };
  };
  const LONG = 5_000;
  const written = () => server.log.records.filter(({ stream: name }) => !name.startsWith('$')).map(({ stream: name }) => name);

  it('is one for all appends, which the server begins in the order of the calls', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `order-${index}`);
    const answers = await Promise.all(names.map((name) => stream.append(given(name), LONG)));
    expect(server.calls).toMatchObject({ append: 200, appendStream: 1 });
    expect(written()).toEqual(names);
    expect(answers).toEqual(names.map((name) => server.log.stream(name)[0]?.position));
  });

  it('gives each append its own answer, in whatever order the answers come', async () => {
    server.appendFaults.push({ slowMs: 800 }, { slowMs: 300 });
    const done: string[] = [];
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((id) => stream.append(given(`order-${id}`), LONG).then((answer) => (done.push(id), answer))),
    );
    expect(done).toEqual(['c', 'b', 'a']);
    expect(answers).toEqual(['a', 'b', 'c'].map((id) => server.log.stream(`order-${id}`)[0]?.position));
  });

  it('answers a repeated append as the first one, and a stale revision with the actual one', async () => {
    const append = given('order-1', NO_STREAM, 2);
    const first = await stream.append(append, LONG);
    await stream.append(given('order-1', 1), LONG);
    expect(await stream.append({ ...append, id: randomUUID() }, LONG)).toEqual(first);
    await expect(stream.append(given('order-1', NO_STREAM, 2), LONG)).rejects.toMatchObject({ actualVersion: 2n });
    await expect(stream.append(given('order-2', 5), LONG)).rejects.toMatchObject({ actualVersion: 'no_stream' });
    await expect(stream.append(given('order-2', 5), LONG)).rejects.toBeInstanceOf(WrongExpectedVersionError);
    expect(server.calls.appendStream).toBe(1);
  });

  it.each(['cut', 'ended', { code: 14 }] as const)('that breaks (%j) leaves each append on it with an unknown outcome', async (fault) => {
    server.appendFaults.push('silent', 'silent', fault);
    const lost = await Promise.allSettled(['a', 'b', 'c'].map((id) => stream.append(given(`order-${id}`), LONG)));
    for (const one of lost) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(UnknownOutcome) });
    await stream.append(given('order-d'), LONG);
    expect(server.calls.appendStream).toBe(2);
  });

  it.each(['silent', 'mute'] as const)(
    'without an answer (%s) fails the one append at its deadline, answers the others, and is replaced',
    async (fault) => {
      server.appendFaults.push(fault, { slowMs: 300 });
      const [lost, slow] = [stream.append(given('order-a'), 150), stream.append(given('order-b'), LONG)];
      await expect(lost).rejects.toBeInstanceOf(NoAnswer);
      await stream.append(given('order-c'), LONG);
      expect(server.calls.appendStream).toBe(2);
      expect(await slow).toBe(server.log.stream('order-b')[0]?.position);
    },
  );

  it('ignores an answer after the deadline', async () => {
    server.appendFaults.push({ slowMs: 150 }, { slowMs: 300 });
    const [late, other] = [stream.append(given('order-a'), 50), stream.append(given('order-b'), LONG)];
    await expect(late).rejects.toBeInstanceOf(NoAnswer);
    await other;
    await eventually(() => expect(written()).toEqual(['order-a', 'order-b']));
  });

  it.each(['busy', 'timeout'] as const)('that answers "%s" leaves only that append without an outcome, and is replaced', async (fault) => {
    server.appendFaults.push({ slowMs: 100 }, fault);
    const [slow, refused] = [stream.append(given('order-a'), LONG), stream.append(given('order-b'), LONG)];
    await expect(refused).rejects.toBeInstanceOf(UnknownOutcome);
    await stream.append(given('order-c'), LONG);
    await slow;
    expect(server.calls.appendStream).toBe(2);
    expect(written()).toEqual(['order-a', 'order-c']);
  });

  it('is not used where the server does not know it', async () => {
    server.appendFaults.push({ code: 12 });
    await expect(stream.append(given('order-a'), LONG)).rejects.toBeInstanceOf(UnknownOutcome);
    expect(stream.isUsable).toBe(false);
  });

  it('sends no more than the connection takes, in order, and nothing whose deadline has passed', async () => {
    const sent: string[] = [];
    const call = await calls.appendStream();
    const write = vi.spyOn(call, 'write').mockImplementation((request: Buffer) => {
      sent.push(streams.BatchAppendReq.deserializeBinary(request).getCorrelationId()?.getString() ?? '');
      return false;
    });
    const slow = new AppendStream({ appendStream: () => Promise.resolve(call) } as unknown as Calls);
    const appends = ['a', 'b', 'c'].map((id) => given(`order-${id}`));
    const [first, second, third] = appends as [(typeof appends)[0], (typeof appends)[0], (typeof appends)[0]];
    const waiting = [slow.append(first, LONG), slow.append(second, 50), slow.append(third, LONG)];
    await expect(waiting[1]).rejects.toBeInstanceOf(NoAnswer);
    expect(sent).toEqual([first.id]);
    (call as EventEmitter).emit('drain');
    expect(sent).toEqual([first.id, third.id]);
    write.mockRestore();
    call.cancel();
    for (const each of [waiting[0], waiting[2]]) await expect(each).rejects.toBeInstanceOf(UnknownOutcome);
  });
});

describe('an append of a store', () => {
  let store: EventStore;
  beforeEach(() => {
    store = createEventStoreDb({ url, appendTimeoutMs: 10_000, attemptTimeoutMs: 400, readTimeoutMs: 2_000 });
  });
  afterEach(() => store.close());

  it.each(['cut', 'mute', 'silent', 'ended', 'busy', 'timeout', { lateMs: 600 }, { slowMs: 600 }, { code: 14 }] as const)(
    'that gets no outcome from the stream (%j) is repeated as a call of its own, and written once',
    async (fault) => {
      const given = events(2);
      server.appendFaults.push(fault);
      const { revision, position } = await store.append('order-1', NO_STREAM, given, { newIds: true });
      expect(server.calls).toMatchObject({ append: 2, appendStream: 1 });
      await sleep(300);
      const stored = await store.read('order-1');
      expect(ids(stored)).toEqual(ids(given));
      expect({ revision, position }).toEqual({ revision: 1, position: stored.at(-1)?.position });
    },
  );

  it('that is larger than the server takes does not break the stream for others', async () => {
    // A slow machine must not make the attempts late.
    await store.close();
    store = createEventStoreDb({ url, appendTimeoutMs: 60_000, attemptTimeoutMs: 30_000, readTimeoutMs: 30_000 });
    const other = store.append('order-2', NO_STREAM, events(1), { newIds: true });
    const large = store.append('order-1', NO_STREAM, [event({ data: `"${'x'.repeat(1_200_000)}"` })]);
    await expect(large).rejects.toThrow(/1048576/);
    await other;
    await store.append('order-3', NO_STREAM, events(1), { newIds: true });
    expect(server.calls.appendStream).toBe(1);
  });

  it('that is large, but not too large, is a call of its own', async () => {
    const given = [event({ data: `"${'x'.repeat(900_000)}"` })];
    expect(await store.append('order-1', NO_STREAM, given)).toMatchObject({ revision: 0 });
    expect(server.calls).toMatchObject({ append: 1, appendStream: 0 });
  });
});
