import { moneyOf, type Order, type OrderCommand, orderDecider, type OrderEvent } from '@nordhaut/ordering';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import { authorised, personal, placed, subjectOf, terms } from '@nordhaut/ordering/testing';
import { expect, test } from 'vitest';
import { approvalPreview, previewOf } from './preview.ts';

const ORDER_NO = 'ABROAD0000000001';
const DAY = (day: number): string => `2026-11-${20 + day}T01:00:00.000Z`;
const abroad = terms({ orderNo: ORDER_NO, delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } });

/** A paid order abroad after the codes that support recorded, one a day, and after these commands. */
function orderAfter(codes: string[], more: OrderCommand[] = []): Order {
  const events: OrderEvent[] = [];
  const commands: OrderCommand[] = [
    { type: 'PlaceOrder', at: DAY(0), terms: abroad, subject: subjectOf(ORDER_NO), personal },
    {
      type: 'AuthoriseCardPayment',
      at: DAY(0),
      recTradeId: 'D1',
      bankTransactionId: 'TP1',
      amount: abroad.total,
      authCode: '1',
    },
    ...codes.map((code, day): OrderCommand => {
      const parcel = { tradeNo: ORDER_NO, logisticsId: null, subtype: 'INTERNATIONAL' } as const;
      return { type: 'ReportParcelStatus', at: DAY(day + 1), ...parcel, code, carrierAt: null, source: 'support' };
    }),
    ...more,
  ];
  for (const command of commands) {
    const decision = orderDecider.decide(command, foldEvents(orderDecider, events));
    if (!decision.ok) throw new Error(decision.rejection.code);
    events.push(...decision.events);
  }
  return foldEvents(orderDecider, events) as Order;
}
const second: OrderEvent = {
  type: 'StrayChargeFound',
  data: { at: DAY(1), recTradeId: 'D2', bankTransactionId: 'TP2', amount: 1_100 },
};
const refund = (type: 'RefundStarted' | 'RefundIssued'): OrderEvent => ({
  type,
  data: { at: DAY(2), refundId: 'R1', amount: 1_100, reason: 'GOODWILL', way: 'card', strayTradeId: null },
});
const notCollected = (order: Order) =>
  previewOf(order, { type: 'parcel-abroad', code: '40000' }, { by: 'one', at: DAY(9), note: '補登', alone: true });

test('a parcel abroad that the buyer got is not recorded as not collected, however much later', () => {
  const order = orderAfter(['900', '20000']);
  expect(notCollected(order)).toMatchObject({ closed: expect.stringContaining('退貨'), debts: [] });
  expect(moneyOf(order).owed).toBe(0);
});

test('a parcel abroad that the buyer did not get is, and all of it is owed', () =>
  expect(notCollected(orderAfter(['900']))).toMatchObject({ closed: null, debts: [{ amount: abroad.total }] }));

test('an approval is of the proposal whose proposer was compared with the approver, and of no other one', () => {
  const order = orderAfter(['900'], [{ type: 'ProposeRefund', at: DAY(2), amount: 500, by: 'one', note: '補償' }]);
  const judge = (by: string, proposer: string) =>
    orderDecider.decide({ type: 'JudgeRefund', at: DAY(3), proposalId: 'P1', verdict: 'approve', by, proposer, note: '同意' }, order);
  for (const unread of ['', 'three']) expect(judge('two', unread)).toMatchObject({ rejection: { code: 'PROPOSAL_UNKNOWN' } });
  expect(judge('one', 'one')).toMatchObject({ rejection: { code: 'PROPOSAL_OWN' } });
  expect(judge('two', 'one')).toMatchObject({ ok: true });
});

test('who approves goods that are sent again sees which ones, and that their own proposal is somebody else’s to approve', () => {
  const items = abroad.lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity }));
  const propose: OrderCommand = { type: 'ProposeRefund', at: DAY(2), amount: 1100, by: 'one', note: '遺失', as: 'resend', items };
  const order = orderAfter(['900'], [propose]);
  const [proposal] = order.proposals ?? [];
  if (!proposal) throw new Error('nothing is proposed');
  const shown = (by: string) => approvalPreview(order, proposal, { by, at: DAY(3) });
  expect(shown('two')).toMatchObject({
    closed: null,
    effects: expect.arrayContaining([
      { what: '換貨與補寄', before: '—', after: expect.stringContaining(`補寄 ${abroad.lines[0]?.nameZh} × `) },
    ]),
  });
  expect(shown('one').closed).toEqual(expect.any(String));
});

test('nothing is given to a closed account, neither at once nor by an approval', () => {
  const ofMember = orderAfter(['900'], [{ type: 'AdoptOrder', at: DAY(2), memberId: 'm1', by: 'COOKIE' }]);
  const give = (gone: boolean) =>
    previewOf(ofMember, { type: 'credit', amount: 100 }, { by: 'one', at: DAY(3), note: '補償', alone: false, gone });
  expect([give(false).closed, give(true)]).toMatchObject([null, { closed: expect.stringContaining('帳號已刪除'), effects: [] }]);
  const proposed = orderAfter(
    ['900'],
    [
      { type: 'AdoptOrder', at: DAY(2), memberId: 'm1', by: 'COOKIE' },
      { type: 'ProposeRefund', at: DAY(2), amount: 100, by: 'one', note: '補償', as: 'credit' },
    ],
  );
  const [proposal] = proposed.proposals ?? [];
  if (!proposal) throw new Error('nothing is proposed');
  const approve = (gone: boolean) => approvalPreview(proposed, proposal, { by: 'two', at: DAY(3), gone });
  expect([approve(false).closed, approve(true).closed]).toEqual([null, expect.stringContaining('帳號已刪除')]);
});

test.each<[what: string, history: OrderEvent[], why: string | null]>([
  ['paid', [placed(), authorised], null],
  ['due in cash', [placed({ payment: 'COD' })], '尚未收款'],
  ['due in cash, with a charge to a card that goes back', [placed({ payment: 'COD' }), second], '尚未收款'],
  ['paid by shopping credit', [placed({ total: 0, credit: 1_100 })], '全額以購物金支付'],
  ['paid, and all of it is to go back', [placed(), authorised, refund('RefundStarted')], '都在等待退款'],
  ['paid, and all of it went back', [placed(), authorised, refund('RefundIssued')], '已全數退還'],
  ['paid back, with a second charge that is to go back', [placed(), authorised, refund('RefundIssued'), second], '已全數退還'],
])('support reads why goodwill pays nothing of an order: %s', (_, history, why) => {
  const order = foldEvents(orderDecider, history) as Order;
  const { closed } = previewOf(order, { type: 'goodwill', amount: 1 }, { by: 'one', at: DAY(9), note: '補償', alone: true });
  expect(closed).toEqual(why === null ? null : expect.stringContaining(why));
});

const given = (amount: number): OrderEvent => ({ type: 'GoodwillCreditGranted', data: { at: DAY(1), creditId: 'C1', amount } });
const ofMember = placed({ memberId: 'm1' });
test.each<[what: string, history: OrderEvent[], why: string | null]>([
  ['a member', [ofMember, authorised], null],
  ['a guest', [placed(), authorised], '訪客'],
  ['a member who has all of it as credit', [ofMember, authorised, given(1_100)], '已贈送的購物金已達'],
  ['a member who has all the money back', [ofMember, authorised, refund('RefundIssued')], '沒有可補償的金額'],
])('support reads why no credit is given for the order of %s', (_, history, why) => {
  const order = foldEvents(orderDecider, history) as Order;
  const { closed } = previewOf(order, { type: 'credit', amount: 1 }, { by: 'one', at: DAY(9), note: '補償', alone: true });
  expect(closed).toEqual(why === null ? null : expect.stringContaining(why));
});

test('a transfer is recorded of the refund that is owed by transfer, once', () => {
  const transfer = (type: 'RefundStarted' | 'RefundIssued', refundId: string): OrderEvent => ({
    type,
    data: { at: DAY(2), refundId, amount: 100, reason: 'GOODWILL', way: 'transfer', strayTradeId: null },
  });
  const closed = (refundId: string, ...events: OrderEvent[]) => {
    const order = foldEvents(orderDecider, [placed(), authorised, ...events]) as Order;
    return previewOf(order, { type: 'transfer-paid', refundId }, { by: 'one', at: DAY(9), note: '已匯出', alone: true }).closed;
  };
  expect(closed('R2', transfer('RefundStarted', 'R2'))).toBeNull();
  expect(closed('R3', transfer('RefundStarted', 'R2'))).toBe('此訂單沒有這筆待匯款項');
  // It goes to the card.
  expect(closed('R1', refund('RefundStarted'))).toBe('此訂單沒有這筆待匯款項');
  expect(closed('R2', transfer('RefundIssued', 'R2'))).toBe('這筆款項已匯出');
});
