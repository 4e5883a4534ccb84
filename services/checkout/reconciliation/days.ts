import { dayOf } from '@nordhaut/contracts';
import { type Order } from '@nordhaut/ordering';
import { UnreadableHistory } from '@nordhaut/platform/envelope';
import type { DifferenceStore, ListedDifference } from './differences.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** days for which a missed run is made up */
const MADE_UP = 7;
/** ms after midnight: the last charges and parcels of the day have ended */
const QUIET_AFTER = HOUR;
/** open differences that one run looks at again */
const MOST_OPEN = 1_000;

/** The other side did not answer. The day is compared again by the next run. */
export class BooksMissing extends Error {}

export const STOPPED = 'the comparison was stopped';

/** so many missing answers in a row mean that the other side is away */
const AWAY = 20;

/**
 * Examines each one alone: where the other side has no answer, the next run looks at it again, and the others have their turn.
 * @param lost ends it between two of them
 * @returns how many differ @throws BooksMissing after the last one, as soon as the other side is away, or when `lost` fires
 */
export async function examineEach<T>(list: Iterable<T>, examine: (one: T) => Promise<unknown>, lost?: AbortSignal): Promise<number> {
  let [differences, missedInARow] = [0, 0];
  let missing: BooksMissing | undefined;
  for (const one of list) {
    if (lost?.aborted) throw new BooksMissing(STOPPED);
    try {
      if ((await examine(one)) === true) differences++;
      missedInARow = 0;
    } catch (error) {
      if (!(error instanceof BooksMissing)) throw error;
      missing ??= error;
      if (++missedInARow >= AWAY) break;
    }
  }
  if (missing) throw missing;
  return differences;
}

/** `compared`: charges or parcels of the day */
export type Reconciled = { compared: number; differences: number };
type Ended = Reconciled & { day: string };

/** The day in Taipei that was `age` days before `day` (`YYYY-MM-DD`). */
export function rangeOf(day: string, age: number): { from: Date; to: Date } {
  const from = new Date(Date.parse(`${day}T00:00:00+08:00`) - age * DAY);
  return { from, to: new Date(from.getTime() + DAY) };
}

/** Loads an order for a comparison. An order that cannot be read is listed with the poison events, and stays as it is here. */
export async function readable(load: Promise<Order | null>): Promise<Order | null | 'unreadable'> {
  try {
    return await load;
  } catch (error) {
    if (error instanceof UnreadableHistory) return 'unreadable';
    throw error;
  }
}

export type DailyOptions = {
  store: DifferenceStore;
  clock: () => Date;
  /** compares one day, and records it as compared. @throws BooksMissing */
  run(day: string, lost?: AbortSignal): Promise<Reconciled>;
  /** looks at an open difference again. @throws BooksMissing */
  examine(difference: ListedDifference, lost?: AbortSignal): Promise<unknown>;
};

/** Compares each day once, after it has ended. */
export function daily({ store, clock, run, examine }: DailyOptions) {
  /** Looks at the open differences again: a refund that was under way has ended meanwhile. @throws BooksMissing */
  async function recheck(lost?: AbortSignal): Promise<void> {
    await examineEach(await store.open({ limit: MOST_OPEN }), (one) => examine(one, lost), lost);
  }
  return {
    run,
    recheck,
    open: store.open,
    /**
     * Looks at the open differences, then compares the days that have ended and were not compared yet, the oldest first. One that
     * fails keeps no other day from its turn.
     * @param ended gets each day that was compared
     * @param lost ends it between two charges or parcels
     * @throws the first failure, after all days
     */
    async runDue(ended: (day: Ended) => void = () => undefined, lost?: AbortSignal): Promise<Ended[]> {
      const failures: unknown[] = [];
      await recheck(lost).catch((error: unknown) => failures.push(error));
      const last = clock().getTime() - QUIET_AFTER;
      const done: Ended[] = [];
      for (let back = MADE_UP; back >= 1 && !lost?.aborted; back--) {
        const day = dayOf(new Date(last - back * DAY).toISOString());
        try {
          if (await store.isReconciled(day)) continue;
          const one = { day, ...(await run(day, lost)) };
          done.push(one);
          ended(one);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      return done;
    },
  };
}
export type Reconciliation = ReturnType<typeof daily>;
