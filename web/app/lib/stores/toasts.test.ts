import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast, useToasts } from './toasts.ts';

const shown = (): string[] => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => {
  // Without the live regions, nothing is announced.
  vi.stubGlobal('document', { getElementById: () => null });
  useToasts.setState({ toasts: [] });
});
afterEach(() => vi.unstubAllGlobals());

test('three messages are shown at most, the newest last', () => {
  for (const text of ['1', '2', '3', '4']) toast(text);
  expect(shown()).toEqual(['2', '3', '4']);
});

test('who presses a button again and again sees its message once', () => {
  toast('已複製', 'ok');
  for (let presses = 0; presses < 5; presses++) toast('已加入購物車', 'ok');
  expect(shown()).toEqual(['已複製', '已加入購物車']);
});
