import { type Form, isWebUrl } from '../http.ts';
import { isSubtype, type Subtype, typeOf } from './subtypes.ts';
import { storeOf } from './stores.ts';

/** The reason for a refusal: ECPay's code (providers §1.9; 0 where none is published) and the text after `0|`. */
export type Refusal = { code: number; text: string };

const refusal = (code: number, text: string): Refusal => ({ code, text });

const MOBILE = /^09\d{8}$/;
const PHONE = /^\(?0\d{1,3}\)?-?\d{5,8}(#\d{1,6})?$/;
const FORBIDDEN_IN_GOODS = /[\^'`!@#%&*+\\"<>|_[\]]/;
const FULL_WIDTH = /[\uff01-\uff5e\u3000-\u303f]/;
const CHOICES = {
  Temperature: /^000[1-3]$/,
  Distance: /^0[0-2]$/,
  Specification: /^000[1-4]$/,
  ScheduledPickupTime: /^[1-4]$/,
  ScheduledDeliveryTime: /^([1-5]|12|13|23)$/,
};
const ONE_OF = Object.entries(CHOICES);

/** Checks all rules of providers §1.4 except the keys. Returns undefined for a valid request. */
export function refusalOf(form: Form): Refusal | undefined {
  const subtype = form.LogisticsSubType;
  if (!isSubtype(subtype) || form.LogisticsType !== typeOf(subtype)) return refusal(10500031, '物流類型與物流子類型不符');
  return common(form) ?? amounts(form, subtype) ?? people(form, subtype) ?? (subtype === 'TCAT' ? home(form) : store(form, subtype));
}

function common(form: Form): Refusal | undefined {
  if (!/^[A-Za-z0-9]{0,20}$/.test(form.MerchantTradeNo ?? '')) return refusal(0, '廠商交易編號格式錯誤');
  if (!/^\d{4}\/(0[1-9]|1[0-2])\/([0-2]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(form.MerchantTradeDate ?? ''))
    return refusal(0, '廠商交易時間格式錯誤');
  if (!isReplyUrl(form.ServerReplyURL)) return refusal(0, 'ServerReplyURL 格式錯誤');
  // One of ECPay's sources demands it for 7-ELEVEN, so a request without it may fail.
  const isC2c = form.LogisticsSubType === 'UNIMARTC2C';
  if ((isC2c || form.LogisticsC2CReplyURL) && !isReplyUrl(form.LogisticsC2CReplyURL)) return refusal(0, 'LogisticsC2CReplyURL 格式錯誤');
  if ((form.TradeDesc ?? '').length > 200 || (form.Remark ?? '').length > 200) return refusal(0, '交易描述或備註長度錯誤');
  return undefined;
}

function amounts(form: Form, subtype: Subtype): Refusal | undefined {
  const amount = form.GoodsAmount ?? '';
  const collection = form.IsCollection || 'N';
  if (!/^\d{1,9}$/.test(amount) || Number(amount) < 1) return refusal(10500029, '商品金額錯誤');
  if (collection !== 'Y' && collection !== 'N') return refusal(0, '是否代收貨款格式錯誤');
  if (Number(amount) > 20_000 && (subtype !== 'TCAT' || collection === 'Y')) return refusal(10500040, '商品金額範圍錯誤，應為 1~20000');
  if (subtype === 'UNIMARTC2C' && collection === 'Y' && form.CollectionAmount !== amount)
    return refusal(10500029, '代收金額需等於商品金額');
  const goods = form.GoodsName ?? '';
  if (subtype === 'UNIMARTC2C' && goods === '') return refusal(10500038, '商品名稱不可為空');
  if (width(goods) > 50 || FORBIDDEN_IN_GOODS.test(goods) || (subtype === 'TCAT' && FULL_WIDTH.test(goods)))
    return refusal(10500038, '商品名稱格式錯誤');
  return undefined;
}

function people(form: Form, subtype: Subtype): Refusal | undefined {
  if (!isName(form.SenderName)) return refusal(10500035, '寄件人姓名格式錯誤');
  if (!isName(form.ReceiverName)) return refusal(10500036, '收件人姓名格式錯誤');
  const { SenderCellPhone: senderMobile = '', ReceiverCellPhone: receiverMobile = '' } = form;
  const { SenderPhone: senderPhone = '', ReceiverPhone: receiverPhone = '' } = form;
  if (senderMobile && !MOBILE.test(senderMobile)) return refusal(10500043, '寄件人手機格式錯誤');
  if (senderPhone && !PHONE.test(senderPhone) && !MOBILE.test(senderPhone)) return refusal(10500044, '寄件人電話格式錯誤');
  if (receiverMobile && receiverMobile.length < 10) return refusal(10500039, '收件人手機長度不足');
  if (receiverMobile && !MOBILE.test(receiverMobile)) return refusal(10500041, '收件人手機格式錯誤');
  if (receiverPhone && !PHONE.test(receiverPhone) && !MOBILE.test(receiverPhone)) return refusal(10500042, '收件人電話格式錯誤');
  if (subtype === 'UNIMARTC2C' && !senderMobile) return refusal(10500047, '寄件人手機不可為空');
  if (subtype === 'TCAT' ? !receiverMobile && !receiverPhone : !receiverMobile) return refusal(10500048, '收件人手機不可為空');
  if (subtype === 'TCAT' && !senderMobile && !senderPhone) return refusal(10500047, '寄件人手機或電話不可為空');
  const email = form.ReceiverEmail ?? '';
  if (email.length > 50) return refusal(10500052, '收件人電子郵件長度錯誤');
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return refusal(10500053, '收件人電子郵件格式錯誤');
  return undefined;
}

function store(form: Form, subtype: Subtype): Refusal | undefined {
  const chosen = storeOf(subtype, form.ReceiverStoreID);
  if (!chosen) return refusal(10500050, '查無取件門市資料');
  if (form.IsCollection === 'Y' && !chosen.collects) return refusal(10500051, '取件門市不提供代收服務');
  if (form.ReturnStoreID && !storeOf(subtype, form.ReturnStoreID)) return refusal(10500050, '查無退貨門市資料');
  return undefined;
}

function home(form: Form): Refusal | undefined {
  for (const who of ['Sender', 'Receiver']) {
    const name = who === 'Sender' ? '寄件人' : '收件人';
    if (!/^(\d{3}|\d{5,6})$/.test(form[`${who}ZipCode`] ?? ''))
      return refusal(who === 'Sender' ? 10500045 : 10500046, `${name}郵遞區號格式錯誤`);
    const address = [...(form[`${who}Address`] ?? '')].length;
    if (address < 6 || address > 60) return refusal(who === 'Sender' ? 10500045 : 10500046, `${name}地址格式錯誤`);
  }
  if (form.GoodsWeight && (!/^\d{1,2}(\.\d{1,3})?$/.test(form.GoodsWeight) || Number(form.GoodsWeight) > 20))
    return refusal(10500066, '商品重量錯誤');
  for (const [field, pattern] of ONE_OF) if (form[field] && !pattern.test(form[field])) return refusal(0, `${field} 格式錯誤`);
  if (form.ScheduledDeliveryDate && !/^\d{4}\/\d{2}\/\d{2}$/.test(form.ScheduledDeliveryDate))
    return refusal(0, 'ScheduledDeliveryDate 格式錯誤');
  return undefined;
}

/** ECPay counts a Chinese character as 2. */
function width(value: string): number {
  let total = 0;
  for (const c of value) total += (c.codePointAt(0) ?? 0) > 0xff ? 2 : 1;
  return total;
}

/** Width 4–10 and letters only: no digit, symbol or space. */
function isName(value = ''): boolean {
  return width(value) >= 4 && width(value) <= 10 && /^[\p{L}\p{M}]+$/u.test(value);
}

// The real carrier also requires a public host on port 80 or 443. The simulator must be able to call localhost.
const isReplyUrl = (value = ''): boolean => value.length <= 200 && isWebUrl(value);
