import { owedToBuyer, type Order, type OrderState } from '@nordhaut/ordering';
import type { Checkout } from './checkout.ts';

/**
 * What an order needs next, from its history alone.
 *
 * - `place`: the checkout began, the order is not there yet
 * - `pay`: a card order nobody has charged yet, as far as the shop knows
 * - `await-payment`: the buyer is at the bank
 * - `ship`: paid or cash on delivery, and no parcel yet
 * - `cancel`: the carrier refused for good, or the money came after the payment had been given up
 * - `refund`: money is here for an order that will not be fulfilled
 * - `complete`, `fail`: the process itself has to be closed
 * - `done`: nothing
 */
export type Step = 'place' | 'pay' | 'await-payment' | 'ship' | 'cancel' | 'refund' | 'complete' | 'fail' | 'done';

/** Abroad no carrier is asked; but an order whose buyer was forgotten has nowhere to go, and ends as one that is refused. */
const needsParcel = (order: Order, ended: boolean): boolean =>
  !order.shipment && (order.terms.delivery.type !== 'INTERNATIONAL' || (!ended && order.personal === undefined));

export function nextStep(checkout: Checkout, order: OrderState): Step {
  if (!checkout) return 'done';
  if (!order) return checkout.ended ? 'done' : 'place';
  const { status, failure, recTradeId } = order.payment;
  // The carrier refused, or the money came after the payment had been given up.
  if (!order.cancelled && (order.shipmentRejected || (status === 'SUCCESS' && failure))) return 'cancel';
  if (order.cancelled || failure) {
    if (owedToBuyer(order) > 0) return 'refund';
    return checkout.ended ? 'done' : 'fail';
  }
  if (status === 'HANDLING') return recTradeId ? 'await-payment' : 'pay';
  if (status !== 'RETURN' && needsParcel(order, checkout.ended !== null)) return 'ship';
  return checkout.ended ? 'done' : 'complete';
}
