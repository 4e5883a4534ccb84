import type { Closed } from '../anew.ts';
import type { Example } from '../calls.ts';
import { coupon, days, gifts, giveaway, line, member, NOW, refusedWith, stored, withCoupon } from '../fixtures.ts';
import type { Coupon, Request } from '../types.ts';

const given = { scope: 'MEMBER', period: 7 * 86_400, maxUsage: 1 } as const;
const travelSet = giveaway('1', 1, gifts(11), { super: 'WELCOME_1150', ...given });
const first = coupon('2', { super: 'PUBLIC_FIRST_200', formula: 'x - 200', ...given });
const invited = coupon('3', { super: 'INVITE', formula: 'x - 100', ...given });

/** The next account orders the set for 1,100 with the coupon that its registration gave. */
const orders = (chosen: Coupon): Request =>
  withCoupon(chosen, [line(4)], { buyer: member({ copies: [{ couponId: chosen.id, gotAt: stored(days(-1)), extendedTo: null }] }) });
const closed = (more: Partial<Closed>): Closed => ({ phones: ['0912'], coupons: [], hasOrdered: false, birthdays: [], ...more });

type Anew = { decision: number; title: string; calculation: string; used: Partial<Closed>; phones?: string[]; asked: Coupon };
const order = ({ decision, title, calculation, used, phones = ['0912'], asked }: Anew, expected: Example['expected']): Example =>
  ({
    decision,
    title,
    calculation,
    call: 'orderAnew',
    input: { closed: closed(used), own: { phones }, request: orders(asked) },
    expected,
  }) as Example;

const born = { month: 5, day: 20, setAt: days(-60) };
const birthday = (title: string, calculation: string, birthdays: number[], phones: string[], expected: number): Example => ({
  decision: 64,
  title,
  calculation,
  call: 'birthdayAnew',
  input: { closed: closed({ birthdays, hasOrdered: birthdays.length > 0 }), own: { phones }, member: member({ birthday: born }), now: NOW },
  expected,
});

/** Closing an account and registering anew (infra/decisions/106). 0912 and 0955 are phone numbers. */
export const ANEW: Example[] = [
  order(
    {
      decision: 58,
      title: 'The closed account had the travel set; registered anew with the same number 0912',
      calculation: 'a set worth 1,150 once for each person',
      used: { coupons: ['1'], hasOrdered: true },
      asked: travelSet,
    },
    refusedWith(502),
  ),
  order(
    {
      decision: 58,
      title: 'The closed account had the travel set; the next one has 0955, and its parcel goes to 0912',
      calculation: 'the number of a recipient counts as well',
      used: { coupons: ['1'], hasOrdered: true },
      phones: ['0955', '0912'],
      asked: travelSet,
    },
    refusedWith(502),
  ),
  order(
    {
      decision: 58,
      title: 'The closed account ordered nothing',
      calculation: 'nothing was used: 1,100 and the travel set',
      used: {},
      asked: travelSet,
    },
    { ok: true, gifts: [{ uid: 'gift11', quantity: 1 }], total: 1_100 },
  ),
  order(
    {
      decision: 56,
      title: 'The closed account had the 200 off its first purchase',
      calculation: 'once for each person',
      used: { coupons: ['2'], hasOrdered: true },
      asked: first,
    },
    refusedWith(502),
  ),
  order(
    {
      decision: 56,
      title: 'Somebody else’s account had it: 0955 has nothing in common with 0912',
      calculation: '1,100 − 200 = 900, so + 120',
      used: { coupons: ['2'], hasOrdered: true },
      phones: ['0955'],
      asked: first,
    },
    { ok: true, discounts: [{ amount: 200 }], total: 1_020 },
  ),
  order(
    {
      decision: 57,
      title: 'The closed account ordered without a coupon; the next one asks for the 200 off a first purchase',
      calculation: 'an order of the person stands',
      used: { hasOrdered: true },
      asked: first,
    },
    refusedWith(502),
  ),
  order(
    {
      decision: 57,
      title: 'The closed account cancelled its only order, so no order stands',
      calculation: 'still the first purchase: 1,100 − 200 = 900, so + 120',
      used: {},
      asked: first,
    },
    { ok: true, total: 1_020 },
  ),
  order(
    {
      decision: 63,
      title: 'The closed account had the 100 of an invitation',
      calculation: 'once for each person',
      used: { coupons: ['3'], hasOrdered: true },
      asked: invited,
    },
    refusedWith(502),
  ),
  birthday('The closed account spent the NT$50 of May 2026', 'one gift a calendar year', [2026], ['0912'], 0),
  birthday('It spent the NT$50 of May 2025', 'another year: 50', [2025], ['0912'], 50),
  birthday('The closed account was somebody else’s', '50', [2026], ['0955'], 50),
  birthday('The closed account never spent its NT$50', 'it lost them: 50', [], ['0912'], 50),
];
