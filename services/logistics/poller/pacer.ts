/** Time as the poller sees it; tests bring their own. */
export type PollClock = {
  now(): Date;
  /** resolves after `ms`, or at once when `signal` fires */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

/**
 * A token bucket: `take` waits until the next question is allowed. Never more than `rate` per second over time, and
 * never more than `burst` at one instant, however many callers wait.
 */
export function createPacer(options: { rate: number; burst: number; clock: PollClock }): { take(signal: AbortSignal): Promise<void> } {
  const interval = 1000 / options.rate;
  const tolerance = interval * (options.burst - 1);
  // The instant at which the bucket would be full again; each token taken moves it on by one interval.
  let full = 0;
  return {
    async take(signal) {
      const now = options.clock.now().getTime();
      full = Math.max(full, now) + interval;
      const wait = full - interval - tolerance - now;
      if (wait > 0) await options.clock.sleep(wait, signal);
    },
  };
}
