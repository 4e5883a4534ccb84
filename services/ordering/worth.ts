import { linkedValue } from './linked.ts';
import { grantable } from './money.ts';
import type { LinkedItem } from './order-events.ts';
import type { Order } from './order-state.ts';

/**
 * What acts of support are worth to the buyer, which bounds what one person decides alone (infra/decisions/069). NT$, with the
 * shopping credit that paid: an order with credit is sent again, and given back, as a whole.
 */
type Pieces = readonly Pick<LinkedItem, 'productId' | 'tier' | 'quantity'>[];

/** Of goods that are sent again. Nothing was paid in a linked order; its goods have the worth that they had in the origin. */
export const worthAgain = (order: Order, items: Pieces): number =>
  order.terms.linked?.value ?? linkedValue(order, items) + order.terms.credit;

/** Of the word that nobody collected the parcel. A linked order owes nothing; its origin does. */
export const worthNotCollected = (order: Order): number => order.terms.linked?.value ?? Math.max(0, grantable(order)) + order.terms.credit;
