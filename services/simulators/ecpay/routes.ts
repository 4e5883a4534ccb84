import type { FastifyInstance } from 'fastify';
import type { RecordStore } from '../record-store.ts';
import type { Faults } from '../faults.ts';
import { type Answer, type Form, formOf, html, json, provide, text } from '../http.ts';
import type { SimulatedClock } from '../clock.ts';
import { isSubtype, type Merchant, merchantOf, NO_KEY, type Subtype } from './subtypes.ts';
import { macFits, withWrongMac } from './check-mac.ts';
import { refusalOf } from './create-rules.ts';
import type { Carrier } from './carrier.ts';
import { mapPage, mapProblem } from './map-page.ts';
import { createAnswer, latest, type Parcel, queryAnswer } from './parcel.ts';
import { STORES, storeOf } from './stores.ts';

const no = (message: string): Answer => text(`0|${message}`);

const NO_PARCEL = '查無物流訂單資料';
/** 訂單取消 */
const CANCELLED = 9999;
const TIME_WINDOW_MS = 180_000;

/** Registers the carrier's calls: store map, create, query, store list, change of store, cancellation. */
export function ecpayRoutes(app: FastifyInstance, records: RecordStore, faults: Faults, carrier: Carrier, clock: SimulatedClock): void {
  const spent = records.table<true>('spent-trade-numbers');
  const call = (name: string, path: string, work: (form: Form) => Answer): void =>
    provide(app, faults, {
      provider: 'ecpay',
      name,
      path,
      handle: (request) => work(formOf(request)),
      refuse: (code) => no(String(code ?? '系統忙碌中，請稍後再試')),
      spoil: withWrongMac,
    });
  /** Registers a call that requires a known merchant and a correct MAC. */
  const signed = (name: string, path: string, work: (form: Form, merchant: Merchant) => Answer) =>
    call(name, path, (form) => {
      const merchant = merchantOf(form.MerchantID);
      if (!merchant) return no(NO_KEY);
      if (!form.CheckMacValue) return no('CheckMacValue 不可為空');
      return macFits(form, merchant.key, merchant.iv) ? work(form, merchant) : no('CheckMacValue 驗證錯誤');
    });

  call('map', '/Express/map', (form) => {
    const problem = mapProblem(form);
    return problem ? no(problem) : html(mapPage(form));
  });

  signed('create', '/Express/Create', (form, merchant) => {
    const subtype = form.LogisticsSubType;
    if (isSubtype(subtype) && !merchant.subtypes.includes(subtype)) return no(NO_KEY);
    const number = form.MerchantTradeNo && `${merchant.id} ${form.MerchantTradeNo}`;
    if (number && (spent.get(number) || carrier.ofTradeNo(merchant.id, form.MerchantTradeNo ?? '')))
      return no('廠商交易編號重覆，請重新產生');
    const refusal = refusalOf(form);
    // A refused request spends its number as well (providers §1.4).
    if (refusal && number) spent.put(number, true);
    if (refusal) return no(refusal.text);
    const { CheckMacValue: _mac, ...request } = form;
    return text(createAnswer(carrier.create(request, merchant, subtype as Subtype), merchant));
  });

  signed('query', '/Helper/QueryLogisticsTradeInfo/V5', (form, merchant) => {
    const sent = Number(form.TimeStamp) * 1000;
    const near = (time: number) => Math.abs(time - sent) <= TIME_WINDOW_MS;
    // The shop uses its own clock, which `POST /control/clock` does not change.
    if (!near(clock.unshifted()) && !near(clock.now())) return no('TimeStamp 逾時');
    const parcel = parcelOf(form, merchant);
    return parcel ? text(queryAnswer(parcel, merchant, clock.now())) : no(NO_PARCEL);
  });

  signed('stores', '/Helper/GetStoreList', (form) => {
    const wanted = form.CvsType || 'All';
    const chains = [
      ['UNIMART', 'UNIMARTC2C'],
      ['FAMI', 'FAMIC2C'],
    ].filter(([cvsType]) => wanted === 'All' || wanted === cvsType);
    return json({
      RtnCode: 1,
      RtnMsg: '成功',
      StoreList: chains.map(([CvsType, chain]) => ({
        CvsType,
        StoreInfo: STORES.filter((store) => store.chain === chain).map((store) => ({
          StoreId: store.id,
          StoreName: store.name,
          StoreAddr: store.address,
          StorePhone: store.phone,
        })),
      })),
    });
  });

  signed('change-store', '/Express/UpdateStoreInfo', (form, merchant) => {
    const parcel = parcelOf(form, merchant);
    if (!parcel || !numbersMatch(parcel, form)) return no(NO_PARCEL);
    const side = form.StoreType;
    if (side !== '01' && side !== '02') return no('StoreType 格式錯誤');
    const storeId = side === '01' ? form.ReceiverStoreID : form.ReturnStoreID;
    if (!storeId || !storeOf(parcel.subtype, storeId)) return no('查無門市資料');
    carrier.changeStore(parcel, side, storeId);
    return text('1|OK');
  });

  signed('cancel', '/Express/CancelC2COrder', (form, merchant) => {
    const parcel = carrier.get(form.AllPayLogisticsID);
    const isOwn = parcel?.merchantId === merchant.id && parcel.subtype === 'UNIMARTC2C' && numbersMatch(parcel, form);
    if (!isOwn) return no(NO_PARCEL);
    const { code } = latest(parcel);
    if (code === CANCELLED) return no('物流訂單已取消，不可重複取消');
    if (code !== 300 && code !== 310) return no('物流訂單狀態不可取消');
    carrier.move(parcel, CANCELLED);
    return text('1|OK');
  });

  function parcelOf(form: Form, merchant: Merchant): Parcel | undefined {
    const parcel = form.AllPayLogisticsID
      ? carrier.get(form.AllPayLogisticsID)
      : carrier.ofTradeNo(merchant.id, form.MerchantTradeNo ?? '');
    return parcel?.merchantId === merchant.id ? parcel : undefined;
  }
}

const numbersMatch = (parcel: Parcel, form: Form): boolean =>
  form.CVSPaymentNo === parcel.paymentNo && (form.CVSValidationNo ?? '') === parcel.validationNo;
