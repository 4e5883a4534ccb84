import { describe, expect, test, vi } from 'vitest';
import { aborted, backoff, loop, retry, sleep, tokenBucket } from './timing.ts';

const HOUR = 3_600_000;
const FAST = { first: 1, most: 2 };

test('a sleep ends when its signal aborts, and does not start with an aborted one', async () => {
  const stopping = new AbortController();
  const sleeping = sleep(HOUR, stopping.signal);
  stopping.abort();
  await sleeping;
  await sleep(HOUR, stopping.signal, { ref: false });
  await aborted(stopping.signal);
});

test('aborted() resolves when the signal aborts', async () => {
  const stopping = new AbortController();
  const waiting = aborted(stopping.signal);
  stopping.abort();
  await waiting;
});

test('a backoff doubles up to its limit, with a jitter of half of it', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  try {
    expect([1, 2, 3, 4, 50].map((failures) => backoff(failures, { first: 100, most: 500 }))).toEqual([100, 200, 400, 500, 500]);
    random.mockReturnValue(0);
    expect(backoff(1, { first: 100, most: 500 })).toBe(50);
    random.mockReturnValue(1);
    expect(backoff(9, { first: 100, most: 500 })).toBe(750);
  } finally {
    random.mockRestore();
  }
});

describe('retry', () => {
  const failing = (times: number) => {
    let calls = 0;
    return async (): Promise<number> => {
      if (++calls <= times) throw new Error(`failure ${calls}`);
      return calls;
    };
  };

  test('repeats until the work succeeds', async () => {
    const told: string[] = [];
    expect(await retry(failing(3), { ...FAST, onFailure: ({ message }, count) => told.push(`${count}: ${message}`) })).toBe(4);
    expect(told).toEqual(['1: failure 1', '2: failure 2', '3: failure 3']);
  });

  test('throws a final error at once', async () => {
    await expect(retry(failing(9), { ...FAST, isPassing: ({ message }) => message !== 'failure 2' })).rejects.toThrow('failure 2');
  });

  test('ends its wait and throws the reason when the signal aborts', async () => {
    const stopping = new AbortController();
    const onFailure = () => stopping.abort(new Error('the end'));
    await expect(retry(failing(9), { first: HOUR, most: HOUR, signal: stopping.signal, onFailure })).rejects.toThrow('the end');
  });
});

describe('loop', () => {
  test('runs again after the rest, and counts the failures in a row', async () => {
    const rests: number[] = [];
    const told: string[] = [];
    let runs = 0;
    const done = Promise.withResolvers<void>();
    const running = loop(
      async (_signal, alive) => {
        runs++;
        if (runs === 4) alive();
        if (runs === 6) done.resolve();
        if (runs !== 2) throw new Error(`run ${runs}`);
      },
      { restMs: (failures) => (rests.push(failures), 0), onError: ({ message }) => told.push(message) },
    );
    await done.promise;
    await running.stop();
    expect(rests.slice(0, 5)).toEqual([1, 0, 1, 1, 2]);
    expect(told.slice(0, 4)).toEqual(['run 1', 'run 3', 'run 4', 'run 5']);
  });

  test('stop aborts the work, waits for its end and reports no error of it', async () => {
    const onError = vi.fn<(error: Error) => void>();
    let ended = false;
    const running = loop(
      async (signal) => {
        await aborted(signal);
        await sleep(5);
        ended = true;
        throw new Error('stopped');
      },
      { restMs: HOUR, onError },
    );
    await running.stop();
    expect(ended).toBe(true);
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a token bucket', () => {
  test('gives what it holds and refills evenly, never above its size', () => {
    let now = 0;
    const bucket = tokenBucket({ size: 4, refillMs: 1_000, now: () => now });
    const taken = (): number => {
      let count = 0;
      while (bucket.tryTake()) count++;
      return count;
    };
    expect(taken()).toBe(4);
    now += 500;
    expect(taken()).toBe(2);
    now += 60_000;
    expect(taken()).toBe(4);
  });

  test('of a clock that was set back goes on as before', () => {
    let now = 3_600_000;
    const bucket = tokenBucket({ size: 2, refillMs: 1_000, now: () => now });
    expect(bucket.tryTake()).toBe(true);
    now = 0;
    expect([bucket.tryTake(), bucket.tryTake()]).toEqual([true, false]);
    now += 500;
    expect([bucket.take(), bucket.take()]).toEqual([0, 500]);
  });

  test('names the wait for a token that is still to come', () => {
    let now = 0;
    const bucket = tokenBucket({ size: 2, refillMs: 1_000, now: () => now });
    expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 500, 1_000]);
    now += 1_500;
    expect([bucket.take(), bucket.take()]).toEqual([0, 500]);
  });
});
