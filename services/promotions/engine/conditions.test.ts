import { expect, test } from 'vitest';
import { coupon, DAY, facts, input, line, member, NOW, quoteOf, SECONDS } from '../testing/fixtures.ts';
import { checkCode } from './coupon-view.ts';

const MSG = '條件的訊息';
const holds = (
  property: string,
  operator: string,
  value: unknown,
  more: Parameters<typeof facts>[0] = {},
  cart = [line(1, 2), line(4)],
) => {
  const one = coupon({ coupon_formula: 'x-10', coupon_condition: [{ property, operator, value: value as number, msg: MSG }] });
  const { notices, discounts } = quoteOf(cart, facts({ ...more, coupons: [one] }), { coupons: [one.uid] });
  if (notices.length > 0) expect(notices).toEqual([{ code: 'COUPON_CONDITION', message: MSG, coupon: one.uid }]);
  return discounts.length > 0;
};
const guestHolds = (property: string, operator: string, value: unknown): boolean => {
  const condition = [{ property, operator, value: value as number, msg: MSG }];
  const one = coupon({ coupon_scope: 'SYSTEM', coupon_auto_loading: '1', coupon_formula: 'x-10', coupon_condition: condition });
  return quoteOf([line(1)], facts({ coupons: [one], member: null })).discounts.length > 0;
};

// Two pieces of 1 at 400 and the set at 1,100 make 1,900.
test.each([
  ['total', '==', 1_900, 1_899],
  ['total', '!=', 1_901, 1_900],
  ['total', '>', 1_899, 1_900],
  ['total', '<', 1_901, 1_900],
  ['total', '>=', 1_900, 1_901],
  ['total', '<=', 1_900, 1_899],
  ['total', '<=', 2_000, 1_000],
  ['total', 'in', [1, 1_900], [1, 2]],
  ['quantity', '>=', 3, 4],
  ['product_ids', 'includes', 1, 2],
  ['product_ids', 'includes', [2, 4], [2, 3]],
  ['product_ids', 'not includes', 2, 1],
  ['product_ids', 'not includes', [2, 3], [3, 4]],
  ['product_ids', 'not only includes', 1, 3],
  ['product_ids', 'not only includes', 4, [1, 4]],
  ['product_types', 'includes', 'SET', 'OTHER'],
  ['user_group', '==', 'FRIEND', 'ORIGINAL'],
  ['user_group', 'in', ['ORIGINAL', 'FRIEND'], ['ORIGINAL']],
  ['user_orders', '<=', 0, -1],
  ['weekday', '==', 5, 4],
  ['weekday', 'weekday', [0, 5], [0, 6]],
  ['logistics_type', '==', 'HOME', 'CVS'],
  ['user_created_at', 'days ago', 100, 100.01],
  ['user_created_at', 'month ago', 3, 4],
  ['user_created_at', '<', SECONDS, SECONDS - 101 * 86_400],
  ['user_created_at', '==', NOW - 100 * DAY, NOW],
  ['user_created_at', 'in', [SECONDS - 100 * 86_400], [SECONDS]],
  ['user_created_at', 'weekday', 3, 4],
] as [string, string, unknown, unknown][])('%s %s %j holds, and %j does not', (property, operator, yes, no) => {
  expect(holds(property, operator, yes)).toBe(true);
  expect(holds(property, operator, no)).toBe(false);
});

test.each(['product_ids', 'product_types', 'user_group'])('%s has a length', (property) => {
  expect(holds(property, 'has length', null)).toBe(true);
  expect(holds(property, 'no length', null)).toBe(false);
});
test.each(['user_orders', 'user_created_at'])('%s exists', (property) => expect(holds(property, 'exists', null)).toBe(true));

test.each([
  ['user_last_order_at', '==', SECONDS],
  ['user_birthday_month', '>', 0],
  ['user_last_order_at', 'days ago', 0],
  ['user_last_order_at', 'exists', null],
  ['pay_type', 'has length', null],
])('a missing %s fails %s', (property, operator, value) => expect(holds(property, operator, value)).toBe(false));
test.each([
  ['user_birthday_month', '!=', 5],
  ['pay_type', 'no length', null],
])('a missing %s passes %s', (property, operator, value) => expect(holds(property, operator, value)).toBe(true));
test('a guest has no orders, no group and no registration', () => {
  expect(guestHolds('user_orders', '==', 0)).toBe(true);
  expect(guestHolds('user_group', 'exists', null)).toBe(false);
  expect(guestHolds('user_group', '!=', 'ORIGINAL')).toBe(true);
  expect(guestHolds('user_created_at', 'days ago', 0)).toBe(false);
});

test('N days are N × 24 hours, to the millisecond', () => {
  const orderedAt = (at: number) => ({ member: member({ standingOrders: 1, lastOrderAt: at }) });
  expect(holds('user_last_order_at', 'days ago', 7, orderedAt(NOW - 7 * DAY))).toBe(true);
  expect(holds('user_last_order_at', 'days ago', 7, orderedAt(NOW - 7 * DAY + 1))).toBe(false);
  expect(holds('user_last_order_at', 'month ago', 1, orderedAt(NOW - 30 * DAY))).toBe(true);
});
test('the weekday is Taipei’s: Sunday begins at 16:00 UTC of Saturday', () => {
  const saturday = Date.parse('2026-05-16T15:59:59.999Z');
  expect(holds('weekday', '==', 6, { at: saturday })).toBe(true);
  expect(holds('weekday', '==', 0, { at: saturday + 1 })).toBe(true);
});
test('an additional purchase meets no condition', () => {
  const cart = [line(1), line(3, 1, 'ADDITIONAL')];
  expect(holds('total', '>', 400, {}, cart)).toBe(false);
  expect(holds('quantity', '>', 1, {}, cart)).toBe(false);
  expect(holds('product_ids', 'includes', 3, {}, cart)).toBe(false);
});
test('`total` is the coupon’s own lines, before other coupons', () => {
  const first = coupon({ coupon_formula: 'x-500' });
  const from = [{ property: 'total', operator: '>=', value: 1_100, msg: MSG }];
  const second = coupon({
    coupon_scope: 'SYSTEM',
    coupon_auto_loading: '1',
    coupon_formula: 'x-1',
    coupon_product: 'SET',
    coupon_condition: from,
  });
  const quote = quoteOf([line(4), line(2)], facts({ coupons: [first, second] }), { coupons: [first.uid] });
  expect(quote.discounts.map(({ amount }) => amount)).toEqual([500, 1]);
});

test('a code answers the message of the first condition that fails', () => {
  const conditions = ['total', 'quantity'].map((property) => ({ property, operator: '>', value: 9_999, msg: property }));
  const one = coupon({ coupon_condition: conditions });
  expect(checkCode(one.uid, input([line(1)], facts({ coupons: [one] })))).toMatchObject({ state: 503, message: 'total' });
});
