import { expect, test } from 'vitest';
import { JUMP_AFTER, tick } from './countdown.ts';

test('counts four seconds down to zero', () => {
  let left = JUMP_AFTER;
  for (let second = 0; second < 3; second++) left = tick(left, false);
  expect(left).toBe(1);
  expect(tick(left, false)).toBe(0);
});

test('pauses while held', () => {
  expect(tick(2, true)).toBe(2);
});
