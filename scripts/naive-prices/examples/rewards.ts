import type { Example } from '../calls.ts';
import { days, delivered, lastOfDay, NOW } from '../fixtures.ts';
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
  calculation: expected === 200 ? 'bound for good: 30 for a first order of 1,000' : 'refused: no 30 for a first order of 1,000',
  call: 'bind',
  input: { friend: { ...friend, ...more }, referrer: to },
  expected,
});

/** Credit that comes with time, what is taken back, and who may refer whom. */
export const REWARDS: Example[] = [
  ...(
    [
      [
        22,
        'Delivered 7 days ago, 1,100 paid for goods',
        [delivered('1', 1100, days(-7))],
        '3 % = 33, at the end of the seventh day after the day of the delivery: today',
        { state: 'SCHEDULED', amount: 33, at: lastOfDay(0) },
      ],
      [
        22,
        'Delivered 8 days ago',
        [delivered('1', 1100, days(-8))],
        '33, since the end of yesterday',
        { state: 'GRANTED', amount: 33, at: lastOfDay(-1) },
      ],
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
        '3 % of 1,000 at the refusal',
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
  {
    decision: 24,
    title: '1,000 paid for goods',
    calculation: '1.5 % = 15',
    call: 'shopBack',
    input: { goodsPaid: 1000, founding: true },
    expected: 15,
  },
  {
    decision: 24,
    title: '1,066 paid for goods',
    calculation: '15.99, rounded down',
    call: 'shopBack',
    input: { goodsPaid: 1066, founding: true },
    expected: 15,
  },
  {
    decision: 24,
    title: '1,067 paid for goods',
    calculation: '16.005',
    call: 'shopBack',
    input: { goodsPaid: 1067, founding: true },
    expected: 16,
  },
  {
    decision: 24,
    title: '66 paid for goods',
    calculation: '0.99',
    call: 'shopBack',
    input: { goodsPaid: 66, founding: true },
    expected: 0,
  },
  {
    decision: 24,
    title: '1,000 paid for goods by a friend',
    calculation: 'no founding member',
    call: 'shopBack',
    input: { goodsPaid: 1000, founding: false },
    expected: 0,
  },
  {
    decision: 55,
    title: 'A part refund of 300 by goodwill',
    calculation: 'moves no reward: 3 % of 1,000',
    call: 'referral',
    input: { friendOrders: [delivered('1', 1000, days(-8), { partRefund: 300 })], now: NOW },
    expected: { state: 'GRANTED', amount: 30 },
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
  binding('After one’s first order (or an adopted guest order)', { hasOrdered: true }, referrer, 409),
  binding('The referrer registered later', { registeredAt: days(-10) }, referrer, 409),
  binding('The same e-mail', { email: 'r@x' }, referrer, 500),
  binding('The same recipient phone on any order', { phones: ['3', '2'] }, referrer, 500),
];
