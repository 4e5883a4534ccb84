import { type Quote, typedCode } from '@nordhaut/contracts';
import type { Coupon } from '../definition.ts';
import { messages } from '../messages.ts';
import { pickOf } from './apply.ts';
import { basisOf } from './basis.ts';
import { chosenState, copyEnd, listState, type ListState } from './coupon-state.ts';
import type { Basis, Promotions } from './facts.ts';
import { pickerOf } from './gifts.ts';
import type { PriceInput } from './price-input.ts';
import { priceLines } from './price-lines.ts';

type Priced = PriceInput & { promotions: Promotions };

/**
 * The cart and its buyer as coupons see them. A cart that cannot be priced counts as empty, so that a code still gets an
 * answer.
 */
function basisFor(input: Priced): Basis {
  const plain = priceLines({ ...input, coupons: [], credit: 0, dropMemberParts: true });
  const products = plain.ok ? plain.quote.products : [];
  return basisOf(products, input, false);
}

/** The answer to a typed code. `pick`: of a usable GIVEAWAY with a choice of gifts */
export type CodeAnswer = { state: 200 | 400 | 500 | 501 | 502 | 503; message: string; coupon?: Coupon; pick?: GiftPick };
type GiftPick = NonNullable<Quote['picks']>[number];

/** The coupon of a typed code. Small letters, spaces and full-width signs of Chinese keyboards are no other code. */
export function couponOfCode<Known extends Pick<Coupon, 'uid'>>(coupons: readonly Known[], typed: string): Known | undefined {
  const code = typedCode(typed);
  return coupons.find(({ uid }) => uid === typed.trim()) ?? coupons.find(({ uid }) => uid.toUpperCase() === code);
}

/**
 * Checks a typed code (spec/3-purchase-flow §8). Guests have no coupons by code: the route refuses them first; here every
 * code is unknown to them.
 */
export function checkCode(code: string, input: Priced): CodeAnswer {
  const basis = basisFor(input);
  const coupon = couponOfCode(basis.coupons, code);
  const { state, message } = chosenState(coupon, basis);
  if (!coupon || state !== 200) return { state, message };
  const picker = coupon.type === 'GIVEAWAY' ? pickerOf(coupon, basis) : undefined;
  const hasChoice = picker !== undefined && picker.choose < picker.offered.length;
  return { state, message: messages.couponApplied, coupon, ...(hasChoice && { pick: pickOf(coupon, picker, []) }) };
}

/** A coupon of the member's list. `endsAt`: ms, the last end of the member's copies; null: no end */
export type ListedCoupon = { coupon: Coupon; state: ListState; endsAt: number | null };

/** The member's coupons: those with a copy, for the cart's present state. */
export function listCoupons(input: Priced): ListedCoupon[] {
  const basis = basisFor(input);
  const copies = basis.member?.copies ?? [];
  return basis.coupons.flatMap((coupon) => {
    const ends = copies.filter(({ couponId }) => couponId === coupon.couponId).map((copy) => copyEnd(coupon, copy));
    if (coupon.scope === 'SYSTEM' || ends.length === 0) return [];
    const last = Math.max(...ends);
    return [{ coupon, state: listState(coupon, basis), endsAt: Number.isFinite(last) ? last : null }];
  });
}
