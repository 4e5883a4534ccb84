import { expect, test } from 'vitest';
import { pickupDeadline } from './pickup.ts';

const step = (code: string, revision: number, more: { at?: string; late?: boolean } = {}) => ({
  code,
  label: code,
  revision,
  at: '2026-11-21T01:00:00.000Z',
  late: false,
  ...more,
});
const parcel = (code: string) => ({ code });

test('a parcel waits seven days from its arrival', () => {
  expect(pickupDeadline(null, [step('PLACED', 0)])).toBeUndefined();
  expect(pickupDeadline(parcel('2030'), [step('PLACED', 0), step('2030', 2)])).toBeUndefined();
  expect(pickupDeadline(parcel('2073'), [step('PLACED', 0), step('2073', 3)])).toBe('2026-11-28T01:00:00.000Z');
  expect(pickupDeadline(parcel('3018'), [step('3018', 3)])).toBe('2026-11-28T01:00:00.000Z');
  // Brought again, to another store: the days begin anew.
  const again = [step('2073', 3), step('2104', 4), step('2098', 5, { at: '2026-11-23T01:00:00.000Z' })];
  expect(pickupDeadline(parcel('2098'), again)).toBe('2026-11-30T01:00:00.000Z');
});

test('once collected or sent back there is nothing to hurry for', () => {
  expect(pickupDeadline(parcel('2067'), [step('2073', 3), step('2067', 4)])).toBeUndefined();
  expect(pickupDeadline(parcel('3020'), [step('3018', 3), step('3020', 4)])).toBeUndefined();
  // The carrier's word that it arrived may come when it is collected already.
  expect(pickupDeadline(parcel('2067'), [step('2067', 3), step('2073', 4, { late: true })])).toBeUndefined();
});
