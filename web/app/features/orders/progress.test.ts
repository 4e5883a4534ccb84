import type { DeliveryType, OrderAnswer, OrderPhase, ParcelStage } from '@nordhaut/contracts';
import { describe, expect, test } from 'vitest';
import { progressOf, upcomingOf } from './progress.ts';

type Entry = [code: string, label: string, minute?: number, late?: 'late'];
/** Entries a minute apart unless they say when. */
const answer = (entries: Entry[], facts: object = {}, label = '已送達') =>
  ({
    order: { recipient: { email: 'm••••' }, facts: { phase: 'delivered', payment: 'paid', parcel: { code: '3003', label: '' }, ...facts } },
    displayStatus: { code: '', label },
    timeline: entries.map(([code, label, minute, late], revision) => ({
      code,
      label,
      at: new Date(Date.UTC(2026, 10, 20, 1, minute ?? revision)).toISOString(),
      revision,
      late: late === 'late',
    })),
  }) as unknown as OrderAnswer;
const read = (...given: Parameters<typeof answer>) =>
  progressOf(answer(...given)).map(({ label, at, late, current }) =>
    [label, Number(at.slice(14, 16)), ...(late ? ['late'] : []), ...(current ? ['current'] : [])].join(' '),
  );

test('joins adjacent entries with the same label into one step with the earliest time', () => {
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
test('joins no steps of the shop: each refund is one', () =>
  expect(
    read([
      ['3003', '已送達'],
      ['PARTLY_REFUNDED', '已部分退款'],
      ['PARTLY_REFUNDED', '已部分退款'],
    ]),
  ).toEqual(['已送達 0', '已部分退款 1', '已部分退款 2 current']));
test('a label that comes again later is a new step', () =>
  expect(
    read([
      ['3006', '配送中'],
      ['3002', '配送未完成'],
      ['3006', '配送中'],
    ]),
  ).toEqual(['配送中 0', '配送未完成 1', '配送中 2 current']));

describe('a late report', () => {
  test('has its place by time, and never comes after the current step', () => {
    expect(
      read([
        ['PLACED', '訂單成立', 0],
        ['3001', '運送中', 2],
        ['3003', '已送達', 9],
        ['3006', '配送中', 5, 'late'],
        ['300', '訂單處理中', 1, 'late'],
      ]),
    ).toEqual(['訂單成立 0', '訂單處理中 1 late', '運送中 2', '配送中 5 late', '已送達 9 current']);
    // A report whose clock is ahead of the shop's own steps.
    expect(
      read([
        ['3003', '已送達', 3],
        ['RETURN_APPLY', '退貨審核中', 4],
        ['3006', '配送中', 8, 'late'],
      ]),
    ).toEqual(['已送達 3', '配送中 8 late', '退貨審核中 4 current']);
  });
  test('with the same label as its neighbour is no step', () =>
    expect(
      read([
        ['3001', '運送中', 1],
        ['3003', '已送達', 9],
        ['3013', '運送中', 3, 'late'],
        ['3003', '已送達', 8, 'late'],
      ]),
    ).toEqual(['運送中 1', '已送達 8 current']));
  test('is the current step if it is the only one', () => expect(read([['3001', '運送中', 0, 'late']])).toEqual(['運送中 0 late current']));
});

describe('a correction of data', () => {
  test('is an entry of its own, and never the current step', () =>
    expect(
      read([
        ['PLACED', '訂單成立'],
        ['3001', '運送中'],
        ['EMAIL_CORRECTED', '已更正電子郵件'],
        ['EMAIL_CORRECTED', '已更正電子郵件'],
        ['INVOICE_CORRECTED', '已更正發票資料'],
        ['INVOICE_CORRECTED', '已更正發票資料'],
      ]),
    ).toEqual(['訂單成立 0', '運送中 1 current', '已更正電子郵件 2', '已更正電子郵件：m•••• 3', '已更正發票資料 4', '已更正發票資料 5']));
  test('parts no step from another report of it, and keeps no late report behind the current step', () => {
    expect(
      read([
        ['3001', '運送中', 1],
        ['INVOICE_CORRECTED', '已更正發票資料', 2],
        ['3013', '運送中', 3],
      ]),
    ).toEqual(['運送中 1 current', '已更正發票資料 2']);
    expect(
      read([
        ['3003', '已送達', 3],
        ['INVOICE_CORRECTED', '已更正發票資料', 4],
        ['3006', '配送中', 8, 'late'],
      ]),
    ).toEqual(['配送中 8 late', '已送達 3 current', '已更正發票資料 4']);
  });
});

test('a paid order without a parcel is in process since its payment', () => {
  const paid: Entry[] = [
    ['PLACED', '訂單成立'],
    ['PAID', '付款完成'],
  ];
  const facts = { phase: 'preparing', parcel: null };
  expect(read(paid, facts, '訂單處理中')).toEqual(['訂單成立 0', '付款完成 1', '訂單處理中 1 current']);
  expect(read([...paid, ['300', '訂單處理中']], { phase: 'preparing' }, '訂單處理中')).toEqual([
    '訂單成立 0',
    '付款完成 1',
    '訂單處理中 2 current',
  ]);
  expect(read(paid, { phase: 'return-requested', parcel: null }, '退貨審核中')).toEqual(['訂單成立 0', '付款完成 1 current']);
  expect(read([['PLACED', '訂單成立']], { ...facts, payment: 'on-delivery' }, '貨到付款')).toEqual(['訂單成立 0 current']);
});

test('shows a date once a day, in Taipei’s time, with the year if it differs', () => {
  const at = (...times: string[]) => ({
    ...answer([]),
    timeline: times.map((at, revision) => ({ code: '', label: String(revision), at, revision, late: false })),
  });
  const dates = progressOf(
    at('2026-12-30T15:30:00Z', '2026-12-30T15:59:00Z', '2026-12-30T16:00:00Z', '2026-12-31T15:00:00Z', '2026-12-31T16:00:00Z'),
  ).map(({ date }) => date);
  expect(dates).toEqual(['2026/12/30', undefined, '12/31', undefined, '2027/01/01']);
});

describe('the expected steps', () => {
  const upcoming = (type: DeliveryType, phase: OrderPhase, stage?: ParcelStage) =>
    upcomingOf({ delivery: { type }, facts: { phase, parcel: stage ? { stage } : null } } as unknown as OrderAnswer['order']);
  test.each([
    ['HOME', 'awaiting-payment', undefined, ['付款完成', '出貨', '運送中', '送達']],
    ['HOME', 'preparing', undefined, ['出貨', '運送中', '送達']],
    ['HOME', 'preparing', 'unknown', ['出貨', '運送中', '送達']],
    ['CVS', 'preparing', 'cancelled', []],
    ['HOME', 'on-its-way', 'shipped', ['運送中', '送達']],
    ['HOME', 'on-its-way', 'delivering', ['送達']],
    ['HOME', 'on-its-way', 'problem', []],
    ['HOME', 'on-its-way', 'customer-return', []],
    ['INTERNATIONAL', 'preparing', undefined, ['出貨', '運送中', '送達']],
    ['CVS', 'on-its-way', 'shipped', ['運送中', '送達取貨門市', '取貨']],
    ['CVS', 'on-its-way', 'in-transit', ['送達取貨門市', '取貨']],
    ['CVS', 'at-store', 'at-store', ['取貨']],
    ['CVS', 'return-requested', 'delivered', ['收回商品', '退款']],
    ['HOME', 'returning', 'delivered', ['退款']],
    ['HOME', 'delivered', 'delivered', []],
    ['HOME', 'cancelled', undefined, []],
    ['CVS', 'not-collected', 'returning', []],
  ] as const)('%s, %s, %s: %j', (type, phase, stage, steps) => expect(upcoming(type, phase, stage)).toEqual(steps));
});
