import type { Example } from '../calls.ts';
import { coupon, days, GUEST, line, member, minutes, NOW, order, timer } from '../fixtures.ts';

const fifty = coupon('7', { uid: 'pay_in_5_min', scope: 'SYSTEM', formula: 'x - 50' });
const buyer = member();
const allows = (
  title: string,
  calculation: string,
  state: ReturnType<typeof timer>,
  mode: 'CART' | 'ORDER',
  expected: boolean,
): Example => ({
  decision: 53,
  title,
  calculation,
  call: 'timerAllows',
  input: { timer: state, buyer, now: NOW, mode },
  expected,
});

/** The countdown of the checkout and its coupon. */
export const TIMERS: Example[] = [
  allows('A cart with 8 minutes left', '10 − 2 = 8', timer(2), 'CART', true),
  allows('A cart with 9 minutes left', '10 − 1 = 9', timer(1), 'CART', false),
  allows('An order with 9 minutes left', 'who orders earlier gets it as well', timer(1), 'ORDER', true),
  allows('An order when the timer ends', '10 − 10 = 0', timer(10), 'ORDER', false),
  allows('Extended 2 minutes ago, started 9 minutes ago', '5 − 2 = 3 minutes left', timer(9, { extendedAt: minutes(-2) }), 'ORDER', true),
  allows('Extended 5 minutes ago', '5 − 5 = 0', timer(14, { extendedAt: minutes(-5) }), 'ORDER', false),
  allows('A sign-in ended it a minute ago', 'ended', timer(3, { endedAt: minutes(-1) }), 'ORDER', false),
  allows('The same member, cookie or phone number used it before', 'one use', timer(3, { usedBefore: true }), 'ORDER', false),
  {
    decision: 53,
    title: 'A member with a standing order',
    calculation: 'no timer',
    call: 'timerAllows',
    input: { timer: timer(3), buyer: member({ standingOrders: 1 }), now: NOW, mode: 'ORDER' },
    expected: false,
  },
  {
    decision: 53,
    title: 'A guest orders goods of 1,400 after 3 minutes',
    calculation: '1,400 − 50',
    call: 'price',
    input: order([line(4)], { buyer: GUEST, coupons: [fifty], timer: timer(3) }),
    expected: { ok: true, autoCoupons: ['7'], discounts: [{ amount: 50 }], total: 1350 },
  },
  {
    decision: 53,
    title: 'A guest orders goods of 1,400 after 10 minutes',
    calculation: 'the coupon is gone',
    call: 'price',
    input: order([line(4)], { buyer: GUEST, coupons: [fifty], timer: timer(10) }),
    expected: { ok: true, autoCoupons: [], discounts: [], total: 1400 },
  },
  {
    decision: 53,
    title: 'Extend with 5 minutes left',
    calculation: 'ends in 5 minutes',
    call: 'extend',
    input: { timer: timer(5), now: NOW },
    expected: { extendedAt: NOW },
  },
  {
    decision: 53,
    title: 'Extend with 6 minutes left',
    calculation: 'no effect',
    call: 'extend',
    input: { timer: timer(4), now: NOW },
    expected: { extendedAt: null },
  },
  {
    decision: 53,
    title: 'Extend a second time',
    calculation: 'one extension only',
    call: 'extend',
    input: { timer: timer(12, { extendedAt: minutes(-4) }), now: NOW },
    expected: { extendedAt: minutes(-4) },
  },
  {
    decision: 53,
    title: 'Extend after the end',
    calculation: 'no effect',
    call: 'extend',
    input: { timer: timer(10), now: NOW },
    expected: { extendedAt: null },
  },
  {
    decision: 53,
    title: 'Back after 5 hours',
    calculation: 'no second timer',
    call: 'start',
    input: { timer: timer(300), now: NOW },
    expected: { startedAt: minutes(-300) },
  },
  {
    decision: 53,
    title: 'Back 30 days after it ran out, less 1 ms',
    calculation: 'no second timer',
    call: 'start',
    input: { timer: timer(10), now: days(30) - 1 },
    expected: { startedAt: minutes(-10) },
  },
  {
    decision: 53,
    title: 'Back 30 days after it ran out',
    calculation: 'a new timer',
    call: 'start',
    input: { timer: timer(10), now: days(30) },
    expected: { startedAt: days(30), extendedAt: null },
  },
  {
    decision: 53,
    title: 'Reload after 3 minutes',
    calculation: 'counted from the first start: ends in 7 minutes',
    call: 'timerEnd',
    input: timer(3),
    expected: minutes(7),
  },
];
