import { setTimeout as wait } from 'node:timers/promises';

export type SleepOptions = {
  /** `false`: this timer alone does not keep the process alive; default `true` */
  ref?: boolean;
};

/** Resolves after `ms`, or as soon as `signal` aborts. Never rejects. */
export async function sleep(ms: number, signal?: AbortSignal, { ref = true }: SleepOptions = {}): Promise<void> {
  await wait(Math.max(0, ms), undefined, { ref, ...(signal ? { signal } : {}) }).catch(() => undefined);
}

/** Resolves when `signal` aborts, at once where it has. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** ms before the first retry, and the upper limit, both before jitter. */
export type Backoff = { first: number; most: number };

/**
 * ms before the next try after `failures` failures in a row (1 or more): doubles up to `most`. The jitter of ±50 %
 * spreads the retries of many processes.
 */
export const backoff = (failures: number, { first, most }: Backoff): number =>
  Math.min(first * 2 ** (failures - 1), most) * (0.5 + Math.random());

export type RetryOptions = Backoff & {
  signal?: AbortSignal;
  /** called after each failed try */
  onFailure?: (error: Error, failures: number) => void;
  /** Where it returns false the error is final; default: every error is retried. `failures`: this one included */
  isPassing?: (error: Error, failures: number) => boolean;
};

/**
 * Repeats `work` until it succeeds.
 * @throws the signal's reason once it aborts between two tries, and errors that are final
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onFailure, isPassing = () => true } = options;
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error as Error, failures)) throw error;
      onFailure?.(error as Error, failures);
      await sleep(backoff(failures, options), signal);
    }
  }
}

export type RepeatOptions = SleepOptions & {
  /** ms between two runs; the argument counts the failures in a row since the last success */
  restMs: number | ((failures: number) => number);
  /** `failures`: in a row, this one included */
  onError?: (error: Error, failures: number) => void;
};

/** `signal`: fires when it is not wanted any more. `alive`: see `repeat`. */
type Repeated = (signal: AbortSignal, alive: () => void) => Promise<unknown>;

/**
 * Runs `work` again and again until `until` fires. Work that lasts, such as a subscription, calls `alive` when it has
 * succeeded, so that a later failure counts as the first one. Never rejects.
 */
export async function repeat(work: Repeated, { restMs, onError, ref = true }: RepeatOptions, until: AbortSignal): Promise<void> {
  for (let failures = 0; !until.aborted; ) {
    try {
      await work(until, () => (failures = 0));
      failures = 0;
    } catch (error) {
      failures++;
      if (!until.aborted) onError?.(error as Error, failures);
    }
    await sleep(typeof restMs === 'number' ? restMs : restMs(failures), until, { ref });
  }
}

export type Loop = { /** Aborts the signal and resolves when `work` has ended. */ stop(): Promise<void> };

/** The same until `stop`. */
export function loop(work: Repeated, options: RepeatOptions): Loop {
  const stopping = new AbortController();
  const running = repeat(work, options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

export type TokenBucket = ReturnType<typeof tokenBucket>;

/** A bucket of `size` tokens that refills evenly within `refillMs`. It starts full. */
export function tokenBucket({ size, refillMs, now = Date.now }: { size: number; refillMs: number; now?: () => number }) {
  let left = size;
  let last = now();
  const refill = (): void => {
    const time = now();
    // A clock that was set back takes no tokens.
    left = Math.min(size, left + (Math.max(0, time - last) * size) / refillMs);
    last = time;
  };
  return {
    /** Takes a token where there is one. @returns whether there was */
    tryTake(): boolean {
      refill();
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    /** Takes the next token, also one that is still to come. @returns ms until it is there */
    take(): number {
      refill();
      left -= 1;
      return Math.max(0, (-left * refillMs) / size);
    },
  };
}
