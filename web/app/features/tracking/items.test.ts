import type { CartItem } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { added, isPromotion, promotionOf } from './items.ts';

const line = (productId: number, quantity: number, tier: CartItem['tier'] = 'ORIGIN'): CartItem => ({ productId, quantity, tier });

test('only a growth of a line that this page changes counts as added', () => {
  const changed = new Set(['5-ORIGIN', '7-ADDITIONAL']);
  expect(added([line(5, 1)], [line(5, 3), line(9, 2), line(7, 1, 'ADDITIONAL')], changed)).toEqual([line(5, 2), line(7, 1, 'ADDITIONAL')]);
  expect(added([line(5, 3)], [line(5, 1)], changed)).toEqual([]);
});

test.each([
  ['/event/autumn', false, true],
  ['/product-instruction', true, true],
  ['/blog/wind', false, false],
  ['/skin-type/sensitive', true, false],
  ['/questionnaire/skin', true, false],
  ['/product?feature=dryness', true, false],
  ['/product/toner', false, false],
])('a click on %s, a banner: %s, is a promotion: %s', (address, isBanner, expected) =>
  expect(isPromotion(new URL(address, 'https://shop.example'), isBanner)).toBe(expected),
);

test('a click on a slide of the layout settings has the slide’s category, and one on a campaign has none', () => {
  const link = { pathname: '/event/autumn', textContent: ' 秋季 ' };
  expect(promotionOf({ ...link, dataset: { category: 'campaign' } })).toEqual({
    promotion_id: '/event/autumn',
    promotion_name: '秋季',
    promotion_category: 'campaign',
  });
  expect(promotionOf({ ...link, textContent: '', dataset: { promotion: '中秋禮盒' } }).promotion_name).toBe('中秋禮盒');
  expect(promotionOf({ ...link, textContent: '', dataset: {} })).toEqual({
    promotion_id: '/event/autumn',
    promotion_name: '/event/autumn',
  });
});
