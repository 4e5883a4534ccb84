import { historyOf } from '@nordhaut/platform/event-store/given';
import { describe, expect, test } from 'vitest';
import { answerOf, type Answers, groupsOf, SHOWN_BY, type Shown } from '../../scripts/naive-prices/shown-by.ts';
import type { ReturnedOrder } from '../../scripts/naive-prices/returns.ts';
import { orderDecider } from './order.decide.ts';
import type { OrderEvent, OrderTerms } from './order-events.ts';
import { isStanding } from './standing.ts';
import { AT, authorised, failed, placed, shipped, terms } from './testing.ts';

/** The worked examples of returns, from the first event of an order to its refund. Amounts in NT$. */

const FILE = SHOWN_BY['services/ordering/examples.test.ts'];
/** decided within the seven days after the delivery, and after them */
const IN_TIME = AT;
const LATE = '2026-12-20T01:00:00.000Z';
const SUBTYPES = { HOME: 'TCAT', CVS: 'FAMIC2C', INTERNATIONAL: 'INTERNATIONAL' } as const;

type Amounts = Pick<ReturnedOrder, 'goods' | 'discounts' | 'fee' | 'credit'> & Partial<Pick<ReturnedOrder, 'delivery' | 'keptGifts'>>;

function termsOf({ goods, discounts, fee, credit, delivery = 'HOME', keptGifts = [] }: Amounts): OrderTerms {
  const gifts = keptGifts.map(({ kind, shownValue }, index) => ({
    productId: 90 + index,
    nameZh: '',
    nameEn: '',
    image: '',
    quantity: 1,
    value: shownValue,
    deductible: kind === 'OTHER',
  }));
  const goodsPaid = Math.max(0, goods - discounts - credit);
  const coupon = { couponId: 1, uid: 'G', name: '', type: 'GIVEAWAY', scope: 'ALL', super: null, discount: null, gifts } as const;
  return terms({
    memberId: 'm',
    subtotal: goods,
    discounts: discounts === 0 ? [] : [{ couponId: '2', name: '', amount: discounts }],
    shippingFee: fee,
    credit,
    total: goods - discounts + fee - credit,
    delivery: { type: delivery, subtype: SUBTYPES[delivery] },
    promotions: {
      pricedAt: AT,
      coupons: [{ ...coupon, gifts }],
      credit: [],
      goodsPaid,
      takes: [],
      asked: { coupons: [], credit: 0 },
      personKeys: [],
    },
  });
}

/** An order that is paid by card and was given to the carrier. */
function paidOrder(amounts: Amounts) {
  const own = termsOf(amounts);
  return historyOf(orderDecider, placed(own), { ...authorised, data: { ...authorised.data, amount: own.total } });
}
type Paid = ReturnType<typeof paidOrder>;

function reported(order: Paid, code: string): Paid {
  const subtype = order.state()?.terms.delivery.subtype ?? 'TCAT';
  const parcel = { at: AT, tradeNo: terms().orderNo, logisticsId: 'L1', subtype };
  const kept = historyOf(orderDecider, ...order.events, shipped({ subtype }));
  kept.send({ type: 'ReportParcelStatus', ...parcel, code, carrierAt: AT, source: 'poll' });
  return kept;
}
/** A parcel that the buyer has. Parcels abroad have the shop's own codes alone. */
const delivered = (order: Paid): Paid => reported(order, order.state()?.terms.delivery.type === 'HOME' ? '3003' : '20000');

/** NT$ of the refunds that the shop starts now. */
const refunds = (order: Paid): number =>
  order
    .send({ type: 'StartRefunds', at: AT })
    .reduce((sum, event: OrderEvent) => (event.type === 'RefundStarted' ? sum + event.data.amount : sum), 0);

function returned(amounts: Amounts, at: string, spentReward: number): number {
  const order = delivered(paidOrder(amounts));
  order.send({ type: 'RequestReturn', at, reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null });
  order.send({ type: 'ApproveReturn', at });
  const keptGifts = Object.fromEntries((amounts.keptGifts ?? []).map((_, index) => [90 + index, 1]));
  expect(order.send({ type: 'ReceiveReturn', at, reason: 'COMPLETE', keptGifts })).toHaveLength(1);
  order.send({ type: 'TakeRewardsBack', at, deducted: spentReward });
  return refunds(order);
}

function stands(state: string): boolean {
  const plain = { goods: 800, discounts: 0, fee: 120, credit: 0 };
  const order = state === 'FAILED' ? historyOf(orderDecider, placed(termsOf(plain)), failed) : paidOrder(plain);
  if (state === 'CANCELLED') order.send({ type: 'CancelOrder', at: AT, reason: 'CHANGED_MIND' });
  const after = state === 'NOT_COLLECTED' ? notCollected(plain) : state === 'RETURNED' ? delivered(order) : order;
  if (state === 'RETURNED') {
    after.send({ type: 'RequestReturn', at: AT, reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null });
    after.send({ type: 'ApproveReturn', at: AT });
    expect(after.send({ type: 'ReceiveReturn', at: AT, reason: 'COMPLETE' })).toHaveLength(1);
  }
  const found = after.state();
  return found !== null && isStanding(found);
}

const notCollected = (amounts: Amounts): Paid => reported(paidOrder({ ...amounts, delivery: 'CVS' }), '3020');

const OWN: Answers<Shown<'services/ordering/examples.test.ts'>> = {
  stands: ({ state }) => stands(state),
  refund: ({ withinSevenDays, spentReward, ...order }) => ({ cash: returned(order, withinSevenDays ? IN_TIME : LATE, spentReward) }),
  overseasPercent: ({ amount }) =>
    Math.round((returned({ delivery: 'INTERNATIONAL', goods: amount, discounts: 0, fee: 0, credit: 0 }, LATE, 0) * 100) / amount),
  deducted: ({ refund, spent }) => returned({ goods: refund, discounts: 0, fee: 0, credit: 0, delivery: 'CVS' }, IN_TIME, spent),
  paidBack({ outcome, ...amounts }) {
    const order = outcome === 'NOT_COLLECTED' ? notCollected(amounts) : paidOrder(amounts);
    if (outcome === 'CANCELLED') order.send({ type: 'CancelOrder', at: AT, reason: 'CHANGED_MIND' });
    return { cash: refunds(order) };
  },
};

describe.each(groupsOf(FILE))('$title', ({ examples }) => {
  test.each(examples)('$decision: $title', (example) => {
    const answer = answerOf(OWN, example);
    const { expected } = example;
    // Credit goes back in the wallet, which shows it by itself (services/promotions/reward-examples.test.ts).
    if (typeof expected === 'object') expect(answer).toEqual({ cash: (expected as { cash: number }).cash });
    else expect(answer).toBe(expected);
  });
});
