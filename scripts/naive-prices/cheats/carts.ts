import type { Example } from '../calls.ts';
import { coupon, days, extra, gifts, giveaway, grant, GUEST, line, member, NOW, order, withCoupon } from '../fixtures.ts';
import { atPrice, type PriceCheat } from './form.ts';

const three = giveaway('1', 2, gifts(11, 12, 13));

/** Ways to cheat with lines, tiers, shipping and credit. */
export const CART_CHEATS: Example[] = (
  [
    [
      26,
      'Order a muted product as a gift',
      withCoupon(three, [line(4)], { buyer: member({ mutedProducts: [11] }), giftChoices: { 1: ['gift11', 'gift12'] } }),
      'only 12 and 13 are offered',
      { ok: true, gifts: [{ uid: 'gift12' }, { uid: 'gift13' }] },
    ],
    [
      26,
      'Order a set with an item that is not on sale',
      order([line(9)]),
      'the set is not on sale either',
      { ok: false, refusal: 'UNAVAILABLE' },
    ],
    [
      28,
      'A coupon larger than the goods, so that the shop pays',
      withCoupon(coupon('1', { formula: 'x - 5000' }), [line(4)]),
      '1,100 − 1,100 = 0, so + 120',
      { ok: true, discounts: [{ amount: 1100 }], goodsPaid: 0, total: 120 },
    ],
    [
      33,
      'Free shipping first, then a coupon',
      withCoupon(coupon('1', { formula: 'x-101' }), [line(4)]),
      '999 + 120',
      { ok: true, shippingFee: 120, total: 1119 },
    ],
    [
      38,
      'A guest names the member price',
      order([line(2, 1, 'MEMBER')], { buyer: GUEST }),
      '1,000, not 800',
      { ok: true, lines: [{ tier: 'ORIGIN', price: 1000 }], total: 1000 },
    ],
    [
      38,
      'Name ADDITIONAL for a product without such a price',
      order([line(4), extra(2)]),
      'refused',
      { ok: false, refusal: 'NOT_ADDITIONAL' },
    ],
    [
      38,
      '99 pieces at the additional price beside one main product',
      order([line(6), extra(1, 99)]),
      'one piece only',
      { ok: false, refusal: 'BAD_QUANTITY' },
    ],
    [
      38,
      'The same additional purchase on two lines',
      order([line(4), extra(1), extra(1)]),
      'one piece only',
      { ok: false, refusal: 'BAD_QUANTITY' },
    ],
    [38, 'Additional purchases alone', order([extra(1)]), 'a main product is missing', { ok: false, refusal: 'ADDITIONAL_ALONE' }],
    [38, '60 + 40 pieces on two lines', order([line(3, 60), line(3, 40, 'ORIGIN')]), '100 > 99', { ok: false, refusal: 'OVER_99' }],
    [38, 'A line of −1', order([line(2), line(3, -1)]), 'refused', { ok: false, refusal: 'BAD_QUANTITY' }],
    [38, 'Half a piece', order([line(2, 0.5)]), 'refused', { ok: false, refusal: 'BAD_QUANTITY' }],
    [
      55,
      'Ask for more credit than there is',
      order([line(4)], { buyer: member({ credit: [grant('a', 40)] }), creditAsked: 1100 }),
      '1,100 − 40',
      { ok: true, creditOnGoods: 40, total: 1060 },
    ],
    [
      55,
      'Ask for negative credit',
      order([line(4)], { buyer: member({ credit: [grant('a', 40)] }), creditAsked: -500 }),
      '0',
      { ok: true, credit: [], total: 1100 },
    ],
    [
      55,
      'Spend credit that has ended or is used up',
      order([line(4)], { buyer: member({ credit: [grant('a', 40, NOW), grant('b', 40, days(1), 40)] }), creditAsked: 80 }),
      '0',
      { ok: true, credit: [], total: 1100 },
    ],
    [
      55,
      'Earn 1.5 % on what credit paid',
      order([line(4)], { buyer: member({ credit: [grant('a', 600)] }), creditAsked: 600 }),
      'the base is 1,100 − 600',
      { ok: true, goodsPaid: 500 },
    ],
    [
      55,
      'Cash on delivery of 0',
      order([line(4)], { buyer: member({ credit: [grant('a', 1100)] }), creditAsked: 1100, payment: 'COD' }),
      'not offered',
      { ok: false, refusal: 'NO_COD' },
    ],
  ] satisfies PriceCheat[]
).map(atPrice);
