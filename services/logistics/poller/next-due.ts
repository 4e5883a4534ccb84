import type { DeliverySubtype } from '@nordhaut/contracts';
import type { ParcelGroup } from '../status-data/row.ts';
import { isFinal, statusOf } from '../status-codes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How soon to ask again, by how long the parcel has been as it is: `[up to ms since the change, ms to wait]`. */
type Steps = readonly (readonly [upTo: number, wait: number])[];

/** In the van or about to be: it changes within hours. */
const ON_ITS_WAY: Steps = [
  [6 * HOUR, 10 * MINUTE],
  [DAY, 30 * MINUTE],
  [3 * DAY, 2 * HOUR],
];
/** Between depots, or waiting in a store for somebody to come: a few changes a day at most. */
const MOVING: Steps = [
  [HOUR, 15 * MINUTE],
  [DAY, HOUR],
  [7 * DAY, 3 * HOUR],
];
/** Handed over on paper only: the carrier has it once the shop has brought it there. */
const WAITING: Steps = [
  [15 * MINUTE, 5 * MINUTE],
  [2 * HOUR, 20 * MINUTE],
  [3 * DAY, 2 * HOUR],
];
/** On the way back, or in somebody's hands: nobody waits for the next word. */
const SLOW: Steps = [
  [DAY, 2 * HOUR],
  [7 * DAY, 6 * HOUR],
];
const QUIET = 12 * HOUR;

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

/** ms after which a parcel that nobody has asked about yet is due, and one whose state came by callback since */
export const FIRST_QUESTION = 5 * MINUTE;
/** Parcels older than this have been forgotten by everyone but us. */
const STALE = 60 * DAY;
const MAX_WAIT = DAY;
const MAX_DOUBLINGS = 6;

export type Standing = {
  subtype: DeliverySubtype;
  code: string;
  /** ms since the parcel was created */
  age: number;
  /** ms since its state changed */
  sinceChange: number;
  /** questions in a row that got no answer */
  failures: number;
};

/** ms until the next question about a parcel; undefined: never again. Sooner for young and moving ones, later for quiet ones. */
export function nextDue({ subtype, code, age, sinceChange, failures }: Standing): number | undefined {
  if (isFinal(subtype, code)) return undefined;
  const steps = PLANS[statusOf(subtype, code).group];
  const wait = age > STALE ? MAX_WAIT : (steps.find(([upTo]) => sinceChange < upTo)?.[1] ?? QUIET);
  return Math.min(MAX_WAIT, wait * 2 ** Math.min(failures, MAX_DOUBLINGS));
}
