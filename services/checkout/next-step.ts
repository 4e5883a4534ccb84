import { owedToBuyer, type Order, type OrderState } from '@nordhaut/ordering';
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
 * - `refund`: money is here for an order that will not be fulfilled
 * - `complete`, `fail`: the process itself has to be closed
 * - `done`: nothing
 */
export type Step = 'claim' | 'place' | 'pay' | 'await-payment' | 'ship' | 'cancel' | 'refund' | 'complete' | 'fail' | 'done';

/** Abroad no carrier is asked; but an order whose buyer was forgotten has nowhere to go, and ends as one that is refused. */
const needsParcel = (order: Order, ended: boolean): boolean =>
  !order.shipment && (order.terms.delivery.type !== 'INTERNATIONAL' || (!ended && order.personal === undefined));

/** @param claimed whether the caller knows that the order has its lines; taking the step `claim` again is harmless */
export function nextStep(checkout: Checkout, order: OrderState, claimed = false): Step {
  if (!checkout) return 'done';
  if (!order) return checkout.ended ? 'done' : claimed || checkout.terms.cartId === null ? 'place' : 'claim';
  const { status, failure, recTradeId } = order.payment;
  const isTooLate = (status === 'SUCCESS' && failure) || (checkout.ended === 'FAILED' && !failure);
  if (!order.cancelled && (order.shipmentRejected || isTooLate)) return 'cancel';
  if (order.cancelled || failure) {
    if (owedToBuyer(order) > 0) return 'refund';
    return checkout.ended ? 'done' : 'fail';
  }
  if (status === 'HANDLING') return recTradeId ? 'await-payment' : 'pay';
  if (status !== 'RETURN' && needsParcel(order, checkout.ended !== null)) return 'ship';
  return checkout.ended ? 'done' : 'complete';
}
