import type { CouponTake } from '@nordhaut/ordering';
import { BIRTHDAY_COUPON, type Coupon, TIMER_COUPON } from './definition.ts';
import { isOver } from './credit.ts';
import { givenBackYear } from './engine/birthday.ts';
import type { Condition, Property } from './engine/condition.ts';
import type { CouponCopy } from './engine/facts.ts';
import { yearOf } from './engine/taipei.ts';
import { usesOf } from './reserve.decide.ts';
import { birthdayYears, type Copy, emptyWallet, type Wallet } from './wallet.ts';
import type { CouponUse } from './wallet-events.ts';

const endOf = ({ endsAt }: Copy): number => (endsAt === null ? Infinity : Date.parse(endsAt));

/** The copy that an order uses: of those that can be used, the one that ends first. Without one, the wallet says why. */
function copyFor({ couponId, maxUsage }: Coupon, wallet: Wallet, at: string): Copy | undefined {
  const id = String(couponId);
  const copies = wallet.copies.filter((copy) => copy.couponId === id).toSorted((one, other) => endOf(one) - endOf(other));
  const isUsable = ({ copyId, endsAt }: Copy): boolean =>
    !isOver(endsAt, at) && (maxUsage === 0 || usesOf(wallet, { couponId: id, copyId }) < maxUsage);
  return copies.find(isUsable) ?? copies[0];
}

/**
 * The copies as the price sees them. Their ends are those that the wallet recorded, as for the reservation: a definition that changed
 * since makes no copy longer, and outlives no offer (decisions.md 27, 60).
 */
export const copyFacts = (wallet: Wallet): CouponCopy[] =>
  wallet.copies.map((copy) => {
    const year = givenBackBy(wallet, copy).at(-1)?.year;
    return {
      couponId: Number(copy.couponId),
      endsAt: copy.endsAt === null ? null : Date.parse(copy.endsAt),
      extendedTo: copy.extendedTo === undefined ? null : Date.parse(copy.extendedTo),
      ...(year !== undefined && { year }),
    };
  });

/** The uses of a copy that orders gave back; a copy that keeps the days of a coupon without copies has the use of its order. */
const givenBackBy = ({ orders }: Wallet, { copyId, couponId, cause }: Copy): CouponUse[] =>
  orders.flatMap(({ orderNo, returned }) => {
    const isOfOrder = cause.kind === 'ORDER' && cause.orderNo === orderNo;
    return returned.filter((use) => use.couponId === couponId && (use.copyId === copyId || (use.copyId === null && isOfOrder)));
  });

/** The calendar year of the birthday's gift that an order takes. */
function giftYear(wallet: Wallet, at: number): number {
  return givenBackYear({ copies: copyFacts(wallet), birthdayYears: birthdayYears(wallet) }, at) ?? yearOf(at);
}

const OF_ORDERS: ReadonlySet<Property> = new Set(['user_orders', 'user_last_order_at']);
/** "At least so many orders" stays true after another order. */
const isLeast = ({ property, operator }: Condition): boolean => property === 'user_orders' && (operator === '>' || operator === '>=');
/** Whether another order of the member may end the coupon: its price is no longer true then. */
const looksAtOrders = ({ uid, conditions }: Coupon): boolean =>
  uid === TIMER_COUPON || conditions.some((condition) => OF_ORDERS.has(condition.property) && !isLeast(condition));

/**
 * What an order takes of its coupons. The facts of the definitions are those of the price, so every process that reserves
 * for this order asks the same.
 * @param wallet null: a guest, who has no copies
 * @param at ISO: the instant that decided the price
 */
export const takesOf = (coupons: readonly Coupon[], wallet: Wallet | null, at: string): CouponTake[] =>
  coupons.map((coupon) => ({
    couponId: String(coupon.couponId),
    copyId: copyFor(coupon, wallet ?? emptyWallet, at)?.copyId ?? null,
    ...(coupon.uid === BIRTHDAY_COUPON && { year: giftYear(wallet ?? emptyWallet, Date.parse(at)) }),
    needsCopy: coupon.scope === 'MEMBER',
    maxUsage: coupon.maxUsage,
    firstPurchase: coupon.super === 'PUBLIC_FIRST_200',
    ...(wallet && looksAtOrders(coupon) && { orders: wallet.orders.filter(({ stands }) => stands).length }),
    counted: coupon.quantity !== null,
    oncePerPerson: coupon.uid === TIMER_COUPON,
  }));
