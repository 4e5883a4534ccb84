import {
  awaitsRewards,
  isCertain,
  isAllPaidBack,
  linkedToPlace,
  moneyOf,
  needsRecall,
  type Order,
  type OrderState,
  originToTell,
} from '@nordhaut/ordering';
import { reservesAnything } from '@nordhaut/promotions';
import type { Checkout } from './checkout.ts';

/**
 * The next step of an order, derived from its history alone.
 *
 * - `claim`: the checkout began; the order has to claim its lines in the cart
 * - `reserve`: the lines are claimed; the order has to take its coupons and its credit, or is a member's
 * - `place`: all of that is done, the order is not placed yet
 * - `pay`: a card order without a charge that the shop knows of
 * - `await-payment`: the buyer is at the bank
 * - `ship`: paid, or cash on delivery, and without a parcel
 * - `cancel`: the carrier refused the parcel, the money came after the payment had been given up, or another process
 *   closed the checkout as failed while this one placed the order
 * - `recall`: the order was cancelled, and its parcel must not be sent
 * - `link`: goods of the order are sent again, in a linked order that is not recorded as placed
 * - `tell-origin`: a linked order came to nothing, and the order that was paid has to know
 * - `take-rewards-back`: the goods of a member's order came back, and its refund waits for what its rewards deduct
 * - `start-refund`: money on a card is owed to the buyer: the order will not be fulfilled, the parcel was not collected,
 *   the goods came back, or a card was charged twice
 * - `refund`: a refund was decided, and the processor has to do it
 * - `find-parcel`: the order was cancelled without a parcel that the shop knows of, and the carrier may have one (`needsRecall`)
 * - `complete`, `fail`: the checkout has to be closed
 * - `done`: nothing
 */
export type Step =
  | 'claim'
  | 'reserve'
  | 'place'
  | 'pay'
  | 'await-payment'
  | 'ship'
  | 'cancel'
  | 'recall'
  | 'link'
  | 'tell-origin'
  | 'take-rewards-back'
  | 'start-refund'
  | 'refund'
  | 'find-parcel'
  | 'complete'
  | 'fail'
  | 'done';

/** International orders need no carrier. If their buyer was forgotten, the step `ship` rejects the shipment, because there is no address. */
const needsParcel = (order: Order, ended: boolean): boolean =>
  !order.shipment && (order.terms.delivery.type !== 'INTERNATIONAL' || (!ended && order.personal.contact === undefined));

/** The step for money that is owed to a card, also long after the checkout has ended. */
function refundStep(order: Order): Step | undefined {
  const debts = moneyOf(order).debts.filter(({ way }) => way === 'card');
  if (debts.some(({ started }) => started)) return 'refund';
  if (debts.some(({ reason }) => reason === 'RETURN') && awaitsRewards(order)) return 'take-rewards-back';
  return debts.length > 0 ? 'start-refund' : undefined;
}

/**
 * What the caller knows that the order holds: its lines in the cart, its coupons and credit. `refundWaits`: the processor did not make the
 * refund now, so the step after it comes: a bank that refuses for days must not hold up the parcel, nor the cart of an order that failed.
 */
export type Held = { claimed?: boolean; reserved?: boolean; refundWaits?: boolean };

/** The step before the order is placed. A step whose outcome the caller does not know is repeated, which is harmless. */
function stepToOrder({ terms }: NonNullable<Checkout>, { claimed = false, reserved = false }: Held): Step {
  if (terms.cartId !== null && !claimed) return 'claim';
  return reservesAnything(terms) && !reserved ? 'reserve' : 'place';
}

export function nextStep(checkout: Checkout, order: OrderState, held: Held = {}): Step {
  if (!checkout) return 'done';
  if (!order) return checkout.ended ? 'done' : stepToOrder(checkout, held);
  const { status, paid, failure, recTradeId } = order.payment;
  const isPaidTooLate = paid > 0 && failure !== null;
  const wasFailedMeanwhile = checkout.ended === 'FAILED' && !failure;
  if ((order.shipmentRejected || isPaidTooLate || wasFailedMeanwhile) && !order.cancelled && !order.handedOverAt) return 'cancel';
  const recall = needsRecall(order);
  if (recall === 'stop') return 'recall';
  if (linkedToPlace(order)) return 'link';
  if (originToTell(order) !== undefined) return 'tell-origin';
  const refund = refundStep(order);
  if (refund && !(refund === 'refund' && held.refundWaits)) return refund;
  if (order.cancelled || failure) {
    if (!checkout.ended) return 'fail';
    return recall === 'look' ? 'find-parcel' : 'done';
  }
  if (status === 'HANDLING') return recTradeId ? 'await-payment' : 'pay';
  // What is paid back as a whole is not sent, also before the processor has done it.
  if (status !== 'RETURN' && !isAllPaidBack(order) && needsParcel(order, checkout.ended !== null)) return 'ship';
  return checkout.ended ? 'done' : 'complete';
}

/** Steps that wait for the card processor, or for the buyer at the bank. */
export const isWaiting = (step: Step): boolean => step === 'pay' || step === 'await-payment';

/** The payment was given up without an answer of the processor, so the card may still be charged. */
export function isInDoubt(checkout: Checkout, order: OrderState): boolean {
  if (!checkout?.ended || checkout.doubtEnded || !order) return false;
  const { failure, paid } = order.payment;
  return failure !== null && !isCertain(failure.reason) && paid === 0;
}

/** Whether the sweeper still has work with an order: a step is left, or a payment is in doubt. */
export const isOpen = (checkout: Checkout, order: OrderState): boolean =>
  nextStep(checkout, order) !== 'done' || isInDoubt(checkout, order);
