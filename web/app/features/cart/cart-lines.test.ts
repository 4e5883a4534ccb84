import type { ProductCard, Quote } from '@nordhaut/contracts';
import { describe, expect, test } from 'vitest';
import { additionalOffers, cartLines, cartProblem, contentsKey, hasMain, orderableItems, waitingItems } from './cart-lines.ts';

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

test('lists main lines before additional ones, each with the price of its tier', () => {
  const lines = cartLines(
    [
      { productId: 13, quantity: 1, tier: 'ADDITIONAL' },
      { productId: 5, quantity: 2, tier: 'ORIGIN' },
    ],
    products,
    undefined,
  );
  expect(lines.map(({ name, unitPrice, subtotal }) => [name, unitPrice, subtotal])).toEqual([
    ['商品5', 880, 1760],
    ['商品13', 390, 390],
  ]);
  expect(cartProblem(lines)).toBeUndefined();
});

test('takes the prices of the quote, and its subtotal unless the quantity has changed since', () => {
  const quote = { products: [{ productId: 5, tier: 'ORIGIN', quantity: 2, unitPrice: 900, subtotal: 1700 }] } as unknown as Quote;
  const priced = (quantity: number) => cartLines([{ productId: 5, quantity, tier: 'ORIGIN' }], products, quote)[0];
  expect(priced(2)).toMatchObject({ unitPrice: 900, subtotal: 1700 });
  expect(priced(3)).toMatchObject({ unitPrice: 900, subtotal: 2700 });
});

test('a cart without a main line cannot be ordered, nor one with lines that are gone, which are named', () => {
  const lines = cartLines(
    [
      { productId: 15, quantity: 1, tier: 'ORIGIN' },
      { productId: 99, quantity: 1, tier: 'ORIGIN' },
      { productId: 5, quantity: 1, tier: 'ADDITIONAL' },
    ],
    products,
    undefined,
  );
  expect(cartProblem(lines)).toBe('「晚安修護面膜」「已下架商品」「商品5」商品缺貨中，請自購物車移除後再結帳');
  expect(cartProblem(lines.slice(2))).toBe('請先加入主要商品，再選擇加購商品');
  expect(cartProblem([])).toBe('購物車內沒有商品，請先加入商品');
});

test('a product that is gone cannot be removed from the order at the bank, which is named instead', () => {
  const atBank = { productId: 15, quantity: 1, tier: 'ORIGIN' as const };
  const lines = cartLines([{ productId: 5, quantity: 1, tier: 'ORIGIN' }, atBank], products, undefined, [atBank]);
  expect(cartProblem(lines)).toBe(
    '「晚安修護面膜」商品缺貨中，但在等待銀行驗證的訂單裡。請繼續 3D 驗證，或到「訂單查詢」取消那筆訂單後再結帳',
  );
});

test('offers each additional product once, and only while it is sold', () => {
  const gone = product(14, { ...hand, productId: 14, available: false });
  expect(
    additionalOffers([{ productId: 13, quantity: 1, tier: 'ORIGIN' }], [...products, gone]).map(
      ({ product: { productId }, price, added }) => [productId, price, added],
    ),
  ).toEqual([[13, 390, false]]);
  expect(additionalOffers([{ productId: 13, quantity: 1, tier: 'ADDITIONAL' }], products)[0]?.added).toBe(true);
});

test('needs a main line for an order', () => {
  expect(hasMain([{ productId: 13, quantity: 1, tier: 'ADDITIONAL' }])).toBe(false);
  expect(hasMain([{ productId: 5, quantity: 1, tier: 'ORIGIN' }])).toBe(true);
});

test('contents are equal in any order, and differ by a line, a quantity or a tier', () => {
  const one = { productId: 5, quantity: 1, tier: 'ORIGIN' } as const;
  const two = { productId: 13, quantity: 1, tier: 'ADDITIONAL' } as const;
  expect(contentsKey([one, two])).toBe(contentsKey([two, one]));
  for (const other of [[], [one, two], [two], [{ ...one, quantity: 2 }], [{ ...one, tier: 'ADDITIONAL' as const }]])
    expect(contentsKey([one])).not.toBe(contentsKey(other));
});

describe('the lines of an order that waits for the bank', () => {
  const free = { productId: 5, tier: 'ORIGIN' as const, quantity: 1 };
  const atBank = { productId: 9, tier: 'ORIGIN' as const, quantity: 2 };
  const cart = { items: [free], claimed: [{ orderNo: 'N1234567', items: [atBank, free] }] };
  test('can be ordered with the cart on the page that knows the order', () => {
    expect(orderableItems(cart, 'N1234567')).toEqual([{ ...free, quantity: 2 }, atBank]);
    expect(waitingItems(cart.claimed, 'N1234567')).toEqual([atBank, free]);
    expect(cartLines([free, atBank], [], undefined, [atBank]).map(({ waiting }) => waiting)).toEqual([false, true]);
  });
  test('are left out on a page that does not know the order', () => {
    expect(orderableItems(cart, undefined)).toEqual([free]);
    expect(orderableItems(cart, 'N7654321')).toEqual([free]);
  });
});
