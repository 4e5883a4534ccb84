import type { Example } from '../calls.ts';
import { coupon, days, GUEST, line, member, minutes, NOW, order, stored, withCoupon, refusedWith } from '../fixtures.ts';
import type { Coupon } from '../types.ts';

const copy = (gotAt: number, extendedTo: number | null = null) => ({ couponId: '1', gotAt: stored(gotAt), extendedTo });
const system = (id: string, formula: string, more: Partial<Coupon> = {}) =>
  coupon(id, { scope: 'SYSTEM', autoLoading: true, formula, ...more });
const oldMember = coupon('1', { super: 'OLD_MEMBER', formula: 'x - 180' });

/** When a coupon is refused, and with which state. */
export const STATES: Example[] = [
  {
    decision: 27,
    title: 'The copy of 7 days is 6 days old, the offer ends tomorrow',
    calculation: 'both ends are ahead',
    call: 'isInTime',
    input: { coupon: coupon('1', { end: stored(days(1)), period: 7 * 86_400 }), buyer: member({ copies: [copy(days(-6))] }), now: NOW },
    expected: true,
  },
  {
    decision: 27,
    title: 'The copy of 7 days was got exactly 7 days ago, the offer ends tomorrow',
    calculation: "the earlier end wins: the copy's, now",
    call: 'isInTime',
    input: { coupon: coupon('1', { end: stored(days(1)), period: 7 * 86_400 }), buyer: member({ copies: [copy(days(-7))] }), now: NOW },
    expected: false,
  },
  {
    decision: 27,
    title: 'The copy of 7 days is fresh, the offer ends now',
    calculation: "the earlier end wins: the offer's, now",
    call: 'isInTime',
    input: { coupon: coupon('1', { end: stored(NOW), period: 7 * 86_400 }), buyer: member({ copies: [copy(days(-1))] }), now: NOW },
    expected: false,
  },
  {
    decision: 27,
    title: 'The offer starts now, as a time stamp in ms',
    calculation: 'the start counts; more than 10 digits are ms',
    call: 'isInTime',
    input: { coupon: coupon('1', { start: NOW }), buyer: member(), now: NOW },
    expected: true,
  },
  {
    decision: 27,
    title: '100 off by a copy of 7 days that is 6 days old; the offer ends tomorrow',
    calculation: 'both ends are ahead: 1,100 − 100',
    call: 'price',
    input: withCoupon(coupon('1', { formula: 'x-100', end: stored(days(1)), period: 7 * 86_400 }), [line(4)], {
      buyer: member({ copies: [copy(days(-6))] }),
    }),
    expected: { ok: true, total: 1000 },
  },
  {
    decision: 27,
    title: '100 off by a copy of 7 days that is 7 days old; the offer ends tomorrow',
    calculation: 'the copy has ended: not 1,000',
    call: 'price',
    input: withCoupon(coupon('1', { formula: 'x-100', end: stored(days(1)), period: 7 * 86_400 }), [line(4)], {
      buyer: member({ copies: [copy(days(-7))] }),
    }),
    expected: refusedWith(501),
  },
  {
    decision: 51,
    title: 'Expired and sold out',
    calculation: '501 before 500',
    call: 'price',
    input: withCoupon(coupon('1', { end: stored(NOW), quantity: 0 }), [line(4)]),
    expected: refusedWith(501),
  },
  {
    decision: 51,
    title: 'Sold out and used too often',
    calculation: '500 before 502',
    call: 'price',
    input: withCoupon(coupon('1', { quantity: 0, maxUsage: 1 }), [line(4)], { buyer: member({ uses: { 1: 1 } }) }),
    expected: refusedWith(500),
  },
  {
    decision: 51,
    title: 'Used too often, and a condition fails',
    calculation: '502 before 503',
    call: 'price',
    input: withCoupon({ ...oldMember, maxUsage: 2 }, [line(4)], { buyer: member({ uses: { 1: 2 } }) }),
    expected: refusedWith(502),
  },
  {
    decision: 51,
    title: 'One left, used once of two times, ends in 1 s',
    calculation: '1,100 − 100',
    call: 'price',
    input: withCoupon(coupon('1', { quantity: 1, maxUsage: 2, end: stored(NOW) + 1, formula: 'x-100' }), [line(4)], {
      buyer: member({ uses: { 1: 1 } }),
    }),
    expected: { ok: true, total: 1000 },
  },
  {
    decision: 51,
    title: 'A maximum usage of 0, used 50 times',
    calculation: '0 is unlimited: 1,100 − 100',
    call: 'price',
    input: withCoupon(coupon('1', { maxUsage: 0, formula: 'x-100' }), [line(4)], { buyer: member({ uses: { 1: 50 } }) }),
    expected: { ok: true, total: 1000 },
  },
  {
    decision: 51,
    title: 'A condition fails',
    calculation: "the condition's own message",
    call: 'price',
    input: withCoupon(coupon('1', { conditions: [{ property: 'total', operator: '>=', value: 1101, msg: 'from 1,101' }] }), [line(4)]),
    expected: { ok: false, refusal: 'COUPON', coupon: { state: 503, message: 'from 1,101' } },
  },
  {
    decision: 52,
    title: "A MEMBER coupon's code is typed without a copy",
    calculation: 'answers as an unknown code',
    call: 'price',
    input: withCoupon(coupon('1', { scope: 'MEMBER' }), [line(4)]),
    expected: refusedWith(400),
  },
  {
    decision: 52,
    title: "A SYSTEM coupon's code is typed",
    calculation: 'never taken by code',
    call: 'price',
    input: withCoupon(coupon('1', { scope: 'SYSTEM' }), [line(4)]),
    expected: refusedWith(400),
  },
  {
    decision: 52,
    title: 'A guest with the automatic coupon of 50',
    calculation: 'guests may have SYSTEM coupons: 1,400 − 50',
    call: 'price',
    input: order([line(4)], { buyer: GUEST, coupons: [system('2', 'x-50')] }),
    expected: { ok: true, total: 1350 },
  },
  {
    decision: 60,
    title: 'The copy ended, but the carrier lost the order it was used for; 1 ms of the 7 days is left',
    calculation: 'good',
    call: 'isInTime',
    input: { coupon: coupon('1', { period: 86_400 }), buyer: member({ copies: [copy(days(-9), NOW + 1)] }), now: NOW },
    expected: true,
  },
  {
    decision: 51,
    title: 'The offer ends at the very ms of the order',
    calculation: 'the end does not count',
    call: 'isInTime',
    input: { coupon: coupon('1', { start: stored(minutes(-1)), end: NOW }), buyer: member(), now: NOW },
    expected: false,
  },
];
