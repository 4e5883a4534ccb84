import type { Unclear, WaitingOrder } from '@nordhaut/ordering';
import { DAY, ofOrder, type WorkList } from './work-list.ts';

/** Pure: what support asks about a parcel whose reports do not fit to its order. Of an order that shopping credit paid, no money goes back. */
export function unclearToDo(unclear: Unclear, { cash, linked, total }: Pick<WaitingOrder, 'cash' | 'linked' | 'total'>): string {
  const isCredit = !cash && !linked && total === 0;
  switch (unclear) {
    case 'goes-back':
      return cash
        ? '物流回報送達或取貨後，又回報包裹退回，請向物流查明是否已代收款項；處理後標示完成'
        : `物流回報送達或取貨後，又回報包裹退回，請向物流查明；顧客未收到商品時請${isCredit ? '贈送購物金' : '退款'}，處理後標示完成`;
    case 'moves-on':
      return `未取貨並已${isCredit ? '歸還購物金' : '退款'}的包裹又繼續配送，請聯絡物流攔截退回；已送達時請聯絡顧客，處理後標示完成`;
    case 'closed-store':
      return '物流回報門市關轉，包裹無法由顧客改選門市，請向物流查明包裹去向並告知顧客，處理後標示完成';
  }
}

/** The carrier's later reports end a row, or somebody does who knows the answer. */
export const parcelUnclear: WorkList = {
  key: 'parcel-unclear',
  title: '包裹狀態待查明',
  dueWithin: 2 * DAY,
  byHand: true,
  rows: async ({ waiting }, options) =>
    (await waiting('unclear', options)).map((order) =>
      ofOrder(order.orderNo, order.since, unclearToDo(order.unclear ?? 'closed-store', order)),
    ),
};
