import type { WaitingOrder } from '@nordhaut/ordering';
import { refundToDo, refundTurn } from './money-owed.ts';
import { DAY, type ListedRow, ofOrder, type WorkList } from './work-list.ts';

/** What a return waits for, and whose turn it is. */
export function returnStep({
  returning,
  owed,
  way,
}: Pick<WaitingOrder, 'returning' | 'owed' | 'way'>): Pick<ListedRow, 'what' | 'turn' | 'isRefund'> {
  if (!returning) return { what: '待審核' };
  if (owed > 0) return { what: `已收到商品，${refundToDo(owed, way)}`, ...refundTurn(way) };
  return { what: '已通過，等待商品退回', turn: 'buyer' };
}

export const returnReview: WorkList = {
  key: 'return-review',
  title: '退貨處理',
  after: 0,
  dueWithin: 2 * DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('return', options)).map((order) => {
      const { what, ...more } = returnStep(order);
      return ofOrder(order.orderNo, order.since, what, more);
    }),
};
