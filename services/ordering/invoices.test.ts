import { historyOf } from '@nordhaut/platform/event-store/given';
import { expect, test } from 'vitest';
import { soldOrder } from './invoices.ts';
import type { OrderTerms } from './order-events.ts';
import { type OrderCommand, orderDecider } from './order.decide.ts';
import { AT as at, authorise as paid, personal, reported, ship as shipped, subjectOf, terms } from './testing.ts';

const { orderNo } = terms();
const report = (code: string, minute: number): OrderCommand => reported(code, new Date(Date.parse(at) + minute * 60_000).toISOString());
const correct: OrderCommand = {
  type: 'CorrectInvoice',
  at,
  invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '04595257', companyTitle: '北膚' },
  note: '顧客來電',
};
const cash = { payment: 'COD' } as const;

function sold(more: Partial<OrderTerms>, ...commands: OrderCommand[]) {
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...terms(more), at }, subject: subjectOf(orderNo), personal });
  for (const command of commands) expect(own.send(command), command.type).not.toEqual([]);
  return soldOrder(own.state() ?? expect.fail('no order'));
}

test('a card order is sold when it is paid, and a cash order when the carrier has its parcel to collect for', () => {
  expect(sold({})).toBeUndefined();
  expect(sold({}, paid)).toMatchObject({ orderNo, soldAt: at, total: 1_100, type: 'NORMAL', data: null, paidBack: 0, outcome: 'SOLD' });
  expect(sold(cash)).toBeUndefined();
  expect(sold(cash, shipped)).toMatchObject({ payment: 'COD', outcome: 'SOLD' });
});

test('nothing is sold by a failed payment, by shopping credit alone, or by goods that are sent again', () => {
  expect(sold({}, { type: 'FailCardPayment', at, reason: 'REFUSED', providerCode: 1, recTradeId: 'D1' })).toBeUndefined();
  expect(sold({ total: 0, credit: 1_100 }, shipped)).toBeUndefined();
  expect(sold({ total: 0, linked: { orderNo: 'ORIGIN0000000001', kind: 'RESEND', value: 980 } }, shipped)).toBeUndefined();
});

test('a sale that ended says so', () => {
  expect(sold({}, paid, { type: 'CancelOrder', at, reason: 'CHANGED_MIND' })).toMatchObject({ outcome: 'CANCELLED' });
  expect(sold(cash, shipped, report('3006', 1), report('3123', 2), report('3124', 3))).toMatchObject({
    outcome: 'NOT_COLLECTED',
    paidBack: 0,
  });
  const refund: OrderCommand = { type: 'GrantRefund', at, amount: 100, note: '補償' };
  const own = historyOf(orderDecider, { type: 'OrderPlaced', data: { ...terms(), at }, subject: subjectOf(orderNo), personal });
  for (const command of [paid, shipped, report('3003', 1), refund]) own.send(command);
  const started = own.state()?.startedRefunds[0] ?? expect.fail('no refund was decided');
  expect(soldOrder(own.state() as never), 'decided, and not paid back').toMatchObject({ paidBack: 0 });
  const { refundId, amount, reason, way, strayTradeId } = started;
  own.send({ type: 'IssueRefund', at, refundId, amount, reason, way, strayTradeId } as OrderCommand);
  expect(soldOrder(own.state() as never)).toMatchObject({ paidBack: 100, outcome: 'SOLD' });
});

test('a correction of the invoice replaces what the buyer gave', () => {
  expect(sold({}, paid, correct)).toMatchObject({
    type: 'UNIFORM_NUMBER',
    data: { uniformNumber: '04595257', companyTitle: '北膚', mobileBarcode: '' },
  });
});
