import type { Quote } from '@nordhaut/contracts';
import { discountOf } from './evaluate.ts';
import type { CouponLine } from './facts.ts';
import { leftOf, matchingLines, shareOut } from './lines.ts';
import type { Applied } from './select.ts';

export type Discount = Quote['discounts'][number] & { base: number; shares: NonNullable<Quote['discounts'][number]['shares']> };

/**
 * The discounts in the order of the coupons, each on what is left of its lines (decisions.md 42, 43, 45). Takes each
 * line's share off its `left`.
 */
export function takeDiscounts(applied: readonly Applied[], lines: CouponLine[]): Discount[] {
  return applied.flatMap(({ coupon }) => {
    if (coupon.formula === null) return [];
    const matching = matchingLines(coupon, lines);
    const base = leftOf(matching);
    const amount = discountOf(coupon.formula, base);
    const parts = shareOut(amount, matching);
    const shares = matching.map((line, place) => {
      const share = parts[place] ?? 0;
      line.left -= share;
      return { productId: line.productId, tier: line.tier, amount: share };
    });
    return [{ couponId: String(coupon.couponId), name: coupon.name, amount, base, shares: shares.filter((one) => one.amount > 0) }];
  });
}
