import type { DeliverySubtype } from '@nordhaut/contracts';
import type { ParcelGroup } from './status-data/row.ts';
import { isFinal, statusOf } from './status-codes.ts';

/** A code and when it came to hold: the carrier's `UpdateStatusDate`, or the instant a query was sent. ISO UTC. */
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
export const rankOf = (subtype: DeliverySubtype, code: string): number => RANKS[statusOf(subtype, code).group];

/** 3016 undoes an earlier 3003, 3017 an earlier return (providers §1.10). */
export const isCorrection = (subtype: DeliverySubtype, code: string): boolean => statusOf(subtype, code).group === 'correction';

/** People's decisions, not a carrier's reports: support completes or cancels an order with them. */
const isDecision = (code: string): boolean => code === '20000' || code === '40000';

/**
 * Whether a report changes what is shown. Every report is recorded; this alone decides the display
 * (decisions.md #16): the newer one holds, a late one only where it is further along, and a parcel
 * that is final is reopened by the carrier's correction or a decision of support, by nothing else.
 */
export function supersedes(subtype: DeliverySubtype, shown: ParcelStanding | undefined, next: ParcelStanding): boolean {
  if (shown === undefined) return true;
  if (next.code === shown.code) return false;
  const age = Date.parse(next.at) - Date.parse(shown.at);
  if (isDecision(next.code)) return age >= 0;
  if (isFinal(subtype, shown.code)) return age > 0 && !isDecision(shown.code) && isCorrection(subtype, next.code);
  // A late correction corrects something that newer reports have long replaced.
  if (age < 0 && isCorrection(subtype, next.code)) return false;
  // A code nobody knows says nothing about how far the parcel is: shown only over the very first state.
  if (statusOf(subtype, next.code).group === 'unknown') return rankOf(subtype, shown.code) === 0 && age >= 0;
  if (age > 0) return true;
  return rankOf(subtype, next.code) > rankOf(subtype, shown.code);
}
