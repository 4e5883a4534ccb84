import { toNationalPhone } from '@nordhaut/contracts';
import type { FormFields, NewParcel } from '../carrier.ts';
import { localZip } from '../postal/local-table.ts';
import type { EcpayConfig } from './config.ts';
import { toTaipei } from './taipei-time.ts';

/** spec/3-purchase-flow §9: goods name, weight and schedule codes are fixed. */
const GOODS_NAME = '保養品';
const GOODS_WEIGHT = '1.245';
const ROOM_TEMPERATURE = '0001';
const UP_TO_60_CM = '0001';
const ANY_TIME = '4';
const EMAIL_MAX = 50;

/** 澎湖, 金門, 連江, 綠島, 蘭嶼, 琉球 (providers §9.2). */
const OUTLYING = /^(88[0-5]|89[0-6]|209|21[0-2]|951|952|929)/;

export type ReplyUrls = { status: string; storeChange: string };

/** The unsigned form of `/Express/Create` (providers §1.4). It has no `ClientReplyURL`, because a server makes the call. */
export function parcelFields(parcel: NewParcel, config: EcpayConfig, urls: ReplyUrls, now: Date): FormFields {
  const { recipient } = parcel;
  const common: [string, string][] = [
    ['MerchantTradeNo', parcel.tradeNo],
    ['MerchantTradeDate', toTaipei(now)],
    ['LogisticsType', 'storeId' in parcel.destination ? 'CVS' : 'HOME'],
    ['LogisticsSubType', parcel.subtype],
    ...amounts(parcel),
    ['GoodsName', GOODS_NAME],
    ['SenderName', config.ECPAY_SENDER_NAME],
    ['SenderCellPhone', config.ECPAY_SENDER_CELL_PHONE],
    ['ReceiverName', recipient.name],
    ['ReceiverCellPhone', toNationalPhone(recipient.phoneE164)],
    ['TradeDesc', `Order ${parcel.tradeNo}`],
    ['ServerReplyURL', urls.status],
  ];
  const { email } = recipient;
  // The carrier's rule for addresses is not known. It may refuse other letters, and with them the parcel of a paid order.
  if (email !== undefined && email.length <= EMAIL_MAX && /^[!-~]+$/.test(email)) common.push(['ReceiverEmail', email]);
  return [...common, ...destination(parcel, config, urls)];
}

/** The declared value equals the amount to collect, because the carrier refuses a difference for 7-ELEVEN. */
function amounts({ goodsAmount, collect }: NewParcel): [string, string][] {
  if (collect > 0)
    return [
      ['GoodsAmount', String(collect)],
      ['IsCollection', 'Y'],
      ['CollectionAmount', String(collect)],
    ];
  // An order that was paid by credit has goods too. The carrier's minimum is 1.
  return [
    ['GoodsAmount', String(Math.max(1, goodsAmount))],
    ['IsCollection', 'N'],
  ];
}

function destination({ subtype, destination: to }: NewParcel, config: EcpayConfig, urls: ReplyUrls): [string, string][] {
  if ('storeId' in to)
    return [
      ['ReceiverStoreID', to.storeId],
      ...(subtype === 'UNIMARTC2C' ? [['ReturnStoreID', config.ECPAY_RETURN_STORE_ID] as [string, string]] : []),
      ['LogisticsC2CReplyURL', urls.storeChange],
    ];
  const zip = to.zip || localZip(to.address);
  return [
    ['GoodsWeight', GOODS_WEIGHT],
    ['SenderZipCode', config.ECPAY_SENDER_ZIP],
    ['SenderAddress', config.ECPAY_SENDER_ADDRESS],
    ['ReceiverZipCode', zip],
    ['ReceiverAddress', to.address],
    ['Temperature', ROOM_TEMPERATURE],
    ['Distance', distance(zip, to.address, config.ECPAY_SENDER_ADDRESS)],
    ['Specification', UP_TO_60_CM],
    ['ScheduledPickupTime', ANY_TIME],
    ['ScheduledDeliveryTime', ANY_TIME],
  ];
}

const county = (address: string): string => address.replaceAll('台', '臺').slice(0, 3);

/** `00` same city, `01` another, `02` outlying island. */
const distance = (zip: string, to: string, from: string): string => (OUTLYING.test(zip) ? '02' : county(to) === county(from) ? '00' : '01');
