import { expect, test } from 'vitest';
import { totalsOf } from './totals.ts';

const item = (productId: number, quantity: number) => ({ productId, name: `商品 ${productId}`, quantity, contents: [] });

test('lines and gifts of all parcels count for their product', () => {
  const parcels = [
    { items: [item(9, 2), item(3, 1)], gifts: [item(40, 2)] },
    { items: [item(3, 4)], gifts: [item(3, 1)] },
  ];
  expect(totalsOf(parcels)).toEqual([
    { productId: 3, name: '商品 3', quantity: 6 },
    { productId: 9, name: '商品 9', quantity: 2 },
    { productId: 40, name: '商品 40', quantity: 2 },
  ]);
});

test('no parcel needs nothing', () => expect(totalsOf([])).toEqual([]));
