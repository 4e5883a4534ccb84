import { CORRECTIONS } from '@nordhaut/contracts';
import { isLost } from '@nordhaut/logistics';
import type { Wait } from './order-events.ts';
import { needsDecision } from './is-waiting.ts';
import { isGivenBack, isSentAgain, isStuck, keptOfResends, linkedToPlace, originToTell, resentInVain } from './linked.ts';
import { moneyOf, refundable } from './money.ts';
import type { Order } from './order-state.ts';
import { needsRecall } from './recall.ts';
import { returnDeadline } from './refund-amount.ts';

/**
 * Why the shop still needs the buyer's data at `now` (ISO): it waits for the end of each of these (decisions.md 87). The
 * legal claims of a hold count as well. Empty: the order is over.
 */
export const openMatters = (order: Order, now: string): Wait[] => [
  ...undatedMatters(order),
  ...windowOf(order).filter(({ until }) => until !== null && until >= now),
];

/** The matters that an event ends, not the time. */
export function undatedMatters(order: Order): Wait[] {
  const { payment, returnState, cancelled, holds = [] } = order;
  const open: Wait['why'][] = [];
  if (payment.status === 'HANDLING' && !cancelled) open.push('PAYMENT');
  else if (isParcelOpen(order) || linkedToPlace(order)) open.push('PARCEL');
  if (returnState === 'RETURN_APPLY' || returnState === 'RETURN') open.push('RETURN');
  // The origin may owe the buyer money for it.
  if (moneyOf(order).owed > 0 || originToTell(order) !== undefined) open.push('MONEY_OWED');
  return [...open, ...holds].map((why) => ({ why, until: null }));
}

/** The parcel will be sent, is on its way or has to be stopped. */
function isParcelOpen(order: Order): boolean {
  const { cancelled, handedOverAt, parcel, payment, receivedAt, return: goods, terms } = order;
  // A correction of the carrier does not change that the goods came back.
  if (receivedAt !== null || goods?.receivedAt) return false;
  // The buyer gets another parcel instead, which is another order's.
  if (isSentAgain(order) || isWrittenOff(order)) return false;
  // The carrier ended a parcel that expired or was cancelled there. Somebody has to decide about what was paid for it.
  if (parcel?.finished) return terms.payment !== 'COD' && needsDecision(order);
  if (cancelled) return needsRecall(order) !== undefined || handedOverAt !== null;
  if (payment.failure && !order.shipment) return payment.paid > 0;
  return payment.status !== 'RETURN' || handedOverAt !== null;
}

/**
 * The carrier lost or holds up the parcel, and nothing of its money is left: it was paid back or went into goods that are sent again, also in
 * vain, its origin owes it, or it is cash for a parcel that is lost for good. Credit went back with the cancellation, or with the word that
 * nobody collected the parcel. No event ends such a parcel, so the buyer's data would be kept without an end.
 */
function isWrittenOff(order: Order): boolean {
  const { cancelled, originTold, parcel, terms, uncollected } = order;
  const { subtype } = terms.delivery;
  if (!parcel || subtype === 'INTERNATIONAL' || !isStuck(order)) return false;
  if (terms.total === 0)
    return cancelled !== null || uncollected === true || originTold === true || resentInVain(order) !== undefined || isGivenBack(order);
  return refundable(order, null) <= keptOfResends(order) && (terms.payment !== 'COD' || isLost(subtype, parcel.code));
}

/** The seven days of the law, in which the buyer may send the goods back and then needs an account for the money. */
const windowOf = (order: Order): Wait[] =>
  order.return || order.cancelled || order.receivedAt === null ? [] : [{ why: 'RETURN_WINDOW', until: returnDeadline(order) }];

/** The last instant (ISO) of a matter that the time ends; null where there is none. */
export const freeFrom = (order: Order): string | null => windowOf(order)[0]?.until ?? null;

/**
 * When the order finished (ISO): its last step, a refund included; null while something is open that only an event ends. A
 * correction of data does not count: it would keep the buyer's data longer.
 */
export function overAt(order: Order): string | null {
  if (undatedMatters(order).length > 0) return null;
  const steps = order.timeline.filter(({ late, code }) => !late && !CORRECTIONS.has(code)).map(({ at }) => Date.parse(at));
  return new Date(Math.max(...steps)).toISOString();
}
