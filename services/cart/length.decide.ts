import type { StreamLimit } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';

/** Far above what a buyer does: 5,000 changes, and 100 more for each day since the first one. */
const CHANGES: StreamLimit = {
  events: 5_000,
  perDay: 100,
  rejection: { status: 409, code: 'TOO_MANY_CHANGES', message: messages.tooManyChanges },
};
/** A cart that is full of changes still has room for thousands of orders. */
const ORDERS: StreamLimit = {
  events: 20_000,
  perDay: 200,
  rejection: { status: 409, code: 'TOO_MANY_CHANGES', message: messages.tooManyOrders },
};

/** A cart with more events takes no guest's cart over. The lines stay with the browser. */
export const MOST_ADOPTING = ORDERS.events;

/**
 * The limits of a cart's length (infra/decisions/109). What ends something has none: to remove a line, and to end a claim or
 * a hand-over. Each of these records something once for each command that has a limit.
 */
export function limit({ type, quantity = 0 }: { type: string; quantity?: number }): StreamLimit | undefined {
  if (type === 'AddItem' || (type === 'ChangeQuantity' && quantity > 0)) return CHANGES;
  return type === 'ClaimLines' ? ORDERS : undefined;
}
