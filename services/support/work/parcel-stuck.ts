import { isLost } from '@nordhaut/logistics';
import type { WaitingOrder } from '@nordhaut/ordering';
import { money } from '../orders/words.ts';
import { DAY, ofOrder, type WorkList } from './work-list.ts';

/** What the carrier says of a parcel that does not arrive. */
export const STUCK = { LOST: '物流遺失包裹', UNDELIVERABLE: '物流無法送達包裹' } as const;

/**
 * Pure: what support decides about a parcel that the carrier lost or cannot deliver. A cash order was not paid, so no money goes back.
 * Nor was anything paid in a linked order: its goods are sent again until they arrive or its origin owes the money (infra/decisions/101).
 * Where shopping credit paid for the order, or for a part of it, support gives as much credit, which ends the row.
 */
export function stuckToDo({
  parcel,
  cash,
  linked,
  total,
  credit,
}: Pick<WaitingOrder, 'parcel' | 'cash' | 'linked' | 'total' | 'credit'>): string {
  const what = parcel && isLost(parcel.subtype, parcel.code) ? STUCK.LOST : STUCK.UNDELIVERABLE;
  if (linked) return `${what}，請再次補寄，須由另一位同仁覆核；物流找回並送達時標示完成`;
  if (!cash && total === 0) return `${what}，請決定補寄或贈送購物金；贈送後，或物流找回並送達時，標示完成`;
  if (credit > 0) return `${what}，款項已退，請另贈送顧客以購物金支付的 ${money(credit)}；無法贈送，或物流找回並送達時，標示完成`;
  return cash
    ? `${what}，顧客尚未付款；若使用了購物金，系統會自動退回。請聯絡顧客後標示完成`
    : `${what}，請決定補寄或退款；物流找回並送達時標示完成`;
}

/** Neither sent again nor paid back. The row leaves the list with either, or by hand where the carrier solved it. */
export const parcelStuck: WorkList = {
  key: 'parcel-stuck',
  title: '包裹遺失或無法送達',
  dueWithin: 2 * DAY,
  byHand: true,
  rows: async ({ waiting }, options) =>
    (await waiting('stuck', options)).map((order) => ofOrder(order.orderNo, order.since, stuckToDo(order))),
};
