import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import type { LinkedOutcome, OrderTerms } from './order-events.ts';
import { moneyOf } from './money.ts';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import { refundsDue } from './refund-due.ts';
import { AT, line, placed, shipped } from './testing.ts';

/** Until when money is paid back for goods that came back, also from an order that sent them again (decisions.md 41). */

const day = (count: number): string => new Date(Date.parse(AT) + count * 86_400_000).toISOString();
/** The end of the day in Taipei. */
const endOf = (count: number): string => `${day(count).slice(0, 10)}T15:59:59.999Z`;
const linkedOrderNo = 'LINKED0000000001';
const [one, two] = [1, 2].map((quantity) => [{ productId: line.productId, tier: line.tier, quantity }]);

function orderOf(more: Partial<OrderTerms>) {
  const first = placed({
    lines: [{ ...line, quantity: 2, unitPrice: 500, subtotal: 1000 }],
    subtotal: 1000,
    shippingFee: 0,
    total: 1000,
    ...more,
  });
  const own = historyOf(orderDecider, first);
  const state = () => own.state() ?? expect.fail('no order');
  const done = (...commands: OrderCommand[]) => {
    for (const command of commands) expect(own.send(command), command.type).not.toEqual([]);
  };
  const { payment, orderNo } = first.data;
  const paid = { recTradeId: 'D1', bankTransactionId: 'TP1', amount: 1000, authCode: '1' };
  if (payment === 'CREDIT') done({ type: 'AuthoriseCardPayment', at: AT, ...paid });
  done({ type: 'RecordShipment', ...shipped().data });
  return {
    done,
    report: (code: string, count: number) => {
      const at = day(count);
      const parcel = { tradeNo: orderNo, logisticsId: 'L1', subtype: 'TCAT', source: 'callback' } as const;
      done({ type: 'ReportParcelStatus', at, ...parcel, code, carrierAt: at });
    },
    pay: () => {
      for (const { started: _, ...debt } of moneyOf(state()).debts) done({ type: 'IssueRefund', at: AT, ...debt });
    },
    refunds: () => refundsDue(state()),
    due: () => refundsDue(state()).map(({ reason, amount, dueBy }) => [reason, amount, dueBy]),
  };
}
const agree = (kind: 'EXCHANGE' | 'RESEND', items = two): OrderCommand => ({
  type: 'AgreeLinkedOrder',
  at: AT,
  linkedOrderNo,
  kind,
  items: items ?? [],
  note: '重新寄出',
});
const placedAgain: OrderCommand = { type: 'RecordLinkedOrder', at: AT, linkedOrderNo };
const ended = (outcome: LinkedOutcome, count: number): OrderCommand => ({ type: 'EndLinkedOrder', at: day(count), linkedOrderNo, outcome });
const RETURN: OrderCommand[] = [
  { type: 'RequestReturn', at: AT, reason: 'OTHER', comment: '瓶身破損', sender: null, bankAccount: null },
  { type: 'ApproveReturn', at: AT },
];
const receive = (count: number): OrderCommand => ({ type: 'ReceiveReturn', at: day(count), reason: 'COMPLETE' });

test('a second shipment that came back has the days from its own receipt; one that never arrived has no date', () => {
  for (const [outcome, dueBy] of [
    ['RETURNED', endOf(45)],
    ['NOT_COLLECTED', null],
  ] as const) {
    const own = orderOf({});
    own.report('3006', 1);
    own.report('5002', 2);
    own.done(agree('RESEND'), placedAgain, ended(outcome, 30));
    expect(own.due(), outcome).toEqual([['RETURN', 1000, dueBy]]);
  }
});

test('an exchange that came back has the days from its own receipt, not from that of the first goods', () => {
  const own = orderOf({});
  own.report('3003', 1);
  own.done(...RETURN, agree('EXCHANGE'), receive(5), placedAgain, ended('RETURNED', 30));
  expect(own.due()).toEqual([['RETURN', 1000, endOf(45)]]);
  const never = orderOf({});
  never.report('3003', 1);
  never.done(...RETURN, agree('EXCHANGE'), receive(5), placedAgain, ended('CANCELLED', 30));
  expect(never.due(), 'only the first goods came back').toEqual([['RETURN', 1000, endOf(20)]]);
});

test('the first goods keep their days until their money is paid', () => {
  const own = orderOf({ payment: 'COD' });
  own.report('3003', 1);
  own.done(...RETURN, agree('EXCHANGE', one), receive(5), placedAgain);
  expect(own.due()).toEqual([['RETURN', 500, endOf(20)]]);
  own.done(ended('RETURNED', 30));
  expect(own.due()).toEqual([['RETURN', 1000, endOf(20)]]);

  const card = orderOf({});
  card.report('3003', 1);
  card.done(...RETURN, agree('EXCHANGE', one), receive(5), placedAgain, { type: 'StartRefunds', at: day(5) }, ended('RETURNED', 30));
  expect(card.due(), 'a refund that was decided is not paid yet').toEqual(Array(2).fill(['RETURN', 500, endOf(20)]));

  const paid = orderOf({ payment: 'COD' });
  paid.report('3003', 1);
  paid.done(...RETURN, agree('EXCHANGE', one), receive(5), placedAgain);
  paid.pay();
  paid.done(ended('RETURNED', 30));
  expect(paid.due()).toEqual([['RETURN', 500, endOf(45)]]);
});

test('of two shipments that came back, the days begin with the first one whose money is not paid', () => {
  const own = orderOf({});
  own.report('3006', 1);
  own.report('5002', 2);
  const second = { linkedOrderNo: 'LINKED0000000002' };
  own.done(agree('RESEND', one), placedAgain, { ...agree('RESEND', one), ...second }, { ...placedAgain, ...second });
  own.done(ended('RETURNED', 30), { ...ended('RETURNED', 40), ...second });
  expect(own.due()).toEqual([['RETURN', 1000, endOf(45)]]);
});

test('each refund says until when the card is asked, whether the rewards come first, and whether the buyer had the goods', () => {
  const own = orderOf({ memberId: 'm' });
  own.report('3003', 1);
  const second = { recTradeId: 'D2', bankTransactionId: 'TP2', amount: 40 };
  own.done(...RETURN, receive(5), { type: 'RecordStrayCharge', at: day(5), ...second }, { type: 'StartRefunds', at: day(5) });
  const ofReturn = { reason: 'RETURN', way: 'card', dueBy: endOf(20), triedUntil: null, awaitsRewards: true, delivered: true };
  const ofSecond = { reason: 'SECOND_CHARGE', dueBy: null, triedUntil: day(12), awaitsRewards: false };
  expect(own.refunds()).toMatchObject([ofSecond, ofReturn]);
  own.done({ type: 'TakeRewardsBack', at: day(6), deducted: 0 });
  expect(own.refunds()).toMatchObject([ofSecond, { ...ofReturn, awaitsRewards: false }]);
  own.done({ type: 'StartRefunds', at: day(6) });
  expect(own.refunds()).toMatchObject([ofSecond, { ...ofReturn, awaitsRewards: false, triedUntil: day(13) }]);
  const byTransfer = orderOf({ payment: 'COD' });
  byTransfer.report('3003', 1);
  byTransfer.done({ type: 'GrantRefund', at: day(2), amount: 50, note: '補償' });
  expect(byTransfer.refunds()).toMatchObject([{ way: 'transfer', triedUntil: null }]);
  const uncollected = orderOf({});
  uncollected.report('5004', 1);
  expect(uncollected.refunds()).toMatchObject([{ reason: 'NOT_COLLECTED', dueBy: null, triedUntil: null, delivered: false }]);
});
