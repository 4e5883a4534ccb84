import { FREE_SHIPPING_FROM, SHIPPING_FEE, type CartItem, type DeliveryType, type PriceTier } from '@nordhaut/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceCart, type PricedProduct, type PriceInput } from './price-cart.ts';

const sample = (productId: number) => ({ productId, nameZh: '試用', nameEn: 'Sample', images: ['sample'] });
const product = (productId: number, more: Partial<PricedProduct> = {}): PricedProduct => ({
  productId,
  nameZh: `第${productId}號`,
  nameEn: `No. ${productId}`,
  images: [`image-${productId}`],
  available: true,
  prices: { ORIGIN: 100 * productId, MEMBER: 80 * productId, ADDITIONAL: productId >= 5 ? 10 * productId : null },
  samples: productId % 2 ? [sample(90 + productId)] : [],
  ...more,
});
const products = new Map(
  [
    ...Array.from({ length: 9 }, (_, index) => product(index + 1)),
    product(10, { available: false }),
    product(12, { samples: [sample(91), sample(93)] }),
    product(13, { prices: { ORIGIN: null, MEMBER: 500, ADDITIONAL: null } }),
    product(14, { prices: { ORIGIN: null, MEMBER: 500, ADDITIONAL: 50 } }),
    product(11, { prices: { ORIGIN: null, MEMBER: null, ADDITIONAL: 50 } }),
  ].map((one) => [one.productId, one]),
);
const line = (productId: number, quantity = 1, tier: PriceTier = 'ORIGIN'): CartItem => ({ productId, quantity, tier });
const price = (items: CartItem[], more: Partial<PriceInput> = {}) =>
  priceCart({ items, delivery: 'HOME', coupons: [], credit: 0, isMember: false, product: (id) => products.get(id), ...more });
const quote = (...args: Parameters<typeof price>) => {
  const result = price(...args);
  if (!result.ok) throw new Error(result.rejection.code);
  return result.quote;
};
const refusal = (...args: Parameters<typeof price>) => {
  const result = price(...args);
  return result.ok ? undefined : result.rejection.code;
};

describe('shipping', () => {
  test.each([
    ['HOME', 9, 120],
    ['CVS', 9, 70],
    ['INTERNATIONAL', 9, 500],
  ] as [DeliveryType, number, number][])('%s below the threshold', (delivery, id, fee) => {
    expect(quote([line(id)], { delivery })).toMatchObject({
      subtotal: 900,
      shippingFee: fee,
      price: 900 + fee,
      missingForFreeShipping: FREE_SHIPPING_FROM[delivery] - 900,
    });
  });
  test.each([
    ['HOME', 1_000],
    ['CVS', 1_000],
    ['INTERNATIONAL', 3_000],
  ] as [DeliveryType, number][])('%s is free from the threshold on, and not one dollar before', (delivery, from) => {
    const at = (unit: number) =>
      quote([line(1)], { delivery, product: () => product(1, { prices: { ORIGIN: unit, MEMBER: null, ADDITIONAL: null } }) });
    expect(at(from - 1)).toMatchObject({ shippingFee: SHIPPING_FEE[delivery], missingForFreeShipping: 1 });
    expect(at(from)).toMatchObject({ shippingFee: 0, missingForFreeShipping: 0, price: from });
  });
});

describe('rejections', () => {
  test.each([
    ['an empty cart', [], {}, 'CART_EMPTY'],
    ['an unknown product', [line(99)], {}, 'PRODUCT_NOT_FOUND'],
    ['a product that is not on sale', [line(10)], {}, 'PRODUCT_UNAVAILABLE'],
    ['a product without a price of its own', [line(11)], {}, 'PRODUCT_NOT_SOLD_ALONE'],
    ['a tier that the product has not', [line(1), line(2, 1, 'ADDITIONAL')], {}, 'PRODUCT_NOT_SOLD_ALONE'],
    ['a product for members', [line(13)], {}, 'MEMBER_PRICE_ONLY'],
    ['more than 99', [line(1, 100)], {}, 'QUANTITY_OVER_LIMIT'],
    ['more than 99 in two lines', [line(1, 50), line(1, 50)], {}, 'QUANTITY_OVER_LIMIT'],
    ['more than 99 over two tiers', [line(1, 99), line(1, 1, 'ADDITIONAL')], {}, 'QUANTITY_OVER_LIMIT'],
    ['an additional item twice', [line(1), line(5, 2, 'ADDITIONAL')], {}, 'QUANTITY_OVER_LIMIT'],
    ['an additional item in two lines', [line(1), line(5, 1, 'ADDITIONAL'), line(5, 1, 'ADDITIONAL')], {}, 'QUANTITY_OVER_LIMIT'],
    ['additional items alone', [line(5, 1, 'ADDITIONAL')], {}, 'ADDITIONAL_NEEDS_MAIN'],
    ["a guest's coupon", [line(1)], { coupons: ['c'] }, 'COUPON_MEMBERS_ONLY'],
    ["a guest's credit", [line(1)], { credit: 1 }, 'CREDIT_MEMBERS_ONLY'],
  ] as [string, CartItem[], Partial<PriceInput>, string][])('%s', (_, items, more, code) => expect(refusal(items, more)).toBe(code));
});

test('names the sold-out product', () => {
  const result = price([line(10)]);
  expect(result.ok ? '' : result.rejection.message).toBe('「第10號」商品缺貨中，請自購物車移除後再結帳');
});
test('adds the samples of each product', () => {
  expect(quote([line(1, 3), line(2)]).gifts).toEqual([
    { productId: 91, nameZh: '試用', nameEn: 'Sample', image: 'sample', quantity: 3, couponId: null },
  ]);
});
test('adds the samples of a set’s products, and joins the same sample of several lines', () => {
  expect(quote([line(1, 3), line(12, 2)]).gifts.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    [91, 5],
    [93, 2],
  ]);
});
test.each(['ORIGIN', 'MEMBER'] as const)('the session decides the price of a main line that is named %s (decisions.md 38)', (tier) => {
  expect(quote([line(9, 1, tier)], { isMember: true }).products).toMatchObject([{ tier: 'MEMBER', subtotal: 720 }]);
  expect(quote([line(9, 1, tier)]).products).toMatchObject([{ tier: 'ORIGIN', subtotal: 900 }]);
  const forAll = product(9, { prices: { ORIGIN: 900, MEMBER: null, ADDITIONAL: null } });
  expect(quote([line(9, 1, tier)], { isMember: true, product: () => forAll }).products).toMatchObject([{ tier: 'ORIGIN', subtotal: 900 }]);
});
test('what only members have drops out with a word where the page asks so', () => {
  const coupons = ['c', { uid: 'ended', gifts: ['g'] }];
  const result = price([line(1), line(13)], { coupons, credit: 5, dropMemberParts: true });
  expect(result).toMatchObject({ ok: true, quote: { subtotal: 100, vouchers: 0, discounts: [] } });
  expect(result.ok && result.notices.map(({ code, coupon }) => [code, coupon])).toEqual([
    ['COUPON_MEMBERS_ONLY', 'c'],
    ['COUPON_MEMBERS_ONLY', 'ended'],
    ['CREDIT_MEMBERS_ONLY', undefined],
    ['MEMBER_PRICE_ONLY', undefined],
  ]);
  expect(refusal([line(13)], { dropMemberParts: true })).toBe('CART_EMPTY');
  const twice = price([line(1), line(13), line(14)], { dropMemberParts: true });
  expect(twice.ok && twice.notices).toHaveLength(1);
});
test('a visitor buys what only members buy alone as an additional purchase, which has one price', () =>
  expect(quote([line(1), line(14, 1, 'ADDITIONAL')]).subtotal).toBe(150));

/** An independent calculation of the price. */
function onPaper(items: readonly CartItem[], delivery: DeliveryType): number {
  let subtotal = 0;
  for (const { productId, tier, quantity } of items)
    for (let count = 0; count < quantity; count++) subtotal += products.get(productId)?.prices[tier === 'MEMBER' ? 'ORIGIN' : tier] ?? 0;
  const [from, fee] = { HOME: [1_000, 120], CVS: [1_000, 70], INTERNATIONAL: [3_000, 500] }[delivery] as [number, number];
  return subtotal < from ? subtotal + fee : subtotal;
}

const anyLine = fc.record({
  productId: fc.integer({ min: 1, max: 12 }),
  quantity: fc.integer({ min: 1, max: 120 }),
  tier: fc.constantFrom('ORIGIN' as const, 'ADDITIONAL' as const),
});
const anyDelivery = fc.constantFrom<DeliveryType>('HOME', 'CVS', 'INTERNATIONAL');

test('equals the independent calculation, or rejects with a valid reason', () => {
  let priced = 0;
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 6 }), anyDelivery, (items, delivery) => {
      const result = price(items, { delivery });
      const count = (id: number, tier: PriceTier) =>
        items.filter((item) => item.productId === id && item.tier === tier).reduce((sum, item) => sum + item.quantity, 0);
      const fine =
        items.some(({ tier }) => tier === 'ORIGIN') &&
        items.every(({ productId, tier }) => {
          const known = products.get(productId);
          return (
            known !== undefined &&
            known.available &&
            known.prices[tier] !== null &&
            (tier !== 'ADDITIONAL' || count(productId, tier) <= 1) &&
            count(productId, 'ORIGIN') + count(productId, 'ADDITIONAL') <= 99
          );
        });
      expect(result.ok).toBe(fine);
      if (!result.ok) return;
      priced++;
      const { quote: given } = result;
      expect(given.price).toBe(onPaper(items, delivery));
      expect(given.price).toBe(given.subtotal + given.shippingFee);
      expect(given.products.reduce((sum, one) => sum + one.subtotal, 0)).toBe(given.subtotal);
      expect(new Set(given.products.map((one) => `${one.productId}/${one.tier}`)).size).toBe(given.products.length);
    }),
    { numRuns: 2_000 },
  );
  expect(priced).toBeGreaterThan(20);
});

test('does not depend on the order or the split of lines', () => {
  const good = fc.record({
    productId: fc.integer({ min: 1, max: 9 }),
    quantity: fc.integer({ min: 1, max: 20 }),
    tier: fc.constant('ORIGIN' as const),
  });
  fc.assert(
    fc.property(fc.array(good, { minLength: 1, maxLength: 4 }), anyDelivery, fc.nat(), (items, delivery, turn) => {
      const split = items.flatMap((item) =>
        item.quantity > 1
          ? [
              { ...item, quantity: 1 },
              { ...item, quantity: item.quantity - 1 },
            ]
          : [item],
      );
      const turned = [...split.slice(turn % split.length), ...split.slice(0, turn % split.length)];
      expect(quote(turned, { delivery }).price).toBe(quote(items, { delivery }).price);
    }),
  );
});
