/**
 * What is refused when a coupon is defined (decisions 46–49).
 *
 * Open: a GIVEAWAY without a maximum gives all its items. Its items are different products.
 * Open: an item's quantity is 1 to 99. The start must be before the end.
 */
import { whyBadCondition } from './conditions.ts';
import { whyBadFormula } from './formula.ts';
import { instant } from './time.ts';
import type { Coupon } from './types.ts';

const isCount = (value: number | null, from: number): boolean => value === null || (Number.isSafeInteger(value) && value >= from);

/** The first reason why a definition is refused, or null for a good one. */
export function whyBadCoupon(coupon: Coupon): string | null {
  if (!/^[0-9]+$/.test(coupon.id)) return 'the id is no number';
  if (coupon.start !== null && coupon.end !== null && instant(coupon.start) >= instant(coupon.end)) return 'the end is not after the start';
  if (!isCount(coupon.period, 0) || !isCount(coupon.maxUsage, 0) || !isCount(coupon.quantity, 0)) return 'a count is below 0 or a fraction';

  for (const condition of coupon.conditions) {
    const why = whyBadCondition(condition);
    if (why !== null) return `condition: ${why}`;
  }

  if (coupon.type === 'DISCOUNT') {
    const why = coupon.formula === null ? 'is missing' : whyBadFormula(coupon.formula);
    return why === null ? null : `formula: ${why}`;
  }

  if (coupon.items.length === 0) return 'no items';
  if (coupon.items.some((item) => item.quantity > 99 || item.quantity < 1 || !Number.isSafeInteger(item.quantity)))
    return 'an item has no quantity';
  if (coupon.type === 'BONUS') return coupon.bonusMinimum !== null && isCount(coupon.bonusMinimum, 1) ? null : 'the minimum is below 1';

  if (new Set(coupon.items.map((item) => item.uid)).size < coupon.items.length) return 'an item stands twice';
  if (!isCount(coupon.maxProductsChosen, 1)) return 'the maximum is below 1';
  if (coupon.maxProductsChosen !== null && coupon.items.length < coupon.maxProductsChosen) return 'fewer items than the maximum';
  return null;
}
