import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maybeSent } from './outbox.ts';
import { messagingMigrations } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase(messagingMigrations)));
afterAll(() => database.drop());

// A cancellation is not told to a buyer who got no confirmation.
test('a buyer may have the confirmation also where it was given up in doubt, or was sent at the second time only', async () => {
  const add = (stream: string, state: string, reason: string | null = null, kind = 'ORDER_CREATED') =>
    database.pool.query('insert into mails (id, kind, stream, state, next_at, reason) values ($1, $2, $3, $4, now(), $5)', [
      randomUUID(),
      kind,
      stream,
      state,
      reason,
    ]);
  await add('order-DOUBT', 'listed', 'IN_DOUBT');
  await add('order-SECOND', 'listed', 'NOT_ACCEPTED');
  await add('order-SECOND', 'sent');
  await add('order-NEVER', 'listed', 'NOT_ACCEPTED');
  await add('order-NEVER', 'due');
  await add('order-NEVER', 'sent', null, 'ORDER_REFUNDED');
  const has = (stream: string) => maybeSent(database.pool, stream, 'ORDER_CREATED');
  expect([await has('order-DOUBT'), await has('order-SECOND'), await has('order-NEVER')]).toEqual([true, true, false]);
});
