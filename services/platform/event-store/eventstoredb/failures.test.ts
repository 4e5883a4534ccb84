import { expect, test, vi } from 'vitest';
import { persistently, within } from './failures.ts';

const silence = (ms: number) => within(ms, new Promise<never>(() => undefined));

test('an outage keeps its reason where the last attempt had only the short rest of the time', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 14 });
  let attempts = 0;
  const attempt = (ms: number) => (attempts++ === 0 ? Promise.reject(refused) : silence(ms));
  const line = { answered: () => undefined, silent: () => undefined } as never;
  await expect(persistently({ timeoutMs: 150, attemptMs: 10_000, what: 'read', line }, attempt)).rejects.toMatchObject({ cause: refused });
  expect(attempts).toBeGreaterThan(1);
});

test('silence is the reason where nothing else is known', async () => {
  const line = { answered: () => undefined, silent: () => undefined } as never;
  const gaveUp = persistently({ timeoutMs: 50, attemptMs: 10_000, what: 'read', line }, silence);
  await expect(gaveUp).rejects.toMatchObject({ cause: { message: expect.stringMatching(/^no answer within/) } });
});

test('the clock of the machine, set back or forward, moves no deadline', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 14 });
  const line = { answered: () => undefined, silent: () => undefined } as never;
  for (const hours of [2, -2]) {
    vi.useFakeTimers({ toFake: ['Date'] });
    const began = performance.now();
    let attempts = 0;
    const attempt = async () => {
      if (++attempts === 1) vi.setSystemTime(Date.now() + hours * 3_600_000);
      // Ends the test where nothing else ends the attempts.
      if (performance.now() - began > 3_000) throw new TypeError('the deadline is over');
      throw away;
    };
    try {
      await expect(persistently({ timeoutMs: 600, attemptMs: 300, what: 'read', line }, attempt)).rejects.toMatchObject({ cause: away });
      expect(attempts).toBeGreaterThan(1);
    } finally {
      vi.useRealTimers();
    }
  }
});
