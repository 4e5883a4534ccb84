import type { TimerAnswer } from '@nordhaut/contracts';
import { create } from 'zustand';
import { type ApiResult, call, type Reader } from '../../lib/api.ts';
import type { Timer } from './timer.ts';

/**
 * `timer` undefined: none is known to run. It is on the server, for this visitor, so all tabs have the same one. `ran`: this page
 * saw it run with its coupon, so the page keeps the bar's place to the end.
 */
export const useTimer = create<{ timer: Timer | undefined; ran: boolean }>()(() => ({ timer: undefined, ran: false }));

type Answer = Pick<TimerAnswer, 'state' | 'endsAt' | 'extended' | 'now' | 'coupon'>;

/** Written without zod: every step of the checkout loads this file. */
const timerAnswer: Reader<Answer> = {
  safeParse(json) {
    const data = json as Partial<Answer> | null;
    return typeof data?.state === 'string' && typeof data.now === 'string' ? { success: true, data: data as Answer } : { success: false };
  },
};

/** ms that the page waits for the timer; without an answer it shows none */
const WAIT = 3_000;

async function ask(options: { method?: 'POST'; body?: object }): Promise<ApiResult<unknown>> {
  const result = await call(timerAnswer, '/api/checkout/timer', { ...options, retries: 0, timeout: WAIT });
  if (!result.ok) return result;
  const { state, endsAt, extended, now, coupon } = result.data;
  // Counted from the server's clock, because the device's may be wrong.
  const left = state === 'running' && endsAt !== null ? Date.parse(endsAt) - Date.parse(now) : 0;
  const timer = state === 'none' ? undefined : { endsAt: Date.now() + left, extended, coupon: coupon?.name };
  useTimer.setState(({ ran }) => ({ timer, ran: ran || (left > 0 && coupon !== undefined) }));
  return result;
}

/** Starts the timer of a first checkout. One that runs goes on, and one that ended stays ended (decisions.md 53). */
export const startTimer = (): Promise<unknown> => ask({ method: 'POST', body: { action: 'start' } });
/** Another tab may have extended it, and a sign-in ends it. */
export const refreshTimer = (): Promise<unknown> => ask({});
export const extendTimer = (): Promise<ApiResult<unknown>> => ask({ method: 'POST', body: { action: 'extend' } });
