import type { Example } from '../calls.ts';
import { coupon, days, gifts, giveaway, line, member, stored, withCoupon, refusedWith } from '../fixtures.ts';

const copy = (gotAt: number, extendedTo: number | null = null) => ({ couponId: '1', gotAt: stored(gotAt), extendedTo });
const welcome = giveaway('1', 1, gifts(11), { super: 'WELCOME_1150', scope: 'MEMBER', period: 7 * 86_400 });
const oldMember = coupon('1', { super: 'OLD_MEMBER', formula: 'x - 180' });
const first = coupon('1', { super: 'PUBLIC_FIRST_200', formula: 'x - 200', maxUsage: 1 });

/** The coupons with a rule of their own: first purchase, travel set, old members. */
export const NAMED: Example[] = [
  {
    decision: 56,
    title: 'The first order of 1,100 with PUBLIC_FIRST_200',
    calculation: '1,100 − 200 = 900, so + 120; no credit beside it',
    call: 'price',
    input: withCoupon(first, [line(4)]),
    expected: { ok: true, discounts: [{ amount: 200 }], credit: [], total: 1020 },
  },
  {
    decision: 56,
    title: 'PUBLIC_FIRST_200 a second time',
    calculation: 'once',
    call: 'price',
    input: withCoupon(first, [line(4)], { buyer: member({ uses: { 1: 1 } }) }),
    expected: refusedWith(502),
  },
  {
    decision: 57,
    title: 'PUBLIC_FIRST_200 with one standing order (an adopted guest or a returned one)',
    calculation: 'no first purchase any more',
    call: 'price',
    input: withCoupon(first, [line(4)], { buyer: member({ standingOrders: 1 }) }),
    expected: refusedWith(503),
  },
  {
    decision: 57,
    title: 'PUBLIC_FIRST_200 after a cancelled order, which does not stand',
    calculation: 'still the first purchase: 1,100 − 200 = 900, so + 120',
    call: 'price',
    input: withCoupon(first, [line(4)], { buyer: member({ standingOrders: 0, lastOrderAt: null }) }),
    expected: { ok: true, total: 1020 },
  },
  { decision: 57, title: 'A returned order', calculation: 'stands', call: 'stands', input: { state: 'RETURNED' }, expected: true },
  {
    decision: 57,
    title: 'A cancelled order',
    calculation: 'does not stand',
    call: 'stands',
    input: { state: 'CANCELLED' },
    expected: false,
  },
  {
    decision: 57,
    title: 'Not collected',
    calculation: 'does not stand',
    call: 'stands',
    input: { state: 'NOT_COLLECTED' },
    expected: false,
  },
  {
    decision: 58,
    title: 'WELCOME_1150 on the sixth day, goods of 1,000',
    calculation: '1,000 reaches the minimum: the travel set; 1,000 with free shipping',
    call: 'price',
    input: withCoupon(welcome, [line(5), line(3)], { buyer: member({ copies: [copy(days(-6))] }) }),
    expected: { ok: true, gifts: [{ couponId: '1', uid: 'gift11', quantity: 1 }], total: 1000 },
  },
  {
    decision: 58,
    title: 'WELCOME_1150 on the sixth day, goods of 900',
    calculation: '900 < 1,000',
    call: 'price',
    input: withCoupon(welcome, [line(5)], { buyer: member({ copies: [copy(days(-6))] }) }),
    expected: refusedWith(503),
  },
  {
    decision: 58,
    title: 'WELCOME_1150 after 7 days',
    calculation: 'the copy has ended',
    call: 'price',
    input: withCoupon(welcome, [line(4)], { buyer: member({ copies: [copy(days(-7))] }) }),
    expected: refusedWith(501),
  },
  {
    decision: 58,
    title: 'The old-member coupon: goods of 1,800, one delivered order',
    calculation: '1,800 − 180',
    call: 'price',
    input: withCoupon(oldMember, [line(5, 2)], { buyer: member({ standingOrders: 1, deliveredOrders: 1 }) }),
    expected: { ok: true, total: 1620 },
  },
  {
    decision: 58,
    title: 'The old-member coupon: goods of 1,799, one delivered order',
    calculation: '900 + 8 × 100 + 99 = 1,799',
    call: 'price',
    input: withCoupon(oldMember, [line(5), line(3, 8), line(6, 99)], { buyer: member({ deliveredOrders: 1 }) }),
    expected: refusedWith(503),
  },
  {
    decision: 58,
    title: 'The old-member coupon: goods of 1,800, an order that was not delivered yet',
    calculation: 'an earlier delivered order is missing',
    call: 'price',
    input: withCoupon(oldMember, [line(5, 2)], { buyer: member({ standingOrders: 1 }) }),
    expected: refusedWith(503),
  },
];
