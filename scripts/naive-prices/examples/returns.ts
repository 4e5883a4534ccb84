import type { Example } from '../calls.ts';
import type { Outcome, ReturnedOrder } from '../returns.ts';

/** An order with a coupon and NT$300 of credit. */
const goes = (
  decision: 40 | 59 | 60,
  title: string,
  outcomes: Outcome[],
  calculation: string,
  coupons: boolean,
  sevenDays = false,
): Example => ({
  decision,
  title,
  calculation,
  call: 'restoreOf',
  input: { outcomes, used: 300 },
  expected: { restores: 1, credit: 300, coupons, sevenDays },
});

const plain: ReturnedOrder = {
  delivery: 'HOME',
  goods: 1100,
  discounts: 0,
  fee: 0,
  credit: 0,
  withinSevenDays: false,
  keptGifts: [],
  spentReward: 0,
};
type Case = [title: string, order: Partial<ReturnedOrder>, calculation: string, cash: number, credit?: number];
const back = ([title, order, calculation, cash, credit = 0]: Case): Example => ({
  decision: 65,
  title,
  calculation,
  call: 'refund',
  input: { ...plain, ...order },
  expected: { cash, credit },
});
const abroad: Partial<ReturnedOrder> = { delivery: 'INTERNATIONAL' };

/** What goes back after an order. */
export const RETURNS: Example[] = [
  goes(40, 'Returned', ['RETURNED'], 'the credit of 300 in full, coupons not', false),
  goes(40, 'Cancelled before hand-over', ['CANCELLED'], 'the credit of 300 and the coupon', true),
  goes(40, 'Payment refused', ['REFUSED'], 'the credit of 300 and the coupon', true),
  goes(40, 'Not collected', ['NOT_COLLECTED'], 'the credit of 300 and the coupon', true),
  goes(
    59,
    'Not collected, then a late "delivered" and a return',
    ['NOT_COLLECTED', 'RETURNED'],
    '300 of credit once, at the first outcome, not 600',
    true,
  ),
  goes(
    59,
    'Returned, then reported as not collected',
    ['RETURNED', 'NOT_COLLECTED'],
    '300 of credit once, at the first outcome, not 600',
    false,
  ),
  goes(59, 'Cancelled twice', ['CANCELLED', 'CANCELLED'], '300 of credit once, not 600', true),
  goes(60, 'The carrier lost the parcel', ['CARRIER_FAILED'], 'the credit of 300 and the coupon, with 7 days', true, true),
  goes(60, 'The shop could not deliver', ['SHOP_FAILED'], 'the credit of 300 and the coupon, with 7 days', true, true),
  {
    decision: 60,
    title: 'A limited coupon of a cancelled order: 0 left, used once',
    calculation: '0 + 1 left, 1 − 1 uses',
    call: 'countsAfterRestore',
    input: { quantity: 0, uses: 1, coupons: true },
    expected: { quantity: 1, uses: 0 },
  },
  {
    decision: 40,
    title: 'A limited coupon of a returned order: 0 left, used once',
    calculation: 'not given back',
    call: 'countsAfterRestore',
    input: { quantity: 0, uses: 1, coupons: false },
    expected: { quantity: 0, uses: 1 },
  },
  {
    decision: 34,
    title: 'Nobody collected a paid order: goods 800, shipping 70, credit 100',
    calculation: '800 + 70 − 100 = 770 in cash, nothing is deducted; 100 as credit',
    call: 'paidBack',
    input: { outcome: 'NOT_COLLECTED', goods: 800, discounts: 0, fee: 70, credit: 100 },
    expected: { cash: 770, credit: 100 },
  },
  {
    decision: 37,
    title: 'Cancelled before the hand-over: goods 1,100, coupon 200, shipping 120, credit 300',
    calculation: '1,100 − 200 + 120 − 300 = 720 in cash, 300 as credit',
    call: 'paidBack',
    input: { outcome: 'CANCELLED', goods: 1100, discounts: 200, fee: 120, credit: 300 },
    expected: { cash: 720, credit: 300 },
  },
  {
    decision: 41,
    title: 'Returned within the seven days, without a reason: goods 800, shipping 120',
    calculation: 'nothing is deducted, shipping goes back as well',
    call: 'refund',
    input: { ...plain, goods: 800, fee: 120, withinSevenDays: true },
    expected: { cash: 920, shipping: 0 },
  },
  {
    decision: 41,
    title: 'The same order, taken back later by goodwill',
    calculation: '800 + 120 − 120',
    call: 'refund',
    input: { ...plain, goods: 800, fee: 120 },
    expected: { cash: 800, shipping: 120 },
  },
  {
    decision: 41,
    title: 'From Hong Kong within the seven days: goods 2,000, shipping 500',
    calculation: 'nothing is deducted, also abroad',
    call: 'refund',
    input: { ...plain, ...abroad, goods: 2000, fee: 500, withinSevenDays: true },
    expected: { cash: 2500, shipping: 0 },
  },
  {
    decision: 61,
    title: 'The refund of a returned order: 2,000, of its 1.5 % 10 were spent',
    calculation: '2,000 − 10',
    call: 'deducted',
    input: { refund: 2000, spent: 10 },
    expected: 1990,
  },
  {
    decision: 61,
    title: 'The refund of a returned order: 12 in cash, of its 1.5 % 30 were spent',
    calculation: '12 − 30 is not below 0',
    call: 'deducted',
    input: { refund: 12, spent: 30 },
    expected: 0,
  },
  {
    decision: 59,
    title: 'A delivered order',
    calculation: 'no outcome gives anything back',
    call: 'restoreOf',
    input: { outcomes: [], used: 300 },
    expected: { restores: 0, credit: 0, coupons: false },
  },
  ...(
    [
      ['Within 7 days, goods 800 + 120 for shipping', { goods: 800, fee: 120, withinSevenDays: true }, 'nothing is deducted: 920', 920],
      [
        'Within 7 days from abroad, goods 800 + 500',
        { ...abroad, goods: 800, fee: 500, withinSevenDays: true },
        'nothing is deducted',
        1300,
      ],
      ['Later, goods 1,100, coupon 100', { discounts: 100 }, '1,000 after coupons is not below 1,000', 1000],
      ['Later, goods 1,100, coupon 101, shipping 120', { discounts: 101, fee: 120 }, '999 after coupons: 999 + 120 − 120', 999],
      [
        'Later, goods 1,100, credit 300',
        { credit: 300 },
        '1,100 − 300 in cash, 300 as credit; credit does not count for the 120',
        800,
        300,
      ],
      [
        'Later, goods 800 + 120, credit 850',
        { goods: 800, fee: 120, credit: 850 },
        '70 in cash − 120 is not below 0; credit whole',
        0,
        850,
      ],
      ['Later from abroad, goods 2,499 + 500', { ...abroad, goods: 2499, fee: 500 }, '2,999: nothing', 0],
      ['Later from abroad, goods 2,500 + 500', { ...abroad, goods: 2500, fee: 500 }, '3,000: 50 % of 3,000', 1500],
      [
        'Later from abroad, goods 3,500, coupon 500, credit 1,001',
        { ...abroad, goods: 3500, discounts: 500, credit: 1001 },
        'band of 3,000; 50 % of 1,999 in cash = 999.5',
        999,
        1001,
      ],
      ['Later from abroad, goods 28,000', { ...abroad, goods: 28000 }, '25,000–29,999 stays at 80 %', 22400],
      ['A gift shown at 350 stays', { keptGifts: [{ kind: 'OTHER', shownValue: 350 }] }, '1,100 − 350', 750],
      ['A gift shown at 1,500 stays', { keptGifts: [{ kind: 'OTHER', shownValue: 1500 }] }, 'at most the refund', 0],
      [
        'The travel set (1,150) and a sample stay',
        {
          keptGifts: [
            { kind: 'TRAVEL_SET', shownValue: 1150 },
            { kind: 'SAMPLE', shownValue: 90 },
          ],
        },
        'never deducted',
        1100,
      ],
      ['The 1.5 % of this order (16) was spent', { spentReward: 16 }, '1,100 − 16 (decision 61)', 1084],
    ] satisfies Case[]
  ).map(back),
  ...(
    [
      [2999, 0],
      [3000, 50],
      [5999, 50],
      [6000, 60],
      [9999, 60],
      [10_000, 70],
      [19_999, 70],
      [20_000, 80],
      [24_999, 80],
      [29_999, 80],
      [30_000, 90],
    ] satisfies [number, number][]
  ).map(
    ([amount, percent]): Example => ({
      decision: 65,
      title: `Overseas band of ${amount.toLocaleString('en')}`,
      calculation: `${percent} %`,
      call: 'overseasPercent',
      input: { amount },
      expected: percent,
    }),
  ),
];
