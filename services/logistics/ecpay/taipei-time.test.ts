import { describe, expect, it } from 'vitest';
import { fromTaipei, toTaipei } from './taipei-time.ts';

describe('Taipei time', () => {
  it('converts in both directions, with leading zeros, over midnight and new year', () => {
    expect(toTaipei(new Date('2026-11-20T01:05:07.999Z'))).toBe('2026/11/20 09:05:07');
    expect(toTaipei(new Date('2026-12-31T16:00:00Z'))).toBe('2027/01/01 00:00:00');
    expect(fromTaipei('2026/11/22 14:03:55')).toBe('2026-11-22T06:03:55.000Z');
    expect(fromTaipei('2026/1/2 3:04:05')).toBe('2026-01-01T19:04:05.000Z');
  });

  it.each([
    '',
    '2026-11-22 14:03:55',
    '2026/02/31 00:00:00',
    '2026/13/01 00:00:00',
    '2026/11/22 24:00:00',
    '2026/11/22 14:60:55',
    '2026/11/22 14:03:60',
    'now',
  ])('refuses %s', (text) => expect(fromTaipei(text)).toBeUndefined());
});
