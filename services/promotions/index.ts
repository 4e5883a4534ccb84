export { priceCart, type PricedProduct } from './price-cart.ts';
export { CouponFields, readCoupon, type Coupon, type CouponScope, type CouponType, type GiftItem } from './definition.ts';
