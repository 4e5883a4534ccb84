import { expect, test } from 'vitest';
import { isToBeCollected, pickupDeadline } from './pickup.ts';

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

test('there is something to collect while the parcel is under way or waits, and at a store alone', () => {
  const store = { id: '131386', chain: '7-11', name: '建盛門市', address: '' };
  const atStore = (code: string | undefined) =>
    isToBeCollected({
      delivery: { type: 'CVS', subtype: 'UNIMARTC2C', store },
      parcel: code === undefined ? null : { code, label: '' },
    });
  for (const code of ['300', '2068', '2030', '2104', '2073', '3018', '2098']) expect(atStore(code), code).toBe(true);
  for (const code of [undefined, '2067', '3022', '20000', '2074', '2072', '3020', '40000', '7018']) expect(atStore(code), code).toBe(false);
  expect(isToBeCollected({ delivery: { type: 'HOME', subtype: 'TCAT', store: null }, parcel: { code: '300', label: '' } })).toBe(false);
});
