import type { CouponTake } from '@nordhaut/ordering';
import { BIRTHDAY_COUPON, type Coupon, TIMER_COUPON } from './definition.ts';
import { isOver } from './credit.ts';
import type { Condition, Property } from './engine/condition.ts';
import { yearOf } from './engine/taipei.ts';
import { usesOf } from './reserve.decide.ts';
import { type Copy, emptyWallet, type Wallet } from './wallet.ts';

const endOf = ({ endsAt }: Copy): number => (endsAt === null ? Infinity : Date.parse(endsAt));

/** The copy that an order uses: of those that can be used, the one that ends first. Without one, the wallet says why. */
function copyFor({ couponId, maxUsage }: Coupon, wallet: Wallet, at: string): Copy | undefined {
  const id = String(couponId);
  const copies = wallet.copies.filter((copy) => copy.couponId === id).toSorted((one, other) => endOf(one) - endOf(other));
  const isUsable = ({ copyId, endsAt }: Copy): boolean =>
    !isOver(endsAt, at) && (maxUsage === 0 || usesOf(wallet, { couponId: id, copyId }) < maxUsage);
  return copies.find(isUsable) ?? copies[0];
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
    ...(coupon.uid === BIRTHDAY_COUPON && { year: yearOf(Date.parse(at)) }),
    needsCopy: coupon.scope === 'MEMBER',
    maxUsage: coupon.maxUsage,
    firstPurchase: coupon.super === 'PUBLIC_FIRST_200',
    ...(wallet && looksAtOrders(coupon) && { orders: wallet.orders.filter(({ stands }) => stands).length }),
    counted: coupon.quantity !== null,
    oncePerPerson: coupon.uid === TIMER_COUPON,
  }));
