import type { CartItem } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { added } from './items.ts';

const line = (productId: number, quantity: number, tier: CartItem['tier'] = 'ORIGIN'): CartItem => ({ productId, quantity, tier });

test('only a growth of a line that this page changes counts as added', () => {
  const changed = new Set(['5-ORIGIN', '7-ADDITIONAL']);
  expect(added([line(5, 1)], [line(5, 3), line(9, 2), line(7, 1, 'ADDITIONAL')], changed)).toEqual([line(5, 2), line(7, 1, 'ADDITIONAL')]);
  expect(added([line(5, 3)], [line(5, 1)], changed)).toEqual([]);
});
