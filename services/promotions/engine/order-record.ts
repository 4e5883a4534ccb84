import type { Quote } from '@nordhaut/contracts';
import type { Coupon } from '../definition.ts';
import type { CreditPart } from './credit.ts';

/** A gift as the buyer saw it. `deductible`: a return deducts `value` for a piece that stays (decisions.md 65) */
export type GiftRecord = {
  productId: number;
  nameZh: string;
  nameEn: string;
  image: string;
  quantity: number;
  value: number;
  deductible: boolean;
};

/** A coupon as the order used it: a later change of its definition does not change the order. */
export type CouponRecord = {
  couponId: number;
  uid: string;
  name: string;
  type: Coupon['type'];
  scope: Coupon['scope'];
  super: Coupon['super'];
  /** of a DISCOUNT, with NT$ of its base, of the discount, and of each line's share */
  discount: { formula: string; base: number; amount: number; shares: NonNullable<Quote['discounts'][number]['shares']> } | null;
  gifts: GiftRecord[];
};

/**
 * What the history of an order keeps of its price, beside the lines: fields that `CheckoutStarted` and `OrderPlaced` gain
 * for orders with coupons or credit.
 */
export type OrderPricing = {
  /** the instant whose prices the order has (ISO, decisions.md 54) */
  pricedAt: string;
  coupons: CouponRecord[];
  /** NT$ of each grant, in the order in which they are spent */
  credit: CreditPart[];
  /** goods − discounts − credit on goods: the base of rewards (decisions.md 55) */
  goodsPaid: number;
};

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
