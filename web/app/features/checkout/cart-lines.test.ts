import type { ProductCard } from '@nordhaut/contracts';
import { describe, expect, test } from 'vitest';
import { additionalOffers, cartLines, hasMain, notBuyable, orderableItems, sameItems, waitingItems } from './cart-lines.ts';

const product = (productId: number, more: Partial<ProductCard> = {}) =>
  ({
    productId,
    nameZh: `商品${productId}`,
    isAdditional: false,
    available: true,
    prices: { ORIGIN: 880, MEMBER: 760, ADDITIONAL: null },
    ...more,
  }) as ProductCard;
const hand = product(13, { isAdditional: true, prices: { ORIGIN: 580, MEMBER: 500, ADDITIONAL: 390 } });
const soldOut = product(15, { nameZh: '晚安修護面膜', available: false });
const products = [product(5), hand, soldOut];

test('main lines stand before additional ones, each with its tier’s price', () => {
  const lines = cartLines(
    [
      { productId: 13, quantity: 1, tier: 'ADDITIONAL' },
      { productId: 5, quantity: 2, tier: 'ORIGIN' },
    ],
    products,
  );
  expect(lines.map(({ name, unitPrice, subtotal }) => [name, unitPrice, subtotal])).toEqual([
    ['商品5', 880, 1760],
    ['商品13', 390, 390],
  ]);
  expect(notBuyable(lines)).toEqual([]);
});

test('what cannot be bought is named', () => {
  const lines = cartLines(
    [
      { productId: 15, quantity: 1, tier: 'ORIGIN' },
      { productId: 99, quantity: 1, tier: 'ORIGIN' },
      { productId: 5, quantity: 1, tier: 'ADDITIONAL' },
    ],
    products,
  );
  expect(notBuyable(lines)).toEqual(['晚安修護面膜', '已下架商品', '商品5']);
});

test('an offer is made once, and only of what is sold', () => {
  const gone = product(14, { ...hand, productId: 14, available: false });
  expect(
    additionalOffers([{ productId: 13, quantity: 1, tier: 'ORIGIN' }], [...products, gone]).map(
      ({ product: { productId }, price, added }) => [productId, price, added],
    ),
  ).toEqual([[13, 390, false]]);
  expect(additionalOffers([{ productId: 13, quantity: 1, tier: 'ADDITIONAL' }], products)[0]?.added).toBe(true);
});

test('additional lines alone are no order', () => {
  expect(hasMain([{ productId: 13, quantity: 1, tier: 'ADDITIONAL' }])).toBe(false);
  expect(hasMain([{ productId: 5, quantity: 1, tier: 'ORIGIN' }])).toBe(true);
});

test('two carts hold the same whatever their order, and differ by a line, a quantity or a tier', () => {
  const one = { productId: 5, quantity: 1, tier: 'ORIGIN' } as const;
  const two = { productId: 13, quantity: 1, tier: 'ADDITIONAL' } as const;
  expect(sameItems([one, two], [{ ...two }, { ...one }])).toBe(true);
  expect(sameItems([], [])).toBe(true);
  expect(sameItems([one], [])).toBe(false);
  expect(sameItems([one], [one, two])).toBe(false);
  expect(sameItems([one, two], [one])).toBe(false);
  expect(sameItems([one], [{ ...one, quantity: 2 }])).toBe(false);
  expect(sameItems([one], [{ ...one, tier: 'ADDITIONAL' }])).toBe(false);
});

describe('the lines of an order that waits at the bank', () => {
  const free = { productId: 5, tier: 'ORIGIN' as const, quantity: 1 };
  const atBank = { productId: 9, tier: 'ORIGIN' as const, quantity: 2 };
  const cart = { items: [free], claimed: [{ orderNo: 'N1234567', items: [atBank, free] }] };
  test('can be ordered with the cart by the page that replaces it', () => {
    expect(orderableItems(cart, 'N1234567')).toEqual([{ ...free, quantity: 2 }, atBank]);
    expect(waitingItems(cart.claimed, 'N1234567')).toEqual([atBank, free]);
    expect(cartLines([free, atBank], [], [atBank]).map(({ waiting }) => waiting)).toEqual([false, true]);
  });
  test('are nothing to a page that knows of no such order', () => {
    expect(orderableItems(cart, undefined)).toEqual([free]);
    expect(orderableItems(cart, 'N7654321')).toEqual([free]);
  });
});
