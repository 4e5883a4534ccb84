import type { TimerFacts } from './facts.ts';

/** The countdown of the checkout (spec/3-purchase-flow §4, decisions.md 53), ms. */
export const TIMER_MS = 600_000;
export const REMINDER_MS = 480_000;
export const EXTENSION_MS = 300_000;

/** The first instant after the timer. The one extension sets the rest to five minutes; a sign-in ends it. */
export const timerEnd = ({ startedAt, extendedAt, endedAt }: TimerFacts): number =>
  Math.min(extendedAt === null ? startedAt + TIMER_MS : extendedAt + EXTENSION_MS, endedAt ?? Infinity);

/**
 * Whether the timer gives its coupon at this instant. Pages show it from the reminder on; an order gets it from the
 * start, because a buyer who is quicker than the reminder must not pay more.
 */
export function givesCoupon(timer: TimerFacts, at: number, isOrder: boolean): boolean {
  const left = timerEnd(timer) - at;
  return at >= timer.startedAt && left > 0 && (isOrder || left <= REMINDER_MS);
}
