import { expect, test } from 'vitest';
import { expectedArrival, sentBy, workingDaysAfter } from './delivery-time.ts';
import { dayOf } from './taipei.ts';

test.each([
  ['2026-11-20', 1, '2026-11-23', 'Friday to Monday'],
  ['2026-11-21', 1, '2026-11-23', 'Saturday to Monday'],
  ['2026-11-22', 1, '2026-11-23', 'Sunday to Monday'],
  ['2026-11-23', 5, '2026-11-30', 'a week'],
  ['2026-12-31', 1, '2027-01-01', 'over the year, holidays are not known'],
  ['2026-11-21', 0, '2026-11-21', 'none'],
])('%s and %i working days is %s: %s', (day, count, then) => expect(workingDaysAfter(day, count)).toBe(then));

test('a day is a calendar day in Taipei', () => {
  expect(dayOf('2026-11-22T15:59:59.999Z')).toBe('2026-11-22');
  expect(dayOf('2026-11-22T16:00:00.000Z')).toBe('2026-11-23');
});

test.each([
  // Ordered on Monday: shipped from Tuesday to Thursday, then 2 to 4, 3 to 10 or 5 to 10 working days.
  ['HOME', '臺北市大安區', '2026-11-26', '2026-12-02'],
  ['CVS', '台北市大安區建國南路一段1號', '2026-11-26', '2026-12-02'],
  ['HOME', '澎湖縣馬公市', '2026-11-27', '2026-12-10'],
  ['CVS', '金門縣金城鎮', '2026-11-27', '2026-12-10'],
  ['HOME', '台東縣蘭嶼鄉', '2026-11-27', '2026-12-10'],
  ['HOME', '臺東縣臺東市', '2026-11-26', '2026-12-02'],
  ['INTERNATIONAL', '香港港島', '2026-12-01', '2026-12-10'],
] as const)('%s to %s arrives from %s to %s', (type, address, from, to) =>
  expect(expectedArrival(type, address, '2026-11-23T04:00:00.000Z')).toEqual({ from, to }),
);

test('an order at the weekend has the same arrival as an order on Friday', () => {
  const period = expectedArrival('HOME', '', '2026-11-20T04:00:00.000Z');
  expect(expectedArrival('HOME', '', '2026-11-22T15:00:00.000Z')).toEqual(period);
  expect(period).toEqual({ from: '2026-11-25', to: '2026-12-01' });
});

test('a parcel is sent within three working days of Taipei', () => {
  expect(sentBy('2026-11-20T15:59:59Z')).toBe('2026-11-25');
  expect(sentBy('2026-11-22T16:00:00Z')).toBe('2026-11-26');
});
