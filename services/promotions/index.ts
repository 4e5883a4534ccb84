export { priceCart, type Notice, type PricedProduct, type PriceInput, type PriceResult } from './price-cart.ts';
export { GRACE_SECONDS, priceOrder, type OrderPrice } from './price-order.ts';
export {
  BIRTHDAY_COUPON,
  CouponFields,
  OLD_MEMBER_COUPON,
  readCoupon,
  TIMER_COUPON,
  type Coupon,
  type CouponScope,
  type CouponType,
  type GiftItem,
} from './definition.ts';
export { automaticCoupons, checkCode, listCoupons, type CodeAnswer, type ListedCoupon } from './engine/coupon-view.ts';
export type { CouponChoice, CouponCopy, CreditGrant, GiftProduct, MemberFacts, Promotions, TimerFacts } from './engine/facts.ts';
export { isMutedFor } from './engine/is-muted.ts';
export { orderPricing, type CouponRecord, type GiftRecord, type OrderPricing } from './engine/order-record.ts';
export { EXTENSION_MS, givesCoupon, REMINDER_MS, TIMER_MS, timerEnd } from './engine/timer.ts';
export { birthdayCommands } from './rewards.decide.ts';
export type { Rewards } from './grant-rewards.ts';
export { importCoupons, type Imported } from './import-coupons.ts';
export type { BuyerFacts, FactsQuery } from './buyer-facts.ts';
export { foundingDecider } from './founding.decide.ts';
export { personDecider } from './person.decide.ts';
export type { AskedPhone, PhoneAsks, PhoneQuestion } from './phone-asks.ts';
export { outcomeOf } from './order-rewards.ts';
export { createReservations, reservesAnything, type Reservations, type Taken, takenBy } from './reservations.ts';
export { stockDecider } from './stock.decide.ts';
export { couponStream, FOUNDING_STREAM, personStream, WALLET_CATEGORY, walletOwnerOf, walletStream } from './stream.ts';
export { takesOf } from './takes.ts';
export { walletDecider } from './wallet.decide.ts';
export type { CouponEvent } from './stock-events.ts';
export { voucherIdOf } from './member-promotions.ts';
export { availableCredit, booksOf, CREDIT_DAYS, type Grant } from './credit.ts';
export { givenToMember, isMemberGrant, memberGrantId, type MemberCreditCommand } from './member-credit.decide.ts';
export { evolve as evolveWallet, type Wallet } from './wallet.ts';
export type { WalletEvent } from './wallet-events.ts';
export type { CouponGranted, CreditGranted, Outcome } from './wallet-events.ts';
export { couponTable, memberCoupons, userGroupSql, voucherTable } from './data-tables.ts';
