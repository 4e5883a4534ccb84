import { expect, it } from 'vitest';
import { productTable } from './data-table.ts';

const stored = {
  product_type: 'PRODUCT',
  product_name_en: 'Cleanser',
  product_size: '[150]',
  product_set_items: '[]',
  product_detail_images: '[]',
  product_is_hot_sale: '0',
  product_ingredients: '',
};
const save = (prices: object, before?: object) =>
  productTable.write?.check(
    { ...stored, product_price: JSON.stringify(prices) },
    before && { ...stored, product_price: JSON.stringify(before) },
  );

it.each([{ ORIGIN: 900, MEMBER: 800, ADDITIONAL: null }, { ORIGIN: 900, MEMBER: 0 }, { ORIGIN: '900' }])('takes the prices %j', (prices) =>
  expect(save(prices)).toMatchObject({ product_price: JSON.stringify(prices) }),
);

it.each([
  { ORIGIN: 900, MEMBER: -1 },
  { ORIGIN: 900, MEMBER: '1,080' },
  { ORIGIN: 900, ADDITIONAL: 49.5 },
])('refuses %j: the original price would hold in its place', (prices) => expect(save(prices)).toBe('product_price'));

// A digit too few in the original price, or one too many in another.
it.each([
  { ORIGIN: 88, MEMBER: 760 },
  { ORIGIN: 880, MEMBER: 7600 },
  { ORIGIN: 880, MEMBER: 760, ADDITIONAL: '4990' },
])('refuses %j: a price is above the original one', (prices) => expect(save(prices)).toBe('product_price'));

it('saves a product whose stored prices break this rule, so that it can be taken off sale', () => {
  const prices = { ORIGIN: 880, MEMBER: 900 };
  expect(save(prices, prices)).toMatchObject({ product_price: JSON.stringify(prices) });
  expect(save({ ...prices, MEMBER: 901 }, prices)).toBe('product_price');
});
