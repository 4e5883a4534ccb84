import { given, historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { OrderEvent } from './order-events.ts';
import { waitingFor } from './is-waiting.ts';
import { openReturn } from './return.decide.ts';
import { AT as at, authorised, placed, shipped } from './testing.ts';

const note = '顧客來電';
const sample = { productId: 90, nameZh: '試用包', nameEn: 'Sample', image: 'sample', quantity: 1, couponId: null };
const paid = [placed({ memberId: 'm' }), authorised];
/** The carrier gets the parcel. */
const handOver: OrderCommand[] = [
  { type: 'RecordShipment', ...shipped().data },
  {
    type: 'ReportParcelStatus',
    at,
    tradeNo: placed().data.orderNo,
    logisticsId: 'L1',
    subtype: 'TCAT',
    code: '3001',
    carrierAt: at,
    source: 'callback',
  },
];

/** A member's paid order. */
function paidOrder() {
  const own = historyOf(orderDecider, ...paid);
  const state = () => own.state() ?? expect.fail('no order');
  const code = (command: OrderCommand): string | undefined => {
    const decision = orderDecider.decide(command, state());
    return decision.ok ? undefined : decision.rejection.code;
  };
  return { send: own.send, state, code };
}

test('a note is withdrawn once, and the others stay', () => {
  const own = paidOrder();
  const withdraw = (noteId: string): OrderCommand => ({ type: 'WithdrawNote', at, noteId, note });
  expect(own.code(withdraw('N1'))).toBe('NOTE_UNKNOWN');
  for (const text of ['第一則', '第二則']) own.send({ type: 'WriteNote', at, text });
  own.send(withdraw('N2'));
  expect(own.state().notes).toEqual([
    { noteId: 'N1', withdrawn: false },
    { noteId: 'N2', withdrawn: true },
  ]);
  for (const noteId of ['N2', 'N3']) expect(own.code(withdraw(noteId))).toBe('NOTE_UNKNOWN');
});

test('no note is written after the texts of support were forgotten: its key is gone', () => {
  const forgotten = { at, purposes: ['support'], requester: 'CALENDAR', reason: 'PURPOSE_ENDED', kept: [] };
  given(orderDecider)(...paid, { type: 'PersonalDataForgotten', data: forgotten } as OrderEvent)
    .when({ type: 'WriteNote', at, text: '第一則' })
    .rejected('BUYER_FORGOTTEN');
});

test('shopping credit is given to a member, up to what the order was worth, and each one is taken back once', () => {
  const own = paidOrder();
  const give = (amount: number): OrderCommand => ({ type: 'GrantGoodwillCredit', at, amount, note });
  const revoke = (creditId: string): OrderCommand => ({ type: 'RevokeGoodwillCredit', at, creditId, note });
  for (const amount of [0, -1, 0.5]) expect(own.code(give(amount))).toBe('REFUND_AMOUNT_INVALID');
  expect(own.code(revoke('C1'))).toBe('CREDIT_UNKNOWN');
  own.send(give(100));
  own.send(give(1000));
  expect(own.code(give(1))).toBe('CREDIT_TOO_HIGH');
  own.send(revoke('C2'));
  expect(own.state().goodwillCredit).toEqual([
    { creditId: 'C1', amount: 100, revoked: false },
    { creditId: 'C2', amount: 1000, revoked: true },
  ]);
  for (const creditId of ['C2', 'C3']) expect(own.code(revoke(creditId))).toBe('CREDIT_UNKNOWN');
  given(orderDecider)(placed(), authorised).when(give(100)).rejected('CREDIT_WITHOUT_MEMBER');
});

test('a goodwill refund is at least NT$1 and at most what is left', () => {
  const own = paidOrder();
  const grant = (amount: number): OrderCommand => ({ type: 'GrantRefund', at, amount, note });
  expect([0, -1, 0.5, 1101].map((amount) => own.code(grant(amount)))).toEqual([
    ...Array<string>(3).fill('REFUND_AMOUNT_INVALID'),
    'REFUND_TOO_HIGH',
  ]);
  own.send({ type: 'RecordStrayCharge', at, recTradeId: 'D2', bankTransactionId: 'TP2', amount: 1100 });
  for (const command of handOver) own.send(command);
  expect(own.send(grant(1100)), 'a second charge is other money').toHaveLength(1);
});

test('an order is cancelled, and not paid back as a whole, until the carrier has its parcel', () => {
  const own = paidOrder();
  const grant = (amount: number): OrderCommand => ({ type: 'GrantRefund', at, amount, note });
  own.send(grant(100));
  expect([1000, 999].map((amount) => own.code(grant(amount)))).toEqual(['REFUND_TOO_HIGH', undefined]);
  expect(own.code({ type: 'ProposeRefund', at, amount: 1000, by: 'one', note })).toBe('REFUND_TOO_HIGH');
  for (const command of handOver) own.send(command);
  expect(own.code(grant(1000))).toBeUndefined();
  // The goods that credit paid in part are sent all the same.
  given(orderDecider)(placed({ memberId: 'm', credit: 300, total: 800 }), { ...authorised, data: { ...authorised.data, amount: 800 } })
    .when(grant(800))
    .thenEvents();
});

test('one proposal is open at a time; its verdict is one, and of no other proposal', () => {
  const own = paidOrder();
  const propose: OrderCommand = { type: 'ProposeRefund', at, amount: 100, by: 'one', note };
  const judge = (proposalId: string, verdict: 'approve' | 'decline', proposer = 'one'): OrderCommand => {
    return { type: 'JudgeRefund', at, proposalId, verdict, by: 'two', proposer, note };
  };
  own.send(propose);
  expect(own.code(propose)).toBe('PROPOSAL_OPEN');
  own.send(judge('P1', 'decline'));
  own.send(propose);
  expect(own.code(propose)).toBe('PROPOSAL_OPEN');
  expect(own.code(judge('P2', 'approve', 'three')), 'the caller compared itself with another proposer').toBe('PROPOSAL_UNKNOWN');
  for (const proposalId of ['P1', 'P3']) expect(own.code(judge(proposalId, 'approve'))).toBe('PROPOSAL_UNKNOWN');
  expect(own.send(judge('P2', 'approve')).map(({ type }) => type)).toEqual(['RefundApproved', 'RefundStarted']);
  expect(own.state().proposals?.map(({ proposalId, verdict }) => [proposalId, verdict])).toEqual([
    ['P1', 'DECLINED'],
    ['P2', 'APPROVED'],
  ]);
  expect(own.code(judge('P2', 'decline'))).toBe('PROPOSAL_UNKNOWN');
});

test('an approved receipt is that of the goods: its time, the gifts that stayed, and nothing after another receipt', () => {
  const own = historyOf(orderDecider, placed({ memberId: 'm', gifts: [sample] }), authorised);
  const state = () => own.state() ?? expect.fail('no order');
  for (const command of handOver) own.send(command);
  own.send({ type: 'RequestReturn', at, reason: 'OTHER', comment: note, sender: null, bankAccount: null });
  own.send({ type: 'ApproveReturn', at });
  expect(openReturn(state())?.step).not.toBe('back');
  const [cameAt, later] = ['2026-11-28T01:00:00.000Z', '2026-11-30T01:00:00.000Z'];
  const kept = [{ productId: sample.productId, quantity: 1 }];
  const propose: OrderCommand = { type: 'ProposeRefund', at: cameAt, by: 'one', note, amount: 1100, as: 'return', cameAt, kept };
  const judge = (proposalId: string, verdict: 'approve' | 'decline'): OrderCommand => ({
    type: 'JudgeRefund',
    at: later,
    proposalId,
    verdict,
    by: 'two',
    proposer: 'one',
    note,
  });
  own.send(propose);
  expect([openReturn(state())?.step, waitingFor(state())], 'the goods are back, and no list waits for them').toEqual(['back', null]);
  for (const command of [
    { type: 'RejectReturn', at: later, reason: 'OPENED_GOODS' },
    { type: 'EndReturn', at: '2026-12-30T01:00:00.000Z', note },
    // Of somebody else: the proposal would stay open, and the time of the goods would be lost.
    { type: 'ReceiveReturn', at: later, reason: 'COMPLETE' },
  ] satisfies OrderCommand[]) {
    const refused = orderDecider.decide(command, state());
    expect(refused.ok ? undefined : refused.rejection.code, command.type).toBe('PROPOSAL_OPEN');
  }
  own.send(judge('P1', 'decline'));
  expect([openReturn(state())?.step, waitingFor(state())]).toEqual(['undelivered', 'return']);
  own.send(propose);
  const approved = orderDecider.decide(judge('P2', 'approve'), state());
  expect(approved).toMatchObject({
    ok: true,
    events: [{ type: 'RefundApproved' }, { type: 'ReturnReceived', data: { at: cameAt, kept } }],
  });
  // A history of before that rule has both.
  const received: OrderEvent = { type: 'ReturnReceived', data: { at: later, reason: 'COMPLETE', due: 1100 } };
  given(orderDecider)(...own.events, received)
    .when(judge('P2', 'approve'))
    .rejected('RETURN_NOT_OFFERED');
  own.send(judge('P2', 'approve'));
  const again = orderDecider.decide(propose, state());
  expect(again.ok ? undefined : again.rejection.code).toBe('RETURN_NOT_OFFERED');
});
