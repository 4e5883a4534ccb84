import { type Leadership, withLeadership } from '@nordhaut/platform/database';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { sleep } from '@nordhaut/platform/timing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pollPace } from './next-due.ts';
import { createPoller } from './poller.ts';
import { memorySource } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it('one of several pollers polls; when it stops, another one continues and no parcel is polled twice', async () => {
  const asked: { by: number; tradeNo: string }[] = [];
  const memory = memorySource([]);
  const tenMinutesAgo = new Date(Date.now() - 600_000);
  const insert = (from: number, to: number): void => {
    for (let n = from; n <= to; n++) {
      memory.add({ tradeNo: `P${n}`, subtype: 'TCAT', code: '3001', createdAt: tenMinutesAgo, changedAt: tenMinutesAgo, failures: 0 });
    }
  };
  const pollers = [0, 1, 2].map((by) => {
    let leadership: Leadership | undefined;
    const lead = createPoller({
      carrier: {
        async query(ref) {
          const { tradeNo } = ref;
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
      source: memory.source,
      report: async () => 'recorded',
      config: { PARCEL_POLL_RATE: 1_000, PARCEL_POLL_CONCURRENCY: 4, PARCEL_POLL_PAUSE: 1_000 },
      pace: pollPace(1),
      // Shortens the pause between two rounds.
      clock: { now: () => new Date(), sleep: (ms, signal) => sleep(Math.min(ms, 50), signal) },
      log: { info: () => undefined, warn: () => undefined },
    });
    return {
      start: (): void => void (leadership = withLeadership({ url: database.url, lockName: 'parcel-poller', lead, retryMs: 50 })),
      stop: () => leadership?.stop(),
      leads: () => leadership?.isLeader() === true,
    };
  });

  insert(1, 30);
  for (const { start } of pollers) start();
  await expect.poll(() => asked.length).toBe(30);
  expect(new Set(asked.map(({ by }) => by)).size).toBe(1);

  const leader = pollers.findIndex(({ leads }) => leads());
  expect(leader).toBe(asked[0]?.by);
  await pollers[leader]?.stop();
  insert(31, 40);
  await expect.poll(() => asked.length).toBe(40);
  expect(asked.slice(30).map(({ by }) => by)).not.toContain(leader);
  for (const { stop } of pollers) await stop();
  expect(new Set(asked.map(({ tradeNo }) => tradeNo)).size).toBe(40);
});
