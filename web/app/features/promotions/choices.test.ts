import type { CouponFace } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { answerOf, type Answers, examplesOf, SHOWN_BY, type Shown } from '../../../../scripts/naive-prices/shown-by.ts';
import { codeAnswer, couponsOf, creditOf, droppedOf, replaces, toggledGift, withCoupon, withGifts, withoutCoupon } from './choices.ts';

const first = { uid: 'PUBLIC_FIRST_200', type: 'DISCOUNT' } as const;
const invite = { uid: 'INVITE', type: 'DISCOUNT' } as const;
const welcome = { uid: 'WELCOME_1150', type: 'GIVEAWAY', gifts: ['A', 'B'] } as const;
const bonus = { uid: 'HAND_3_GET_1', type: 'BONUS' } as const;

test('a second discount takes the place of the first, and gifts stay', () => {
  const chosen = [{ ...welcome, gifts: [...welcome.gifts] }, first, bonus];
  expect(withCoupon(chosen, invite).map(({ uid }) => uid)).toEqual(['WELCOME_1150', 'HAND_3_GET_1', 'INVITE']);
  expect(withCoupon(chosen, { uid: 'WELCOME_1150', type: 'GIVEAWAY' })).toEqual(chosen);
  expect(withoutCoupon(chosen, 'INVITE')).toEqual(chosen);
});

test('says whether a coupon takes the place of another one', () => {
  const chosen = [{ ...welcome, gifts: [...welcome.gifts] }, first];
  expect([invite, bonus, first, { uid: 'TRAVEL', type: 'GIVEAWAY' } as const].map((coupon) => replaces(chosen, coupon))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('takes of a coupon only what identifies it, not the gifts that it offers', () => {
  const face = { uid: 'WELCOME_1150', type: 'GIVEAWAY', gifts: [{ productUid: 'A' }] } as const;
  expect(couponsOf(withCoupon([], face))).toEqual(['WELCOME_1150']);
});

test('sends a coupon with the gifts that were chosen', () => {
  const chosen = withGifts([first, { uid: 'WELCOME_1150', type: 'GIVEAWAY' }], 'WELCOME_1150', ['B']);
  expect(couponsOf(chosen)).toEqual(['PUBLIC_FIRST_200', { uid: 'WELCOME_1150', gifts: ['B'] }]);
});

test('a coupon that no longer fits is dropped, one that waits for its gifts is not', () => {
  const notices = [
    { code: 'COUPON_CONDITION', message: '未達', coupon: 'PUBLIC_FIRST_200' },
    { code: 'COUPON_GIFTS_INCOMPLETE', message: '尚未選完', coupon: 'WELCOME_1150' },
    { code: 'COUPON_CONDITION', message: '未達', coupon: 'OTHER' },
    { code: 'MEMBER_PRICE_ONLY', message: '會員' },
  ];
  expect(droppedOf([first, { uid: 'WELCOME_1150', type: 'GIVEAWAY' }], notices)).toEqual([notices[0]]);
});

test('a click on a chosen gift takes it out, and no more are taken than the coupon gives', () => {
  expect(toggledGift(['A'], 'A', 2)).toEqual([]);
  expect(toggledGift(['A'], 'B', 2)).toEqual(['A', 'B']);
  expect(toggledGift(['A', 'B'], 'C', 2)).toEqual(['A', 'B']);
});

test.each([
  ['007', 100, 7],
  ['', 100, 0],
  ['-5', 100, 5],
  ['１２', 100, 12],
  ['250', 100, 100],
  ['9'.repeat(40), 100, 100],
])('reads the credit %j with a balance of %d as %d', (text, balance, amount) => {
  expect(creditOf(text, balance)).toBe(amount);
});

test.each([
  [400, '查無此優惠券代碼'],
  [500, '限量優惠券，已全數領取完畢'],
  [501, '優惠券已過期'],
  [502, '此優惠券已達使用次數上限'],
  [503, '消費滿 NT$2,000 才可使用'],
] as const)('a code with the state %d is refused with its reason', (state, message) => {
  expect(codeAnswer({ ok: true, replayed: false, data: { state, message, coupon: { uid: 'A' } as CouponFace } })).toEqual({
    problem: message,
  });
});

test('a code that fits leads to its coupon, and a failed call to its message', () => {
  const coupon = { uid: 'A' } as CouponFace;
  expect(codeAnswer({ ok: true, replayed: false, data: { state: 200, message: '優惠已套用', coupon } })).toEqual({ coupon });
  const failed = {
    ok: false,
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: '嘗試次數過多，請稍後再試',
    correlationId: '',
    issues: [],
  } as const;
  expect(codeAnswer({ ...failed, retryable: true })).toEqual({ problem: failed.message });
});

const EXAMPLES: Answers<Shown<'web/app/features/promotions/choices.test.ts'>> = {
  clampField: ({ text, available }) => creditOf(text, available),
};

test.each(examplesOf(SHOWN_BY['web/app/features/promotions/choices.test.ts']))('$decision: $title', (example) => {
  expect(answerOf(EXAMPLES, example)).toBe(example.expected);
});
