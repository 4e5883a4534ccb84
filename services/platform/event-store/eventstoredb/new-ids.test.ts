import { checkChains } from '../../envelope/testing.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCodec } from '../../envelope/codec.ts';
import { type Commands, createCommands } from '../../envelope/commands.ts';
import type { Vault } from '../../envelope/vault.ts';
import { accept, type Decider, type DomainEvent } from '../decider.ts';
import { events, ids } from '../testing/conformance.ts';
import { type EventStore, NO_STREAM } from '../port.ts';
import { createEventStoreDb } from './store.ts';
import { FaultyServer } from './testing/server.ts';

let server: FaultyServer;
let stores: EventStore[];
const open = (): EventStore => {
  const url = `esdb://127.0.0.1:${server.port}?tls=false`;
  const store = createEventStoreDb({ url, appendTimeoutMs: 10_000, attemptTimeoutMs: 1_000, readTimeoutMs: 3_000 });
  stores.push(store);
  return store;
};
beforeEach(async () => {
  server = await FaultyServer.start();
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  server.stop();
});

/** Faults after which the sender does not know whether the events were written. */
const UNKNOWN_OUTCOMES = [
  ['whose call breaks after the write', 'cut'],
  ['without an answer', 'mute'],
  ['without an answer or a write', 'silent'],
  ['that the server makes after the deadline', { lateMs: 1_200 }],
] as const;

describe('an append with new ids', () => {
  it('is not read back after a first attempt, and answers its revision and position', async () => {
    const store = open();
    const appended = await store.append('order-1', NO_STREAM, events(2), { newIds: true });
    expect(server.calls).toMatchObject({ append: 1, readStream: 0 });
    expect(appended).toEqual({ revision: 1, position: (await store.read('order-1')).at(-1)?.position });
  });

  it.each(UNKNOWN_OUTCOMES)('%s is read back, is written once, and answers its revision and position', async (_, fault) => {
    const store = open();
    const given = events(2);
    server.appendFaults.push(fault);
    const appended = await store.append('order-1', NO_STREAM, given, { newIds: true });
    expect(server.calls.readStream).toBeGreaterThan(0);
    await sleep(500);
    const stored = await store.read('order-1');
    expect(ids(stored)).toEqual(ids(given));
    expect(appended).toEqual({ revision: 1, position: stored.at(-1)?.position });
  });
});

describe('an append with ids that may be known', () => {
  it('is read back, and a repeated one answers as the first one', async () => {
    const store = open();
    const given = events(2);
    const first = await store.append('order-1', NO_STREAM, given);
    expect(server.calls).toMatchObject({ append: 1, readStream: 1 });
    await store.append('order-1', 1, events(1));
    expect(await open().append('order-1', NO_STREAM, given)).toEqual({ ...first, repeated: true });
  });

  it.each(UNKNOWN_OUTCOMES)('%s is read back, and a repeated one answers as the first one, whatever fault it meets', async (_, fault) => {
    const store = open();
    const given = events(2);
    server.appendFaults.push(fault);
    const first = await store.append('order-1', NO_STREAM, given);
    expect(first).toEqual({ revision: 1, position: expect.any(BigInt) });
    server.appendFaults.push(fault);
    expect(await open().append('order-1', NO_STREAM, given)).toEqual({ ...first, repeated: true });
    await sleep(500);
    expect(ids(await store.read('order-1'))).toEqual(ids(given));
  });
});

type Taken = DomainEvent<'Taken', { by: string; at: string }>;
const seats: Decider<string[], { by: string; at: string }, Taken> = {
  initial: [],
  decide: (data) => accept<Taken>({ type: 'Taken', data }),
  evolve: (taken, { data }) => [...taken, data.by],
};
const codec = createCodec({ vault: { onForgotten: () => undefined, openMany: () => Promise.resolve([]) } as unknown as Vault });

describe('commands', () => {
  const give = (commands: Commands, by: string, now: Date, commandId: string) =>
    commands.handle(
      'room-1',
      seats,
      { by, at: now.toISOString() },
      { commandId, correlationId: commandId, actor: { kind: 'system', id: 'test' }, now },
      { fresh: true },
    );

  it('with one id in two processes with different clocks are written once, and both processes continue a valid chain', async () => {
    for (let round = 0; round < 10; round++) {
      const processes = [0, 1].map(() => createCommands({ store: open(), codec }));
      const step = `step ${round}`;
      const taken = await Promise.all(processes.map((commands, index) => give(commands, step, new Date(round * 10 + index), step)));
      expect(taken.map((outcome) => outcome.ok && outcome.replayed).toSorted()).toEqual([false, true]);
      const [one, other] = taken;
      expect(one?.ok && one.events.map(({ id, data }) => ({ id, data }))).toEqual(
        other?.ok && other.events.map(({ id, data }) => ({ id, data })),
      );
      for (const commands of processes) await give(commands, 'later', new Date(), randomUUID());
    }
    const store = open();
    expect(await store.read('room-1')).toHaveLength(30);
    expect(await checkChains(store)).toMatchObject({ ok: true });
  });

  it.each(UNKNOWN_OUTCOMES)('%s are answered once, and a repeated one gets the first outcome', async (_, fault) => {
    const [commands, other] = [createCommands({ store: open(), codec }), createCommands({ store: open(), codec })];
    server.appendFaults.push(fault);
    const first = await give(commands, 'ann', new Date(1), 'once');
    expect(first).toMatchObject({ ok: true, replayed: false, revision: 0 });
    await give(other, 'bob', new Date(2), 'another');
    for (const each of [commands, other])
      expect(await give(each, 'ann', new Date(3), 'once')).toMatchObject({ ok: true, replayed: true, revision: 0, state: ['ann'] });
    const store = open();
    expect(await store.read('room-1')).toHaveLength(2);
    expect(await checkChains(store)).toMatchObject({ ok: true });
  });
});
