import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { byField, type CouponDraft, definitionOf, draftOf, newDraft, periodOf } from './coupon-draft.ts';

const draft = (more: Partial<CouponDraft>): CouponDraft => ({ ...newDraft('12'), uid: 'SPRING', name: '春日折扣', value: '100', ...more });

test('a discount: an amount off, a rate, or a formula; a minimum and times in Taipei', () => {
  const { definition, faults } = definitionOf(draft({ minimum: '1500', start: '2026-12-01T00:00', end: '2026-12-31T23:59', days: '7' }));
  expect(faults).toEqual({});
  expect(definition).toMatchObject({
    coupon_id: 12,
    coupon_formula: 'x - 100',
    coupon_start: 1_796_054_400,
    coupon_exp: 1_798_732_740,
    coupon_period: 604_800,
    coupon_condition: [{ property: 'total', operator: '>=', value: 1500, msg: '消費滿 NT$1,500 才可使用' }],
    coupon_items: [],
  });
  expect(definitionOf(draft({ discount: 'percent', value: '85' })).definition['coupon_formula']).toBe('x * 85 // 100');
});

test('each field says what is wrong with it', () => {
  const wrong = draft({
    id: '',
    uid: '春',
    name: ' ',
    value: '-5',
    start: '2026-12-02T00:00',
    end: '2026-12-01T00:00',
    days: '0',
    quantity: 'many',
  });
  expect(Object.keys(definitionOf(wrong).faults).toSorted()).toEqual(['days', 'end', 'id', 'name', 'quantity', 'uid', 'value']);
  const gift = draft({ type: 'BONUS', gifts: 'NHCP080 x', products: 'LIST', productIds: '13 and 14' });
  expect(Object.keys(definitionOf(gift).faults).toSorted()).toEqual(['bonusMinimum', 'gifts', 'productIds']);
});

test("the shop's own coupons go through the form unchanged, also what the form does not show", () => {
  const file = new URL('../../../services/promotions/data/coupons.json', import.meta.url);
  const own = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[];
  expect(own.length).toBeGreaterThan(5);
  for (const definition of own) {
    const again = definitionOf(draftOf(definition), definition);
    expect(again.faults, String(definition['coupon_uid'])).toEqual({});
    // A formula may be written with other spaces.
    expect(again.definition).toMatchObject(definition);
  }
});

test("the server's reasons stand at their fields", () => {
  const faults = [
    'coupon 1 (A): coupon_name: too long',
    'coupon 1 (A): 第 3 個字元：除數必須是 0 以外的數字',
    'coupon 1 (A): the catalogue has no product NH0',
    'coupon 1 (A): the catalogue has no product 99',
    'the code A belongs to coupon 3',
    'A: 優惠券已結束',
  ];
  expect(byField(faults)).toEqual({
    fields: {
      name: 'too long',
      value: '第 3 個字元：除數必須是 0 以外的數字',
      gifts: '商品目錄沒有 NH0',
      productIds: '商品目錄沒有 99',
      uid: '代碼 A 已由編號 3 的優惠券使用',
    },
    rest: ['A: 優惠券已結束'],
  });
});

test('the list of coupons says when an offer counts, and whether it does now', () => {
  const now = Date.parse('2026-11-29T09:00:00+08:00');
  const seconds = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) / 1_000;
  const [start, end] = [seconds('2026-11-01'), seconds('2026-12-01')];
  expect(periodOf({}, now)).toBe('期間不限');
  expect(periodOf({ coupon_start: start, coupon_exp: end }, now)).toBe('2026/11/01 00:00 起，2026/12/01 00:00 止');
  expect(periodOf({ coupon_exp: start }, now)).toBe('2026/11/01 00:00 止，已過期');
  expect(periodOf({ coupon_start: end }, now)).toBe('2026/12/01 00:00 起，尚未開始');
});
