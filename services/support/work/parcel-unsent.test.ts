import type { ParcelToSend } from '@nordhaut/ordering';
import { expect, test } from 'vitest';
import { parcelUnsent, sentByEnd } from './parcel-unsent.ts';
import { DAY, type WorkSources } from './work-list.ts';

const parcel = (orderNo: string, placedAt: string) => ({ orderNo, placedAt: new Date(placedAt) }) as ParcelToSend;
const rowsAt = async (now: string, closed: readonly string[], ...parcels: ParcelToSend[]) => {
  const sources = { parcelsToSend: async () => parcels, closedDays: new Set(closed) } as unknown as WorkSources;
  const before = new Date(Date.parse(now) - parcelUnsent.after);
  return (await parcelUnsent.rows(sources, { after: new Date(0), before, limit: 500 })).map(({ item }) => item);
};

test('an order of Friday is listed when Wednesday is over in Taipei', async () => {
  const order = parcel('FRIDAY', '2026-11-20T01:00:00Z');
  expect(await rowsAt('2026-11-25T15:59:59Z', [], order)).toEqual([]);
  expect(await rowsAt('2026-11-25T16:00:00Z', [], order)).toEqual(['FRIDAY']);
  expect(sentByEnd(order.placedAt, new Set()).toISOString()).toBe('2026-11-25T15:59:59.999Z');
});

test('a closed day is no day on which it should have been sent', async () => {
  const order = parcel('FRIDAY', '2026-11-20T01:00:00Z');
  expect(await rowsAt('2026-11-26T15:59:59Z', ['2026-11-24'], order)).toEqual([]);
  expect(await rowsAt('2026-11-26T16:00:00Z', ['2026-11-24'], order)).toEqual(['FRIDAY']);
});

test('the list asks early enough for every weekday', () => {
  for (let day = 0; day < 14; day++) {
    const placedAt = new Date(Date.parse('2026-11-16T00:00:00Z') + day * DAY);
    expect(sentByEnd(placedAt, new Set()).getTime()).toBeGreaterThanOrEqual(placedAt.getTime() + parcelUnsent.after - 1);
  }
});

test('what waits for support, the buyer or a parcel abroad is in other lists', async () => {
  const asked: unknown[] = [];
  const sources = { parcelsToSend: async ({ waits }: { waits: unknown }) => (asked.push(waits), []) } as unknown as WorkSources;
  await parcelUnsent.rows(sources, { after: new Date(0), before: new Date('2026-11-25T00:00:00Z'), limit: 500 });
  expect(asked).toEqual([['under-way']]);
});
