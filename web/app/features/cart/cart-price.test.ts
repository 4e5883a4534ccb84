import type { CartItem } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { priceChange, priceSubject } from './cart-price.ts';

const a: CartItem = { productId: 5, quantity: 1, tier: 'ORIGIN' };
const b: CartItem = { productId: 13, quantity: 1, tier: 'ADDITIONAL' };

test('reports a new price of the same cart and delivery', () => {
  const of = priceSubject([a, b], 'HOME');
  expect(priceChange({ of, price: 1270 }, { of: priceSubject([b, a], 'HOME'), price: 1300 })).toEqual({ from: 1270, to: 1300 });
  expect(priceChange({ of, price: 1270 }, { of, price: 1270 })).toBeUndefined();
  expect(priceChange(undefined, { of, price: 1270 })).toBeUndefined();
});

test('reports no change after the buyer changed the cart or the delivery', () => {
  const of = priceSubject([a], 'HOME');
  for (const other of [priceSubject([a, b], 'HOME'), priceSubject([{ ...a, quantity: 2 }], 'HOME'), priceSubject([a], 'CVS')]) {
    expect(priceChange({ of, price: 880 }, { of: other, price: 990 })).toBeUndefined();
  }
});
