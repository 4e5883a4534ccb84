import { STORE_SUBTYPES } from '@nordhaut/contracts';
import {
  CARRIER_SUBTYPES,
  type CarrierSubtype,
  type FormFields,
  type Refusal,
  type Refused,
  type StatusCallback,
  type StoreChangeNotice,
} from '../carrier.ts';
import { isForeignCode } from '../status-codes.ts';
import { isSigned } from './check-mac-value.ts';
import type { EcpayAccount } from './config.ts';
import { field } from './form.ts';
import { fromTaipei } from './taipei-time.ts';

type Accounts = Record<CarrierSubtype, EcpayAccount>;

const refused = (reason: Refusal, about?: Refused['about']): Refused => ({ ok: false, reason, ...(about && { about }) });

export const asCarrierSubtype = (text: string): CarrierSubtype | undefined => CARRIER_SUBTYPES.find((subtype) => subtype === text);

/** The carrier's own number of a parcel, `AllPayLogisticsID`. */
export const isLogisticsId = (text: string): boolean => /^[A-Za-z0-9]{1,20}$/.test(text);

/** Whether the account's merchant number is in the form and its key signed the form (providers §1.2). */
const isFrom = (account: EcpayAccount, fields: FormFields): boolean =>
  account.merchantId === field(fields, 'MerchantID') && isSigned(fields, account);

/** Checks that the carrier signed the form with the key of one of the shop's accounts. @returns the reason if it did not */
function refusal(fields: FormFields, accounts: Accounts): Refused | undefined {
  const all = Object.values(accounts);
  if (!all.some(({ merchantId }) => merchantId === field(fields, 'MerchantID'))) return refused('unknown-merchant');
  if (!all.some((account) => isFrom(account, fields))) return refused('bad-signature');
  // With two values for one name, it is not clear which one was signed.
  return new Set(fields.map(([name]) => name)).size === fields.length ? undefined : refused('unreadable');
}

/**
 * Reads a status callback (providers §1.6). It must have the signature of the account of its subtype, and its code must not
 * belong to another carrier. A code that is in no table is accepted. Ordering then checks both numbers of the parcel.
 */
export function readStatusCallback(fields: FormFields, accounts: Accounts): StatusCallback {
  const wrong = refusal(fields, accounts);
  if (wrong !== undefined) return wrong;
  // A return parcel has its number in another field.
  const tradeNo = field(fields, 'MerchantTradeNo') || field(fields, 'RtnMerchantTradeNo');
  const logisticsId = field(fields, 'AllPayLogisticsID');
  const subtype = asCarrierSubtype(field(fields, 'LogisticsSubType'));
  const code = field(fields, 'RtnCode');
  if (subtype === undefined || !/^\d{1,8}$/.test(code) || !/^[A-Za-z0-9]{1,20}$/.test(tradeNo) || !isLogisticsId(logisticsId))
    return refused('unreadable');
  if (!isFrom(accounts[subtype], fields)) return refused('wrong-merchant', { tradeNo, subtype, code });
  if (isForeignCode(subtype, code)) return refused('foreign-code', { tradeNo, subtype, code });
  const carrierAt = fromTaipei(field(fields, 'UpdateStatusDate')) ?? null;
  return { ok: true, report: { tradeNo, logisticsId, subtype, code, carrierAt, source: 'callback' } };
}

/** Reads a store-change notice (providers §1.6, "C2C store change"). It has no subtype, so only the stores' account is accepted. */
export function readStoreChange(fields: FormFields, accounts: Accounts): StoreChangeNotice {
  const wrong = refusal(fields, accounts);
  if (wrong !== undefined) return wrong;
  const logisticsId = field(fields, 'AllPayLogisticsID');
  const type = field(fields, 'StoreType');
  if (!isLogisticsId(logisticsId) || (type !== '01' && type !== '02')) return refused('unreadable');
  if (!STORE_SUBTYPES.some((subtype) => isFrom(accounts[subtype], fields))) return refused('wrong-merchant');
  const side = type === '01' ? 'pickup' : 'return';
  return { ok: true, change: { logisticsId, side, status: field(fields, 'Status'), storeId: field(fields, 'StoreID') } };
}
