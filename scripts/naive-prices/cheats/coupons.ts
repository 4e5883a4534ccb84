import type { Example } from '../calls.ts';
import {
  bonus,
  coupon,
  extra,
  gifts,
  giveaway,
  GUEST,
  line,
  member,
  minutes,
  NOW,
  order,
  stored,
  timer,
  withCoupon,
  refusedWith,
} from '../fixtures.ts';
import { atPrice, type PriceCheat } from './form.ts';

const hundred = coupon('1', { formula: 'x - 100' });
const sixty = coupon('2', { formula: 'x - 60' });
const system = coupon('3', { scope: 'SYSTEM', autoLoading: true, formula: 'x - 50' });
const tenPercent = coupon('20', { formula: 'x * 0.9' });
const first = coupon('1', { super: 'PUBLIC_FIRST_200', formula: 'x - 200', maxUsage: 1 });
const welcome = giveaway('1', 1, gifts(11), { super: 'WELCOME_1150', scope: 'MEMBER', period: 7 * 86_400 });
const oldMember = coupon('1', { super: 'OLD_MEMBER', formula: 'x - 180' });
const birthdaySet = giveaway('5', 1, gifts(12), { uid: 'original_birthday', scope: 'SYSTEM' });
const timed = coupon('7', { uid: 'pay_in_5_min', scope: 'SYSTEM', formula: 'x - 50' });
const three = giveaway('1', 2, gifts(11, 12, 13));
const inMay = coupon('1', {
  formula: 'x-300',
  conditions: [{ property: 'user_birthday_month', operator: '==', value: 5, msg: 'birthday' }],
});
const from1000 = coupon('1', { formula: 'x-100', conditions: [{ property: 'total', operator: '>=', value: 1000, msg: 'from 1,000' }] });
const notAlone = coupon('1', {
  formula: 'x-100',
  conditions: [{ property: 'product_ids', operator: 'not only includes', value: 1, msg: 'more' }],
});

/** Ways to cheat with coupons, gifts and the timer. */
export const COUPON_CHEATS: Example[] = (
  [
    [
      43,
      'Reach a coupon’s 1,000 with an additional purchase',
      withCoupon(from1000, [line(5), extra(1)]),
      'x is 900, not 1,200',
      refusedWith(503),
    ],
    [
      43,
      'Reach a coupon’s 1,000 for sets with other products',
      withCoupon({ ...from1000, products: [5] }, [line(5), line(2)]),
      'x is 900, not 1,700',
      refusedWith(503),
    ],
    [
      44,
      'Two discounts in one order',
      order([line(4)], { coupons: [hundred, sixty], chosen: ['1', '2'] }),
      'one DISCOUNT only',
      refusedWith('REPLACED'),
    ],
    [
      44,
      'The same discount twice',
      order([line(4)], { coupons: [hundred], chosen: ['1', '1'] }),
      '1,100 − 100 once',
      { ok: true, discounts: [{ amount: 100 }], total: 1000 },
    ],
    [
      44,
      'Two BONUS coupons',
      order([line(4)], { coupons: [bonus('1', 1, gifts(11)), bonus('2', 1, gifts(12))], chosen: ['1', '2'] }),
      'one BONUS only',
      refusedWith('REPLACED'),
    ],
    [
      45,
      'Send the fixed discount first to keep more of the 10 %',
      order([line(5), line(3)], { coupons: [system, tenPercent], chosen: ['20'] }),
      'the member’s 10 % first: 1,000 → 900 → 850, so + 120',
      { ok: true, total: 970 },
    ],
    [
      47,
      'A condition "not only product 1" met by an additional purchase',
      withCoupon(notAlone, [line(1, 3), extra(3)]),
      'main lines only',
      refusedWith(503),
    ],
    [
      47,
      'A guest without a group for a coupon of founding members',
      order([line(4)], {
        buyer: GUEST,
        coupons: [{ ...system, conditions: [{ property: 'user_group', operator: 'in', value: ['ORIGINAL'], msg: '' }] }],
      }),
      'a missing value fails',
      { ok: true, discounts: [], total: 1400 },
    ],
    [48, 'Bonus gifts for additional purchases', withCoupon(bonus('1', 2, gifts(11)), [line(1), extra(3)]), '1 < 2', refusedWith(503)],
    [
      49,
      'Choose the same gift twice',
      withCoupon(three, [line(4)], { giftChoices: { 1: ['gift11', 'gift11'] } }),
      'two different ones',
      refusedWith('GIFTS'),
    ],
    [
      49,
      'Choose a gift of another coupon',
      withCoupon(three, [line(4)], { giftChoices: { 1: ['gift11', 'gift14'] } }),
      '14 is not offered',
      refusedWith('GIFTS'),
    ],
    [
      49,
      'Add a product of the shop to a full choice of gifts',
      withCoupon(three, [line(4)], { giftChoices: { 1: ['gift11', 'gift12', 'p2'] } }),
      '3 > 2',
      refusedWith('GIFTS'),
    ],
    [
      49,
      'Choose a product of the shop as a gift',
      withCoupon(three, [line(4)], { giftChoices: { 1: ['gift11', 'p2'] } }),
      'product 2 is not offered',
      refusedWith('GIFTS'),
    ],
    [
      50,
      'Reach 1,000 for PUBLIC_FIRST_200 with an additional purchase',
      withCoupon(first, [line(5), extra(1)]),
      '900 < 1,000',
      refusedWith(503),
    ],
    [51, 'The last copy is gone', withCoupon({ ...hundred, quantity: 0 }, [line(4)]), 'sold out', refusedWith(500)],
    [
      51,
      'Use a coupon once more than allowed',
      withCoupon({ ...hundred, maxUsage: 1 }, [line(4)], { buyer: member({ uses: { 1: 1 } }) }),
      'once',
      refusedWith(502),
    ],
    [
      52,
      'Type the code of somebody else’s MEMBER coupon',
      withCoupon({ ...hundred, scope: 'MEMBER' }, [line(4)], {
        buyer: member({ copies: [{ couponId: '2', gotAt: stored(NOW), extendedTo: null }] }),
      }),
      'as unknown',
      refusedWith(400),
    ],
    [
      52,
      'Type the code of the timer’s coupon',
      order([line(4)], { coupons: [timed], chosen: ['7'] }),
      'SYSTEM is never taken by code',
      refusedWith(400),
    ],
    [
      52,
      'A guest sends a coupon',
      withCoupon(hundred, [line(4)], { buyer: GUEST }),
      '1,400 without it',
      { ok: true, discounts: [], total: 1400 },
    ],
    [
      52,
      'A guest sends credit',
      order([line(4)], { buyer: GUEST, creditAsked: 500 }),
      '1,400 without it',
      { ok: true, credit: [], total: 1400 },
    ],
    [
      53,
      'Order after the timer ended',
      order([line(4)], { coupons: [timed], timer: timer(10) }),
      '1,100 without the 50',
      { ok: true, autoCoupons: [], total: 1100 },
    ],
    [
      53,
      'Use the timer’s coupon again with a new cookie and the old phone number',
      order([line(4)], { buyer: GUEST, coupons: [timed], timer: timer(1, { usedBefore: true }) }),
      '1,400 without the 50',
      { ok: true, autoCoupons: [], total: 1400 },
    ],
    [
      53,
      'Start as a guest, then sign in',
      order([line(4)], { coupons: [timed], timer: timer(4, { endedAt: minutes(-1) }) }),
      '1,100 without the 50',
      { ok: true, autoCoupons: [], total: 1100 },
    ],
    [
      56,
      'The 200 off a first purchase twice, by two orders',
      withCoupon(first, [line(4)], { buyer: member({ uses: { 1: 1 } }) }),
      'once',
      refusedWith(502),
    ],
    [
      58,
      'The travel set after its 7 days',
      withCoupon(welcome, [line(4)], { buyer: member({ copies: [{ couponId: '1', gotAt: stored(NOW) - 7 * 86_400, extendedTo: null }] }) }),
      'the copy has ended',
      refusedWith(501),
    ],
    [
      58,
      'The old-member coupon with an order that is only placed',
      withCoupon(oldMember, [line(5, 2)], { buyer: member({ standingOrders: 1 }) }),
      'an earlier delivered order is missing',
      refusedWith(503),
    ],
    [
      64,
      'Have the credit of the birthday as a friend, then the set as a founding member',
      order([line(4)], {
        buyer: member({ group: 'ORIGINAL', birthday: { month: 5, day: 20, setAt: 0 }, birthdayYears: [2026] }),
        coupons: [birthdaySet],
      }),
      'one gift a calendar year, of either kind',
      { ok: true, autoCoupons: [], gifts: [] },
    ],
    [
      57,
      'A first purchase again after returning the first one',
      withCoupon(first, [line(4)], { buyer: member({ standingOrders: 1 }) }),
      'returned orders stand',
      refusedWith(503),
    ],
    [
      64,
      'Set the birthday to this month for a coupon with that condition',
      withCoupon(inMay, [line(4)], { buyer: member({ birthday: { month: 5, day: 1, setAt: NOW } }) }),
      'counts from next year',
      refusedWith(503),
    ],
  ] satisfies PriceCheat[]
).map(atPrice);
