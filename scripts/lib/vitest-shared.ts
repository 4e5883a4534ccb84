import { afterAll, vi } from 'vitest';
import { cheapPasswords } from './passwords.ts';

cheapPasswords();

/** Runs for each test file. The next file of the same worker finds the clock, the environment and all functions as they were. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
