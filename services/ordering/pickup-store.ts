import { isLost, stageOf, statusOf } from '@nordhaut/logistics';
import type { Order } from './order-state.ts';

/** FamilyMart's code for the sender's store alone. 2104 and 7011 are for either side. */
const SENDER_STORE = '7032';
/** After these stages the buyer's store is no matter any more: the parcel is there, was there, or is on its way back. */
const PAST: ReadonlySet<string> = new Set(['at-store', 'delivered', 'returning', 'customer-return', 'cancelled']);

/** The revision of the report that made the parcel's state. */
const reportedAt = ({ parcel, timeline }: Order): number =>
  timeline.findLast(({ code, late }) => code === parcel?.code && !late)?.revision ?? -1;

/**
 * Pure: whether the carrier cannot use the buyer's store, so that somebody has to choose another one; never of a lost parcel. A notice and a state of
 * the parcel both say so; what came before the last change is over. The order of the events decides: the clocks of carrier and shop differ.
 */
export function needsOtherStore(order: Order): boolean {
  const { terms, shipment, cancelled, parcel, storeProblems = [], storeChange } = order;
  const { type, subtype } = terms.delivery;
  if (type !== 'CVS' || !shipment || cancelled || !parcel || isLost(subtype, parcel.code)) return false;
  if (parcel.reports.some(({ code }) => PAST.has(stageOf(subtype, code)))) return false;
  const { group } = statusOf(subtype, parcel.code);
  const reported = reportedAt(order);
  const changed = Math.max(storeChange?.state === 'DONE' ? storeChange.revision : -1, group === 'store-changed' ? reported : -1);
  if (storeProblems.some(({ side, revision }) => side === 'pickup' && revision > changed)) return true;
  return group === 'store-problem' && parcel.code !== SENDER_STORE && reported > changed;
}
