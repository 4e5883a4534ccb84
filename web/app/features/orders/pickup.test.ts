import { expect, test } from 'vitest';
import { pickupDeadline } from './pickup.ts';

const step = (code: string, revision: number, at = '2026-11-21T01:00:00.000Z') => ({ code, label: code, at, revision });

test('a parcel waits seven days from its arrival', () => {
  expect(pickupDeadline([step('PLACED', 0), step('2030', 2)])).toBeUndefined();
  expect(pickupDeadline([step('PLACED', 0), step('2073', 3)])).toBe('2026-11-28T01:00:00.000Z');
  expect(pickupDeadline([step('3018', 3)])).toBe('2026-11-28T01:00:00.000Z');
});

test('once collected or sent back there is nothing to hurry for', () => {
  expect(pickupDeadline([step('2073', 3), step('2067', 4)])).toBeUndefined();
  expect(pickupDeadline([step('3018', 3), step('3020', 4)])).toBeUndefined();
});
