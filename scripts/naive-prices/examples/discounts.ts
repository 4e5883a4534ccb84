import type { Example } from '../calls.ts';
import { coupon, extra, gifts, giveaway, line, order, withCoupon } from '../fixtures.ts';
import type { Coupon } from '../types.ts';

const system = (id: string, formula: string, more: Partial<Coupon> = {}) =>
  coupon(id, { scope: 'SYSTEM', autoLoading: true, formula, ...more });

/** Which discounts apply, in which order, on which lines. */
export const DISCOUNTS: Example[] = [
  {
    decision: 43,
    title: '100 off the set only; the cart also holds product 2',
    calculation: 'x is the set alone: 1,100; 1,900 − 100 = 1,800',
    call: 'price',
    input: withCoupon(coupon('1', { formula: 'x-100', products: 'SET' }), [line(2), line(4)]),
    expected: { ok: true, lines: [{ shares: [] }, { shares: [{ amount: 100 }] }], total: 1800 },
  },
  {
    decision: 43,
    title: '10 % off everything, with an additional purchase of 300',
    calculation: 'x is 1,100 without the 300; 1,100 − 110 + 300',
    call: 'price',
    input: withCoupon(coupon('1', { formula: 'x*0.9' }), [line(4), extra(1)]),
    expected: { ok: true, discounts: [{ amount: 110 }], total: 1290 },
  },
  {
    decision: 43,
    title: '100 off lines of 400, 800 and 100',
    calculation: '30.77 + 61.54 + 7.69: 30 + 61 + 7 = 98, two more to .77 and .69',
    call: 'price',
    input: withCoupon(coupon('1', { formula: 'x-100' }), [line(1), line(2), line(3)]),
    expected: { ok: true, lines: [{ shares: [{ amount: 31 }] }, { shares: [{ amount: 61 }] }, { shares: [{ amount: 8 }] }], total: 1200 },
  },
  {
    decision: 43,
    title: 'Equal remainders: 5 off two lines of 100',
    calculation: '2.5 + 2.5: the lower product id gets the dollar',
    call: 'share',
    input: { amount: 5, left: [100, 100] },
    expected: [3, 2],
  },
  {
    decision: 44,
    title: 'A chosen coupon of 100 and an automatic one of 50',
    calculation: '1,100 − 100 − 50 = 950, so + 120',
    call: 'price',
    input: order([line(4)], { coupons: [coupon('1', { formula: 'x-100' }), system('2', 'x-50')], chosen: ['1'] }),
    expected: { ok: true, discounts: [{ amount: 100 }, { amount: 50 }], autoCoupons: ['2'], total: 1070 },
  },
  {
    decision: 44,
    title: 'Two discounts are chosen in one cart',
    calculation: 'one DISCOUNT only: 1,100 − 100',
    call: 'price',
    input: order([line(4)], {
      mode: 'CART',
      coupons: [coupon('1', { formula: 'x-100' }), coupon('2', { formula: 'x-60' })],
      chosen: ['2', '1'],
    }),
    expected: { ok: true, discounts: [{ couponId: '1', amount: 100 }], dropped: [{ couponId: '2', state: 'REPLACED' }], total: 1000 },
  },
  {
    decision: 44,
    title: 'The same GIVEAWAY is chosen twice',
    calculation: 'each GIVEAWAY once: one gift',
    call: 'price',
    input: order([line(4)], { coupons: [giveaway('1', 1, gifts(11))], chosen: ['1', '1'] }),
    expected: { ok: true, gifts: [{ uid: 'gift11', quantity: 1 }] },
  },
  {
    decision: 44,
    title: 'Two different GIVEAWAYs are chosen',
    calculation: 'each once: two gifts',
    call: 'price',
    input: order([line(4)], { coupons: [giveaway('1', 1, gifts(11)), giveaway('2', 1, gifts(12))], chosen: ['2', '1'] }),
    expected: { ok: true, gifts: [{ uid: 'gift11' }, { uid: 'gift12' }] },
  },
  {
    decision: 45,
    title: 'The chosen coupon 20 takes 10 %, the automatic coupon 3 takes 50, goods 1,000',
    calculation: "the member's first: 1,000 → 900 → 850, so + 120",
    call: 'price',
    input: order([line(5), line(3)], { coupons: [system('3', 'x-50'), coupon('20', { formula: 'x*0.9' })], chosen: ['20'] }),
    expected: {
      ok: true,
      discounts: [
        { couponId: '20', amount: 100 },
        { couponId: '3', amount: 50 },
      ],
      total: 970,
    },
  },
  {
    decision: 45,
    title: 'Automatic coupons 10 (10 %) and 3 (100), goods 1,000',
    calculation: '3 before 10, as numbers: 1,000 → 900 → 810, so + 120',
    call: 'price',
    input: order([line(5), line(3)], { coupons: [system('10', 'x*0.9'), system('3', 'x-100')] }),
    expected: {
      ok: true,
      discounts: [
        { couponId: '3', amount: 100 },
        { couponId: '10', amount: 90 },
      ],
      total: 930,
    },
  },
];
