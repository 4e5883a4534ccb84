import {
  endedUncollected,
  isAllPaidBack,
  isGivenBack,
  isSentAgain,
  isStuck,
  keptOfResends,
  resentInVain,
  waitsForFirst,
} from './linked.ts';
import { wasNotCollected } from './is-not-collected.ts';
import { moneyOf, refundable } from './money.ts';
import type { Order } from './order-state.ts';
import { needsOtherStore } from './pickup-store.ts';
import { unclearParcel } from './is-unclear.ts';

/**
 * What an order waits for, beside money that is owed and proposals. `store`: the buyer's store is closed. `refused`: the carrier took
 * no parcel, so the buyer has to be told. `not-collected`: the parcel travels back. `held-up`: the carrier holds up the parcel, and its
 * second shipment was withdrawn. `stuck`: the carrier lost the parcel or cannot deliver it. `unclear`: the reports about the parcel and the
 * order do not fit (`unclearParcel`). `abroad`: support records the state of the parcel. `under-way`: the parcel is made and has not
 * arrived, which is work only after some time.
 */
export type Waiting =
  | 'payment'
  | 'return'
  | 'not-collected'
  | 'refused'
  | 'store'
  | 'unclear'
  | 'held-up'
  | 'stuck'
  | 'abroad'
  | 'under-way';

/** Whether the goods of a return are back, and a second person decides about what is paid for them. */
export const isReceiptProposed = ({ proposals = [] }: Pick<Order, 'proposals'>): boolean =>
  proposals.some(({ as, verdict }) => as === 'return' && verdict === 'OPEN');

/** Pure: which of them it is; null: none. An order is in one of these lists at most. */
export function waitingFor(order: Order): Waiting | null {
  const { cancelled, payment, returnState, return: goods, shipmentRejected } = order;
  const isReturning = returnState === 'RETURN_APPLY' || returnState === 'RETURN';
  // Goods that are back leave a refund, which is on the list of owed money, or a proposal.
  if (isReturning) return (goods?.receivedAt && moneyOf(order).owed > 0) || isReceiptProposed(order) ? null : 'return';
  if (endedUncollected(order)) return 'not-collected';
  if (needsOtherStore(order)) return 'store';
  if (unclearParcel(order)) return 'unclear';
  if (shipmentRejected) return 'refused';
  if (waitsForFirst(order)) return 'held-up';
  if (needsDecision(order)) return 'stuck';
  if (isOnItsWayAbroad(order)) return 'abroad';
  if (payment.status === 'HANDLING' && !cancelled) return 'payment';
  return isUnderWay(order) ? 'under-way' : null;
}

/**
 * Whether a parcel is to arrive. Some that a carrier loses have no report that says so. What is paid back as a whole is not sent
 * (`nextStep`), but the carrier may have it already.
 */
function isUnderWay(order: Order): boolean {
  const { cancelled, handedOverAt, parcel, payment, receivedAt, terms } = order;
  if (terms.delivery.subtype === 'INTERNATIONAL' || !parcel || parcel.finished || receivedAt !== null) return false;
  return !cancelled && !payment.failure && !isStuck(order) && !isSentAgain(order) && (handedOverAt !== null || !isAllPaidBack(order));
}

/**
 * Whether support has to decide about a parcel that the carrier lost or cannot deliver: it was neither sent again nor paid back. Where a
 * part of it was sent again, the rest waits as long as money is left for it. Goods that were sent again in vain do not wait: their money is
 * owed, or their credit went back.
 */
export function needsDecision(order: Order): boolean {
  const { cancelled, originTold, payment, linked = [], return: goods, terms, uncollected } = order;
  // A linked order that came to nothing cannot be sent again: its origin owes the money.
  if (cancelled || payment.failure || uncollected || goods?.receivedAt || originTold) return false;
  if (terms.delivery.subtype === 'INTERNATIONAL' || !isStuck(order)) return false;
  if (isSentAgain(order) || resentInVain(order)) return false;
  if (terms.total > 0 && linked.length > 0 && refundable(order, null) <= keptOfResends(order)) return false;
  return !isGivenBack(order) && moneyOf(order).owed === 0;
}

/** Whether a parcel abroad has not ended, so that support has to record its next state (decisions.md 17). */
function isOnItsWayAbroad(order: Order): boolean {
  const { cancelled, parcel, payment, receivedAt, terms } = order;
  if (terms.delivery.subtype !== 'INTERNATIONAL' || cancelled || payment.failure || receivedAt !== null) return false;
  return (payment.status === 'SUCCESS' || parcel !== null) && !isSentAgain(order) && !wasNotCollected(order);
}
