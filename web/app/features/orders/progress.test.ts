import type { OrderAnswer } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

type Entry = [code: string, label: string, minute?: number, late?: 'late'];
/** Entries a minute apart unless they say when. */
const read = (entries: Entry[], more: { status?: [string, string]; parcel?: string } = {}) => {
  const [code, label] = more.status ?? ['3003', '已送達'];
  const answer = {
    order: { facts: { parcel: more.parcel === undefined ? null : { code: more.parcel, label: '' } } },
    displayStatus: { code, label },
    timeline: entries.map(([code, label, minute, late], revision) => ({
      code,
      label,
      at: new Date(Date.UTC(2026, 10, 20, 1, minute ?? revision)).toISOString(),
      revision,
      late: late === 'late',
    })),
  };
  return progressOf(answer as unknown as OrderAnswer).map(({ label, at, late, current }) =>
    [label, Number(at.slice(14, 16)), ...(late ? ['late'] : []), ...(current ? ['current'] : [])].join(' '),
  );
};

test('neighbours with the same words are one step, with the earliest time', () => {
  expect(
    read([
      ['PLACED', '訂單成立'],
      ['300', '訂單處理中'],
      ['310', '訂單處理中'],
      ['3001', '運送中'],
    ]),
  ).toEqual(['訂單成立 0', '訂單處理中 1', '運送中 3 current']);
  expect(
    read([
      ['3006', '配送中', 5],
      ['3003', '已送達', 9],
      ['3003', '已送達', 7],
    ]),
  ).toEqual(['配送中 5', '已送達 7 current']);
});
test('what comes again later is a step of its own', () =>
  expect(
    read([
      ['3006', '配送中'],
      ['3002', '配送未完成'],
      ['3006', '配送中'],
    ]),
  ).toEqual(['配送中 0', '配送未完成 1', '配送中 2 current']));
test('a late entry is marked, unless it says what its neighbour says', () => {
  expect(
    read([
      ['3003', '已送達'],
      ['3006', '配送中', 1, 'late'],
    ]),
  ).toEqual(['已送達 0 current', '配送中 1 late']);
  expect(
    read([
      ['3003', '已送達'],
      ['3003', '已送達', 1, 'late'],
    ]),
  ).toEqual(['已送達 0 current']);
  expect(
    read([
      ['3001', '運送中', 0, 'late'],
      ['3013', '運送中', 1, 'late'],
      ['3003', '已送達'],
    ]),
  ).toEqual(['運送中 0 late', '已送達 2 current']);
});
test('paid and without a parcel, an order is being processed since it was paid', () => {
  const paid: Entry[] = [
    ['PLACED', '訂單成立'],
    ['PAID', '付款完成'],
  ];
  const status: [string, string] = ['300', '訂單處理中'];
  expect(read(paid, { status })).toEqual(['訂單成立 0', '付款完成 1', '訂單處理中 1 current']);
  expect(read([...paid, ['300', '訂單處理中']], { status, parcel: '300' })).toEqual(['訂單成立 0', '付款完成 1', '訂單處理中 2 current']);
  expect(read(paid, { status: ['RETURN_APPLY', '退貨審核中'] })).toEqual(['訂單成立 0', '付款完成 1 current']);
});
