import type { CouponChoice, CouponType, Quote } from '@nordhaut/contracts';

/** A gift as the buyer saw it. `deductible`: a return deducts `value` for a piece that stays (decisions.md 65) */
export type GiftRecord = {
  productId: number;
  nameZh: string;
  nameEn: string;
  image: string;
  quantity: number;
  /** NT$ of one piece */
  value: number;
  deductible: boolean;
};

/** A coupon as the order used it: a later change of its definition does not change the order. */
export type CouponRecord = {
  couponId: number;
  uid: string;
  name: string;
  type: CouponType;
  scope: 'SYSTEM' | 'MEMBER' | 'ALL';
  super: 'WELCOME_1150' | 'PUBLIC_FIRST_200' | 'INVITE' | null;
  /** of a DISCOUNT, with NT$ of its base, of the discount, and of each line's share */
  discount: { formula: string; base: number; amount: number; shares: NonNullable<Quote['discounts'][number]['shares']> } | null;
  gifts: GiftRecord[];
};

/** What the history of an order keeps of its price, beside the lines. */
export type OrderPricing = {
  /** the instant whose prices the order has (ISO, decisions.md 54) */
  pricedAt: string;
  coupons: CouponRecord[];
  /** NT$ of each grant, as the price spent them */
  credit: { grantId: string; goods: number; shipping: number }[];
  /** goods − discounts − credit on goods: the base of rewards (decisions.md 55) */
  goodsPaid: number;
};

/**
 * What the order takes of a coupon, with the facts of its definition when it was priced. `copyId`: the member's copy; null
 * where it needs none. `maxUsage`: of each copy, or of the coupon where it needs none; 0 is unlimited. `year`: it counts once
 * a calendar year. `orders`: the member's standing orders in the price, of a coupon that looks at them. `counted`: its quantity is
 * limited. `oncePerPerson`: once per phone number and visitor.
 */
export type CouponTake = {
  couponId: string;
  copyId: string | null;
  year?: number;
  needsCopy: boolean;
  maxUsage: number;
  firstPurchase: boolean;
  orders?: number;
  counted: boolean;
  oncePerPerson: boolean;
};

/**
 * Coupons and credit of an order. Missing in an order without them, and in orders of earlier releases. `asked`: what the
 * buyer chose, with the gifts. `personKeys`: keyed hashes of phone number and visitor, for coupons `oncePerPerson`.
 */
export type OrderPromotions = OrderPricing & {
  takes: CouponTake[];
  asked: { coupons: CouponChoice[]; credit: number };
  personKeys: string[];
};
