import { BIRTHDAY_COUPON, TIMER_COUPON, type Coupon } from '../definition.ts';
import { messages } from '../messages.ts';
import { birthdayGiftYear } from './birthday.ts';
import type { Basis, CouponCopy } from './facts.ts';
import { misfit } from './rules.ts';
import { yearOf } from './taipei.ts';

/** The specification's states of a coupon (spec/3-purchase-flow §4, §8). */
export type CouponState = { state: 200; message: string } | { state: 400 | 500 | 501 | 502 | 503; message: string };

/** Whether the buyer may use the coupon at all: SYSTEM for everybody, MEMBER with a copy, ALL for members (decisions.md 52, 53). */
function isOpenTo({ scope, couponId }: Coupon, { member }: Basis): boolean {
  if (scope === 'SYSTEM') return true;
  return member !== null && (scope === 'ALL' || member.copies.some((copy) => copy.couponId === couponId));
}

const msOf = (seconds: number): number => Math.round(seconds * 1_000);

/** ms from which on a period that began at `gotAt` is over; Infinity: no period. `period`: seconds */
export const periodEnd = (period: number | null, gotAt: number): number => (period === null ? Infinity : gotAt + period * 1_000);

/** The first instant at which a copy cannot be used; Infinity: no end. The earlier end of copy and offer wins (decisions.md 27, 60). */
export function copyEnd({ end }: Coupon, { endsAt, extendedTo }: CouponCopy): number {
  const ends = Math.min(end === null ? Infinity : msOf(end), endsAt ?? Infinity);
  return Math.max(ends, extendedTo ?? -Infinity);
}

/** Within the offer's dates, and within those of a copy where the buyer has copies. The start counts, the end does not. */
function isInTime(coupon: Coupon, { at, member }: Basis): boolean {
  const copies = member?.copies.filter(({ couponId }) => couponId === coupon.couponId) ?? [];
  if (coupon.start !== null && at < msOf(coupon.start)) return false;
  if (copies.length > 0) return copies.some((copy) => at < copyEnd(coupon, copy));
  return coupon.end === null || at < msOf(coupon.end);
}

function isUsedUp({ couponId, maxUsage, uid }: Coupon, basis: Basis): boolean {
  const { uses, member, timer, at } = basis;
  if (maxUsage > 0 && uses(couponId) >= maxUsage) return true;
  if (uid === BIRTHDAY_COUPON) return member?.birthdayYears.includes(birthdayGiftYear(basis) ?? yearOf(at)) ?? false;
  return uid === TIMER_COUPON && (timer?.usedBefore ?? false);
}

/** The state of a coupon for this cart and buyer. When several apply, 400, 501, 500, 502, 503 in this order (decisions.md 51). */
export function couponState(coupon: Coupon | undefined, basis: Basis): CouponState {
  if (!coupon || !isOpenTo(coupon, basis)) return { state: 400, message: messages.couponUnknown };
  if (!isInTime(coupon, basis)) return { state: 501, message: messages.couponExpired };
  const stock = basis.stock(coupon.couponId);
  if (stock !== null && stock <= 0) return { state: 500, message: messages.couponSoldOut };
  if (isUsedUp(coupon, basis)) return { state: 502, message: messages.couponUsedUp };
  const reason = misfit(coupon, basis);
  return reason === undefined ? { state: 200, message: messages.couponApplied } : { state: 503, message: reason };
}

/** Typed codes and the buyer's own choice: SYSTEM coupons are the shop's alone and answer like unknown ones (decisions.md 52). */
export function chosenState(coupon: Coupon | undefined, basis: Basis): CouponState {
  return couponState(coupon?.scope === 'SYSTEM' ? undefined : coupon, basis);
}

/** The state in the buyer's list: usable, invalid with its reason, or expired (spec/3-purchase-flow §5). */
export type ListState = { state: 'usable' } | { state: 'invalid'; reason: string } | { state: 'expired'; reason: string };

export function listState(coupon: Coupon, basis: Basis): ListState {
  const { state, message } = chosenState(coupon, basis);
  if (state === 200) return { state: 'usable' };
  if (state !== 501) return { state: 'invalid', reason: message };
  const isAhead = coupon.start !== null && basis.at < msOf(coupon.start);
  return isAhead ? { state: 'invalid', reason: messages.couponNotStarted } : { state: 'expired', reason: message };
}

/** Whether the shop applies the coupon by itself: SYSTEM ones that load by themselves, and those with a rule of their own. */
export const isAutomatic = ({ scope, autoLoading, uid }: Coupon): boolean =>
  scope === 'SYSTEM' && (autoLoading || uid === TIMER_COUPON || uid === BIRTHDAY_COUPON);
