import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { createMetrics } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailMetrics } from './metrics.ts';
import { messagingMigrations } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase(messagingMigrations)));
afterAll(() => database.drop());

const NOW = new Date('2027-03-01T08:00:00Z');
const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);

test('a mail that failed counts from its fact on, also between two tries; one whose time has not come does not count', async () => {
  const { pool } = database;
  const metrics = createMetrics();
  mailMetrics({ metrics, pool, clock: () => NOW });
  const add = (state: string, tries: number, created: number, next: number) =>
    pool.query("insert into mails (id, kind, state, tries, created_at, next_at) values ($1, 'ORDER_CREATED', $2, $3, $4, $5)", [
      randomUUID(),
      state,
      tries,
      minutes(created),
      minutes(next),
    ]);
  const oldest = async () => Number(/^mails_oldest_due_seconds (\S+)$/m.exec(await metrics.text())?.[1]);

  await add('sent', 1, -90, -89);
  await add('due', 0, -80, 5);
  expect(await oldest()).toBe(0);
  await add('due', 0, -10, -9);
  expect(await oldest()).toBe(600);
  await add('due', 4, -20, 30);
  expect(await oldest()).toBe(1_200);
  await add('sending', 5, -30, 10);
  expect(await oldest()).toBe(1_800);
});
