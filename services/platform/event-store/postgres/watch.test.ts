import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../database/testing.ts';
import { events } from '../testing/conformance.ts';
import { asPosition, type EventStore, NO_STREAM, START } from '../port.ts';
import { eventStoreMigrations } from './schema.ts';
import { createPostgresEventStore } from './store.ts';
import { countAfter, createPatrol } from './watch.ts';

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await testDatabase(eventStoreMigrations);
  store = createPostgresEventStore({ url: database.url });
  for (let stream = 0; stream < 5; stream++) await store.append(`${stream % 2 ? 'odd' : 'even'}-${stream}`, NO_STREAM, events(10));
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** As the server's owner could. */
const takeOut = (...positions: number[]) =>
  database.pool.query(`alter table event_store.events disable trigger all;
    delete from event_store.events where position in (${positions.join()});
    alter table event_store.events enable trigger all`);

describe('countAfter', () => {
  test('counts the events that a read returns', async () => {
    const count = countAfter(database.pool);
    const readToo = async (after: bigint, filter: { categories?: string[]; types?: string[] }) =>
      (await store.readAll({ after: asPosition(after), filter, limit: 1_000 })).events.length;
    const [one] = (await store.readAll({ after: START, limit: 1 })).events;
    for (const filter of [
      {},
      { categories: ['odd'] },
      { categories: ['odd', 'even'] },
      { types: [one?.type ?? ''] },
      { categories: ['none'] },
    ])
      for (const after of [START, 17n, 49n])
        expect(await count(asPosition(after), filter, 1_000), JSON.stringify(filter)).toBe(await readToo(after, filter));
    expect(await count(START, {}, 7)).toBe(7);
  });
});

describe('the patrol', () => {
  test('finds nothing if nothing is missing, and starts again after the end', async () => {
    const patrol = createPatrol(database.pool, 20);
    expect(await patrol.look()).toEqual({ missing: 0, upTo: 19n });
    expect(await patrol.look()).toEqual({ missing: 0, upTo: 39n });
    expect(await patrol.look()).toEqual({ missing: 0, upTo: 49n });
    expect(await patrol.look()).toEqual({ missing: 0, upTo: 19n });
  });

  test('counts gaps at any place, and reports them until a round finds none', async () => {
    const patrol = createPatrol(database.pool, 20);
    await takeOut(0, 19, 20, 33);
    const told: number[] = [];
    for (let look = 0; look < 7; look++) told.push((await patrol.look()).missing);
    expect(told).toEqual([3, 4, 4, 4, 4, 4, 4]);
  });
});
