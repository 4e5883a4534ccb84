import type { DeliverySubtype } from '@nordhaut/contracts';
import type { ParcelGroup } from './status-data/row.ts';
import { isFinal, isKnownCode, statusOf } from './status-codes.ts';

/** A code and its time: the carrier's `UpdateStatusDate`, or the arrival of a report without one. ISO UTC. */
export type ParcelStanding = { code: string; at: string };

/**
 * The carriers' own order of states (decisions.md #16). Groups of one rank alternate freely: a
 * parcel is out for delivery, finds nobody at home, and is out again the next day.
 */
const RANKS: Record<ParcelGroup, number> = {
  processing: 0,
  unknown: 0,
  expired: 1,
  cancelled: 1,
  shipped: 1,
  'at-sender-store': 1,
  'in-transit': 2,
  'store-problem': 2,
  'store-changed': 2,
  exception: 2,
  correction: 2,
  'preparing-delivery': 3,
  delivering: 3,
  'delivery-attempted': 3,
  'at-pickup-store': 4,
  collected: 5,
  delivered: 5,
  returning: 5,
  returned: 6,
  'return-unclaimed': 7,
  'customer-return': 7,
  'taken-back': 8,
  completed: 9,
};

/** How far a parcel with this code has come; comparable within one subtype. */
const rankOf = (subtype: DeliverySubtype, code: string): number => RANKS[statusOf(subtype, code).group];

/** 3016 undoes an earlier 3003, 3017 an earlier return (providers §1.10). */
const isCorrection = (subtype: DeliverySubtype, code: string): boolean => statusOf(subtype, code).group === 'correction';

/** Support completes or cancels an order with these codes; no carrier sends them. */
const isDecision = (code: string): boolean => code === '20000' || code === '40000';

/** The carrier's clock has whole seconds: without this, a poll would count as newer than a change of the same second. */
const second = ({ at }: ParcelStanding): number => Math.floor(Date.parse(at) / 1000);

/** By the carrier's clock; at equal times by the carrier's own order of states. */
const compare = (subtype: DeliverySubtype, a: ParcelStanding, b: ParcelStanding): number =>
  second(a) - second(b) || rankOf(subtype, a.code) - rankOf(subtype, b.code);

/** Whether a report becomes the parcel's state (decisions.md #16). `shown`: the state so far. */
export function supersedes(subtype: DeliverySubtype, shown: ParcelStanding | undefined, next: ParcelStanding): boolean {
  if (shown === undefined) return true;
  // An unknown code never hides a known one. So a known code replaces an unknown one, whatever their times.
  const isKnown = isKnownCode(subtype, next.code);
  if (isKnown !== isKnownCode(subtype, shown.code)) return isKnown;
  if (compare(subtype, next, shown) <= 0) return false;
  if (next.code === shown.code || isDecision(next.code)) return true;
  if (isDecision(shown.code)) return false;
  return !isFinal(subtype, shown.code) || isCorrection(subtype, next.code);
}
