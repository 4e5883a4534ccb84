import type { CartItem } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { payButtonText, priceChange, priceSubject } from './pay-amount.ts';

const a: CartItem = { productId: 5, quantity: 1, tier: 'ORIGIN' };
const b: CartItem = { productId: 13, quantity: 1, tier: 'ADDITIONAL' };

test('the button says what it will charge', () => {
  expect(payButtonText('CREDIT', 1860)).toBe('確認付款 NT$1,860');
  expect(payButtonText('COD', 1860)).toBe('送出訂單');
});

test('a changed price of the same cart is told', () => {
  const of = priceSubject([a, b], 'HOME');
  expect(priceChange({ of, price: 1270 }, { of: priceSubject([b, a], 'HOME'), price: 1300 })).toEqual({ from: 1270, to: 1300 });
  expect(priceChange({ of, price: 1270 }, { of, price: 1270 })).toBeUndefined();
  expect(priceChange(undefined, { of, price: 1270 })).toBeUndefined();
});

test('what the buyer changed is no surprise', () => {
  const of = priceSubject([a], 'HOME');
  for (const other of [priceSubject([a, b], 'HOME'), priceSubject([{ ...a, quantity: 2 }], 'HOME'), priceSubject([a], 'CVS')]) {
    expect(priceChange({ of, price: 880 }, { of: other, price: 990 })).toBeUndefined();
  }
});
