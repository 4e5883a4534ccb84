import { taipeiTime } from '../clock.ts';
import type { Form } from '../http.ts';
import { type Merchant, statusText, type Subtype } from './subtypes.ts';
import { signedForm } from './check-mac.ts';

export type Move = { code: number /** ms since the epoch */; at: number };

/** The carrier's record of a parcel. */
export type Parcel = {
  /** ECPay's `AllPayLogisticsID`. */
  id: string;
  merchantId: string;
  tradeNo: string;
  subtype: Subtype;
  /** The Create request as received, without its CheckMacValue. */
  request: Form;
  storeId: string;
  paymentNo: string;
  validationNo: string;
  bookingNote: string;
  createdAt: number;
  /** Ordered by time. The last one is the parcel's status. */
  moves: Move[];
  /** The flow that the parcel follows automatically. */
  flow?: { name: string; everyMs?: number };
};

const CREATED: Move = { code: 300, at: 0 };
export const latest = (parcel: Parcel): Move => parcel.moves.at(-1) ?? CREATED;
const RECEIVED = '訂單處理中(已收到訂單資料)';
/** codes at which the recipient has paid: TCAT, 7-ELEVEN, FamilyMart */
const RECEIVED_CODES: ReadonlySet<number> = new Set([3003, 2067, 3022]);
/** ms after which the simulated carrier pays out what it collected */
const PAID_OUT_MS = 10 * 86_400_000;

function statusFields(parcel: Parcel, move: Move, text: string): Form {
  const { request } = parcel;
  return {
    MerchantID: parcel.merchantId,
    MerchantTradeNo: parcel.tradeNo,
    RtnCode: String(move.code),
    RtnMsg: text,
    AllPayLogisticsID: parcel.id,
    LogisticsType: request.LogisticsType ?? '',
    LogisticsSubType: parcel.subtype,
    GoodsAmount: request.GoodsAmount ?? '',
    UpdateStatusDate: taipeiTime(move.at),
    ReceiverName: request.ReceiverName ?? '',
    ReceiverPhone: request.ReceiverPhone ?? '',
    ReceiverCellPhone: request.ReceiverCellPhone ?? '',
    ReceiverEmail: request.ReceiverEmail ?? '',
    ReceiverAddress: request.ReceiverAddress ?? '',
    CVSPaymentNo: parcel.paymentNo,
    CVSValidationNo: parcel.validationNo,
    BookingNote: parcel.bookingNote,
  };
}

/** The answer to Create: `1|` and the signed fields (providers §1.4). */
export const createAnswer = (parcel: Parcel, merchant: Merchant): string =>
  `1|${signedForm(statusFields(parcel, latest(parcel), RECEIVED), merchant.key, merchant.iv)}`;

/** The signed body of a status callback (providers §1.6). */
export const callbackBody = (parcel: Parcel, move: Move, merchant: Merchant): string =>
  signedForm(statusFields(parcel, move, statusText(parcel.subtype, move.code) ?? '未知狀態'), merchant.key, merchant.iv);

/** The signed answer to a query (providers §1.7). */
export function queryAnswer(parcel: Parcel, merchant: Merchant, now: number): string {
  const { request } = parcel;
  const collection = request.IsCollection === 'Y' ? (request.CollectionAmount ?? request.GoodsAmount ?? '0') : '0';
  const received = parcel.moves.find(({ code }) => RECEIVED_CODES.has(code));
  const paidOut = received && collection !== '0' && now - received.at >= PAID_OUT_MS ? received.at + PAID_OUT_MS : undefined;
  const weight = Number(request.GoodsWeight ?? 0).toFixed(3);
  return signedForm(
    {
      MerchantID: parcel.merchantId,
      MerchantTradeNo: parcel.tradeNo,
      AllPayLogisticsID: parcel.id,
      LogisticsType: `${request.LogisticsType}_${parcel.subtype}`,
      LogisticsStatus: String(latest(parcel).code),
      TradeDate: taipeiTime(parcel.createdAt),
      GoodsAmount: request.GoodsAmount ?? '',
      GoodsName: request.GoodsName ?? '',
      GoodsWeight: weight,
      HandlingCharge: parcel.subtype === 'TCAT' ? '130' : '60',
      CollectionAmount: collection,
      CollectionChargeFee: '0',
      CollectionAllocateAmount: paidOut === undefined ? '0' : collection,
      CollectionAllocateDate: paidOut === undefined ? '' : taipeiTime(paidOut).slice(0, 10),
      CVSPaymentNo: parcel.paymentNo,
      CVSValidationNo: parcel.validationNo,
      BookingNote: parcel.bookingNote,
      ShipmentNo: '',
      ActualWeight: weight,
      ShipChargeDate: '',
      SenderName: request.SenderName ?? '',
      SenderPhone: request.SenderPhone ?? '',
      SenderCellPhone: request.SenderCellPhone ?? '',
    },
    merchant.key,
    merchant.iv,
  );
}

/** The signed body of the notice about a closed store (providers §1.6, store change). */
export function storeNotice(parcel: Parcel, code: number, merchant: Merchant): string {
  const sender = code === 7032;
  return signedForm(
    {
      MerchantID: parcel.merchantId,
      AllPayLogisticsID: parcel.id,
      GoodsName: parcel.request.GoodsName ?? '',
      GoodsAmount: parcel.request.GoodsAmount ?? '',
      StoreType: sender ? '02' : '01',
      Status: code === 2102 ? '02' : code === 2103 ? '03' : '01',
      StoreID: sender ? (parcel.request.ReturnStoreID ?? '') : parcel.storeId,
    },
    merchant.key,
    merchant.iv,
  );
}
