import { type ClosedDays, dayOf, sentBy } from '@nordhaut/contracts';
import type { ParcelToSend } from '@nordhaut/contracts/support';
import type { ParcelToSend as Parcel } from '@nordhaut/ordering';

/** `setItems`: ids of the products in a set. */
export type PackedProducts = { byId(productId: number): { nameZh: string } | undefined; setItems(productId: number): readonly number[] };

/** Why the warehouse must not send a parcel yet. */
const HOLDS: Partial<Record<Parcel['waits'], string>> = {
  return: '顧客已申請退貨，請先與客服確認',
  store: '取貨門市無法使用，請等客服改選門市',
};

/** Pure: a parcel as the console's list shows it, before somebody marks it. @param now says which parcels are late */
export function toSend(
  { orderNo, placedAt, subtype, shipment, lines, gifts, toCollect, waits, since }: Parcel,
  products: PackedProducts,
  closed: ClosedDays,
  now: Date,
): Omit<ParcelToSend, 'packed'> {
  const placed = placedAt.toISOString();
  const sendBy = sentBy(placed, closed);
  const packed = ({ productId, nameZh, quantity }: Parcel['lines'][number]): ParcelToSend['items'][number] => ({
    productId,
    name: nameZh,
    quantity,
    contents: products.setItems(productId).flatMap((id) => products.byId(id)?.nameZh ?? []),
  });
  const { bookingNote = '', cvsPaymentNo = '', cvsValidationNo = '', logisticsId = '' } = shipment ?? {};
  return {
    orderNo,
    placedAt: placed,
    readyAt: since.toISOString(),
    sendBy,
    overdue: sendBy < dayOf(now),
    subtype,
    carrierNo: [bookingNote, cvsPaymentNo, cvsValidationNo].filter((part) => part !== '').join(' '),
    logisticsId,
    toCollect,
    items: lines.map(packed),
    gifts: gifts.map(packed),
    hold: HOLDS[waits] ?? null,
  };
}
