import { stageOf, statusOf } from '@nordhaut/logistics';
import type { Order } from './order-state.ts';

/** FamilyMart's code for the sender's store alone. 2104 and 7011 are for either side. */
const SENDER_STORE = '7032';
/** After these stages the buyer's store is no matter any more: the parcel is there, was there, or is on its way back. */
const PAST: ReadonlySet<string> = new Set(['at-store', 'delivered', 'returning', 'customer-return', 'cancelled']);

/**
 * Pure: whether the carrier cannot use the buyer's store, so that somebody has to choose another one. A notice and a state of
 * the parcel both say so; what is older than the last change is over.
 */
export function needsOtherStore({ terms, shipment, cancelled, parcel, storeProblems = [], storeChange }: Order): boolean {
  const { type, subtype } = terms.delivery;
  if (type !== 'CVS' || !shipment || cancelled || !parcel) return false;
  if (parcel.reports.some(({ code }) => PAST.has(stageOf(subtype, code)))) return false;
  const { group } = statusOf(subtype, parcel.code);
  const changed = [storeChange?.state === 'DONE' ? storeChange.at : '', group === 'store-changed' ? parcel.at : ''];
  const isNew = (at: string): boolean => changed.every((before) => before === '' || Date.parse(at) > Date.parse(before));
  if (storeProblems.some(({ side, at }) => side === 'pickup' && isNew(at))) return true;
  return group === 'store-problem' && parcel.code !== SENDER_STORE && isNew(parcel.at);
}
