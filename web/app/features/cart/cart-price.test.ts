import type { CartItem, Quote } from '@nordhaut/contracts';
import { describe, expect, test } from 'vitest';
import { agreedQuote, priceChange, priceSubject } from './cart-price.ts';

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

describe('the quote with the price that the buyer confirmed', () => {
  const off = (name: string, amount: number) => ({ couponId: name, name, amount });
  const quote: Quote = {
    products: [],
    gifts: [],
    discounts: [off('滿額折', 100), off('結帳倒數', 50)],
    subtotal: 1_900,
    shippingFee: 80,
    vouchers: 30,
    missingForFreeShipping: 0,
    price: 1_800,
  };
  const of = 'HOME|5-ORIGIN-1|30';
  const confirmed = (price: number, discount?: string): Quote => agreedQuote(quote, { of, quoted: quote.price, price, discount });

  test.each([1_700, 1_800, 1_850, 1_900, 2_100])('adds up to %d', (price) => {
    const { subtotal, discounts, shippingFee, vouchers, price: total } = confirmed(price);
    expect(total).toBe(price);
    expect(subtotal - discounts.reduce((sum, { amount }) => sum + amount, 0) + shippingFee - vouchers).toBe(price);
  });

  test('names the discount that the order gets, and lacks the one that it does not get', () => {
    const names = ({ discounts }: Quote): string[] => discounts.map(({ name }) => name);
    expect(names(confirmed(1_700, '迎新折'))).toEqual(['滿額折', '結帳倒數', '迎新折']);
    expect(names(confirmed(1_850))).toEqual(['滿額折']);
    expect(names(confirmed(2_100))).toEqual(['滿額折', '結帳倒數']);
  });
});
