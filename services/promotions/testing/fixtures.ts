import type { CartItem, PriceTier } from '@nordhaut/contracts';
import { type Coupon, type CouponFields, readCoupon } from '../definition.ts';
import type { MemberFacts, Promotions } from '../engine/facts.ts';
import { priceCart, type PricedProduct, type PriceInput } from '../price-cart.ts';

/** Friday, 15 May 2026, 12:00 in Taipei. */
export const NOW = Date.parse('2026-05-15T04:00:00Z');
export const DAY = 86_400_000;
export const SECONDS = NOW / 1_000;

const product = (productId: number, [ORIGIN, MEMBER, ADDITIONAL]: [number, number, number | null], more: Partial<PricedProduct> = {}) => ({
  productId,
  nameZh: `第${productId}號`,
  nameEn: `No. ${productId}`,
  images: [`image-${productId}`],
  available: true,
  prices: { ORIGIN, MEMBER, ADDITIONAL },
  samples: [],
  ...more,
});
/** 1: 500, for members 400; 2: 1,000 and 800; 3: 100, or 60 beside others; 4: the set of 1 and 2. */
export const PRODUCTS: ReadonlyMap<number, PricedProduct> = new Map(
  [
    product(1, [500, 400, 300]),
    product(2, [1_000, 800, null]),
    product(3, [120, 100, 60]),
    product(4, [1_400, 1_100, null], { type: 'SET', setItems: [1, 2] }),
  ].map((one) => [one.productId, one]),
);

export const line = (productId: number, quantity = 1, tier: PriceTier = 'ORIGIN'): CartItem => ({ productId, quantity, tier });

let nextId = 1;
/** A coupon for everybody that takes off nothing, without limits. Throws where the definition is refused. */
export function coupon(more: Partial<CouponFields> = {}): Coupon {
  const coupon_id = more.coupon_id ?? nextId++;
  const fields = { coupon_type: 'DISCOUNT', coupon_scope: 'ALL', coupon_formula: 'x', coupon_name: `券${coupon_id}`, ...more, coupon_id };
  const read = readCoupon({ coupon_uid: `C${coupon_id}`, ...fields });
  if (!read.ok) throw new Error(read.faults.join('; '));
  return read.coupon;
}
export const items = (...uids: string[]) => uids.map((product_uid) => ({ product_uid, product_quantity: 1 }));

export const member = (more: Partial<MemberFacts> = {}): MemberFacts => ({
  group: 'FRIEND',
  createdAt: NOW - 100 * DAY,
  birthday: null,
  birthdayYears: [],
  standingOrders: 0,
  lastOrderAt: null,
  deliveredOrders: 0,
  muted: new Set(),
  copies: [],
  credit: [],
  ...more,
});

export const facts = (more: Partial<Promotions> = {}): Promotions => ({
  at: NOW,
  coupons: [],
  stock: () => null,
  uses: () => 0,
  member: member(),
  timer: null,
  payment: null,
  gift: (uid) => ({
    productId: 900 + Number(uid.slice(1)),
    uid,
    nameZh: `贈品${uid}`,
    nameEn: `Gift ${uid}`,
    images: [`gift-${uid}`],
    value: 350,
    setItems: [],
  }),
  ...more,
});

/** A member's cart as a page asks for its price. */
export const input = (
  cart: CartItem[],
  promotions: Promotions,
  more: Partial<PriceInput> = {},
): PriceInput & { promotions: Promotions } => ({
  items: cart,
  delivery: 'HOME',
  coupons: [],
  credit: 0,
  isMember: promotions.member !== null,
  dropMemberParts: true,
  product: (id) => PRODUCTS.get(id),
  ...more,
  promotions,
});

export function quoteOf(...args: Parameters<typeof input>) {
  const result = priceCart(input(...args));
  if (!result.ok) throw new Error(result.rejection.code);
  return { ...result.quote, notices: result.notices };
}
