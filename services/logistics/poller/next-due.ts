import type { DeliverySubtype } from '@nordhaut/contracts';
import type { ParcelGroup } from '../status-data/row.ts';
import { isFinal, statusOf } from '../status-codes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The interval by the time since the last change: `[up to ms since the change, ms to wait]`. */
type Steps = readonly (readonly [upTo: number, wait: number])[];

/** Out for delivery, or soon: the state changes within hours. */
const ON_ITS_WAY: Steps = [
  [6 * HOUR, 10 * MINUTE],
  [DAY, 30 * MINUTE],
  [3 * DAY, 2 * HOUR],
];
/** Between two hubs, or at the pickup store: at most a few changes a day. */
const MOVING: Steps = [
  [HOUR, 15 * MINUTE],
  [DAY, HOUR],
  [7 * DAY, 3 * HOUR],
];
/** Created, but not handed over to the carrier yet. */
const WAITING: Steps = [
  [15 * MINUTE, 5 * MINUTE],
  [2 * HOUR, 20 * MINUTE],
  [3 * DAY, 2 * HOUR],
];
/** On the way back, or received: the next report is not urgent. */
const SLOW: Steps = [
  [DAY, 2 * HOUR],
  [7 * DAY, 6 * HOUR],
];
/** after the last step of a plan */
const QUIET = 12 * HOUR;

/** The steps for each group of codes. */
const PLANS: Record<ParcelGroup, Steps> = {
  delivering: ON_ITS_WAY,
  'preparing-delivery': ON_ITS_WAY,
  'delivery-attempted': ON_ITS_WAY,
  correction: ON_ITS_WAY,
  'at-sender-store': MOVING,
  'in-transit': MOVING,
  shipped: MOVING,
  'at-pickup-store': MOVING,
  'store-changed': MOVING,
  processing: WAITING,
  unknown: WAITING,
  'store-problem': SLOW,
  exception: SLOW,
  returning: SLOW,
  returned: SLOW,
  'return-unclaimed': SLOW,
  'customer-return': SLOW,
  expired: SLOW,
  cancelled: SLOW,
  'taken-back': SLOW,
  collected: SLOW,
  delivered: SLOW,
  completed: SLOW,
};

const FIRST = 5 * MINUTE;
/** age from which a parcel is polled once a day */
const STALE = 60 * DAY;
const MAX_WAIT = DAY;
/** Each failed poll doubles the wait, up to this number of times. */
const MAX_DOUBLINGS = 6;

/** What decides the next poll of a parcel. */
export type PollState = {
  subtype: DeliverySubtype;
  code: string;
  /** ms since the parcel was created */
  age: number;
  /** ms since its state changed */
  sinceChange: number;
  /** consecutive polls without a usable answer */
  failures: number;
};

/**
 * Decides when a parcel is polled next: after short intervals while it is new or moves, after long ones otherwise. Every
 * interval is multiplied by `factor` (PARCEL_POLL_PACE). The poller calls `nextMs` after each poll; ordering applies
 * `firstMs` where it selects the due parcels (`pollSource`).
 */
export const pollPace = (factor: number) => ({
  /** ms from a parcel's creation to its first poll, and from a new state by callback to the poll after it */
  firstMs: FIRST * factor,
  /** ms until the next poll; undefined where the parcel's state is final */
  nextMs(state: PollState): number | undefined {
    const wait = waitAfter(state);
    return wait === undefined ? undefined : wait * factor;
  },
});
export type PollPace = ReturnType<typeof pollPace>;

function waitAfter({ subtype, code, age, sinceChange, failures }: PollState): number | undefined {
  if (isFinal(subtype, code)) return undefined;
  const steps = PLANS[statusOf(subtype, code).group];
  const wait = age > STALE ? MAX_WAIT : (steps.find(([upTo]) => sinceChange < upTo)?.[1] ?? QUIET);
  return Math.min(MAX_WAIT, wait * 2 ** Math.min(failures, MAX_DOUBLINGS));
}
