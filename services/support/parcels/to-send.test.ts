import { expect, test } from 'vitest';
import type { ParcelToSend } from '@nordhaut/ordering';
import { toSend } from './to-send.ts';

const names: Record<number, string> = { 3: '修護精華液', 5: '潔膚露', 60: '基礎保養組' };
const products = {
  byId: (id: number) => (names[id] === undefined ? undefined : { nameZh: names[id] }),
  setItems: (id: number) => (id === 60 ? [5, 3, 404] : []),
};
const parcel: ParcelToSend = {
  orderNo: 'A',
  // Friday morning in Taipei: three working days end on Wednesday.
  placedAt: new Date('2026-11-20T01:00:00Z'),
  subtype: 'UNIMARTC2C',
  shipment: { tradeNo: 'T1', logisticsId: 'L1', bookingNote: '', cvsPaymentNo: 'F001', cvsValidationNo: '4321' },
  lines: [{ productId: 60, nameZh: '基礎保養組', quantity: 2 }],
  gifts: [{ productId: 3, nameZh: '修護精華液', quantity: 1 }],
  toCollect: 1_100,
  waits: 'under-way',
  since: new Date('2026-11-20T02:00:00Z'),
};
const shown = (more: Partial<ParcelToSend> = {}, now = '2026-11-25T15:59:59Z', closed = new Set<string>()) =>
  toSend({ ...parcel, ...more }, products, closed, new Date(now));

test('a parcel says what is in it, also in a set, and by which numbers its label is found', () => {
  expect(shown()).toEqual({
    orderNo: 'A',
    placedAt: '2026-11-20T01:00:00.000Z',
    readyAt: '2026-11-20T02:00:00.000Z',
    sendBy: '2026-11-25',
    overdue: false,
    subtype: 'UNIMARTC2C',
    carrierNo: 'F001 4321',
    logisticsId: 'L1',
    toCollect: 1_100,
    items: [{ productId: 60, name: '基礎保養組', quantity: 2, contents: ['潔膚露', '修護精華液'] }],
    gifts: [{ productId: 3, name: '修護精華液', quantity: 1, contents: [] }],
    hold: null,
  });
});

test('it is late when its last day in Taipei is over', () => {
  expect(shown().overdue).toBe(false);
  expect(shown({}, '2026-11-25T16:00:00Z').overdue).toBe(true);
});

test('a closed day moves its last day', () =>
  expect(shown({}, '2026-11-25T16:00:00Z', new Set(['2026-11-24']))).toMatchObject({ sendBy: '2026-11-26', overdue: false }));

test.each([
  ['return', '顧客已申請退貨，請先與客服確認'],
  ['store', '取貨門市無法使用，請等客服改選門市'],
  ['under-way', null],
  ['abroad', null],
] as const)('an order that waits for %s: %s', (waits, hold) => expect(shown({ waits }).hold).toBe(hold));

test('abroad, no carrier has a number', () =>
  expect(shown({ subtype: 'INTERNATIONAL', shipment: null })).toMatchObject({ carrierNo: '', logisticsId: '' }));
