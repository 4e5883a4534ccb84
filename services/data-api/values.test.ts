import { Rejected } from '@nordhaut/platform/http';
import { expect, it } from 'vitest';
import { valueOf } from './values.ts';

it.each([
  ['2026-12-01', '2026-11-30T16:00:00.000Z'],
  ['2026-12-01T09:30', '2026-12-01T01:30:00.000Z'],
  ['2026-12-01T09:30:15.5', '2026-12-01T01:30:15.500Z'],
  ['2026-12-01T09:30:00Z', '2026-12-01T09:30:00.000Z'],
  ['2026-12-01T09:30:00+09:00', '2026-12-01T00:30:00.000Z'],
  [1_780_000_000, '2026-05-28T20:26:40.000Z'],
  [1_780_000_000_000, '2026-05-28T20:26:40.000Z'],
])('the time %s is %s: without a zone it is of Taipei', (typed, instant) => expect(valueOf('time', typed)).toBe(instant));

it.each(['2026-02-29', '2026-06-31T09:30', '2026-02-30T09:30:00Z', '2026-13-01', '2026-00-10'])(
  'the time %s is of a day that does not exist, and becomes no other day',
  (typed) => expect(() => valueOf('time', typed)).toThrow(Rejected),
);
it('29 February exists in a leap year', () => expect(valueOf('time', '2028-02-29')).toBe('2028-02-28T16:00:00.000Z'));
