/**
 * What goes back after an order: coupons, credit and money (decisions 5, 18, 34, 37, 40, 41, 55, 59–61, 65).
 *
 * Open: a percentage of the cash part is rounded down.
 * Open: a gift that stays is deducted also within the seven days, because it did not come back with the goods.
 * Open: deductions in this order: the 120 or the scale, gifts that stay, spent rewards. Each takes at most what is left.
 * Open: the 7 days after a failure of the shop or the carrier count from the restore, if less of the copy is left.
 */
import { thousandths } from './fractions.ts';
import { DAY } from './time.ts';
import type { Delivery } from './types.ts';

export type Outcome = 'PAYMENT_FAILED' | 'CANCELLED' | 'REFUSED' | 'NOT_COLLECTED' | 'SHOP_FAILED' | 'CARRIER_FAILED' | 'RETURNED';

/** One restore per order, at the first of its final outcomes. Later ones restore nothing. `used`: credit of the order. */
export function restoreOf({ outcomes, used }: { outcomes: Outcome[]; used: number }): {
  restores: number;
  credit: number;
  coupons: boolean;
  sevenDays: boolean;
} {
  const [first] = outcomes;
  if (first === undefined) return { restores: 0, credit: 0, coupons: false, sevenDays: false };
  return { restores: 1, credit: used, coupons: first !== 'RETURNED', sevenDays: first === 'SHOP_FAILED' || first === 'CARRIER_FAILED' };
}

/** The coupon's quantity and the buyer's uses after a restore: one is given back of each. null stays unlimited. */
export function countsAfterRestore(input: { quantity: number | null; uses: number; coupons: boolean }): {
  quantity: number | null;
  uses: number;
} {
  const { quantity, uses, coupons } = input;
  if (!coupons) return { quantity, uses };
  return { quantity: quantity === null ? null : quantity + 1, uses: Math.max(0, uses - 1) };
}

/** The end of a coupon's copy after a restore: never a new period, except 7 days where the shop or the carrier failed. */
export function copyEndAfterRestore({ end, now, sevenDays }: { end: number; now: number; sevenDays: boolean }): number {
  return sevenDays ? Math.max(end, now + 7 * DAY) : end;
}

/** The refunded part of an overseas order that is taken back by goodwill, in %. */
export function overseasPercent({ amount }: { amount: number }): number {
  if (amount < 3000) return 0;
  if (amount < 6000) return 50;
  if (amount < 10000) return 60;
  if (amount < 20000) return 70;
  if (amount < 30000) return 80;
  return 90;
}

export type ReturnedOrder = {
  delivery: Delivery;
  /** Before discounts. */
  goods: number;
  discounts: number;
  fee: number;
  credit: number;
  /** Within the seven days after the receipt, nothing is deducted for shipping or distance. */
  withinSevenDays: boolean;
  /** Gifts that the buyer keeps, with the value shown when they were chosen. Trial ones may be used. */
  keptGifts: { kind: 'SAMPLE' | 'TRIAL' | 'TRAVEL_SET' | 'OTHER'; shownValue: number }[];
  /** Spent part of this order's own reward (decision 61). */
  spentReward: number;
};

/** Money and credit that go back for a whole order. */
export function refund(order: ReturnedOrder): { cash: number; credit: number; shipping: number; gifts: number; reward: number } {
  const goods = order.goods - order.discounts;
  const paid = goods + order.fee - order.credit;
  const goodwill = !order.withinSevenDays;
  let cash = paid;
  if (goodwill && order.delivery === 'INTERNATIONAL') cash = thousandths(paid, 10 * overseasPercent({ amount: goods + order.fee }));
  if (goodwill && order.delivery !== 'INTERNATIONAL' && goods < 1000) cash = Math.max(0, paid - 120);
  const shipping = paid - cash;
  const value = order.keptGifts.filter((gift) => gift.kind === 'OTHER').reduce((sum, gift) => sum + gift.shownValue, 0);
  const gifts = Math.min(cash, value);
  const reward = Math.min(cash - gifts, order.spentReward);
  return { cash: cash - gifts - reward, credit: order.credit, shipping, gifts, reward };
}

/** Money and credit of an order that was cancelled before the hand-over, or that nobody collected: all of it (decisions 34, 37). */
export function paidBack({
  goods,
  discounts,
  fee,
  credit,
}: Pick<ReturnedOrder, 'goods' | 'discounts' | 'fee' | 'credit'> & {
  outcome: 'CANCELLED' | 'NOT_COLLECTED';
}): { cash: number; credit: number } {
  return { cash: goods - discounts + fee - credit, credit };
}
