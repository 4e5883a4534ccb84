import { expect, test } from 'vitest';
import { changesOf } from './coupon-changes.ts';

test('the change of somebody else is said field by field', () => {
  const before = { coupon_id: 5, coupon_uid: 'MAY', coupon_name: '五月', coupon_formula: 'x - 100', coupon_auto_loading: '0' };
  expect(changesOf(before, { ...before, coupon_formula: 'x - 200', coupon_quantity: 10 })).toEqual([
    'MAY 的折扣：100 → 200',
    'MAY 的總張數：（空白） → 10',
  ]);
  const exp = Date.parse('2027-01-04T00:00:00+08:00') / 1_000;
  expect(changesOf(before, { ...before, coupon_scope: 'SYSTEM', coupon_product: [5, 9], coupon_exp: exp }), 'as the form says it').toEqual([
    'MAY 的誰可以使用：輸入代碼，或在會員的優惠券中 → 由商店套用，不能輸入代碼',
    'MAY 的適用商品：所有商品 → 指定商品',
    'MAY 的商品編號：（空白） → 5, 9',
    'MAY 的結束：（空白） → 2027/01/04 00:00',
  ]);
  expect(changesOf(before, { ...before, coupon_auto_loading: '1' })).toEqual(['MAY 的其他欄位']);
  expect(changesOf(undefined, before)).toEqual(['編號 5：已新增 MAY「五月」']);
});
