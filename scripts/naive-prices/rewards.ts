/**
 * Rewards in time: the referrer's 3 %, the 1.5 % of founding members, the birthday, and what is taken back
 * (decisions 22, 24, 55–57, 61, 62, 64).
 *
 * Open: the 7 days are those of decision 41, so that nothing is given while the goods may still be returned by law. They end
 * with the seventh day in Taipei after the day of the delivery. A return that opens at that very instant still stops the reward.
 * Open: only the friend's first delivered order earns the 3 %. After its return, a later order earns nothing.
 * Open: a reward of NT$0 is no grant.
 * Open: the birthday credit and the founding members' birthday set share one record for each calendar year.
 */
import { thousandths } from './fractions.ts';
import { birthdayMonth } from './states.ts';
import { DAY, taipeiMidnight, taipeiMonth, taipeiYear } from './time.ts';
import type { Member } from './types.ts';

/** What rewards look at in an order. */
export type RewardOrder = {
  orderNo: string;
  /** false for a guest's order that a member adopted: it earns nothing (decision 66). */
  placedAsMember: boolean;
  goodsPaid: number;
  deliveredAt: number | null;
  returnOpenedAt: number | null;
  /** The review refused the return. */
  returnRefusedAt: number | null;
  /** The goods were taken back. A return is always the whole order. */
  returnedAt: number | null;
  /** NT$ paid back by goodwill without a return. It moves no reward (decision 55). */
  partRefund?: number;
};

/** Credit can be spent for 365 days after its deposit. */
export const creditEnd = ({ depositedAt }: { depositedAt: number }): number => depositedAt + 365 * DAY;

/** 1.5 % for who is a founding member at the delivery: of `goodsPaid`, rounded down, granted with the delivery. */
export const shopBack = ({ goodsPaid, founding }: { goodsPaid: number; founding: boolean }): number =>
  founding ? thousandths(goodsPaid, 15) : 0;

/** 3 % for the referrer: of `goodsPaid`, rounded down. */
export const friendBack = ({ goodsPaid }: { goodsPaid: number }): number => thousandths(goodsPaid, 30);

/** The last ms of the seventh day after the day of the delivery, in Taipei. */
export const lastOfSevenDays = (deliveredAt: number): number => taipeiMidnight(deliveredAt) + 8 * DAY - 1;

/** When an order counts for later rewards: after the 7 days, not while a return is open, never after a return. */
export function countsAt(order: RewardOrder): number | 'WAITING' | 'NEVER' {
  if (order.deliveredAt === null) return 'NEVER';
  const sevenDays = lastOfSevenDays(order.deliveredAt);
  if (order.returnOpenedAt === null || order.returnOpenedAt > sevenDays) return sevenDays;
  if (order.returnedAt !== null) return 'NEVER';
  return order.returnRefusedAt === null ? 'WAITING' : Math.max(sevenDays, order.returnRefusedAt);
}

export type Reward = {
  state: 'NONE' | 'SCHEDULED' | 'WAITING' | 'GRANTED' | 'CANCELLED' | 'TAKEN_BACK';
  amount: number;
  at: number | null;
};

/** The referrer's reward for one friend, as support's history shows it at `now`. Times after `now` in the orders are not known yet. */
export function referral({ friendOrders, now }: { friendOrders: RewardOrder[]; now: number }): Reward {
  const none: Reward = { state: 'NONE', amount: 0, at: null };
  const delivered = friendOrders
    .map((order) => asKnown(order, now))
    .filter((order) => order.placedAsMember && order.deliveredAt !== null)
    .sort((a, b) => (a.deliveredAt ?? 0) - (b.deliveredAt ?? 0));
  const [first] = delivered;
  if (first === undefined) return none;
  const amount = friendBack(first);
  if (amount === 0) return none;
  const at = countsAt(first);
  if (at === 'NEVER') return { state: 'CANCELLED', amount, at: null };
  if (at === 'WAITING') return { state: 'WAITING', amount, at: null };
  if (now < at) return { state: 'SCHEDULED', amount, at };
  return { state: first.returnedAt === null ? 'GRANTED' : 'TAKEN_BACK', amount, at };
}

/** An order without the facts that lie after `now`. */
export function asKnown(order: RewardOrder, now: number): RewardOrder {
  const known = (at: number | null): number | null => (at !== null && at <= now ? at : null);
  return {
    ...order,
    deliveredAt: known(order.deliveredAt),
    returnOpenedAt: known(order.returnOpenedAt),
    returnRefusedAt: known(order.returnRefusedAt),
    returnedAt: known(order.returnedAt),
  };
}

/**
 * Takes a reward back when its order is returned: first what is left of the grant. The spent part is deducted only from
 * the refund of the same member's own order, at most that refund. The rest is written off.
 */
export function takeBack({ value, used, refund, owner }: { value: number; used: number; refund: number; owner: 'BUYER' | 'REFERRER' }): {
  fromGrant: number;
  fromRefund: number;
  writtenOff: number;
} {
  const fromRefund = owner === 'BUYER' ? Math.min(used, refund) : 0;
  return { fromGrant: value - used, fromRefund, writtenOff: used - fromRefund };
}

/** What is left of a refund after the spent part of the order's own reward (decision 61). */
export const deducted = ({ refund, spent }: { refund: number; spent: number }): number => Math.max(0, refund - spent);

/** The NT$50 of a friend's birthday month, once a calendar year. 0: not due. */
export function birthdayCredit({ member, now }: { member: Member; now: number }): number {
  const due = member.group === 'FRIEND' && birthdayMonth(member, now) === taipeiMonth(now);
  return due && !member.birthdayYears.includes(taipeiYear(now)) ? 50 : 0;
}

/** Whether an order stands (decision 57): failed, cancelled and not-collected ones do not, returned ones do. */
export function stands({ state }: { state: 'PLACED' | 'DELIVERED' | 'RETURNED' | 'FAILED' | 'CANCELLED' | 'NOT_COLLECTED' }): boolean {
  return state === 'PLACED' || state === 'DELIVERED' || state === 'RETURNED';
}
