import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Role } from '@nordhaut/platform/role';
import { tokenBucket } from '@nordhaut/platform/timing';
import pMap from 'p-map';
import type { Carrier, ParcelReport, QueryOutcome } from '../carrier.ts';
import type { LogisticsConfig } from '../config.ts';
import type { Recorded } from '../http/callback-routes.ts';
import { messageId } from '../message-id.ts';
import type { PollPace } from './next-due.ts';
import type { DueParcel, Polled, PollSource } from './source.ts';

/** The time as the poller sees it. Tests bring their own. */
export type PollClock = {
  now(): Date;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

/** Runs `lead` for as long as this process is the one that leads; `withLeadership` of the platform fits. */
export type Lead = (lead: (term: { lost: AbortSignal }) => Promise<void>) => { stop(): Promise<void> };

export type PollerOptions = {
  carrier: Pick<Carrier, 'query'>;
  source: PollSource;
  /** Resolves when the report is durable; called for states that differ from the known one alone. */
  report(report: ParcelReport, context: CommandContext): Promise<Recorded>;
  leadership: Lead;
  config: Pick<LogisticsConfig, 'PARCEL_POLL_RATE' | 'PARCEL_POLL_CONCURRENCY' | 'PARCEL_POLL_PAUSE'>;
  pace: Pick<PollPace, 'nextMs'>;
  clock: PollClock;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
};

type Throttled = Extract<QueryOutcome, { kind: 'throttled' }>;

/** Parcels taken at once: the poller's whole memory of what is to be done. */
export const BATCH = 200;
/** ms between two looks when nothing is due */
const IDLE = 5_000;

/**
 * Asks the carrier about open parcels, for where its callbacks do not reach or get lost. However many are started,
 * one asks; it takes what is most overdue, a bounded batch at a time, never faster than the configured rate.
 */
export function createPoller(options: PollerOptions): Role {
  const { carrier, source, config, pace, clock, log } = options;
  const { PARCEL_POLL_RATE: rate, PARCEL_POLL_CONCURRENCY: concurrency } = config;
  const bucket = tokenBucket({ size: concurrency, refillMs: (concurrency / rate) * 1000, now: () => clock.now().getTime() });
  let leading: { stop(): Promise<void> } | undefined;

  async function lead({ lost }: { lost: AbortSignal }): Promise<void> {
    while (!lost.aborted) {
      try {
        const parcels = await source.due(clock.now(), BATCH);
        const throttled = parcels.length > 0 ? await ask(parcels, lost) : undefined;
        if (throttled) {
          const pause = pauseOf(throttled);
          log.warn({ pause }, 'the carrier was asked too often and is left alone for a while');
          await clock.sleep(pause, lost);
        } else if (parcels.length === 0) await clock.sleep(IDLE, lost);
      } catch (error) {
        log.warn({ err: error }, 'a round of questions to the carrier failed');
        await clock.sleep(IDLE, lost);
      }
    }
  }

  /** ms; what is left of a pause that somebody else's call began, where the adapter says so */
  function pauseOf({ until }: Throttled): number {
    const left = until ? until.getTime() - clock.now().getTime() : config.PARCEL_POLL_PAUSE;
    return Math.min(Math.max(left, 0), config.PARCEL_POLL_PAUSE);
  }

  /** Asks about a batch; stops early, with the rest still due, when the carrier has had enough. @returns whether it has */
  async function ask(parcels: readonly DueParcel[], lost: AbortSignal): Promise<Throttled | undefined> {
    const outcomes: Polled[] = [];
    let throttled: Throttled | undefined;
    const isOver = (): boolean => lost.aborted || throttled !== undefined;
    const poll = async (parcel: DueParcel): Promise<void> => {
      if (isOver()) return;
      const wait = bucket.take();
      if (wait > 0) await clock.sleep(wait, lost);
      if (isOver()) return;
      const outcome = await askOne(parcel);
      if ('kind' in outcome) throttled = outcome;
      else outcomes.push(outcome);
    };
    await pMap(parcels, poll, { concurrency });
    await source.polled(outcomes);
    // One line for a batch: an outage must not fill the log with ten thousand.
    const unanswered = outcomes.filter(({ failures }) => failures > 0);
    if (unanswered.length > 0)
      log.warn({ unanswered: unanswered.length, first: unanswered[0]?.tradeNo }, 'parcels the carrier said nothing usable about');
    return throttled;
  }

  async function askOne(parcel: DueParcel): Promise<Polled | Throttled> {
    const polledAt = clock.now();
    const answer = await carrier.query({ subtype: parcel.subtype, tradeNo: parcel.tradeNo });
    if (answer.kind === 'throttled') return answer;
    if (answer.kind !== 'status') return appointment(parcel, polledAt, parcel.failures + 1);
    if (answer.code === parcel.code) return appointment(parcel, polledAt, 0);
    const { tradeNo, logisticsId, subtype, code } = answer;
    try {
      const recorded = await options.report(
        { tradeNo, logisticsId, subtype, code, carrierAt: null, source: 'poll' },
        contextOf(tradeNo, code, polledAt),
      );
      // An old answer, or one that says nothing new: the parcel is where it was, and is asked about as one that is there.
      return appointment(recorded === 'recorded' ? { ...parcel, code, changedAt: polledAt } : parcel, polledAt, 0);
    } catch (error) {
      log.warn({ err: error, tradeNo }, 'what the carrier said could not be recorded');
      return appointment(parcel, polledAt, parcel.failures + 1);
    }
  }

  function appointment(parcel: DueParcel, polledAt: Date, failures: number): Polled {
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

  return {
    name: 'parcel-poller',
    async start() {
      leading ??= options.leadership(lead);
    },
    // A poller that does not lead is as ready as the one that does.
    notReady: async () => undefined,
    async stop() {
      await leading?.stop();
      leading = undefined;
    },
  };
}

function contextOf(tradeNo: string, code: string, at: Date): CommandContext {
  const commandId = messageId('poll', tradeNo, code, at.toISOString());
  return { commandId, correlationId: commandId, actor: { kind: 'carrier', id: 'ecpay' }, now: at };
}
