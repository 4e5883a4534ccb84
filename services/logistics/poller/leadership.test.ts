import { type Leadership, migrate, withLeadership } from '@nordhaut/platform/database';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logisticsMigrations } from '../tables.ts';
import { createPoller } from './poller.ts';
import { createPollSource } from './postgres-source.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.pool, logisticsMigrations);
  await database.pool.query(
    'create table open_parcels (order_no text, trade_no text, logistics_id text, subtype text, code text, created_at timestamptz, changed_at timestamptz)',
  );
});
afterAll(() => database.drop());

it('one of many pollers asks; when it stops another goes on, and no parcel is asked about twice', async () => {
  const asked: { by: number; tradeNo: string }[] = [];
  const insert = (from: number, to: number) =>
    database.pool.query(
      "insert into open_parcels select 'P' || n, 'P' || n, '1', 'TCAT', '3001', now() - interval '10 minutes', now() - interval '10 minutes' from generate_series($1::int, $2::int) n",
      [from, to],
    );
  const pollers = [0, 1, 2].map((by) => {
    let leadership: Leadership | undefined;
    const poller = createPoller({
      carrier: {
        async query(ref) {
          const tradeNo = 'tradeNo' in ref ? ref.tradeNo : '';
          asked.push({ by, tradeNo });
          return {
            kind: 'status',
            tradeNo,
            logisticsId: '1',
            subtype: 'TCAT',
            code: '3001',
            bookingNote: '',
            cvsPaymentNo: '',
            cvsValidationNo: '',
            askedAt: '',
          };
        },
      },
      source: createPollSource({ pool: database.pool, pace: 1 }),
      report: async () => 'recorded',
      leadership: (lead) => (leadership = withLeadership({ url: database.url, lockName: 'parcel-poller', lead, retryMs: 50 })),
      config: { PARCEL_POLL_RATE: 1_000, PARCEL_POLL_CONCURRENCY: 4, PARCEL_POLL_PACE: 1, PARCEL_POLL_PAUSE: 1_000 },
      log: { info: () => undefined, warn: () => undefined },
    });
    return { poller, leads: () => leadership?.isLeader() === true };
  });

  await insert(1, 30);
  for (const { poller } of pollers) await poller.start();
  await expect.poll(() => asked.length, { timeout: 5_000 }).toBe(30);
  expect(new Set(asked.map(({ by }) => by)).size).toBe(1);

  const leader = pollers.findIndex(({ leads }) => leads());
  expect(leader).toBe(asked[0]?.by);
  await pollers[leader]?.poller.stop();
  await insert(31, 40);
  await expect.poll(() => asked.length, { timeout: 5_000 }).toBe(40);
  expect(asked.slice(30).map(({ by }) => by)).not.toContain(leader);
  for (const { poller } of pollers) await poller.stop();
  expect(new Set(asked.map(({ tradeNo }) => tradeNo)).size).toBe(40);
});
