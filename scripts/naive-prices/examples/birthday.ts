import type { Example } from '../calls.ts';
import { coupon, days, gifts, line, member, NOW, order } from '../fixtures.ts';

const birthdaySet = coupon('5', {
  uid: 'original_birthday',
  type: 'GIVEAWAY',
  scope: 'SYSTEM',
  formula: null,
  maxProductsChosen: 1,
  items: gifts(12),
});
const born = (month: number, setAt = days(-60)) => ({ month, day: 20, setAt });
const back = (until: number) => ({ birthday: born(4), copies: [{ couponId: '5', gotAt: 0, extendedTo: until, giftYear: 2026 }] });
const birthday = (title: string, calculation: string, more: Parameters<typeof member>[0], given: boolean): Example => ({
  decision: 64,
  title,
  calculation,
  call: 'price',
  input: order([line(4)], { buyer: member({ group: 'ORIGINAL', ...more }), coupons: [birthdaySet] }),
  expected: given ? { ok: true, autoCoupons: ['5'], gifts: [{ uid: 'gift12' }] } : { ok: true, autoCoupons: [], gifts: [] },
});

/** The birthday gifts, and how time stamps are read. */
export const BIRTHDAY: Example[] = [
  {
    decision: 64,
    title: 'Time stamp −86,400',
    calculation: '5 digits are s',
    call: 'instant',
    input: { stamp: -86_400 },
    expected: -86_400_000,
  },
  {
    decision: 64,
    title: 'Time stamp −2,208,988,800',
    calculation: '10 digits without the sign are s',
    call: 'instant',
    input: { stamp: -2_208_988_800 },
    expected: -2_208_988_800_000,
  },
  {
    decision: 64,
    title: 'Time stamp −10,000,000,000',
    calculation: '11 digits without the sign are ms',
    call: 'instant',
    input: { stamp: -10_000_000_000 },
    expected: -10_000_000_000,
  },
  birthday('Founding member, born in May, ordering in May', 'the birthday set', { birthday: born(5) }, true),
  birthday('Born in June', 'May is not June', { birthday: born(6) }, false),
  birthday('The set was used this year', 'once a calendar year', { birthday: born(5), birthdayYears: [2026] }, false),
  birthday('The set was used last year', 'a new year', { birthday: born(5), birthdayYears: [2025] }, true),
  birthday('The birthday was set this May', 'counts from next year', { birthday: born(5, days(-1)) }, false),
  birthday('The birthday was set last May', 'counts', { birthday: born(5, days(-366)) }, true),
  birthday('An order this month', 'no second one', { birthday: born(5), lastOrderAt: days(-3) }, false),
  birthday('The last order was in April', '15 May − 20 days', { birthday: born(5), lastOrderAt: days(-20) }, true),
  birthday('The order of 30 April was lost on 10 May', 'the set for 7 days', back(days(2)), true),
  birthday('The same, with another order in May', 'the lost order met the rule', { ...back(days(2)), lastOrderAt: days(-3) }, true),
  birthday('The 7 days are over', 'May is not April', back(NOW), false),
  birthday('The set that came back was used again', 'once a calendar year', { ...back(days(2)), birthdayYears: [2026] }, false),
  birthday('No founding member', 'credit instead', { group: 'FRIEND', birthday: born(5) }, false),
  {
    decision: 64,
    title: 'A friend, born in May',
    calculation: 'NT$50 of credit',
    call: 'birthdayCredit',
    input: { member: member({ birthday: born(5) }), now: NOW },
    expected: 50,
  },
  {
    decision: 64,
    title: 'The same friend a second time in 2026',
    calculation: 'once a calendar year',
    call: 'birthdayCredit',
    input: { member: member({ birthday: born(5), birthdayYears: [2026] }), now: NOW },
    expected: 0,
  },
  {
    decision: 64,
    title: '31 May, 23:59 in Taipei, born in May',
    calculation: 'still May',
    call: 'birthdayCredit',
    input: { member: member({ birthday: born(5) }), now: Date.parse('2026-05-31T23:59:59.999+08:00') },
    expected: 50,
  },
  {
    decision: 64,
    title: '1 June, 00:00 in Taipei, born in May',
    calculation: 'June',
    call: 'birthdayCredit',
    input: { member: member({ birthday: born(5) }), now: Date.parse('2026-06-01T00:00:00+08:00') },
    expected: 0,
  },
];
