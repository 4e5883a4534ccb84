import { endedUncollected } from './linked.ts';
import type { Order } from './order-state.ts';

/**
 * Whether an order stands, so that a later one is no first order (decisions.md 57): its payment did not fail, and it was
 * neither cancelled nor refused by the carrier nor left uncollected. A returned order stands.
 */
export const isStanding = (order: Order): boolean =>
  order.cancelled === null && !order.shipmentRejected && order.payment.failure === null && !endedUncollected(order);

/** Whether the order counts as a purchase of its buyer: it stands, and it is neither a group order (decisions.md 74) nor linked to another one. */
export const isPurchase = (order: Order): boolean =>
  order.terms.group === undefined && order.terms.linked === undefined && isStanding(order);
