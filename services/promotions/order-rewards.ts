import {
  endedUncollected,
  isCarrierFailure,
  isCreditGiven,
  isLive,
  isSentAgain,
  linkedOutcome,
  moneyOf,
  type Order,
  orderFacts,
  owedBeforeRewards,
  resentInVain,
} from '@nordhaut/ordering';
import type { RewardFacts } from './rewards.decide.ts';
import type { Outcome } from './wallet-events.ts';

/** Cancellations for which the shop or the carrier is the reason (decisions.md 60). */
const BY_SHOP: ReadonlySet<string> = new Set(['SHIPMENT_REJECTED', 'CHECKOUT_FAILED']);

/** A second shipment of the whole order, whose parcel the carrier lost or could not deliver. */
const OUTCOME_OF_RESEND = { CANCELLED: 'SHOP_FAILED', NOT_COLLECTED: 'NOT_COLLECTED', RETURNED: 'RETURNED', NOT_PLACED: null } as const;

/**
 * The final outcome that gives coupons and credit back. "Not collected" counts when the process has decided: for a card order
 * with the decision about the refund, and at once where nothing is left to pay back (decisions.md 59). It stays where the parcel is
 * lost or damaged on its way back. A parcel that the carrier lost, or cannot deliver, counts once everything was given back for it
 * (decisions.md 60).
 */
export function outcomeOf(order: Order): Outcome | null {
  // All of it is sent again, so the buyer keeps the order, and its coupons, credit and rewards stay used.
  if (isSentAgain(order)) return null;
  if (order.return?.receivedAt) return 'RETURNED';
  if (order.cancelled) return BY_SHOP.has(order.cancelled) ? 'SHOP_FAILED' : 'CANCELLED';
  if (order.shipmentRejected) return 'SHOP_FAILED';
  if (order.payment.failure) return 'FAILED';
  const again = resentInVain(order);
  if (again) return OUTCOME_OF_RESEND[again];
  const isDecided = !moneyOf(order).debts.some(({ reason, started }) => reason === 'NOT_COLLECTED' && !started);
  if (endedUncollected(order)) return isDecided ? 'NOT_COLLECTED' : null;
  return isCarrierFailure(order) ? 'SHOP_FAILED' : null;
}

/** NT$ paid for goods: credit pays goods first, then shipping (decisions.md 55). */
export function goodsPaid({ subtotal, discounts, credit }: Pick<Order['terms'], 'subtotal' | 'discounts' | 'credit'>): number {
  const goods = discounts.reduce((sum, { amount }) => sum - amount, subtotal);
  return Math.max(0, goods - credit);
}

/** The orders that send goods of an order again, by number. */
export type LinkedOrders = ReadonlyMap<string, Order>;

type Arrival = Pick<RewardFacts, 'receivedAt' | 'returnDeadline' | 'isReturnOpen'>;
const NOT_YET: Arrival = { receivedAt: null, returnDeadline: null, isReturnOpen: false };

/**
 * When the buyer had the goods: by the order's own parcel, or, where they stand in linked orders, by the last of those. Pieces that
 * were sent again alone are not the whole purchase. The return of a lost parcel cannot come, so then only those of the others count.
 */
function arrivalOf(order: Order, links: LinkedOrders): Arrival {
  const { receivedAt, returnState } = order;
  const isReplaced = isSentAgain(order);
  if (receivedAt !== null && !(isReplaced && order.return?.receivedAt))
    return {
      receivedAt,
      returnDeadline: orderFacts(order).returnDeadline,
      isReturnOpen: returnState === 'RETURN_APPLY' || returnState === 'RETURN',
    };
  if (!isReplaced) return NOT_YET;
  const arrivals = (order.linked ?? []).filter(isLive).map(({ linkedOrderNo }) => {
    const link = links.get(linkedOrderNo);
    return link && linkedOutcome(link) === undefined ? arrivalOf(link, links) : NOT_YET;
  });
  return arrivals.reduce((one, other) => {
    if (one.receivedAt === null || other.receivedAt === null) return NOT_YET;
    const last = other.receivedAt > one.receivedAt ? other : one;
    return { ...last, isReturnOpen: one.isReturnOpen || other.isReturnOpen };
  });
}

/** @param links all that is sent again for the order, also for its linked orders */
export function rewardFacts(order: Order, links: LinkedOrders = new Map()): RewardFacts {
  const { terms, placedAt } = order;
  const outcome = outcomeOf(order);
  return {
    orderNo: terms.orderNo,
    placedAt,
    isAdopted: terms.memberId === null,
    goodsPaid: goodsPaid(terms),
    ...arrivalOf(order, links),
    outcome,
    creditGiven: outcome === 'SHOP_FAILED' && isCarrierFailure(order) && isCreditGiven(order),
    refund: outcome === 'RETURNED' ? owedBeforeRewards(order) : 0,
  };
}
