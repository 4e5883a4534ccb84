import type { CouponEvent, WalletEvent } from '@nordhaut/promotions';
import * as words from './words.ts';

const { money } = words;
export const OUTCOMES: Record<string, string> = {
  FAILED: '結帳或付款未完成',
  SHOP_FAILED: '商店或物流無法履行',
  CANCELLED: '訂單取消',
  NOT_COLLECTED: '逾期未取貨',
  RETURNED: '退貨',
  SUPPORT: '客服收回',
  FOUNDING: '創始會員改送禮物',
  INVITATION_VOID: '邀請不成立',
  EARLIER_ACCOUNT: '先前的會員帳號已享有',
};
const KINDS: Record<string, string> = { REFERRAL: '推薦回饋', FOUNDING: '創始會員回饋', BIRTHDAY: '生日', SUPPORT: '客服贈送' };

type Taken = { coupons: readonly { couponId: string }[]; credit: readonly { amount: number }[] };

/** Names of the coupons that the order used, by id. */
export type CouponNames = ReadonlyMap<string, string>;

/** `優惠券「折一百」、購物金 NT$300` */
function takenOf({ coupons, credit }: Taken, names: CouponNames): string {
  const sum = credit.reduce((total, { amount }) => total + amount, 0);
  const parts = [
    ...(coupons.length > 0 ? [`優惠券${coupons.map(({ couponId }) => couponName(couponId, names)).join('、')}`] : []),
    ...(sum > 0 ? [`購物金 ${money(sum)}`] : []),
  ];
  return parts.join('、') || '沒有優惠券與購物金';
}

const couponName = (couponId: string, names: CouponNames): string => `「${names.get(couponId) ?? couponId}」`;

export const WHY_KEPT = '退貨時歸還購物金，已使用的優惠券不重發';

/** Why a return gives no coupon back (decisions.md 40); empty where the order had none. */
const keptCoupons = ({ outcome, coupons }: Taken & { outcome: string }, names: CouponNames): string =>
  outcome === 'RETURNED' && coupons.length === 0 && names.size > 0
    ? `；此次退貨未歸還優惠券${[...names.values()].map((name) => `「${name}」`).join('、')}，因為${WHY_KEPT}`
    : '';

type Told = { type: string; data: object };
type Reward = {
  grantId: string;
  kind?: string;
  amount?: number;
  outcome?: string;
  deducted?: number;
  writtenOff?: number;
  recovered?: number;
};

/** The rewards of an order that its return took back, each with its name and amount. @param events of the order's history */
export function rewardsTakenBack(events: readonly Told[]): string[] {
  const rewards = events.map(({ type, data }) => ({ type, ...(data as Reward) }));
  const given = new Map(rewards.flatMap((one) => (one.kind === undefined ? [] : [[one.grantId, one] as const])));
  return rewards.flatMap(({ type, grantId, outcome, amount = 0, deducted = 0, writtenOff = 0, recovered = 0 }) => {
    // The order had spent credit that was taken back before, such as goodwill. It is no reward of this order.
    if (recovered > 0) return [];
    if (outcome !== 'RETURNED' || (type !== 'CreditTakenBack' && type !== 'CreditCancelled')) return [];
    const { kind = '', amount: whole = amount + deducted + writtenOff } = given.get(grantId) ?? {};
    return [`${KINDS[kind] ?? '購物金回饋'} ${money(whole)}${type === 'CreditCancelled' ? '（尚未發放，已取消）' : ''}`];
  });
}

/** What an event of a wallet or of a counted coupon says about the order. undefined: an event of another kind */
export function promotionSentence({ type, data }: WalletEvent | CouponEvent, names: CouponNames = new Map()): string | undefined {
  switch (type) {
    case 'PromotionsReserved':
      return `為此訂單保留：${takenOf(data, names)}`;
    case 'PromotionsRedeemed':
      return '結帳完成，已使用保留的優惠券與購物金';
    case 'PromotionsReleased':
      return `結帳未完成，放回：${takenOf(data, names)}`;
    case 'PromotionsRestored':
      return `因${OUTCOMES[data.outcome]}歸還：${takenOf(data, names)}${keptCoupons(data, names)}`;
    case 'OrderNoted':
      return '會員錢包記下此訂單，未使用優惠';
    case 'DeliveryNoted':
      return `已送達，計算回饋的商品金額 ${money(data.goodsPaid)}${data.first ? '（會員的第一筆送達訂單）' : ''}`;
    case 'OrderCounted':
      return `計入創始會員累積 ${money(data.amount)}`;
    case 'OrderUncounted':
      return '自創始會員累積中扣除';
    case 'FoundingNumberReceived':
      return `取得創始會員編號 ${data.number}`;
    case 'CouponGranted':
      return `會員獲得優惠券${couponName(data.couponId, names)}`;
    case 'CreditScheduled':
      return `預定發放購物金 ${money(data.amount)}（${KINDS[data.kind]}）`;
    case 'CreditCancelled':
      return `取消預定的購物金：${OUTCOMES[data.outcome]}`;
    case 'CreditGranted':
      return `發放購物金 ${money(data.amount)}（${KINDS[data.kind]}）`;
    case 'CreditTakenBack':
      return `收回購物金 ${money(data.amount)}：${OUTCOMES[data.outcome]}${data.deducted > 0 ? `，已使用的 ${money(data.deducted)} 自退款扣除` : ''}`;
    case 'CouponReserved':
      return '限量優惠券為此訂單保留一份';
    case 'CouponRedeemed':
      return '限量優惠券由此訂單使用';
    case 'CouponReleased':
      return '限量優惠券放回此訂單保留的一份';
    case 'CouponRestored':
      return '限量優惠券歸還一份';
    default:
      // The index has no others.
      return undefined;
  }
}
