import { DELIVERY_SUBTYPES } from '@nordhaut/contracts';
import type { CarrierSubtype, FormFields, StatusCallback, StoreChangeNotice } from '../carrier.ts';
import { isSigned } from './check-mac-value.ts';
import type { EcpayAccount } from './config.ts';
import { field } from './form.ts';
import { fromTaipei } from './taipei-time.ts';

type Refused = { ok: false; reason: 'unknown-merchant' | 'bad-signature' | 'unreadable' };

export const asCarrierSubtype = (text: string): CarrierSubtype | undefined =>
  DELIVERY_SUBTYPES.find((subtype): subtype is CarrierSubtype => subtype !== 'INTERNATIONAL' && subtype === text);

/** A notice names its merchant; the key follows from that (providers §1.2). */
function refusal(fields: FormFields, accounts: readonly EcpayAccount[]): Refused | undefined {
  const known = accounts.filter(({ merchantId }) => merchantId === field(fields, 'MerchantID'));
  if (known.length === 0) return { ok: false, reason: 'unknown-merchant' };
  if (!known.some((account) => isSigned(fields, account))) return { ok: false, reason: 'bad-signature' };
  // Two values for one name would let what is read differ from what was meant.
  return new Set(fields.map(([name]) => name)).size === fields.length ? undefined : { ok: false, reason: 'unreadable' };
}

/** providers §1.6. A code that is in no table is kept as received. */
export function readStatusCallback(fields: FormFields, accounts: readonly EcpayAccount[]): StatusCallback {
  const refused = refusal(fields, accounts);
  if (refused !== undefined) return refused;
  // A return parcel has a number of its own, under another name.
  const tradeNo = field(fields, 'MerchantTradeNo') || field(fields, 'RtnMerchantTradeNo');
  const subtype = asCarrierSubtype(field(fields, 'LogisticsSubType'));
  const code = field(fields, 'RtnCode');
  if (subtype === undefined || !/^\d{1,8}$/.test(code) || !/^[A-Za-z0-9]{1,20}$/.test(tradeNo)) return { ok: false, reason: 'unreadable' };
  const carrierAt = fromTaipei(field(fields, 'UpdateStatusDate')) ?? null;
  const logisticsId = field(fields, 'AllPayLogisticsID');
  return { ok: true, report: { tradeNo, logisticsId, subtype, code, carrierAt, source: 'callback' } };
}

/** providers §1.6, "C2C store change". */
export function readStoreChange(fields: FormFields, accounts: readonly EcpayAccount[]): StoreChangeNotice {
  const refused = refusal(fields, accounts);
  if (refused !== undefined) return refused;
  const logisticsId = field(fields, 'AllPayLogisticsID');
  const type = field(fields, 'StoreType');
  if (!/^[A-Za-z0-9]{1,20}$/.test(logisticsId) || (type !== '01' && type !== '02')) return { ok: false, reason: 'unreadable' };
  const side = type === '01' ? 'pickup' : 'return';
  return { ok: true, change: { logisticsId, side, status: field(fields, 'Status'), storeId: field(fields, 'StoreID') } };
}
