import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { supportMigrations } from '../tables.ts';
import { packedParcels } from './packed.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase(supportMigrations)));
afterAll(() => database.drop());

const parcel = (orderNo: string, minute = 0) => ({ orderNo, readyAt: new Date(Date.UTC(2026, 10, 25, 1, minute)) });
const marks = (now = '2026-11-25T02:00:00Z') => packedParcels(database.pool, () => new Date(now));

test('a mark stays until it is taken back, or until the parcel was held and is ready again', async () => {
  const all = [parcel('A'), parcel('B'), parcel('C')];
  await marks().mark([parcel('A'), parcel('B')], 'one');
  await marks().mark([parcel('A')], 'other');
  expect([...(await marks().among(all))]).toEqual(['A', 'B']);
  await marks().unmark([parcel('A')]);
  expect([...(await marks().among(all))]).toEqual(['B']);
  const again = parcel('B', 30);
  expect([...(await marks().among([again]))]).toEqual([]);
  await marks().mark([again, parcel('B')], 'one');
  expect([...(await marks().among([again]))]).toEqual(['B']);
  const { rows } = await database.pool.query('select order_no, staff_id from support_work order by order_no');
  expect(rows).toEqual([{ order_no: 'B', staff_id: 'one' }]);
});

test('a page that was loaded before a hold does not take the mark of after it away', async () => {
  await marks().mark([parcel('D', 30)], 'one');
  await marks().mark([parcel('D')], 'other');
  expect([...(await marks().among([parcel('D', 30)]))]).toEqual(['D']);
});

test('a parcel that left the list has no mark the day after', async () => {
  await marks().mark([parcel('E'), parcel('F')], 'one');
  await marks('2026-11-26T02:00:01Z').keep(['F']);
  expect([...(await marks().among([parcel('E'), parcel('F')]))]).toEqual(['F']);
});

test('a mark stays where somebody else read the list before the parcel was in it', async () => {
  await marks().mark([parcel('G')], 'one');
  await marks('2026-11-25T02:00:01Z').keep(['F']);
  expect([...(await marks().among([parcel('G')]))]).toEqual(['G']);
});

test('nothing is marked among no parcels', async () => {
  await marks().mark([], 'one');
  expect([...(await marks().among([]))]).toEqual([]);
});
