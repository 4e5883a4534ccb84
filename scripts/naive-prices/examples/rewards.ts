import type { Example } from '../calls.ts';
import { coupon, days, delivered, gifts, line, member, NOW, order } from '../fixtures.ts';
import type { Person } from '../referral.ts';
import type { Reward, RewardOrder } from '../rewards.ts';

type ReferralCase = [decision: 22 | 62, title: string, orders: RewardOrder[], calculation: string, expected: Partial<Reward>];
const reward = ([decision, title, friendOrders, calculation, expected]: ReferralCase): Example => ({
  decision,
  title,
  calculation,
  call: 'referral',
  input: { friendOrders, now: NOW },
  expected,
});

const friend: Person = { memberId: 'F', registeredAt: days(-1), email: 'f@x', phones: ['1'], hasOrdered: false, boundTo: null };
const referrer: Person = { memberId: 'R', registeredAt: days(-9), email: 'r@x', phones: ['2'], hasOrdered: true, boundTo: null };
const binding = (title: string, more: Partial<Person>, to: Person | null, expected: 200 | 404 | 409 | 500): Example => ({
  decision: 63,
  title,
  calculation: expected === 200 ? 'bound for good' : 'refused',
  call: 'bind',
  input: { friend: { ...friend, ...more }, referrer: to },
  expected,
});

const birthdaySet = coupon('5', {
  uid: 'original_birthday',
  type: 'GIVEAWAY',
  scope: 'SYSTEM',
  formula: null,
  maxProductsChosen: 1,
  items: gifts(12),
});
const born = (month: number, setAt = days(-60)) => ({ month, day: 20, setAt });
const birthday = (title: string, calculation: string, more: Parameters<typeof member>[0], given: boolean): Example => ({
  decision: 64,
  title,
  calculation,
  call: 'price',
  input: order([line(4)], { buyer: member({ group: 'ORIGINAL', ...more }), coupons: [birthdaySet] }),
  expected: given ? { ok: true, autoCoupons: ['5'], gifts: [{ uid: 'gift12' }] } : { ok: true, autoCoupons: [], gifts: [] },
});

type FoundingCase = [
  decision: 23 | 66,
  title: string,
  orders: RewardOrder[],
  before: number,
  calculation: string,
  number: number | null,
  active: boolean,
];
const foundingCase = ([decision, title, orders, givenBefore, calculation, number, active]: FoundingCase): Example => ({
  decision,
  title,
  calculation,
  call: 'founding',
  input: { members: [{ memberId: 'M', orders }], givenBefore, now: NOW },
  expected: [{ memberId: 'M', number, active }],
});

/** Credit and membership that come with time. */
export const REWARDS: Example[] = [
  ...(
    [
      [
        22,
        'Delivered 6 days ago, 1,100 paid for goods',
        [delivered('1', 1100, days(-6))],
        '3 % = 33, tomorrow',
        { state: 'SCHEDULED', amount: 33, at: days(1) },
      ],
      [22, 'Delivered exactly 7 days ago', [delivered('1', 1100, days(-7))], '33 now', { state: 'GRANTED', amount: 33, at: NOW }],
      [
        22,
        'Returned on the second day',
        [delivered('1', 1100, days(-9), { returnOpenedAt: days(-7), returnedAt: days(-3) })],
        'cancelled',
        { state: 'CANCELLED' },
      ],
      [62, 'Rounded down', [delivered('1', 1133, days(-8))], '33.99', { state: 'GRANTED', amount: 33 }],
      [
        62,
        'A second delivered order',
        [delivered('2', 9000, days(-8)), delivered('1', 1000, days(-20))],
        'the first one only: 30',
        { amount: 30 },
      ],
      [
        62,
        'A return is open since the third day',
        [delivered('1', 1000, days(-9), { returnOpenedAt: days(-6) })],
        'waits',
        { state: 'WAITING', amount: 30 },
      ],
      [
        62,
        'That return was refused yesterday',
        [delivered('1', 1000, days(-9), { returnOpenedAt: days(-6), returnRefusedAt: days(-1) })],
        '30 at the refusal',
        { state: 'GRANTED', at: days(-1) },
      ],
      [
        62,
        'Taken back by goodwill after the grant',
        [delivered('1', 1000, days(-30), { returnOpenedAt: days(-5), returnedAt: days(-1) })],
        'taken back as in 61',
        { state: 'TAKEN_BACK', amount: 30 },
      ],
      [
        62,
        'An adopted guest order',
        [delivered('1', 1000, days(-30), { placedAsMember: false })],
        'earns nothing',
        { state: 'NONE', amount: 0 },
      ],
    ] satisfies ReferralCase[]
  ).map(reward),
  {
    decision: 22,
    title: 'How long the credit lasts',
    calculation: '365 days',
    call: 'creditEnd',
    input: { depositedAt: NOW },
    expected: days(365),
  },
  { decision: 24, title: '1,000 paid for goods', calculation: '1.5 % = 15', call: 'shopBack', input: { goodsPaid: 1000 }, expected: 15 },
  {
    decision: 24,
    title: '1,066 paid for goods',
    calculation: '15.99, rounded down',
    call: 'shopBack',
    input: { goodsPaid: 1066 },
    expected: 15,
  },
  { decision: 24, title: '1,067 paid for goods', calculation: '16.005', call: 'shopBack', input: { goodsPaid: 1067 }, expected: 16 },
  { decision: 24, title: '66 paid for goods', calculation: '0.99', call: 'shopBack', input: { goodsPaid: 66 }, expected: 0 },
  ...(
    [
      [23, '3,000 delivered 7 days ago, 999 numbers given', [delivered('1', 3000, days(-7))], 999, 'the last number', 1000, true],
      [23, '3,000 delivered 7 days ago, 1,000 numbers given', [delivered('1', 3000, days(-7))], 1000, 'the 1,001st', null, false],
      [23, '2,999 delivered 7 days ago', [delivered('1', 2999, days(-7))], 0, '2,999 < 3,000', null, false],
      [66, 'Two orders of 1,500', [delivered('1', 1500, days(-90)), delivered('2', 1500, days(-7))], 4, '1,500 + 1,500', 5, true],
      [
        66,
        'The second one was delivered 6 days ago',
        [delivered('1', 1500, days(-90)), delivered('2', 1500, days(-6))],
        4,
        'does not count yet',
        null,
        false,
      ],
      [
        66,
        'A return is open since the third day',
        [delivered('1', 3000, days(-9), { returnOpenedAt: days(-6) })],
        4,
        'no number while it is open',
        null,
        false,
      ],
      [
        66,
        'Returned',
        [delivered('1', 3000, days(-9), { returnOpenedAt: days(-6), returnedAt: days(-1) })],
        4,
        'no number is burnt',
        null,
        false,
      ],
      [66, 'An adopted guest order of 3,000', [delivered('1', 3000, days(-9), { placedAsMember: false })], 4, 'earns nothing', null, false],
      [66, 'Last delivery 365 days ago', [delivered('1', 3000, days(-365))], 4, 'lapsed', 5, false],
      [66, 'Last delivery 364 days ago', [delivered('1', 3000, days(-364))], 4, 'a member until tomorrow', 5, true],
      [
        66,
        'Lapsed, then 100 delivered 7 days ago',
        [delivered('1', 3000, days(-400)), delivered('2', 100, days(-7))],
        4,
        'the old number again',
        5,
        true,
      ],
      [
        66,
        'Lapsed, then 100 delivered 6 days ago',
        [delivered('1', 3000, days(-400)), delivered('2', 100, days(-6))],
        4,
        'does not count yet',
        5,
        false,
      ],
    ] satisfies FoundingCase[]
  ).map(foundingCase),
  {
    decision: 23,
    title: 'Two members reach 3,000, one number is left',
    calculation: 'the one whose order counts first gets 1000',
    call: 'founding',
    input: {
      members: [
        { memberId: 'late', orders: [delivered('1', 3000, days(-8))] },
        { memberId: 'early', orders: [delivered('2', 3000, days(-9))] },
      ],
      givenBefore: 999,
      now: NOW,
    },
    expected: [
      { memberId: 'late', number: null },
      { memberId: 'early', number: 1000 },
    ],
  },
  {
    decision: 61,
    title: "1.5 % of 30, 10 of it spent, the buyer's own order of 2,000 returned",
    calculation: '20 from the grant, 10 from the refund',
    call: 'takeBack',
    input: { value: 30, used: 10, refund: 2000, owner: 'BUYER' },
    expected: { fromGrant: 20, fromRefund: 10, writtenOff: 0 },
  },
  {
    decision: 61,
    title: '30, all spent, a refund of 12 in cash',
    calculation: '12 from the refund, 18 are lost',
    call: 'takeBack',
    input: { value: 30, used: 30, refund: 12, owner: 'BUYER' },
    expected: { fromGrant: 0, fromRefund: 12, writtenOff: 18 },
  },
  {
    decision: 61,
    title: "A referrer's reward of 30, 10 of it spent",
    calculation: "20 from the grant; 10 are written off, never from the friend's refund",
    call: 'takeBack',
    input: { value: 30, used: 10, refund: 1000, owner: 'REFERRER' },
    expected: { fromGrant: 20, fromRefund: 0, writtenOff: 10 },
  },
  binding('A new member types a friend’s code', {}, referrer, 200),
  binding('One’s own code', {}, friend, 500),
  binding('An unknown code', {}, null, 404),
  binding('A second code', { boundTo: 'X' }, referrer, 409),
  binding('After one’s first order (or an adopted guest order)', { hasOrdered: true }, referrer, 404),
  binding('The referrer registered later', { registeredAt: days(-10) }, referrer, 404),
  binding('The same confirmed e-mail', { email: 'r@x' }, referrer, 404),
  binding('The same recipient phone on any order', { phones: ['3', '2'] }, referrer, 404),
  birthday('Founding member, born in May, ordering in May', 'the birthday set', { birthday: born(5) }, true),
  birthday('Born in June', 'May is not June', { birthday: born(6) }, false),
  birthday('The set was used this year', 'once a calendar year', { birthday: born(5), birthdayYears: [2026] }, false),
  birthday('The set was used last year', 'a new year', { birthday: born(5), birthdayYears: [2025] }, true),
  birthday('The birthday was set this May', 'counts from next year', { birthday: born(5, days(-1)) }, false),
  birthday('The birthday was set last May', 'counts', { birthday: born(5, days(-366)) }, true),
  birthday('An order this month', 'no second one', { birthday: born(5), lastOrderAt: days(-3) }, false),
  birthday('The last order was in April', '15 May − 20 days', { birthday: born(5), lastOrderAt: days(-20) }, true),
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
