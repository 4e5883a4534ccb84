import type { CouponCheckAnswer, CouponFace } from '@nordhaut/contracts';
import type { ApiResult } from '../../lib/api.ts';
import type { ChosenCoupon } from '../checkout/fields.ts';

/** The coupons of a request: a uid, or a uid with the chosen gifts (design/http-api.md, `/api/getPrice/`). */
export const couponsOf = (chosen: readonly ChosenCoupon[]): (string | { uid: string; gifts: string[] })[] =>
  chosen.map(({ uid, gifts }) => (gifts ? { uid, gifts: [...gifts] } : uid));

/**
 * The choice with one more coupon. A DISCOUNT takes the place of the other one, a BONUS too; each GIVEAWAY stands once and
 * keeps its gifts (decisions.md 44, spec/3-purchase-flow §4).
 */
export function withCoupon(chosen: readonly ChosenCoupon[], { uid, type }: Pick<ChosenCoupon, 'uid' | 'type'>): ChosenCoupon[] {
  if (chosen.some((one) => one.uid === uid)) return [...chosen];
  return [...chosen.filter((one) => one.type === 'GIVEAWAY' || one.type !== type), { uid, type }];
}

/** Whether one more coupon takes another one out of the choice. */
export const replaces = (chosen: readonly ChosenCoupon[], coupon: Pick<ChosenCoupon, 'uid' | 'type'>): boolean => {
  const next = withCoupon(chosen, coupon);
  return chosen.some((one) => !next.includes(one));
};

export const withoutCoupon = (chosen: readonly ChosenCoupon[], uid: string): ChosenCoupon[] => chosen.filter((one) => one.uid !== uid);

/** The choice with the gifts of a coupon; a coupon that the shop applies by itself joins the choice with them. */
export const withGifts = (chosen: readonly ChosenCoupon[], uid: string, gifts: readonly string[]): ChosenCoupon[] => [
  ...withoutCoupon(chosen, uid),
  { uid, type: 'GIVEAWAY', gifts: [...gifts] },
];

type Notice = { code: string; message: string; coupon?: string | undefined };

/** The chosen coupons that the price left out for good, with the reason. One that waits for its gifts stays. */
export const droppedOf = (chosen: readonly ChosenCoupon[], notices: readonly Notice[]): Notice[] =>
  notices.filter(({ code, coupon }) => code !== 'COUPON_GIFTS_INCOMPLETE' && chosen.some(({ uid }) => uid === coupon));

/** The chosen gifts after a click on one: a chosen one is taken out, and no more are taken than the coupon gives. */
export const toggledGift = (gifts: readonly string[], uid: string, most: number): string[] =>
  gifts.includes(uid) ? gifts.filter((one) => one !== uid) : gifts.length < most ? [...gifts, uid] : [...gifts];

/**
 * A typed amount of shopping credit, NT$: only its digits, without leading zeros, between 0 and the balance
 * (spec/3-purchase-flow §5, "Coupons and credit").
 */
export const creditOf = (text: string, balance: number): number =>
  Math.min(Number(text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 9)), balance);

/** What a typed code leads to: the coupon to use, or the reason to show, in the shop's words (spec/3-purchase-flow §4, §8). */
export function codeAnswer(result: ApiResult<CouponCheckAnswer>): { coupon: CouponFace } | { problem: string } {
  if (!result.ok) return { problem: result.message };
  const { state, coupon, message } = result.data;
  return state === 200 && coupon ? { coupon } : { problem: message };
}
