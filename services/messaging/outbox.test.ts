import { randomUUID } from 'node:crypto';
import type { Day } from '@nordhaut/contracts';
import { createPool } from '@nordhaut/platform/database';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { again, begin, finish, maybeSent } from './outbox.ts';
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

test('a mailbox gets the mails of a day and no more, whoever takes them at the same time; a retried mail counts once', async () => {
  const pools = [createPool({ url: database.url, max: 4 }), createPool({ url: database.url, max: 4 })];
  const mailbox = Buffer.from('a mailbox');
  const share = (day: string) => ({ mailbox, day: day as Day, most: 3 });
  const kept = { subject: 'guest:A', templateId: 'order-created', version: 1, sealed: 'sealed' };
  // Other names of the mailbox: none waits for another.
  const start = (id: string, day: string, tries = 0, at = 0) =>
    begin(pools[at] as pg.Pool, { id, tries }, { ...kept, recipient: Buffer.from(id) }, new Date(), new Date(), share(day));
  const add = async () => {
    const id = randomUUID();
    await database.pool.query("insert into mails (id, kind, next_at) values ($1, 'ORDER_CREATED', now())", [id]);
    return id;
  };
  try {
    const first = await add();
    // Both processes take the same mail.
    const claims = await Promise.all([start(first, '2026-11-29', 0, 0), start(first, '2026-11-29', 0, 1)]);
    expect(claims.filter((claim) => claim !== undefined && claim !== 'busy')).toEqual([{ id: first, tries: 1 }]);
    await again(database.pool, { id: first, tries: 1 }, new Date(), 'NOT_ACCEPTED');
    expect(await start(first, '2026-11-29', 1)).toEqual({ id: first, tries: 2 });

    const more = await Promise.all(Array.from({ length: 6 }, add));
    const answers = await Promise.all(more.map((id, index) => start(id, '2026-11-29', 0, index % 2)));
    // As many mails again are listed for support. A flood does not fill the list.
    const outcomes = answers.map((answer) => (typeof answer === 'string' ? answer : 'begun'));
    expect(outcomes.toSorted()).toEqual(['begun', 'begun', 'flooded', 'full', 'full', 'full']);
    // A refused mail stays as it was, and the next day has a count of its own.
    const refused = more[answers.indexOf('full')] as string;
    expect(await start(refused, '2026-11-30')).toEqual({ id: refused, tries: 1 });
    await start(await add(), '2026-12-03');
    expect((await database.pool.query('select day::text, count from mail_counts')).rows).toEqual([{ day: '2026-12-03', count: 1 }]);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
});
