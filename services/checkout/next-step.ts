import { isCertain, moneyOf, needsRecall, type Order, type OrderState } from '@nordhaut/ordering';
import type { Checkout } from './checkout.ts';

/**
 * What an order needs next, from its history alone.
 *
 * - `claim`: the checkout began; the cart has to give up the lines of the order
 * - `place`: the lines are claimed, the order is not there yet
 * - `pay`: a card order nobody has charged yet, as far as the shop knows
 * - `await-payment`: the buyer is at the bank
 * - `ship`: paid or cash on delivery, and no parcel yet
 * - `cancel`: the carrier refused for good, the money came after the payment had been given up, or another process
 *   closed the checkout as failed while this one placed the order
 * - `recall`: the order was cancelled, and its parcel must not be sent
 * - `start-refund`: money on a card is owed to the buyer: the order will not be fulfilled, the parcel was not collected,
 *   the goods came back, or a card was charged twice
 * - `refund`: a refund was decided, and the processor has to do it
 * - `find-parcel`: the order was cancelled, and another process may have created a parcel without recording it
 * - `complete`, `fail`: the process itself has to be closed
 * - `done`: nothing
 */
export type Step =
  | 'claim'
  | 'place'
  | 'pay'
  | 'await-payment'
  | 'ship'
  | 'cancel'
  | 'recall'
  | 'start-refund'
  | 'refund'
  | 'find-parcel'
  | 'complete'
  | 'fail'
  | 'done';

/** Abroad no carrier is asked; but an order whose buyer was forgotten has nowhere to go, and ends as one that is refused. */
const needsParcel = (order: Order, ended: boolean): boolean =>
  !order.shipment && (order.terms.delivery.type !== 'INTERNATIONAL' || (!ended && order.personal === undefined));

/** Money on a card that is owed to the buyer; also long after the checkout has ended. */
function refundStep(order: Order): Step | undefined {
  const debts = moneyOf(order).debts.filter(({ way }) => way === 'card');
  if (debts.some(({ started }) => started)) return 'refund';
  return debts.length > 0 ? 'start-refund' : undefined;
}

/** @param claimed whether the caller knows that the order has its lines; taking the step `claim` again is harmless */
export function nextStep(checkout: Checkout, order: OrderState, claimed = false): Step {
  if (!checkout) return 'done';
  if (!order) return checkout.ended ? 'done' : claimed || checkout.terms.cartId === null ? 'place' : 'claim';
  const { status, paid, failure, recTradeId } = order.payment;
  const isTooLate = (paid > 0 && failure !== null) || (checkout.ended === 'FAILED' && !failure);
  if ((order.shipmentRejected || isTooLate) && !order.cancelled && !order.handedOverAt) return 'cancel';
  const recall = needsRecall(order);
  if (recall === 'stop') return 'recall';
  const refund = refundStep(order);
  if (refund) return refund;
  if (order.cancelled || failure) {
    if (!checkout.ended) return 'fail';
    return recall === 'look' ? 'find-parcel' : 'done';
  }
  if (status === 'HANDLING') return recTradeId ? 'await-payment' : 'pay';
  if (status !== 'RETURN' && needsParcel(order, checkout.ended !== null)) return 'ship';
  return checkout.ended ? 'done' : 'complete';
}

/** Steps that wait for the card processor, or for the buyer at the bank. */
export const isWaiting = (step: Step): boolean => step === 'pay' || step === 'await-payment';

/** The payment was given up without the processor's word, so the card may be charged all the same. */
export function isInDoubt(checkout: Checkout, order: OrderState): boolean {
  if (!checkout?.ended || checkout.doubtEnded || !order) return false;
  const { failure, paid } = order.payment;
  return failure !== null && !isCertain(failure.reason) && paid === 0;
}

/** Whether the sweeper still has work with an order: a step is left, or a payment is in doubt. */
export const isOpen = (checkout: Checkout, order: OrderState): boolean =>
  nextStep(checkout, order) !== 'done' || isInDoubt(checkout, order);
