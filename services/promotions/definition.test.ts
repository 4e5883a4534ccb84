import { expect, test } from 'vitest';
import { readCoupon } from './definition.ts';

const plain = { coupon_id: 1, coupon_uid: 'A', coupon_name: '折扣', coupon_type: 'DISCOUNT', coupon_scope: 'ALL', coupon_formula: 'x-1' };
const gift = { ...plain, coupon_type: 'GIVEAWAY', coupon_formula: null, coupon_items: [{ product_uid: 'G', product_quantity: 1 }] };
const isRefused = (fields: object): boolean => !readCoupon({ ...plain, ...fields }).ok;
const condition = (property: string, operator: string, value: unknown = null) => ({ coupon_condition: [{ property, operator, value }] });

test('the plainest coupon, with every default', () => {
  const read = readCoupon(plain);
  expect(read).toMatchObject({
    ok: true,
    coupon: { uid: 'A', products: { kind: 'ALL' }, quantity: null, maxUsage: 0, period: null, autoLoading: false },
  });
  // Plain JSON, so that an event can hold it.
  expect(read.ok && JSON.parse(JSON.stringify(read.coupon))).toEqual(read.ok && read.coupon);
});
test('stamps of more than 10 digits are milliseconds', () => {
  const read = readCoupon({ ...plain, coupon_start: 1_778_817_600, coupon_exp: 1_778_817_601_000 });
  expect(read).toMatchObject({ ok: true, coupon: { start: 1_778_817_600, end: 1_778_817_601 } });
});

test.each([
  '',
  ' ',
  'x-',
  '-',
  '()',
  'x x',
  '2x',
  'x/0',
  'x/0.00',
  'x//0',
  'x/x',
  'x/(2)',
  'x/-2',
  'x**2',
  '.5',
  '5.',
  '1.2.3',
  '1e3',
  'X',
  'y',
  'x%2',
  '+x',
  'x,1',
  '(x',
  'x)',
  'x\n-1',
  'ｘ-1',
  'x−1',
])('the formula %j is refused', (coupon_formula) => expect(isRefused({ coupon_formula })).toBe(true));
test.each(['x', '-x', '--x', 'x - -5', '100', 'x*.9'.replace('.', '0.'), '(x-1)//3*2', ' x ', 'x/3', 'x//0.5'])(
  'the formula %j is accepted',
  (coupon_formula) => expect(isRefused({ coupon_formula })).toBe(false),
);
test('the bounds of a formula: 100 characters, 16 brackets, 9 digits', () => {
  const padded = (length: number) => `x${' '.repeat(length - 3)}-1`;
  const nested = (depth: number) => `${'('.repeat(depth)}x${')'.repeat(depth)}`;
  expect([padded(100), nested(16), 'x-999999999', 'x-99999.9999'].map((coupon_formula) => isRefused({ coupon_formula }))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([padded(101), nested(17), 'x-1000000000', 'x-99999.99999'].map((coupon_formula) => isRefused({ coupon_formula }))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test.each([
  ['a property outside the list', condition('user_email', 'exists')],
  ['a property of every object', condition('constructor', 'exists')],
  ['an operator outside the list', condition('total', '===', 1)],
  ['a number compared with a text', condition('total', '>=', '1000')],
  ['a text compared with a number', condition('user_group', '==', 1)],
  ['a text compared by size', condition('user_group', '>', 'A')],
  ['a list compared by size', condition('product_ids', '>', 1)],
  ['a list of ids with a text', condition('product_ids', 'includes', '1')],
  ['days of a number', condition('total', 'days ago', 1)],
  ['days below 0', condition('user_created_at', 'days ago', -1)],
  ['a list of ids that has a text', condition('product_ids', 'includes', [1, '2'])],
  ['the length of a number', condition('total', 'has length')],
  ['the weekday of a number', condition('total', 'weekday', 1)],
  ['days of a weekday', condition('weekday', 'days ago', 1)],
  ['an eighth weekday', condition('user_created_at', 'weekday', 7)],
  ['a weekday below 0', condition('user_created_at', 'weekday', -1)],
  ['half a weekday', condition('user_created_at', 'weekday', 0.5)],
  ['an empty list', condition('total', 'in', [])],
  ['a list where one value is due', condition('total', '>', [1])],
  ['a name beside the list', { coupon_secret: 1 }],
  ['an end before the start', { coupon_start: 2, coupon_exp: 1 }],
  ['an end at the start', { coupon_start: 2, coupon_exp: 2 }],
  ['an unknown type', { coupon_type: 'CASH' }],
  ['a negative quantity', { coupon_quantity: -1 }],
  ['half a use', { coupon_max_usage: 0.5 }],
  ['no product', { coupon_product: [] }],
  ['a GIVEAWAY without items', { ...gift, coupon_items: [] }],
  ['a GIVEAWAY with fewer items than the maximum', { ...gift, coupon_max_product_chosen: 2 }],
  ['a GIVEAWAY with nothing to choose', { ...gift, coupon_max_product_chosen: 0 }],
  ['the same gift twice', { ...gift, coupon_items: [...gift.coupon_items, ...gift.coupon_items] }],
  ['a BONUS without a minimum', { ...gift, coupon_type: 'BONUS' }],
  ['a BONUS without items', { ...gift, coupon_type: 'BONUS', coupon_bonus_min_standard: 1, coupon_items: [] }],
  ['a BONUS with a minimum of 0', { ...gift, coupon_type: 'BONUS', coupon_bonus_min_standard: 0 }],
])('%s is refused', (_, fields) => expect(isRefused(fields)).toBe(true));

test.each([
  ['', '公式不可為空'],
  ['x -;', '第 4 個字元起無法解讀，僅可使用 x、數字、+ - * / // 與括號'],
  ['x x', '第 3 個字元「x」不可在此'],
])('the formula %j is refused with its place: %s', (coupon_formula, fault) =>
  expect(readCoupon({ ...plain, coupon_formula })).toEqual({ ok: false, faults: [fault] }),
);

test('all reasons are named at once', () => {
  const read = readCoupon({ ...plain, coupon_formula: 'x/0', coupon_start: 2, coupon_exp: 1, ...condition('total', '>', 'x') });
  expect(read.ok ? [] : read.faults).toHaveLength(3);
});
