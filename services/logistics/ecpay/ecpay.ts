import type { StoreSubtype } from '@nordhaut/contracts';
import type {
  CancelOutcome,
  Carrier,
  CarrierStore,
  CreateOutcome,
  FormFields,
  NewParcel,
  ParcelRef,
  QueryOutcome,
  Refused,
  ShippedParcel,
  StoreChangeOutcome,
  StoreMapForm,
  StoreMapRequest,
} from '../carrier.ts';
import { isForeignCode } from '../status-codes.ts';
import { readCreated, readState } from './answers.ts';
import { readStatusCallback, readStoreChange } from './callbacks.ts';
import { checkMacValue } from './check-mac-value.ts';
import { accountsOf, type EcpayAccount, type EcpayConfig } from './config.ts';
import { parcelFields, type ReplyUrls } from './parcel-fields.ts';
import { refusalText, signedReply } from './reply.ts';
import { CVS_TYPES, readStoreList } from './stores.ts';
import { createEcpayTransport, type EcpayReply } from './transport.ts';

/** The code of a parcel that was cancelled at 7-ELEVEN (providers §1.10). */
const CANCELLED_CODE = '9999';
/** The text of a refusal for a number that was used before, which means that the parcel exists. */
const USED_BEFORE = /重[複覆]|已存在|duplicat/i;
/** The text of a query about a number without a parcel. Any other refusal of a query does not say that there is none. */
const KNOWS_NONE = /查無|無此|不存在|not found/i;
/** Refusals with a cause other than the parcel: signature, key, clock, the carrier's system, and the shop as sender, its balance and contract. */
const NOT_ABOUT_THE_PARCEL =
  /CheckMacValue|金鑰|TimeStamp|逾時|系統|忙碌|維護|稍[後候]|餘額|寄件[人者]|10200073|10500019|10500035|1050004[349]|1050005[01456]/i;

export type EcpayOptions = {
  config: EcpayConfig;
  urls: ReplyUrls;
  clock: () => Date;
  /** Called for each message of the carrier that the shop refuses. */
  refused?: (source: 'callback' | 'poll', refused: Refused) => void;
};

type Changed = { kind: 'done' } | { kind: 'refused'; text: string } | { kind: 'unknown'; reason: string };

/** ECPay's domestic logistics, the form-encoded API signed with MD5 (providers §1). */
export function createEcpay({ config, urls, clock, refused }: EcpayOptions): Carrier {
  const accounts = accountsOf(config);
  const { ECPAY_LOGISTICS_BASE_URL: baseUrl, ECPAY_TIMEOUT: timeoutMs, PARCEL_POLL_PAUSE: pauseMs } = config;
  const transport = createEcpayTransport({ baseUrl, timeoutMs, pauseMs, clock });

  const post = (path: string, account: EcpayAccount, fields: FormFields): Promise<EcpayReply> => {
    const signed: FormFields = [['MerchantID', account.merchantId], ...fields];
    return transport.post(path, [...signed, ['CheckMacValue', checkMacValue(signed, account)]]);
  };

  async function create(parcel: NewParcel): Promise<CreateOutcome> {
    const account = accounts[parcel.subtype];
    const reply = await post('/Express/Create', account, parcelFields(parcel, config, urls, clock()));
    if (reply.kind === 'throttled') return { kind: 'unknown', reason: 'throttled', sent: false };
    if (reply.kind === 'failed') return { kind: 'unknown', reason: reply.reason, sent: reply.sent };
    const text = refusalText(reply.text);
    if (text === undefined) return readCreated(reply.text, parcel.tradeNo, account, clock());
    if (USED_BEFORE.test(text)) return existing(parcel);
    // A refusal ends the order. A busy carrier must not end those of a whole day.
    return NOT_ABOUT_THE_PARCEL.test(text) ? { kind: 'unknown', reason: text, sent: true } : { kind: 'refused', text };
  }

  /** Finds the parcel of an earlier call whose answer was lost. */
  async function existing(parcel: NewParcel): Promise<CreateOutcome> {
    const found = await query({ tradeNo: parcel.tradeNo, subtype: parcel.subtype });
    // "Used before" and "none" together mean that the query lags behind, and a later one finds the parcel, or that an earlier
    // request was refused and spent its number (providers §1.4).
    if (found.kind !== 'status') {
      const used = found.kind === 'none' && KNOWS_NONE.test(found.text);
      return { kind: 'unknown', reason: 'the number was used before', sent: true, ...(used && { used }) };
    }
    const { tradeNo, logisticsId, code, bookingNote, cvsPaymentNo, cvsValidationNo, askedAt } = found;
    return { kind: 'created', tradeNo, logisticsId, code, bookingNote, cvsPaymentNo, cvsValidationNo, updatedAt: askedAt };
  }

  async function query(parcel: ParcelRef): Promise<QueryOutcome> {
    const account = accounts[parcel.subtype];
    const now = clock();
    const reply = await post('/Helper/QueryLogisticsTradeInfo/V5', account, [
      ['MerchantTradeNo', parcel.tradeNo],
      ['TimeStamp', String(Math.floor(now.getTime() / 1000))],
    ]);
    if (reply.kind === 'throttled') return reply;
    if (reply.kind === 'failed') return { kind: 'unknown', reason: reply.reason };
    const text = refusalText(reply.text);
    if (text !== undefined) return NOT_ABOUT_THE_PARCEL.test(text) ? { kind: 'unknown', reason: text } : { kind: 'none', text };
    const fields = signedReply(reply.text, account);
    if (fields === undefined) return { kind: 'unknown', reason: 'the answer’s signature is wrong' };
    const state = readState(fields, parcel, now);
    if (state.kind !== 'status' || !isForeignCode(state.subtype, state.code)) return state;
    const { tradeNo, subtype, code } = state;
    refused?.('poll', { ok: false, reason: 'foreign-code', about: { tradeNo, subtype, code } });
    return { kind: 'unknown', reason: `${code} is no code of ${subtype}` };
  }

  /** A call that changes a parcel of a store. */
  async function change(path: string, parcel: ShippedParcel, more: FormFields = []): Promise<Changed> {
    const { logisticsId, subtype, cvsPaymentNo, cvsValidationNo } = parcel;
    const reply = await post(path, accounts[subtype], [
      ['AllPayLogisticsID', logisticsId],
      ['CVSPaymentNo', cvsPaymentNo],
      ['CVSValidationNo', cvsValidationNo],
      ...more,
    ]);
    if (reply.kind === 'throttled') return { kind: 'unknown', reason: 'throttled' };
    if (reply.kind === 'failed') return { kind: 'unknown', reason: reply.reason };
    if (reply.text.trim() === '1|OK') return { kind: 'done' };
    const text = refusalText(reply.text);
    if (text === undefined) return { kind: 'unknown', reason: 'the answer does not fit' };
    return NOT_ABOUT_THE_PARCEL.test(text) ? { kind: 'unknown', reason: text } : { kind: 'refused', text };
  }

  async function cancel(parcel: ShippedParcel): Promise<CancelOutcome> {
    // The carrier has no call to cancel for its other subtypes (providers §1.8).
    if (parcel.subtype !== 'UNIMARTC2C') return { kind: 'not-supported' };
    const changed = await change('/Express/CancelC2COrder', parcel);
    if (changed.kind === 'done') return { kind: 'cancelled' };
    if (changed.kind === 'unknown') return changed;
    // The answer to an earlier call may be lost, and the refusal for a cancelled parcel is not documented. So query the state.
    const found = await query(parcel);
    if (found.kind === 'status') return found.code === CANCELLED_CODE ? { kind: 'cancelled' } : changed;
    return found.kind === 'none' ? changed : { kind: 'unknown', reason: changed.text };
  }

  async function changeStore(parcel: ShippedParcel, storeId: string): Promise<StoreChangeOutcome> {
    const changed = await change('/Express/UpdateStoreInfo', parcel, [
      ['StoreType', '01'],
      ['ReceiverStoreID', storeId],
    ]);
    return changed.kind === 'done' ? { kind: 'changed' } : changed;
  }

  function storeMapForm(request: StoreMapRequest): StoreMapForm {
    return {
      action: `${baseUrl.replace(/\/$/, '')}/Express/map`,
      fields: {
        MerchantID: accounts[request.subtype].merchantId,
        LogisticsType: 'CVS',
        LogisticsSubType: request.subtype,
        IsCollection: request.collection ? 'Y' : 'N',
        ServerReplyURL: request.replyUrl,
        ExtraData: request.token,
        Device: request.device === 'mobile' ? '1' : '0',
      },
    };
  }

  async function stores(subtype: StoreSubtype): Promise<readonly CarrierStore[] | undefined> {
    const reply = await post('/Helper/GetStoreList', accounts[subtype], [['CvsType', CVS_TYPES[subtype]]]);
    return reply.kind === 'text' ? readStoreList(reply.text, subtype) : undefined;
  }

  function counted<V extends { ok: true } | Refused>(verified: V): V {
    if (!verified.ok) refused?.('callback', verified);
    return verified;
  }

  return {
    create,
    query,
    cancel,
    changeStore,
    storeMapForm,
    stores,
    verifyStatusCallback: (fields) => counted(readStatusCallback(fields, accounts)),
    verifyStoreChange: (fields) => counted(readStoreChange(fields, accounts)),
    close: transport.close,
  };
}
