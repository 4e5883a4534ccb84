import type { OrderAct } from '@nordhaut/contracts/support';
import {
  givenByWord,
  NOT_COLLECTED_ABROAD,
  type Order,
  type RefundLimit,
  worthAgain,
  worthNotCollected,
  worthReturned,
} from '@nordhaut/ordering';

export type RefundLimits = { aloneMax: number; aDay: number };
/** Of one caller for one order. `oneHand`: one person decides about its return (`inOneHand`). */
export type OrderLimits = RefundLimits & { oneHand: boolean };

/**
 * NT$ that an act gives by the word of support: money, shopping credit, goods again, or everything for a parcel abroad that nobody
 * collected, or for goods of which one person alone says that they came back. One limit counts them all. Undefined where a rule decides
 * the amount, or nothing is given: goods that come back are exchanged once by that rule.
 */
function givenBy(act: OrderAct, order: Order, { oneHand }: Pick<OrderLimits, 'oneHand'>): number | undefined {
  switch (act.type) {
    case 'goodwill':
    case 'credit':
      return act.amount;
    case 'resend':
      return worthAgain(order, act.items);
    case 'exchange':
      return needsTwo(act, order) ? worthAgain(order, act.items) : undefined;
    case 'parcel-abroad':
      return paysBack(act) ? worthNotCollected(order) : undefined;
    case 'refund-by-transfer':
      return amountOf(act, order);
    case 'receive-return':
      return oneHand && !order.return?.receivedAt ? worthReturned(order) : undefined;
    default:
      return undefined;
  }
}

/** NT$ of the refund that an act names; 0 where there is none. */
export const amountOf = ({ refundId }: { refundId: string }, { startedRefunds }: Order): number =>
  startedRefunds.find((refund) => refund.refundId === refundId)?.amount ?? 0;

/** Whether it needs the right to refund, although other acts of its type do not. */
export const paysBack = (act: OrderAct): boolean => act.type === 'parcel-abroad' && act.code === NOT_COLLECTED_ABROAD;

export const isLimited = (act: OrderAct, order: Order, limits: OrderLimits): boolean => givenBy(act, order, limits) !== undefined;

/**
 * Whether two people decide about it, whatever it is worth. No carrier says what became of a parcel abroad, so its goods could be
 * sent again without an end; nor does anybody lose a parcel twice, or exchange goods twice. Nothing was paid in a linked order.
 */
function needsTwo({ type }: OrderAct, { terms, linked = [] }: Order): boolean {
  switch (type) {
    case 'resend':
      return terms.linked !== undefined || terms.delivery.subtype === 'INTERNATIONAL' || linked.some(({ kind }) => kind === 'RESEND');
    case 'exchange':
      return terms.linked !== undefined || linked.some(({ kind, state }) => kind === 'EXCHANGE' && state !== 'NOT_PLACED');
    // Its origin pays.
    case 'parcel-abroad':
    case 'receive-return':
      return terms.linked !== undefined;
    // It goes to another account than the one that paid.
    case 'refund-by-transfer':
      return true;
    default:
      return false;
  }
}

/** NT$ that was given for the order, and counts among what one person decides. */
export const givenSoFar = (order: Order, { oneHand }: OrderLimits): number =>
  givenByWord(order) + (oneHand && order.return?.receivedAt ? worthReturned(order) : 0);

/** Whether it stays within what one person decides. All that was given for the order counts, so that nobody splits a refund. */
export const isWithinMax = (order: Order, act: OrderAct, limits: OrderLimits): boolean =>
  !needsTwo(act, order) && givenSoFar(order, limits) + (givenBy(act, order, limits) ?? 0) <= limits.aloneMax;

/** Pure: whether one person may decide it, and else the limit that the proposal names. */
export function limitsOf(order: Order, act: OrderAct, isInNumber: boolean, limits: OrderLimits): { alone: boolean; over?: RefundLimit } {
  if (!isLimited(act, order, limits)) return { alone: true };
  if (needsTwo(act, order)) return { alone: false };
  if (!isWithinMax(order, act, limits)) return { alone: false, over: { limit: 'AMOUNT', max: limits.aloneMax } };
  return isInNumber ? { alone: true } : { alone: false, over: { limit: 'A_DAY', max: limits.aDay } };
}
