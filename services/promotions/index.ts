export { priceCart, type PricedProduct } from './price-cart.ts';
export { CouponFields, readCoupon, type Coupon, type CouponScope, type CouponType, type GiftItem } from './definition.ts';
export { importCoupons, type Imported } from './import-coupons.ts';
export { foundingDecider } from './founding.decide.ts';
export { personDecider } from './person.decide.ts';
export { createReservations, type OrderPromotions, reservesAnything, type Reservations } from './reservations.ts';
export { stockDecider } from './stock.decide.ts';
export { couponStream, FOUNDING_STREAM, personStream, walletStream } from './stream.ts';
export { walletDecider } from './wallet.decide.ts';
