import type { Quote } from '@nordhaut/contracts';
import type { CouponRecord, GiftRecord, OrderPricing } from '@nordhaut/ordering';
import type { Coupon } from '../definition.ts';

export type { CouponRecord, GiftRecord, OrderPricing };

/**
 * The record of a quote. undefined for a price without coupons and credit, so that such an order's events stay as they are.
 * @param coupons the definitions with which the quote was made
 * @param pricedAt ms since epoch
 */
export function orderPricing(quote: Quote, coupons: readonly Coupon[], pricedAt: number): OrderPricing | undefined {
  const { coupons: used = [], credit = [], goodsPaid = quote.subtotal } = quote;
  if (used.length === 0 && credit.length === 0) return undefined;
  const records = used.flatMap(({ couponId }) => {
    const coupon = coupons.find((one) => String(one.couponId) === couponId);
    return coupon ? [recordOf(coupon, quote)] : [];
  });
  return { pricedAt: new Date(pricedAt).toISOString(), coupons: records, credit, goodsPaid };
}

function recordOf({ couponId, uid, name, type, scope, super: code, formula }: Coupon, quote: Quote): CouponRecord {
  const id = String(couponId);
  const discount = quote.discounts.find((one) => one.couponId === id);
  return {
    couponId,
    uid,
    name,
    type,
    scope,
    super: code,
    discount:
      discount && formula
        ? { formula: formula.text, base: discount.base ?? 0, amount: discount.amount, shares: discount.shares ?? [] }
        : null,
    gifts: quote.gifts
      .filter((gift) => gift.couponId === id)
      .map(({ productId, nameZh, nameEn, image, quantity, value = 0 }) => ({
        productId,
        nameZh,
        nameEn,
        image,
        quantity,
        value,
        // The travel set may be used and is never deducted, as samples are.
        deductible: code !== 'WELCOME_1150' && value > 0,
      })),
  };
}
