import type { DeliverySubtype } from '@nordhaut/contracts';
import type { ParcelGroup } from './status-data/row.ts';
import { isFinal, isKnownCode, statusOf } from './status-codes.ts';

/** A reported code and its time (ISO UTC): the carrier's `UpdateStatusDate`, or the arrival of a report without one. */
export type ReportedCode = { code: string; at: string };

/**
 * The carriers' own order of states (decisions.md 16). States of one rank may alternate, for example delivery, a failed
 * attempt, and delivery again on the next day.
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

/** The rank of a code, comparable within one subtype. */
const rankOf = (subtype: DeliverySubtype, code: string): number => RANKS[statusOf(subtype, code).group];

/** 3016 corrects an earlier 3003, 3017 an earlier return (providers §1.10). */
const isCorrection = (subtype: DeliverySubtype, code: string): boolean => statusOf(subtype, code).group === 'correction';

/** Support completes or cancels an order with these codes. */
const isDecision = (code: string): boolean => code === '20000' || code === '40000';

/** The carrier's times have whole seconds. Without rounding, a poll would be newer than a change in the same second. */
const second = ({ at }: ReportedCode): number => Math.floor(Date.parse(at) / 1000);

/** Compares the carrier's times, and at equal times the carrier's own order of states. */
const compare = (subtype: DeliverySubtype, a: ReportedCode, b: ReportedCode): number =>
  second(a) - second(b) || rankOf(subtype, a.code) - rankOf(subtype, b.code);

/** Whether the report `next` becomes the parcel's state (decisions.md 16). @param shown the state before the report */
export function supersedes(subtype: DeliverySubtype, shown: ReportedCode | undefined, next: ReportedCode): boolean {
  if (shown === undefined) return true;
  // An unknown code never replaces a known one. A known code always replaces an unknown one.
  const isKnown = isKnownCode(subtype, next.code);
  if (isKnown !== isKnownCode(subtype, shown.code)) return isKnown;
  if (compare(subtype, next, shown) <= 0) return false;
  if (next.code === shown.code || isDecision(next.code)) return true;
  if (isDecision(shown.code)) return false;
  return !isFinal(subtype, shown.code) || isCorrection(subtype, next.code);
}
