import { randomUUID } from 'node:crypto';
import { oneConnection, readWithoutIndex, type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { Erasure, FinishEngine } from '@nordhaut/platform/forgetting';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailForgetting } from './forgetting.ts';
import { messagingMigrations } from './tables.ts';

const now = new Date('2029-03-01T04:00:00Z');
let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase(messagingMigrations)));
beforeEach(() => database.pool.query('delete from mails; delete from mail_reports'));
afterAll(() => database.drop());

const engine = (pool = database.pool) =>
  ({ pool, clock: () => now, config: { of: () => ({ KEEP_MAILS_YEARS: 2 }) } }) as unknown as FinishEngine;

/** Mails that were settled at this time, each with a report of the same time. */
const add = (count: number, at: string | null, { state = 'sent', stream = 'order-A', pool = database.pool } = {}) =>
  pool.query(
    `with added as (
       insert into mails (id, kind, stream, state, next_at, begun_at, subject, sealed, provider_id, settled_at)
       select gen_random_uuid(), 'ORDER_CREATED', $1, $2, now(), $3, 'guest:A', 'sealed', gen_random_uuid()::text, $3
       from generate_series(1, $4) returning provider_id)
     insert into mail_reports (provider_id, event, at) select provider_id, 'delivery', $3 from added where $3 is not null`,
    [stream, state, at, count],
  );
const kept = async () =>
  (
    await database.pool.query<{ copies: number; facts: number; reports: number }>(
      `select count(sealed)::int as copies, count(*)::int as facts, (select count(*)::int from mail_reports) as reports from mails`,
    )
  ).rows[0];
const finishAll = async () => {
  while (await mailForgetting.finish?.(engine()));
};

test('copies and reports end after their years, whoever deletes them at the same time; the facts stay, and what is under way', async () => {
  await add(2_100, '2027-02-28T04:00:00Z');
  await add(1, '2027-02-28T04:00:00Z', { state: 'listed' });
  await add(1, null, { state: 'sending' });
  await add(3, '2027-03-02T04:00:00Z');
  await Promise.all([finishAll(), finishAll()]);
  expect(await kept()).toEqual({ copies: 4, facts: 2_105, reports: 3 });
});

test('what ends is found by its index, however many mails the shop has', async () => {
  await using pool = await oneConnection(messagingMigrations);
  await add(5_000, '2029-02-01T04:00:00Z', { pool });
  await add(500, '2027-02-01T04:00:00Z', { pool });
  await pool.query('analyze mails');
  await pool.query('analyze mail_reports');
  const read = async () => (await readWithoutIndex(pool, 'mails')) + (await readWithoutIndex(pool, 'mail_reports'));
  const before = await read();
  await mailForgetting.finish?.(engine(pool));
  expect((await read()) - before).toBe(0);
  expect((await pool.query('select from mails where sealed is not null')).rowCount).toBe(5_000);
});

test('the reports about the mails of a forgotten person go with the copies', async () => {
  await add(2, '2029-02-01T04:00:00Z');
  await add(1, '2029-02-01T04:00:00Z', { stream: 'order-B' });
  await database.pool.query("update mails set subject = 'guest:B' where stream = 'order-B'");
  const erasure = { stream: 'order-A', subject: 'guest:A', data: { purposes: ['contact'] }, commandIds: [randomUUID()] };
  await mailForgetting.erase?.(engine(), erasure as unknown as Erasure);
  expect(await kept()).toEqual({ copies: 1, facts: 3, reports: 1 });
});
