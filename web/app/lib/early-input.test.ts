import { afterEach, expect, test, vi } from 'vitest';
import { takeEarlyInput } from './early-input.ts';

afterEach(() => vi.unstubAllGlobals());

test('the hydration begins also where the script for translated pages has failed', () => {
  const page: Partial<Window> = { early: new Set<Element>() };
  const listen = vi.fn<typeof addEventListener>();
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', listen);
  takeEarlyInput();
  expect(page).not.toHaveProperty('early');
  expect(listen).toHaveBeenCalledOnce();
});
