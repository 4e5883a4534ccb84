import type { CreateOutcome, FormFields, ParcelCash, ParcelRef, QueryOutcome } from '../carrier.ts';
import { asCarrierSubtype, isLogisticsId } from './callbacks.ts';
import type { EcpayAccount } from './config.ts';
import { field } from './form.ts';
import { signedReply } from './reply.ts';
import { fromTaipei } from './taipei-time.ts';

/** 300 is "accepted". ECPay's own plugin also accepts 2001 (providers §1.4). */
const ACCEPTED = new Set(['300', '2001']);

/** Reads the answer to a new parcel. What does not fit leaves it unknown whether there is one. */
export function readCreated(text: string, tradeNo: string, account: EcpayAccount, now: Date): CreateOutcome {
  const garbled = (reason: string): CreateOutcome => ({ kind: 'unknown', reason, sent: true });
  if (!text.trimStart().startsWith('1|')) return garbled('the answer does not fit');
  const fields = signedReply(text.slice(text.indexOf('|') + 1), account);
  if (fields === undefined) return garbled('the answer’s signature is wrong');
  if (field(fields, 'MerchantTradeNo') !== tradeNo) return garbled('the answer is about another parcel');
  const code = field(fields, 'RtnCode');
  const logisticsId = field(fields, 'AllPayLogisticsID');
  if (logisticsId === '') return garbled('the answer has no parcel number');
  if (!ACCEPTED.has(code)) return garbled(`the answer’s code is ${code}`);
  const updatedAt = fromTaipei(field(fields, 'UpdateStatusDate')) ?? now.toISOString();
  return { kind: 'created', tradeNo, logisticsId, code: '300', ...trackingOf(fields), updatedAt };
}

/** Reads the signed answer to a query (providers §1.7). @param askedAt when the query was sent */
export function readState(fields: FormFields, parcel: ParcelRef, askedAt: Date): QueryOutcome {
  const tradeNo = field(fields, 'MerchantTradeNo');
  const logisticsId = field(fields, 'AllPayLogisticsID');
  if (tradeNo !== parcel.tradeNo) return { kind: 'unknown', reason: 'the answer is about another parcel' };
  // `CVS_UNIMARTC2C`: the subtype follows the first underscore.
  const type = field(fields, 'LogisticsType');
  const subtype = asCarrierSubtype(type.slice(type.indexOf('_') + 1));
  const code = field(fields, 'LogisticsStatus');
  if (subtype !== parcel.subtype || !/^\d{1,8}$/.test(code) || !isLogisticsId(logisticsId))
    return { kind: 'unknown', reason: 'the answer does not fit' };
  const cash = cashOf(fields);
  return { kind: 'status', tradeNo, logisticsId, subtype, code, ...trackingOf(fields), askedAt: askedAt.toISOString(), cash };
}

const trackingOf = (fields: FormFields) => ({
  bookingNote: field(fields, 'BookingNote'),
  cvsPaymentNo: field(fields, 'CVSPaymentNo'),
  cvsValidationNo: field(fields, 'CVSValidationNo'),
});

/** The amounts of an answer to a query (providers §1.7); undefined where it states none. */
function cashOf(fields: FormFields): ParcelCash | undefined {
  const [collects, paidOut] = ['CollectionAmount', 'CollectionAllocateAmount'].map((name) => field(fields, name));
  const isAmount = (text: string | undefined): text is string => text !== undefined && /^\d{1,8}$/.test(text);
  return isAmount(collects) && isAmount(paidOut) ? { collects: Number(collects), paidOut: Number(paidOut) } : undefined;
}
