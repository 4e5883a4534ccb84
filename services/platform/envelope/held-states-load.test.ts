import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../database/index.ts';
import { testDatabase } from '../database/testing.ts';
import { all, eventually } from '../event-store/testing/conformance.ts';
import { createEventStoreDb } from '../event-store/eventstoredb/store.ts';
import { FaultyServer } from '../event-store/eventstoredb/testing/server.ts';
import { asPosition, createPostgresEventStore, type EventMetadata, type EventStore, eventStoreMigrations } from '../event-store/index.ts';
import { testProcess } from '../testing/process.ts';
import type { Codec } from './codec.ts';
import { CommandIds } from './command-ids.ts';
import { StreamStates } from './stream-state.ts';
import { checkChains } from './testing.ts';
import { NO_TRAIL } from './trail.ts';

type Engine = { url: string; open: () => EventStore; stop: () => Promise<void> };

async function postgres(): Promise<Engine> {
  const database = await testDatabase();
  await migrate(database.pool, eventStoreMigrations);
  return { url: database.url, open: () => createPostgresEventStore({ url: database.url }), stop: () => database.drop() };
}

async function eventStoreDb(): Promise<Engine> {
  const server = await FaultyServer.start();
  const url = `esdb://127.0.0.1:${server.port}?tls=false`;
  return { url, open: () => createEventStoreDb({ url }), stop: () => Promise.resolve(server.stop()) };
}

/** Starts a process that handles commands until it is killed. `acknowledged` grows meanwhile. */
const start = (url: string, name: string, first: number, acknowledged: string[]) =>
  testProcess(new URL('testing/count-forever.ts', import.meta.url), [url, name, String(first)], acknowledged);

describe('two processes that hold the states of the same streams', () => {
  it.each([
    ['Postgres', postgres],
    ['EventStoreDB', eventStoreDb],
  ])(
    'handle each command once on the newest state, also when they are killed: %s',
    async (_, open) => {
      const engine = await open();
      onTestFinished(engine.stop);
      const acknowledged: string[] = [];
      for (let round = 0; round < 3; round++) {
        const before = acknowledged.length;
        const processes = ['ann', 'bob'].map((name) => start(engine.url, name, Math.floor(before / 2), acknowledged));
        onTestFinished(async () => void (await Promise.all(processes.map((one) => one.kill()))));
        await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 60));
        // One is killed while the other one goes on.
        await processes[round % 2]?.kill();
        const alone = acknowledged.length;
        await eventually(() => expect(acknowledged.length).toBeGreaterThan(alone + 10));
        await processes[(round + 1) % 2]?.kill();
      }
      const store = engine.open();
      const events = (await all(store)).map(({ stream, revision, data, metadata }) => ({
        revision,
        count: (JSON.parse(data) as { count: number }).count,
        command: `${stream},${(JSON.parse(metadata) as EventMetadata).commandId}`,
      }));
      expect(events.filter(({ count, revision }) => count !== revision)).toEqual([]);
      const revisions = new Map(events.map(({ command, revision }) => [command, revision]));
      expect(revisions.size).toBe(events.length);
      const wrong = acknowledged.filter((line) => {
        const at = line.lastIndexOf(',');
        return revisions.get(line.slice(0, at)) !== Number(line.slice(at + 1));
      });
      expect(wrong).toEqual([]);
      expect(await checkChains(store)).toMatchObject({ ok: true, events: events.length });
      await store.close();
    },
    120_000,
  );
});

describe('the memory of held states', () => {
  const decider = { initial: undefined };
  const states = (size: number) => new StreamStates({} as EventStore, { onForgotten: () => undefined } as unknown as Codec, size);
  /** about the state of an order */
  const keep = (held: StreamStates, index: number, commands: number): void => {
    const ids = new CommandIds();
    for (let at = 0; at < commands; at++) ids.add(`command ${index} ${at}`);
    const state = { lines: Array.from({ length: 20 }, (_, line) => ({ sku: `sku ${index} ${line}`, quantity: line })) };
    held.keep(
      `order-${index}`,
      { decider, state, revision: 1, began: undefined, position: asPosition(index), hash: '', trail: NO_TRAIL, commands: ids },
      held.generation,
    );
  };
  const heldOf = (held: StreamStates, count: number): number =>
    Array.from({ length: count }, (_, index) => held.held(`order-${index}`, decider)).filter((one) => one !== undefined).length;

  it('is bounded: the streams, and fewer of them if they have many commands', () => {
    const small = states(1_000);
    for (let index = 0; index < 3_000; index++) keep(small, index, 3);
    expect(heldOf(small, 3_000)).toBe(1_000);
    const large = states(1_000);
    for (let index = 0; index < 300; index++) keep(large, index, 501);
    expect(heldOf(large, 300)).toBeLessThan(100);
  });

  it('does not grow once the bound is reached', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = states(5_000);
    const used: number[] = [];
    for (let index = 0; index < 20_000; index++) {
      keep(held, index, 10);
      if ((index + 1) % 5_000 > 0) continue;
      collect();
      used.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
    const [full = 0, , , last = 0] = used;
    expect(last - full).toBeLessThan(10);
    expect(heldOf(held, 20_000)).toBe(5_000);
  });
});
