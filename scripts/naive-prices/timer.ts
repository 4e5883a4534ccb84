/**
 * The countdown of the checkout and its coupon (decision 53, spec/3 §4).
 *
 * Open: a cart shows the coupon from 8 minutes left, an order gets it while the timer runs.
 * Open: the extension is possible at exactly 5 minutes left. It ends 5 minutes after the click.
 * Open: the 30 days without a second timer begin when the timer ran out, or when a sign-in ended it.
 */
import { DAY, MINUTE } from './time.ts';
import type { Buyer, Timer } from './types.ts';

export const TIMER_COUPON = 'pay_in_5_min';

/** The instant at which the timer has run out. It runs before this instant, not at it. */
export function timerEnd(timer: Timer): number {
  const end = timer.extendedAt === null ? timer.startedAt + 10 * MINUTE : timer.extendedAt + 5 * MINUTE;
  return timer.endedAt !== null && timer.endedAt < end ? timer.endedAt : end;
}

const runs = (timer: Timer, now: number): boolean => now >= timer.startedAt && now < timerEnd(timer);

/** Whether the timer's coupon applies at `now`. A member with a standing order has no timer. */
export function timerAllows({
  timer,
  buyer,
  now,
  mode,
}: {
  timer: Timer | null;
  buyer: Buyer;
  now: number;
  mode: 'CART' | 'ORDER';
}): boolean {
  if (timer === null || timer.usedBefore || !runs(timer, now)) return false;
  if (buyer.kind === 'MEMBER' && buyer.standingOrders > 0) return false;
  return mode === 'ORDER' || timerEnd(timer) - now <= 8 * MINUTE;
}

/** The timer after a click on "extend" at `now`. Without effect outside the last 5 minutes, and after the first extension. */
export function extend({ timer, now }: { timer: Timer; now: number }): Timer {
  const possible = timer.extendedAt === null && runs(timer, now) && timerEnd(timer) - now <= 5 * MINUTE;
  return possible ? { ...timer, extendedAt: now } : timer;
}

/** The timer after the checkout was opened at `now`: the same one for 30 days after it ran out, then a new one. */
export function start({ timer, now }: { timer: Timer | null; now: number }): Timer {
  if (timer !== null && now < timerEnd(timer) + 30 * DAY) return timer;
  return { startedAt: now, extendedAt: null, endedAt: null, usedBefore: timer?.usedBefore ?? false };
}

/** A guest's timer after the guest became a member: registering in this checkout does not end it, signing in does. */
export function withMember({ timer, registeredAt, now }: { timer: Timer; registeredAt: number; now: number }): Timer {
  const isNew = registeredAt >= timer.startedAt;
  return isNew || !runs(timer, now) ? timer : { ...timer, endedAt: now };
}
