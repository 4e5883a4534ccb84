import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { busMigrations } from '@nordhaut/platform/bus';
import { createPool } from '@nordhaut/platform/database';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { asPosition, createPostgresEventStore, type EventStore, eventStoreMigrations } from '@nordhaut/platform/event-store';
import { checkEventLocation } from '@nordhaut/platform/event-store/event-location';
import { projectionMigrations } from '@nordhaut/platform/projections';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkMovable, finishMove, hasMoved, reopen, seal } from './event-move.ts';

let database: TestDatabase;
let store: EventStore;
beforeEach(async () => {
  database = await testDatabase([...eventStoreMigrations, ...busMigrations, ...projectionMigrations]);
  store = createPostgresEventStore({ url: database.url, appendTimeoutMs: 2_000 });
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

const TO = 'esdb://admin:secret@db.example:2113,other:2113?tls=false';
const append = (stream: `${string}-${string}` = `order-${randomUUID()}`) =>
  store.append(stream, -1, [{ id: randomUUID(), type: 'T', data: '{}', metadata: '{}' }]);
const finish = (owner = database.pool) =>
  finishMove(owner, database.pool, {
    events: 1,
    last: undefined,
    newPosition: async (old) => asPosition(old < 0n ? -1n : old * 1_000n + 7n),
  });

describe('the seal', () => {
  it('lets every append that began before it through or fail as a whole, and none after it', async () => {
    const outcomes: Promise<boolean>[] = [];
    let writing = true;
    const writers = Array.from({ length: 20 }, async () => {
      while (writing) {
        const outcome = append().then(
          () => true,
          () => false,
        );
        outcomes.push(outcome);
        await outcome;
      }
    });
    await sleep(100);
    await seal(database.pool, TO);
    const head = await store.head();
    await sleep(100);
    writing = false;
    await Promise.all(writers);
    expect(await store.head()).toBe(head);
    const written = (await Promise.all(outcomes)).filter(Boolean).length;
    expect(BigInt(written)).toBe(head + 1n);
    await expect(append()).rejects.toThrow('kept in another store');
  });

  it('may be set again for the same move, by several at once, and not for another', async () => {
    await Promise.all([1, 2, 3].map(() => seal(database.pool, TO)));
    await expect(seal(database.pool, 'esdb://elsewhere:2113')).rejects.toThrow(
      /are on their way to esdb:\/\/db\.example:2113,other:2113 since/,
    );
    await expect(checkMovable(database.pool, 'esdb://elsewhere:2113')).rejects.toMatchObject({ name: 'ConfigError' });
    expect(await checkMovable(database.pool, TO)).toEqual({ sealed: true });
  });

  it('is taken back whole, as long as nothing has moved', async () => {
    await expect(reopen(database.pool, database.pool)).rejects.toThrow('Nothing is to be taken back');
    await seal(database.pool, TO);
    await expect(checkEventLocation(database.pool, store, undefined)).rejects.toThrow('no shop may start meanwhile');
    await reopen(database.pool, database.pool);
    await checkEventLocation(database.pool, store, undefined);
    await append();
    await expect(finish()).rejects.toThrow('opened again');
    await seal(database.pool, TO);
    await finish();
    expect(await hasMoved(database.pool)).toBe(true);
    await expect(reopen(database.pool, database.pool)).rejects.toThrow('there is no way back from there');
  });
});

describe('positions', () => {
  const positions = async (table: string, key = 'consumer') =>
    Object.fromEntries(
      (await database.pool.query(`select ${key} as key, position as at from ${table}`)).rows.map(({ key: name, at }) => [name, at]),
    );

  it('go on in the new store, also where one is new for one and old for another', async () => {
    await database.pool.query(`
      insert into bus_positions (consumer, position) values ('mail', 1), ('crm', 1007), ('fresh', -1);
      insert into projection_checkpoints (name, version, shape, position) values ('orders', 1, 'x', 5)`);
    await seal(database.pool, TO);
    await finish();
    expect(await positions('bus_positions')).toEqual({ mail: 1007n, crm: 1007007n, fresh: -1n });
    expect(await positions('projection_checkpoints', 'name')).toEqual({ orders: 5007n });
  });

  it('of a relay and of a durable consumer beside it continue in the new store', async () => {
    await database.pool.query("insert into bus_positions (consumer, position) values ('relay orders.events.v1', 9), ('mail', 2)");
    await seal(database.pool, TO);
    await finish();
    expect(await positions('bus_positions')).toEqual({ 'relay orders.events.v1': 9007n, mail: 2007n });
  });

  it('are translated once, also if the move ends before the owner has recorded it', async () => {
    await database.pool.query("insert into bus_positions (consumer, position) values ('mail', 1)");
    await seal(database.pool, TO);
    const gone = createPool({ url: database.url });
    await gone.end();
    await expect(finish(gone)).rejects.toThrow();
    expect(await hasMoved(database.pool)).toBe(false);
    await expect(reopen(database.pool, database.pool)).rejects.toThrow('The last step of the move');
    await finish();
    expect(await hasMoved(database.pool)).toBe(true);
    expect(await positions('bus_positions')).toEqual({ mail: 1007n });
  });

  it('are not moved by halves', async () => {
    await database.pool.query("insert into bus_positions (consumer, position) values ('mail', 1), ('crm', 2)");
    await seal(database.pool, TO);
    const broken = finishMove(database.pool, database.pool, {
      events: 1,
      last: undefined,
      newPosition: (old) => (old === 2n ? Promise.reject(new Error('gone')) : Promise.resolve(asPosition(50))),
    });
    await expect(broken).rejects.toThrow('gone');
    expect(await positions('bus_positions')).toEqual({ mail: 1n, crm: 2n });
    expect(await hasMoved(database.pool)).toBe(false);
  });
});
