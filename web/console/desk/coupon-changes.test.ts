import { expect, test } from 'vitest';
import { changesOf } from './coupon-changes.ts';

test('the change of somebody else is said field by field', () => {
  const before = { coupon_id: 5, coupon_uid: 'MAY', coupon_name: '五月', coupon_formula: 'x - 100', coupon_auto_loading: '0' };
  expect(changesOf(before, { ...before, coupon_formula: 'x - 200', coupon_quantity: 10 })).toEqual([
    'MAY 的折扣：100 → 200',
    'MAY 的總張數：（空白） → 10',
  ]);
  expect(changesOf(before, { ...before, coupon_auto_loading: '1' })).toEqual(['MAY 的其他欄位']);
  expect(changesOf(undefined, before)).toEqual(['編號 5：已新增 MAY「五月」']);
});
