import { reject, type Decider } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { OrderState } from './order.ts';
import type { OrderEvent } from './order-events.ts';

/** A command of somebody who saw the order at the revision `expected`. */
export type Expecting = { expected: number; command: OrderCommand };

/** No command of an order has a limit (infra/decisions/109). */
const { limit: _, ...rules } = orderDecider;

/**
 * The order's decider for people: it refuses a command if anything was recorded since they looked. The append names the same
 * revision, so of two people at once one wins. A repeated command is answered before it is decided.
 */
export const expectingDecider: Decider<{ revision: number; order: OrderState }, Expecting, OrderEvent> = {
  ...rules,
  initial: { revision: -1, order: null },
  decide: ({ expected, command }, { revision, order }) =>
    revision === expected ? orderDecider.decide(command, order) : reject(409, 'ORDER_CHANGED', messages.orderChanged),
  evolve: ({ order }, event) => ({ revision: event.revision, order: orderDecider.evolve(order, event) }),
};
