import { isLost, stageOf, statusOf } from '@nordhaut/logistics';
import { isSentAgain, resentInVain } from './linked.ts';
import type { Order } from './order-state.ts';

/** FamilyMart's code for the sender's store alone. 2104 and 7011 are for either side. */
const SENDER_STORE = '7032';
/** After these stages the buyer's store is no matter any more: the parcel is there, was there, or is on its way back. */
const PAST: ReadonlySet<string> = new Set(['at-store', 'delivered', 'returning', 'customer-return', 'cancelled']);
/** The same of a choice without an answer: the parcel may be at the chosen store, and the order names the one before. */
const OVER: ReadonlySet<string> = new Set([...PAST].filter((stage) => stage !== 'at-store'));

/** The revision of the report that made the parcel's state. */
const reportedAt = ({ parcel, timeline }: Order): number =>
  timeline.findLast(({ code, late }) => code === parcel?.code && !late)?.revision ?? -1;

/** The revision of the last change of the store; -1: none. */
function changedAt(order: Order): number {
  const { parcel, terms, storeChange } = order;
  const isChanged = parcel !== null && statusOf(terms.delivery.subtype, parcel.code).group === 'store-changed';
  return Math.max(storeChange?.state === 'DONE' ? storeChange.revision : -1, isChanged ? reportedAt(order) : -1);
}

/** Pure: whether the parcel's state is a closed store, the buyer's or the sender's, and no change came after it. */
export function hasClosedStore(order: Order): boolean {
  const { parcel, shipment, terms } = order;
  if (!parcel || !shipment || statusOf(terms.delivery.subtype, parcel.code).group !== 'store-problem') return false;
  return reportedAt(order) > changedAt(order);
}

/**
 * Pure: whether the carrier cannot use the buyer's store, so that somebody has to choose another one; never of a lost parcel, nor of one
 * that was found after everything was sent again, also where that came to nothing: the money is owed then. A notice and a state of
 * the parcel both say so; what came before the last change is over. The order of the events decides: the clocks of carrier and shop differ.
 * A choice without an answer is sent again, also where the carrier reports a change meanwhile: only its answer changes the order's store.
 */
export function needsOtherStore(order: Order): boolean {
  const { terms, shipment, cancelled, parcel, storeProblems = [], storeChange } = order;
  const { type, subtype } = terms.delivery;
  if (type !== 'CVS' || !shipment || cancelled || !parcel || isLost(subtype, parcel.code)) return false;
  if (isSentAgain(order) || resentInVain(order)) return false;
  const isAsked = storeChange?.state === 'OPEN';
  if (parcel.reports.some(({ code }) => (isAsked ? OVER : PAST).has(stageOf(subtype, code)))) return false;
  if (isAsked) return true;
  const changed = changedAt(order);
  if (storeProblems.some(({ side, revision }) => side === 'pickup' && revision > changed)) return true;
  return parcel.code !== SENDER_STORE && hasClosedStore(order);
}
