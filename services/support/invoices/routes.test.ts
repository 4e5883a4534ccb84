import type { SoldOrder } from '@nordhaut/ordering';
import { line } from '@nordhaut/ordering/testing';
import { expect, test } from 'vitest';
import { invoiceCells } from './routes.ts';

const order: SoldOrder = {
  orderNo: 'A',
  placedAt: '2026-11-20T01:00:00.000Z',
  soldAt: '2026-11-20T01:00:20.000Z',
  lines: [
    { ...line, nameZh: '潔膚露', quantity: 2, unitPrice: 980, subtotal: 1_960 },
    { ...line, nameZh: '化妝水', quantity: 1, unitPrice: 1_200, subtotal: 1_200 },
  ],
  discounts: [
    { couponId: '1', name: '首購', amount: 200 },
    { couponId: '2', name: '限時', amount: 50 },
  ],
  credit: 100,
  shippingFee: 0,
  total: 2_810,
  payment: 'CREDIT',
  type: 'UNIFORM_NUMBER',
  data: { uniformNumber: '04595257', companyTitle: '北膚', mobileBarcode: '' },
  paidBack: 300,
  outcome: 'SOLD',
};

test('the cells of a company: its number and title, tax apart, each line with its price', () => {
  expect(invoiceCells(order)).toEqual([
    'A',
    '2026/11/20 09:00:00',
    '2026/11/20 09:00:20',
    '公司統編',
    '04595257',
    '北膚',
    '',
    '2810',
    '2676',
    '134',
    '潔膚露 × 2，單價 NT$980；化妝水 × 1，單價 NT$1,200',
    '0',
    '250',
    '100',
    '信用卡',
    '',
    '300',
  ]);
});

test('a consumer may have a barcode, and a sale that ended says so', () => {
  const cells = invoiceCells({
    ...order,
    type: 'NORMAL',
    data: { uniformNumber: '', companyTitle: '', mobileBarcode: '/ABC1234' },
    payment: 'COD',
    outcome: 'NOT_COLLECTED',
  });
  expect(cells.slice(3, 7)).toEqual(['一般', '', '', '/ABC1234']);
  expect(cells.slice(14, 16)).toEqual(['貨到付款', '未取貨']);
  expect(invoiceCells({ ...order, data: null, outcome: 'CANCELLED' }).slice(4, 7)).toEqual(['', '', '']);
});

test.each([1, 20, 21, 105, 1_049, 19_999])('net and tax of NT$%i add up to it', (total) => {
  const [net = 0, tax = 0] = invoiceCells({ ...order, total })
    .slice(8, 10)
    .map(Number);
  expect(net + tax).toBe(total);
  expect(Math.abs(tax - net * 0.05)).toBeLessThanOrEqual(0.53);
});
