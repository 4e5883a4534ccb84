import { endedUncollected, isCarrierFailure, isSentAgain, resentInVain } from './linked.ts';
import type { Order } from './order-state.ts';

/**
 * Whether an order stands, so that a later one is no first order (decisions.md 57): its payment did not fail, and it was
 * neither cancelled nor refused by the carrier nor left uncollected, and the carrier did not lose it. A returned order stands.
 */
export const isStanding = (order: Order): boolean =>
  order.cancelled === null && !order.shipmentRejected && order.payment.failure === null && !neverCame(order);

/**
 * Whether the buyer gets nothing of the order any more: nobody collected its parcel, or the carrier failed. Where it was sent again,
 * the second shipment counts.
 */
function neverCame(order: Order): boolean {
  if (endedUncollected(order)) return true;
  if (isSentAgain(order)) return false;
  const again = resentInVain(order);
  return again === 'CANCELLED' || again === 'NOT_COLLECTED' || (again !== 'RETURNED' && isCarrierFailure(order));
}

/** Whether the order counts as a purchase of its buyer: it stands, and it is neither a group order (decisions.md 74) nor linked to another one. */
export const isPurchase = (order: Order): boolean =>
  order.terms.group === undefined && order.terms.linked === undefined && isStanding(order);
