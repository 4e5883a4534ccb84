import { expect, test } from 'vitest';
import { checkQuantity } from './quantity.ts';

test.each(['', 'abc', '1.5', '-1', '1e3', '三'])('%j is not a number', (text) => {
  expect(checkQuantity(text)).toEqual({ ok: false, message: '請確認商品數量為數字！', nearest: undefined });
});

test('accepts at most 99', () => {
  expect(checkQuantity('99')).toEqual({ ok: true, value: 99 });
  expect(checkQuantity('100')).toEqual({ ok: false, message: '超過單次只能購買上限 99 個品項！', nearest: 99 });
});

test('accepts at least one, or zero where the line can be removed', () => {
  expect(checkQuantity('0')).toMatchObject({ ok: false, nearest: 1 });
  expect(checkQuantity('0', 0)).toEqual({ ok: true, value: 0 });
});

test('accepts full-width digits and spaces', () => {
  expect(checkQuantity(' １２ ')).toEqual({ ok: true, value: 12 });
});
