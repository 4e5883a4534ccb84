import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failedMails } from './failed-mails.ts';
import { messagingMigrations } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase(messagingMigrations)));
beforeEach(() => database.pool.query('truncate mails'));
afterAll(() => database.drop());

type Mail = { stream: string; createdAt: string; kind?: string; settledAt?: string; state?: string; reason?: string; of?: string };

async function add({ stream, createdAt, kind = 'ORDER_REFUNDED', settledAt = createdAt, state = 'listed', reason, of }: Mail) {
  const id = randomUUID();
  await database.pool.query(
    `insert into mails (id, kind, stream, data, state, next_at, created_at, settled_at, reason) values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    [id, kind, stream, { ...(of !== undefined && { of }) }, state, createdAt, settledAt, reason ?? 'REFUSED'],
  );
  return id;
}
const listed = (before: string, limit = 10, category = 'order') =>
  failedMails(database.pool)({ category, after: new Date(0), before: new Date(before), limit });

test('mails that are too young do not take the place of older ones', async () => {
  // The first mail was planned early and given up late.
  await add({ stream: 'order-LATE', createdAt: '2026-11-20T08:00:00Z', settledAt: '2026-11-20T12:00:00Z' });
  await add({ stream: 'order-EARLY', createdAt: '2026-11-20T09:00:00Z', settledAt: '2026-11-20T10:00:00Z', reason: 'BOUNCED' });
  await add({ stream: 'member-1', createdAt: '2026-11-20T08:00:00Z' });
  expect(await listed('2026-11-20T11:00:00Z', 1)).toEqual([
    { stream: 'order-EARLY', kind: 'ORDER_REFUNDED', reason: 'BOUNCED', since: new Date('2026-11-20T10:00:00Z') },
  ]);
  expect((await listed('2026-11-20T13:00:00Z')).map(({ stream }) => stream)).toEqual(['order-EARLY', 'order-LATE']);
});

test('a mail that was sent again leaves the list, also where the second one is still under way; a second failure is listed once', async () => {
  const first = await add({ stream: 'order-A', createdAt: '2026-11-20T08:00:00Z' });
  await add({ stream: 'order-A', createdAt: '2026-11-20T09:00:00Z', of: first, state: 'due' });
  await add({ stream: 'order-B', createdAt: '2026-11-20T08:00:00Z', kind: 'ORDER_CREATED' });
  await add({ stream: 'order-B', createdAt: '2026-11-20T09:00:00Z', kind: 'ORDER_CREATED', state: 'sent' });
  const twice = await add({ stream: 'order-C', createdAt: '2026-11-20T08:00:00Z' });
  await add({ stream: 'order-C', createdAt: '2026-11-20T09:00:00Z', of: twice, reason: 'IN_DOUBT' });
  // Another refund of the same order is another mail.
  await add({ stream: 'order-D', createdAt: '2026-11-20T08:00:00Z' });
  await add({ stream: 'order-D', createdAt: '2026-11-20T09:00:00Z', state: 'sent' });
  expect((await listed('2026-11-21T00:00:00Z')).map(({ stream, reason }) => [stream, reason])).toEqual([
    ['order-D', 'REFUSED'],
    ['order-C', 'IN_DOUBT'],
  ]);
});

test('mails of members are listed by themselves; a newer link takes the place of an older one, a gift does not', async () => {
  const at = (hour: number) => `2026-11-20T0${hour}:00:00Z`;
  await add({ stream: 'order-A', createdAt: at(1) });
  await add({ stream: 'member-1', createdAt: at(1), kind: 'REGISTERED', reason: 'BOUNCED' });
  await add({ stream: 'member-1', createdAt: at(2), kind: 'RESET_PASSWORD' });
  await add({ stream: 'member-1', createdAt: at(3), kind: 'RESET_PASSWORD', state: 'sent' });
  await add({ stream: 'member-2', createdAt: at(2), kind: 'GIFT_GRANTED' });
  await add({ stream: 'member-2', createdAt: at(3), kind: 'GIFT_GRANTED', state: 'sent' });
  await add({ stream: 'member-2', createdAt: at(4), kind: 'CREDIT_GRANTED', reason: 'FORGOTTEN', state: 'dropped' });
  expect((await listed('2026-11-21T00:00:00Z', 10, 'member')).map(({ stream, kind }) => [stream, kind])).toEqual([
    ['member-1', 'REGISTERED'],
    ['member-2', 'GIFT_GRANTED'],
  ]);
});

test('of many mails that were given up long ago, the list reads what came after the instant up to which it is done', async () => {
  const { pool } = database;
  await pool.query(
    `insert into mails (id, kind, stream, state, next_at, created_at, settled_at, reason)
     select gen_random_uuid(), 'ORDER_CREATED', 'order-' || n, case when n % 4 = 0 then 'listed' else 'sent' end, at, at, at, 'BOUNCED'
     from (select n, '2026-11-20T00:00:00Z'::timestamptz - n * interval '1 hour' as at from generate_series(1, 40000) n) mails`,
  );
  await pool.query('vacuum analyze mails');
  let plan = '';
  const explained = {
    async query(text: string, values: unknown[]) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  };
  await failedMails(explained as never)({
    category: 'order',
    after: new Date('2026-09-20T00:00:00Z'),
    before: new Date('2026-11-21T00:00:00Z'),
    limit: 500,
  });
  expect(plan).toContain('mails_given_up');
  const read = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(([, rows, loops]) => Number(rows) * Number(loops));
  expect(Math.max(...read)).toBeLessThan(1_000);
});
