import type { WaitingOrder } from '@nordhaut/ordering';
import { DAY, ofOrder, type WorkList } from './work-list.ts';

/** Nothing was paid in a linked order, and no money in one that shopping credit paid, so none of it is paid back. */
function toDo({ linked, total }: WaitingOrder): string {
  if (linked) return '請向物流查詢後再次補寄，須由另一位同仁覆核';
  return total === 0 ? '請向物流查詢後決定再補寄或贈送購物金' : '請向物流查詢後決定再補寄或退款';
}

/** The second shipment was withdrawn, and the first parcel neither arrives nor is lost. No event ends it for certain. */
export const parcelHeldUp: WorkList = {
  key: 'parcel-held-up',
  title: '包裹延誤，補寄已取消',
  dueWithin: 3 * DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('held-up', options)).map((order) => ofOrder(order.orderNo, order.since, `補寄已取消，原包裹尚未送達，${toDo(order)}`)),
};
