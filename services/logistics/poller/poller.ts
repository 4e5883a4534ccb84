import type { CommandContext } from '@nordhaut/platform/envelope';
import { tokenBucket } from '@nordhaut/platform/timing';
import pMap from 'p-map';
import type { Carrier, ParcelReport, QueryOutcome, ReportOutcome } from '../carrier.ts';
import type { LogisticsConfig } from '../config.ts';
import { messageId } from '../message-id.ts';
import type { PollPace } from './next-due.ts';
import type { DueParcel, Polled, PollSource } from './source.ts';

/** The poller's clock. Tests pass their own. */
export type PollClock = {
  now(): Date;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export type PollerOptions = {
  carrier: Pick<Carrier, 'query'>;
  source: PollSource;
  /** Resolves when the report is durable. The poller reports only codes that differ from the known one. */
  report(report: ParcelReport, context: CommandContext): Promise<ReportOutcome>;
  config: Pick<LogisticsConfig, 'PARCEL_POLL_RATE' | 'PARCEL_POLL_CONCURRENCY' | 'PARCEL_POLL_PAUSE'>;
  pace: Pick<PollPace, 'nextMs'>;
  clock: PollClock;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
};

type Throttled = Extract<QueryOutcome, { kind: 'throttled' }>;

/** Parcels per round; the poller holds no others in memory. */
export const BATCH = 200;
/** ms between two rounds when no parcel is due */
const IDLE = 5_000;

/**
 * What the leader does: it queries the carrier about open parcels, because callbacks can be lost. It takes the longest overdue
 * parcels in bounded batches, and never exceeds the configured rate.
 */
export function createPoller(options: PollerOptions): (term: { lost: AbortSignal }) => Promise<void> {
  const { carrier, source, config, pace, clock, log } = options;
  const { PARCEL_POLL_RATE: rate, PARCEL_POLL_CONCURRENCY: concurrency } = config;
  const bucket = tokenBucket({ size: concurrency, refillMs: (concurrency / rate) * 1000, now: () => clock.now().getTime() });

  async function lead({ lost }: { lost: AbortSignal }): Promise<void> {
    while (!lost.aborted) {
      try {
        const parcels = await source.due(clock.now(), BATCH);
        const throttled = parcels.length > 0 ? await pollBatch(parcels, lost) : undefined;
        if (throttled) {
          const pause = pauseOf(throttled);
          log.warn({ pause }, 'the carrier refuses calls because of their number; polling pauses');
          await clock.sleep(pause, lost);
        } else if (parcels.length === 0) await clock.sleep(IDLE, lost);
      } catch (error) {
        log.warn({ err: error }, 'a round of polls failed');
        await clock.sleep(IDLE, lost);
      }
    }
  }

  /** ms until the pause ends. A call of another part of the shop may have started it. */
  function pauseOf({ until }: Throttled): number {
    const left = until ? until.getTime() - clock.now().getTime() : config.PARCEL_POLL_PAUSE;
    return Math.min(Math.max(left, 0), config.PARCEL_POLL_PAUSE);
  }

  /** Polls a batch. At the first `throttled` it stops, and the rest stays due. @returns that answer */
  async function pollBatch(parcels: readonly DueParcel[], lost: AbortSignal): Promise<Throttled | undefined> {
    const outcomes: Polled[] = [];
    let throttled: Throttled | undefined;
    const isOver = (): boolean => lost.aborted || throttled !== undefined;
    const poll = async (parcel: DueParcel): Promise<void> => {
      if (isOver()) return;
      const wait = bucket.take();
      if (wait > 0) await clock.sleep(wait, lost);
      if (isOver()) return;
      const outcome = await pollOne(parcel);
      if ('kind' in outcome) throttled = outcome;
      else outcomes.push(outcome);
    };
    await pMap(parcels, poll, { concurrency });
    await source.polled(outcomes);
    // One line per batch, so that an outage does not fill the log.
    const unanswered = outcomes.filter(({ failures }) => failures > 0);
    if (unanswered.length > 0) log.warn({ unanswered: unanswered.length, first: unanswered[0]?.tradeNo }, 'polls without a usable answer');
    return throttled;
  }

  async function pollOne(parcel: DueParcel): Promise<Polled | Throttled> {
    const polledAt = clock.now();
    // An answer that breaks the adapter must not lose the outcomes of the batch.
    const answer = await carrier.query({ subtype: parcel.subtype, tradeNo: parcel.tradeNo }).catch((error: unknown) => {
      log.warn({ err: error, tradeNo: parcel.tradeNo }, 'a parcel could not be asked about');
      return { kind: 'unknown' as const, reason: 'the query failed' };
    });
    if (answer.kind === 'throttled') return answer;
    if (answer.kind !== 'status') return nextPoll(parcel, polledAt, parcel.failures + 1);
    if (answer.code === parcel.code) return nextPoll(parcel, polledAt, 0);
    const { tradeNo, logisticsId, subtype, code } = answer;
    try {
      const recorded = await options.report(
        { tradeNo, logisticsId, subtype, code, carrierAt: null, source: 'poll' },
        contextOf(tradeNo, code, polledAt),
      );
      // A report that was not new leaves the parcel's code, and the next poll depends on that code.
      return nextPoll(recorded === 'recorded' ? { ...parcel, code, changedAt: polledAt } : parcel, polledAt, 0);
    } catch (error) {
      log.warn({ err: error, tradeNo }, 'a report of the carrier could not be recorded');
      return nextPoll(parcel, polledAt, parcel.failures + 1);
    }
  }

  /** The result of a poll, with the time of the next one. `pace` computes the interval. */
  function nextPoll(parcel: DueParcel, polledAt: Date, failures: number): Polled {
    const now = polledAt.getTime();
    const wait = pace.nextMs({
      subtype: parcel.subtype,
      code: parcel.code,
      age: now - parcel.createdAt.getTime(),
      sinceChange: now - parcel.changedAt.getTime(),
      failures,
    });
    const nextDueAt = wait === undefined ? undefined : new Date(now + wait);
    return { tradeNo: parcel.tradeNo, polledAt, nextDueAt, failures };
  }

  return lead;
}

function contextOf(tradeNo: string, code: string, at: Date): CommandContext {
  const commandId = messageId('poll', tradeNo, code, at.toISOString());
  return { commandId, actor: { kind: 'carrier', id: 'ecpay' }, now: at };
}
