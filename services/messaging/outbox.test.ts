import { randomUUID } from 'node:crypto';
import { createPool } from '@nordhaut/platform/database';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { begin, finish, maybeSent } from './outbox.ts';
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

test('a mail waits for another one to the same recipient, and the wait costs no connection', async () => {
  const pool = createPool({ url: database.url, max: 1 });
  const session = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const kept = { recipient: Buffer.from('somebody'), subject: 'guest:A', templateId: 'order-created', version: 1, sealed: 'sealed' };
  const start = (id: string, db: Parameters<typeof begin>[0] = pool, recipient = kept.recipient) =>
    begin(db, { id, tries: 0 }, { ...kept, recipient }, new Date(), new Date(Date.now() + 60_000));
  try {
    for (const id of [first, second, third])
      await pool.query("insert into mails (id, kind, next_at) values ($1, 'ORDER_CREATED', now())", [id]);
    const before = await session();
    const claim = await start(first);
    expect(claim).toEqual({ id: first, tries: 1 });
    expect(await start(second)).toBe('busy');
    expect(await start(third, pool, Buffer.from('somebody else'))).toEqual({ id: third, tries: 1 });
    // Another process has it.
    expect(await start(third, pool, Buffer.from('a third one'))).toBeUndefined();
    expect(await session()).toBe(before);
    await finish(pool, claim as { id: string; tries: number }, 'sent');

    // Both at the same time: only the index knows of the other one.
    const holder = await database.pool.connect();
    const fourth = randomUUID();
    await holder.query("insert into mails (id, kind, next_at) values ($1, 'ORDER_CREATED', now())", [fourth]);
    await holder.query('begin');
    expect(await start(second, holder)).toEqual({ id: second, tries: 1 });
    const late = start(fourth);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
    await holder.query('commit');
    holder.release();
    expect(await late).toBe('busy');
  } finally {
    await pool.end();
  }
});
