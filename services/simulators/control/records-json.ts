import { statusText } from '../ecpay/subtypes.ts';
import { latest, type Parcel } from '../ecpay/parcel.ts';
import type { Payment } from '../tappay/payment.ts';

/** An entry of `GET /control/payments`. Amounts in NT$, times in ms. */
export function paymentEntry(payment: Payment, publicUrl: string) {
  const { cardNumber, token, resultUrl, ...rest } = payment;
  return {
    ...rest,
    lastFour: cardNumber.slice(-4),
    ...(token ? { paymentUrl: `${publicUrl}/redirect/${token}` } : {}),
    ...(resultUrl ? { notifyUrl: resultUrl.backend } : {}),
  };
}

/** An entry of `GET /control/parcels`. */
export function parcelEntry(parcel: Parcel) {
  const { request } = parcel;
  return {
    tradeNo: parcel.tradeNo,
    logisticsId: parcel.id,
    merchantId: parcel.merchantId,
    subtype: parcel.subtype,
    status: latest(parcel).code,
    statusText: statusText(parcel.subtype, latest(parcel).code) ?? '',
    amount: Number(request.GoodsAmount),
    collects: request.IsCollection === 'Y',
    receiver: request.ReceiverName ?? '',
    storeId: parcel.storeId,
    address: request.ReceiverAddress ?? '',
    paymentNo: parcel.paymentNo,
    validationNo: parcel.validationNo,
    bookingNote: parcel.bookingNote,
    createdAt: parcel.createdAt,
    flow: parcel.flow?.name,
    moves: parcel.moves.map((move) => ({ ...move, text: statusText(parcel.subtype, move.code) ?? '' })),
  };
}
