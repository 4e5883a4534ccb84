import { expect, test } from 'vitest';
import { closedDelay, closedPeriod, dayAfter, expectedArrival, sentBy, WITHIN_TAIWAN, workingDaysAfter } from './delivery-time.ts';
import { type Day, dayOf } from './taipei.ts';

const NONE: ReadonlySet<Day> = new Set();
const days = (from: Day, to = from): Day[] => (from > to ? [] : [from, ...days(dayAfter(from), to)]);
/** Friday to Sunday of the next week. */
const NEW_YEAR = new Set(days('2027-02-05', '2027-02-14'));

test.each([
  ['2026-11-20', 1, '2026-11-23', 'Friday to Monday'],
  ['2026-11-21', 1, '2026-11-23', 'Saturday to Monday'],
  ['2026-11-22', 1, '2026-11-23', 'Sunday to Monday'],
  ['2026-11-23', 5, '2026-11-30', 'a week'],
  ['2026-12-31', 1, '2027-01-01', 'over the year'],
  ['2028-02-28', 1, '2028-02-29', 'a leap day'],
  ['2026-11-21', 0, '2026-11-21', 'none'],
])('%s and %i working days is %s: %s', (day, count, then) => expect(workingDaysAfter(day, count, NONE)).toBe(then));

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
  expect(expectedArrival(type, address, '2026-11-23T04:00:00.000Z', NONE)).toEqual({ from, to }),
);

test('an order at the weekend has the same arrival as an order on Friday', () => {
  const period = expectedArrival('HOME', '', '2026-11-20T04:00:00.000Z', NONE);
  expect(expectedArrival('HOME', '', '2026-11-22T15:00:00.000Z', NONE)).toEqual(period);
  expect(period).toEqual({ from: '2026-11-25', to: '2026-12-01' });
});

test('a parcel is sent within three working days of Taipei', () => {
  expect(sentBy('2026-11-20T15:59:59Z', NONE)).toBe('2026-11-25');
  expect(sentBy('2026-11-22T16:00:00Z', NONE)).toBe('2026-11-26');
});

test.each([
  ['two working days before the closed days', '2027-02-02T04:00:00Z', '2027-02-15', '2027-02-15', '2027-02-19'],
  ['in the last second before them', '2027-02-04T15:59:59Z', '2027-02-17', '2027-02-17', '2027-02-23'],
  ['in their first second', '2027-02-04T16:00:00Z', '2027-02-17', '2027-02-17', '2027-02-23'],
  ['in their last second', '2027-02-14T15:59:59Z', '2027-02-17', '2027-02-17', '2027-02-23'],
  ['in the first second after them', '2027-02-14T16:00:00Z', '2027-02-18', '2027-02-18', '2027-02-24'],
  ['so that they are within its journey', '2027-01-29T04:00:00Z', '2027-02-03', '2027-02-03', '2027-02-17'],
])('an order %s waits for the working days after them', (_, orderedAt, sent, from, to) => {
  expect(sentBy(orderedAt, NEW_YEAR)).toBe(sent);
  expect(expectedArrival('HOME', '', orderedAt, NEW_YEAR)).toEqual({ from, to });
});

test.each([
  ['the turn of the year', '2026-12-30T04:00:00Z', '2027-01-01', '2027-01-05'],
  ['the end of February', '2028-02-25T04:00:00Z', '2028-02-28', '2028-03-02'],
])('a closed day at %s is no working day', (_, orderedAt, closed, sent) => expect(sentBy(orderedAt, new Set([closed]))).toBe(sent));

test('closed days make a time longer by what they move its last working day', () => {
  const moved = (at: string, closed: ReadonlySet<Day>) => closedDelay(new Date(at), 3, closed) / 86_400_000;
  expect([moved('2027-02-01T04:00:00Z', NEW_YEAR), moved('2027-02-02T04:00:00Z', NEW_YEAR), moved('2027-02-02T04:00:00Z', NONE)]).toEqual([
    0, 10, 0,
  ]);
  const orderedAt = '2027-02-02T04:00:00Z';
  expect(workingDaysAfter(dayOf(orderedAt), WITHIN_TAIWAN, NEW_YEAR)).toBe(expectedArrival('HOME', '澎湖縣', orderedAt, NEW_YEAR).to);
});

const WHOLE = { from: '2027-02-05', to: '2027-02-14' };
test.each([
  ['that begins later', NEW_YEAR, '2027-02-02', '2027-02-05', WHOLE],
  ['that has begun', NEW_YEAR, '2027-02-10', '2027-02-23', WHOLE],
  ['on its last Sunday', NEW_YEAR, '2027-02-14', '2027-02-23', WHOLE],
  [
    'with the weekends beside it',
    new Set(days('2027-02-08', '2027-02-12')),
    '2027-02-08',
    '2027-02-23',
    { from: '2027-02-06', to: '2027-02-14' },
  ],
  ['on a Monday', new Set(['2027-03-01']), '2027-02-26', '2027-03-05', { from: '2027-02-27', to: '2027-03-01' }],
  ['of one day', new Set(['2026-11-25']), '2026-11-23', '2026-12-01', { from: '2026-11-25', to: '2026-11-25' }],
  ['before a later one', new Set(['2026-11-25', '2026-11-27']), '2026-11-23', '2026-12-01', { from: '2026-11-25', to: '2026-11-25' }],
])('a closed period %s', (_, closed, from, to, period) => expect(closedPeriod({ from, to }, closed)).toEqual(period));

test('there is none the day before or after, and a weekend alone is none', () => {
  expect(closedPeriod({ from: '2027-01-25', to: '2027-02-04' }, NEW_YEAR)).toBeUndefined();
  expect(closedPeriod({ from: '2027-02-15', to: '2027-02-26' }, NEW_YEAR)).toBeUndefined();
  expect(closedPeriod({ from: '2027-02-20', to: '2027-02-26' }, new Set(['2027-02-20']))).toBeUndefined();
});
