import type { QueryOutcome } from '../carrier.ts';
import { describe, expect, it } from 'vitest';
import { pollPace } from './next-due.ts';
import { BATCH, createPoller, type PollerOptions } from './poller.ts';
import type { DueParcel } from './source.ts';
import { memorySource, virtualClock } from './testing.ts';

const START = new Date('2026-11-20T00:00:00Z');
const MINUTE = 60_000;
const silent = { info: () => undefined, warn: () => undefined };
const config = { PARCEL_POLL_RATE: 10, PARCEL_POLL_CONCURRENCY: 8, PARCEL_POLL_PAUSE: 1_800_000 };

const parcel = (n: number, over: Partial<DueParcel> = {}): DueParcel => ({
  tradeNo: `P${n}`,
  subtype: 'TCAT',
  code: '3001',
  createdAt: START,
  changedAt: START,
  failures: 0,
  ...over,
});

const is = (p: { tradeNo: string }, code: string): QueryOutcome => ({
  kind: 'status',
  tradeNo: p.tradeNo,
  logisticsId: '1',
  subtype: 'TCAT',
  code,
  bookingNote: '',
  cvsPaymentNo: '',
  cvsValidationNo: '',
  askedAt: START.toISOString(),
});

function pollerOf(parcels: readonly DueParcel[], answer: (tradeNo: string) => QueryOutcome, over: Partial<PollerOptions> = {}) {
  const clock = virtualClock(START);
  const asked: { tradeNo: string; at: number }[] = [];
  const reports: { tradeNo: string; code: string }[] = [];
  const memory = memorySource(parcels);
  let busy = 0;
  let busiest = 0;
  const stopping = new AbortController();
  const lead = createPoller({
    carrier: {
      async query(ref) {
        busiest = Math.max(busiest, ++busy);
        const { tradeNo } = ref;
        asked.push({ tradeNo, at: clock.now().getTime() - START.getTime() });
        await clock.sleep(50, stopping.signal);
        busy--;
        return answer(tradeNo);
      },
    },
    source: memory.source,
    report: async ({ tradeNo, code }) => {
      reports.push({ tradeNo, code });
      return 'recorded';
    },
    config,
    pace: pollPace(1),
    clock,
    log: silent,
    ...over,
  });
  let running: Promise<void> | undefined;
  const poller = {
    start(): void {
      running = lead({ lost: stopping.signal });
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
  return { clock, asked, reports, memory, poller, busiest: () => busiest, until: (ms: number) => clock.runUntil(START.getTime() + ms) };
}

describe('the poller', () => {
  it('reports a changed state once and an unchanged one never, and stops polling a finished parcel', async () => {
    const parcels = [parcel(1), parcel(2)];
    const w = pollerOf(parcels, (tradeNo) => is({ tradeNo }, tradeNo === 'P1' ? '3003' : '3001'));
    w.poller.start();
    await w.until(5 * 60 * MINUTE);
    await w.poller.stop();
    expect(w.reports).toEqual([{ tradeNo: 'P1', code: '3003' }]);
    expect(w.asked.filter(({ tradeNo }) => tradeNo === 'P1')).toHaveLength(1);
    // 5 min, then every 15 min in the first hour, then hourly
    expect(w.asked.filter(({ tradeNo }) => tradeNo === 'P2').map(({ at }) => Math.round(at / MINUTE))).toEqual([
      5, 20, 35, 50, 65, 125, 185, 245,
    ]);
  });

  it('backs off from a carrier that does not answer, and polls again later', async () => {
    let healthy = false;
    const w = pollerOf([parcel(1, { code: '3006' })], (tradeNo) =>
      healthy ? is({ tradeNo }, '3003') : { kind: 'unknown', reason: 'HTTP 503' },
    );
    w.poller.start();
    await w.until(60 * MINUTE);
    expect(w.asked.map(({ at }) => Math.round(at / MINUTE))).toEqual([5, 25]);
    healthy = true;
    await w.until(120 * MINUTE);
    await w.poller.stop();
    expect(w.reports).toEqual([{ tradeNo: 'P1', code: '3003' }]);
  });

  it('records the outcomes of a batch, also where the query of one parcel throws', async () => {
    const w = pollerOf([parcel(1), parcel(2)], (tradeNo) => {
      if (tradeNo === 'P1') throw new Error('the adapter failed');
      return is({ tradeNo }, '3003');
    });
    w.poller.start();
    await w.until(30 * MINUTE);
    await w.poller.stop();
    expect(w.reports).toEqual([{ tradeNo: 'P2', code: '3003' }]);
    // The failed one waits as one without an answer does.
    expect(w.asked.map(({ tradeNo }) => tradeNo)).toEqual(['P1', 'P2']);
  });

  it('pauses for half an hour after a throttled query, and then polls every parcel', async () => {
    let allowed = 25;
    const parcels = Array.from({ length: 100 }, (_, n) => parcel(n));
    const w = pollerOf(parcels, (tradeNo) => (allowed-- > 0 ? is({ tradeNo }, '3003') : { kind: 'throttled' }));
    w.poller.start();
    await w.until(30 * MINUTE);
    const before = w.asked.length;
    // only the queries in flight at the first refusal
    expect(before).toBeLessThanOrEqual(25 + config.PARCEL_POLL_CONCURRENCY);
    allowed = 1_000;
    await w.until(34 * MINUTE);
    expect(w.asked).toHaveLength(before);
    await w.until(60 * MINUTE);
    await w.poller.stop();
    expect(new Set(w.reports.map(({ tradeNo }) => tradeNo)).size).toBe(100);
  });

  it('waits only for the rest of a pause that began earlier', async () => {
    const until = new Date(START.getTime() + 15 * MINUTE);
    const w = pollerOf([parcel(1)], (tradeNo) => (w.clock.now() < until ? { kind: 'throttled', until } : is({ tradeNo }, '3003')));
    w.poller.start();
    await w.until(60 * MINUTE);
    await w.poller.stop();
    expect(w.asked.map(({ at }) => Math.round(at / MINUTE))).toEqual([5, 15]);
    expect(w.reports).toEqual([{ tradeNo: 'P1', code: '3003' }]);
  });

  it('keeps polling a parcel after an old report with a final state', async () => {
    const w = pollerOf([parcel(1)], (tradeNo) => is({ tradeNo }, '3003'), { report: async () => 'unchanged' });
    w.poller.start();
    await w.until(60 * MINUTE);
    await w.poller.stop();
    expect(w.asked.length).toBeGreaterThan(2);
  });

  it('polls again after a report that could not be recorded', async () => {
    let broken = true;
    const done: string[] = [];
    const w = pollerOf([parcel(1)], (tradeNo) => is({ tradeNo }, '3003'), {
      report: async ({ tradeNo }) => {
        if (broken) throw new Error('store is away');
        done.push(tradeNo);
        return 'recorded';
      },
    });
    w.poller.start();
    await w.until(20 * MINUTE);
    broken = false;
    await w.until(60 * MINUTE);
    await w.poller.stop();
    expect(done).toEqual(['P1']);
  });

  it('stops at once, and records the outcomes in flight', async () => {
    const w = pollerOf(
      Array.from({ length: 50 }, (_, n) => parcel(n)),
      (tradeNo) => is({ tradeNo }, '3003'),
    );
    w.poller.start();
    await w.until(5 * MINUTE + 1_000);
    await w.poller.stop();
    const answered = w.asked.length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(50);
    expect(w.memory.due.size).toBe(50 - w.reports.length);
  });

  it('polls 10,000 open parcels on time, with bounded batches and a bounded rate', async () => {
    // A typical mix: a tenth in delivery, a third in transit, the rest before the hand-over or on the way back.
    const codes = ['3006', '3001', '3001', '3001', '300', '300', '3120', '5004', '5004', '3117'];
    const age = (n: number) => new Date(START.getTime() - (n % 97) * 60 * MINUTE);
    const parcels = Array.from({ length: 10_000 }, (_, n) =>
      parcel(n, { code: codes[n % 10] ?? '300', createdAt: age(n), changedAt: age(n) }),
    );
    const last = new Map<string, number>();
    const byNo = new Map(parcels.map((p) => [p.tradeNo, p]));
    let worst = 0;
    let worstLater = 0;
    const w = pollerOf(parcels, (tradeNo) => is({ tradeNo }, byNo.get(tradeNo)?.code ?? ''));
    w.poller.start();
    const hours = 6;
    await w.until(hours * 60 * MINUTE);
    await w.poller.stop();

    for (const { tradeNo, at } of w.asked) {
      const before = last.get(tradeNo);
      const p = byNo.get(tradeNo);
      if (before !== undefined && p !== undefined) {
        const sinceChange = START.getTime() + before - p.changedAt.getTime();
        const window = pollPace(1).nextMs({ subtype: 'TCAT', code: p.code, age: sinceChange, sinceChange, failures: 0 }) ?? 0;
        worst = Math.max(worst, at - before - window);
        if (at > 2 * 60 * MINUTE) worstLater = Math.max(worstLater, at - before - window);
      }
      last.set(tradeNo, at);
    }
    // The backlog of a cold start takes 1,000 s (10,000 parcels at 10 per second). After that every parcel is on time.
    expect(last.size).toBe(10_000);
    expect(worst).toBeLessThan(1_100_000);
    expect(worstLater).toBeLessThan(2 * MINUTE);
    const late = w.asked.filter(({ at }) => at > 2 * 60 * MINUTE);
    const perSecond = new Map<number, number>();
    for (const { at } of w.asked) perSecond.set(Math.floor(at / 1000), (perSecond.get(Math.floor(at / 1000)) ?? 0) + 1);
    expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(config.PARCEL_POLL_RATE + config.PARCEL_POLL_CONCURRENCY);
    expect(late.length / ((hours - 2) * 3600)).toBeLessThan(config.PARCEL_POLL_RATE);
    expect(w.memory.biggest()).toBe(BATCH);
    expect(w.busiest()).toBeLessThanOrEqual(config.PARCEL_POLL_CONCURRENCY);
    const overdue = [...w.memory.due.values()].filter(({ at }) => at < START.getTime() + hours * 60 * MINUTE - 2 * MINUTE);
    expect(overdue).toEqual([]);
  });
});
