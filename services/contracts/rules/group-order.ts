import type { ErrorCode } from '../error-codes.ts';
import { bareEmail, bareName, carrierTakesName, isEmail, toE164 } from './recipient.ts';
import { CARRIER_LIMIT, shippingFee } from './shipping.ts';
import { formatMoney } from './money.ts';

/** Texts of a group order, for the page and the server (spec/3-purchase-flow §5, §8; decisions.md 67, 70, 71). */
export const groupMessages = {
  cartEmpty: '未選購任何團購商品',
  name: '請輸入姓名',
  email: 'Email格式錯誤',
  phone: '手機號碼格式錯誤',
  store: '請選擇門市',
  nameForCarrier: '姓名需為 2 至 5 個中文字或 4 至 10 個英文字母，不可包含空格、注音、數字與符號',
  limit: `團購訂單含運費上限為 ${formatMoney(CARRIER_LIMIT)}，請減少商品數量`,
} as const;

/** Texts of the server's refusals, which the page does not load (the same places). */
export const groupRefusals = {
  storeUnknown: '找不到此門市，請重新選擇門市',
  notBegun: '活動尚未開始',
  ended: '活動已截止',
  notFound: '找不到這個團購活動',
  pricesChanged: '商品或價格已更新，請確認新的金額後再送出',
  cashLimit: '此手機號碼目前無法使用超商取貨付款，請聯繫客服',
} as const;

/** Price of a product in a project. `groupPrice`: NT$ of one piece; null: 隨單附贈 (decisions.md 69). */
export type GroupPrice = { productId: number; groupPrice: number | null };
export type GroupQuantities = ReadonlyMap<number, number>;
/** NT$ integers. `gifts`: products of which one comes with the order. */
export type GroupSums = { goods: number; fee: number; total: number; gifts: readonly number[] };

/**
 * What a cart costs in a project. A product without a price is a gift: one of each comes with paid goods, whatever the cart
 * says. A cart without paid goods costs nothing, because it is no order.
 */
export function groupSums(prices: readonly GroupPrice[], quantities: GroupQuantities): GroupSums {
  const goods = prices.reduce((sum, { productId, groupPrice }) => sum + (groupPrice ?? 0) * (quantities.get(productId) ?? 0), 0);
  const fee = goods > 0 ? shippingFee(goods, 'CVS') : 0;
  const gifts = goods > 0 ? prices.filter(({ groupPrice }) => groupPrice === null).map(({ productId }) => productId) : [];
  return { goods, fee, total: goods + fee, gifts };
}

export type GroupForm = { name: string; email: string; phone: string; hasStore: boolean };
export type GroupField = 'cart' | 'name' | 'email' | 'phone' | 'store';
export type GroupFault = { field: GroupField; code: ErrorCode; message: string };

/**
 * All faults of a group order. The first five are the specification's, in its order (spec/3-purchase-flow §5). Then come the
 * rules of the carrier, which would refuse the parcel.
 * @param total NT$ with the fee
 */
export function groupFaults({ name: typed, email, phone, hasStore }: GroupForm, total: number): GroupFault[] {
  const name = bareName(typed);
  const checks: readonly [boolean, GroupFault][] = [
    [total > 0, { field: 'cart', code: 'GROUP_CART_EMPTY', message: groupMessages.cartEmpty }],
    [name !== '', { field: 'name', code: 'NAME_REQUIRED', message: groupMessages.name }],
    [isEmail(bareEmail(email)), { field: 'email', code: 'EMAIL_INVALID', message: groupMessages.email }],
    [toE164('+886', phone) !== undefined, { field: 'phone', code: 'PHONE_INVALID', message: groupMessages.phone }],
    [hasStore, { field: 'store', code: 'STORE_REQUIRED', message: groupMessages.store }],
    [name === '' || carrierTakesName(name), { field: 'name', code: 'NAME_NOT_DELIVERABLE', message: groupMessages.nameForCarrier }],
    [total <= CARRIER_LIMIT, { field: 'cart', code: 'STORE_LIMIT', message: groupMessages.limit }],
  ];
  return checks.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}
