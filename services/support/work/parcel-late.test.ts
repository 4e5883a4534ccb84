import { dayOf, expectedArrival } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { parcelLate } from './parcel-late.ts';
import { DAY, type WorkRange, type WorkSources } from './work-list.ts';

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a parcel to a store on an island, made on day %i of a week, is not late before its last day at the store',
  (day) => {
    const made = Date.parse(`2026-11-0${day}T04:00:00.000Z`);
    const { to } = expectedArrival('CVS', '澎湖縣馬公市', new Date(made).toISOString(), new Set());
    const lastDay = dayOf(new Date(Date.parse(`${to}T00:00:00Z`) + 7 * DAY).toISOString());
    expect(dayOf(new Date(made + parcelLate.after).toISOString()) > lastDay).toBe(true);
  },
);

test('closed days are added to the time in which a parcel arrives', async () => {
  const since = new Date('2027-02-01T04:00:00Z');
  const rowsAt = async (now: string, closedDays: ReadonlySet<string>) => {
    const sources = { waiting: async () => [{ orderNo: 'A', since }], closedDays } as unknown as WorkSources;
    const before = new Date(Date.parse(now) - parcelLate.after);
    return (await parcelLate.rows(sources, { after: new Date(0), before, limit: 500 })).map(({ item, dueAt }) => [
      item,
      dueAt?.toISOString(),
    ]);
  };
  const closed = new Set(['2027-02-05', '2027-02-08', '2027-02-09', '2027-02-10', '2027-02-11', '2027-02-12']);
  expect(await rowsAt('2027-02-28T04:00:00Z', new Set())).toEqual([['A', '2027-03-02T04:00:00.000Z']]);
  // The thirteenth working day is 2027-02-26 and not 2027-02-18.
  expect(await rowsAt('2027-03-08T03:59:59Z', closed)).toEqual([]);
  expect(await rowsAt('2027-03-08T04:00:00Z', closed)).toEqual([['A', '2027-03-10T04:00:00.000Z']]);
});

test('parcels that closed days make late after later ones do not fill the list', async () => {
  const parcels = ['08', '09', '10', '11'].map((day) => ({ orderNo: day, since: new Date(`2027-02-${day}T04:00:00Z`) }));
  const closedDays = new Set(['2027-02-05', '2027-02-08', '2027-02-09', '2027-02-10', '2027-02-11', '2027-02-12']);
  const sources = { waiting: async (_: string, { limit }: WorkRange) => parcels.slice(0, limit), closedDays } as unknown as WorkSources;
  const lateAt = async (now: string, limit: number) => {
    const before = new Date(Date.parse(now) - parcelLate.after);
    return (await parcelLate.rows(sources, { after: new Date(0), before, limit })).map(({ item }) => item);
  };
  expect(await lateAt('2027-03-12T04:00:00Z', 2)).toEqual(['10', '11']);
  expect(await lateAt('2027-03-12T04:00:00Z', 1)).toEqual(['10']);
  expect(await lateAt('2027-03-13T04:00:00Z', 2)).toEqual(['08', '09']);
});
