import { dayOf, expectedArrival } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { parcelLate } from './parcel-late.ts';
import { DAY } from './work-list.ts';

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a parcel to a store on an island, made on day %i of a week, is not late before its last day at the store',
  (day) => {
    const made = Date.parse(`2026-11-0${day}T04:00:00.000Z`);
    const { to } = expectedArrival('CVS', '澎湖縣馬公市', new Date(made).toISOString());
    const lastDay = dayOf(new Date(Date.parse(`${to}T00:00:00Z`) + 7 * DAY).toISOString());
    expect(dayOf(new Date(made + parcelLate.after).toISOString()) > lastDay).toBe(true);
  },
);
