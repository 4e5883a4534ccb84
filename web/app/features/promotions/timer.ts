/** The countdown of the checkout (spec/3-purchase-flow §4), ms. The server starts, keeps and ends it. */
export const REMIND_AT = 480_000;
export const EXTEND_AT = 300_000;

/** `endsAt`: ms of this device's clock. `coupon`: name of what it gives; undefined where this buyer cannot have it any more */
export type Timer = { endsAt: number; extended: boolean; coupon: string | undefined };

/**
 * - `quiet`: it runs, and nothing is promised: it is early, or the buyer had the discount, as after an order
 * - `reminder`: completing the checkout in time gives the discount
 * - `last`: the same; the time may be extended, once
 */
export type TimerPhase = 'quiet' | 'reminder' | 'last' | 'over';

export function phaseOf({ endsAt, coupon }: Pick<Timer, 'endsAt' | 'coupon'>, now: number): TimerPhase {
  const left = endsAt - now;
  if (left <= 0) return 'over';
  return left > REMIND_AT || !coupon ? 'quiet' : left > EXTEND_AT ? 'reminder' : 'last';
}

/** `4:05`, rounded up, so that 0:00 is the end */
export function clockOf(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Minutes left at which the time is announced (design/web.md, "Checkout"). */
const ANNOUNCED = [8, 5, 1];

/** The minutes to announce between two looks at the clock; undefined: none. */
export const minutesToSay = (before: number, left: number): number | undefined =>
  ANNOUNCED.find((minutes) => before > minutes * 60_000 && left <= minutes * 60_000 && left > 0);
