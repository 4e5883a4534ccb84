import { expect, test } from 'vitest';
import { clockOf, minutesToSay, phaseOf } from './timer.ts';

const MINUTE = 60_000;

test.each([
  [10 * MINUTE, 'quiet'],
  [8 * MINUTE + 1, 'quiet'],
  [8 * MINUTE, 'reminder'],
  [5 * MINUTE + 1, 'reminder'],
  [5 * MINUTE, 'last'],
  [1, 'last'],
  [0, 'over'],
  [-5, 'over'],
] as const)('with %d ms left the timer is %s', (left, phase) => {
  expect(phaseOf({ endsAt: 1_000_000 + left, coupon: '折 NT$50' }, 1_000_000)).toBe(phase);
});

test.each([8, 5, 1])('with %d minutes left it promises nothing to who had its discount', (minutes) => {
  expect(phaseOf({ endsAt: minutes * MINUTE, coupon: undefined }, 0)).toBe('quiet');
});

test('shows whole seconds, and 0:00 only at the end', () => {
  expect([10 * MINUTE, 299_001, 65_000, 1, 0, -3_000].map(clockOf)).toEqual(['10:00', '5:00', '1:05', '0:01', '0:00', '0:00']);
});

test('announces 8, 5 and 1 minutes once each, also when the clock jumped', () => {
  expect(minutesToSay(8 * MINUTE + 500, 8 * MINUTE - 500)).toBe(8);
  expect(minutesToSay(8 * MINUTE - 500, 8 * MINUTE - 1_500)).toBeUndefined();
  expect(minutesToSay(6 * MINUTE, 4 * MINUTE)).toBe(5);
  expect(minutesToSay(MINUTE + 1, MINUTE)).toBe(1);
  expect(minutesToSay(MINUTE, 0)).toBeUndefined();
});
