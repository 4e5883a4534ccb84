import type { HeldParcel } from '@nordhaut/ordering';
import { DAY, HOUR, ofOrder, type WorkList } from './work-list.ts';

// Cancelled orders whose parcel the carrier could not cancel (infra/decisions/023).

/** The word of the warehouse is an event of the order. */
export const KEEP_PARCEL = '請向倉庫確認包裹留在倉庫、不交給物流；倉庫回覆已留件後標示完成';

export const doNotShip: WorkList = {
  key: 'do-not-ship',
  title: '已取消，請勿出貨',
  dueWithin: 4 * HOUR,
  byHand: true,
  doneCommand: (at, note) => ({ type: 'ConfirmKept', at, note }),
  rows: async ({ heldParcels }, options) =>
    (await heldParcels({ ...options, moved: false })).map(({ orderNo, since }) => ofOrder(orderNo, since, KEEP_PARCEL)),
};

/** The money of a card order went back with the cancellation. Cash that was collected is owed, so the buyer is asked first. */
function toDo({ stage, cash, total }: HeldParcel): string {
  if (stage !== 'delivered') return '訂單已取消，包裹仍在配送，請聯絡物流攔截退回';
  return cash
    ? '訂單已取消，顧客已取貨付款，請先聯絡顧客確認保留或取回商品，再處理退款'
    : `訂單已取消${total > 0 ? '並退款' : ''}，顧客已收到商品，請聯絡顧客安排取回`;
}

export const cancelledMoves: WorkList = {
  key: 'cancelled-moves',
  title: '取消後仍寄出',
  dueWithin: DAY,
  byHand: true,
  rows: async ({ heldParcels }, options) =>
    (await heldParcels({ ...options, moved: true })).map((parcel) => ofOrder(parcel.orderNo, parcel.since, toDo(parcel))),
};
