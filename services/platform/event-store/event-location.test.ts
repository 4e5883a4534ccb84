import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { busMigrations } from '../bus/migrations.ts';
import { createPool, migrateAt } from '../database/index.ts';
import { asShopUser, type TestDatabase, testDatabase } from '../database/testing.ts';
import { projectionMigrations } from '../projections/migrations.ts';
import { createPostgresEventStore, eventStoreMigrations } from './index.ts';
import type { EventStore } from './port.ts';
import { addressOf, checkEventLocation } from './event-location.ts';

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

describe('a shop user, who cannot record another store', () => {
  it('is told to migrate first, and starts after the owner has recorded it', async () => {
    const users = { url: asShopUser(database.url), ownerUrl: database.url };
    await migrateAt(users, [...eventStoreMigrations, ...busMigrations, ...projectionMigrations]);
    const shop = createPool({ url: users.url });
    try {
      await expect(checkEventLocation(shop, store, TO)).rejects.toThrow(/run the job migrate with the same EVENTSTORE_URL/);
      await checkEventLocation(shop, store, TO, users.ownerUrl);
      await checkEventLocation(shop, store, TO);
    } finally {
      await shop.end();
    }
  });
});

it('two shops that start at once on a fresh database cannot take two stores', async () => {
  const elsewhere = { ...store, read: async () => [] } as EventStore;
  const starts = await Promise.allSettled([
    checkEventLocation(database.pool, elsewhere, TO),
    checkEventLocation(database.pool, store, undefined).then(() => append()),
  ]);
  const sold = (await store.head()) >= 0n;
  expect(starts.map(({ status }) => status)).toEqual(sold ? ['rejected', 'fulfilled'] : ['fulfilled', 'rejected']);
});

it.each([
  [TO, 'esdb://db.example:2113,other:2113'],
  ['esdb+discover://user:p%40ss@cluster.example/?tls=true', 'esdb+discover://cluster.example'],
  ['esdb://127.0.0.1:2113', 'esdb://127.0.0.1:2113'],
])('addresses are told without secrets', (url, told) => {
  expect(addressOf(url)).toBe(told);
});
