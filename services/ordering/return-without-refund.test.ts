import { historyOf } from '@nordhaut/platform/event-store/given';
import { describe, expect, test } from 'vitest';
import { displayStatus } from './display-status.ts';
import { orderFacts } from './facts.ts';
import { waitingFor } from './is-waiting.ts';
import { moneyOf } from './money.ts';
import { undatedMatters } from './open-matters.ts';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { OrderTerms } from './order-events.ts';
import { openReturn } from './return.decide.ts';
import { AT as at, line, placed, shipped } from './testing.ts';

/** Returns that leave no money to pay back, and the goodwill that comes before them. */

const item = { productId: line.productId, tier: line.tier, quantity: line.quantity };
const linkedOrderNo = 'LINKED0000000001';
const minute = (count: number): string => new Date(Date.parse(at) + count * 60_000).toISOString();
const ask: OrderCommand = { type: 'RequestReturn', at, reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null };
const approve: OrderCommand = { type: 'ApproveReturn', at };
const receive: OrderCommand = { type: 'ReceiveReturn', at, reason: 'COMPLETE' };
const goodwill = (amount: number): OrderCommand => ({ type: 'GrantRefund', at, amount, note: '致歉' });

/** A member's order on its way of commands; each one must be accepted. */
function orderOf(more: Partial<OrderTerms>) {
  const first = placed({ memberId: 'm', ...more });
  const { total, payment, delivery } = first.data;
  const own = historyOf(orderDecider, first);
  const state = () => own.state() ?? expect.fail('no order');
  const done = (...commands: OrderCommand[]) => {
    for (const command of commands) expect(own.send(command), command.type).not.toEqual([]);
    return state();
  };
  if (payment === 'CREDIT' && total > 0)
    done({ type: 'AuthoriseCardPayment', at, recTradeId: 'D1', bankTransactionId: 'TP1', amount: total, authCode: '1' });
  const report = (code: string, count: number): OrderCommand => ({
    type: 'ReportParcelStatus',
    at: minute(count),
    tradeNo: first.data.orderNo,
    logisticsId: delivery.subtype === 'INTERNATIONAL' ? null : 'L1',
    subtype: delivery.subtype,
    code,
    carrierAt: minute(count),
    source: delivery.subtype === 'INTERNATIONAL' ? 'support' : 'callback',
  });
  return {
    state,
    done,
    report,
    send: () => done({ type: 'RecordShipment', ...shipped().data }, report('3001', 1)),
    /** pays what is owed */
    pay: () => {
      own.send({ type: 'StartRefunds', at });
      for (const { started: _, ...debt } of moneyOf(state()).debts) done({ type: 'IssueRefund', at, ...debt });
      return state();
    },
  };
}

describe('a return for which nothing is owed ends with the receipt of the goods', () => {
  test('where credit paid all of it', () => {
    const own = orderOf({ credit: 1100, total: 0 });
    own.send();
    const order = own.done(own.report('3003', 2), ask, approve, receive);
    expect(displayStatus(order).code).toBe('REFUNDED');
    expect(undatedMatters(order)).toEqual([]);
  });

  test('where goodwill paid the cash back before', () => {
    const own = orderOf({ payment: 'COD' });
    own.send();
    own.done(own.report('3003', 2), goodwill(1100));
    own.pay();
    expect(own.done(ask, approve, receive).returnState).toBe('REFUNDED');
  });

  test.each<[string, Partial<OrderTerms>]>([
    ['to a card', {}],
    ['by transfer', { payment: 'COD' }],
  ])('but not while goodwill that was granted before is still to be paid %s', (_, more) => {
    const own = orderOf({ memberId: null, ...more });
    own.send();
    const open = own.done(own.report('3003', 2), goodwill(1100), ask, approve, receive);
    expect([displayStatus(open).code, moneyOf(open).owed, waitingFor(open)]).toEqual(['RETURN', 1100, null]);
    expect(displayStatus(own.pay()).code).toBe('REFUNDED');
  });

  test('where the rewards that were spent use the refund up', () => {
    const own = orderOf({});
    own.send();
    expect(own.done(own.report('3003', 2), ask, approve, receive).returnState).toBe('RETURN');
    // The refund of a second charge is no money of the order.
    own.done({ type: 'RecordStrayCharge', at, recTradeId: 'D2', bankTransactionId: 'TP2', amount: 40 }, { type: 'StartRefunds', at });
    expect(own.done({ type: 'TakeRewardsBack', at, deducted: 1100 }).returnState).toBe('REFUNDED');
  });

  test('where the processor paid it back by itself', () => {
    const own = orderOf({});
    own.send();
    own.done(own.report('3003', 2), ask, approve, receive, { type: 'TakeRewardsBack', at, deducted: 0 });
    const elsewhere = { refundId: 'AT1', amount: 1100, reason: 'REFUNDED_AT_PROCESSOR', way: 'card', strayTradeId: null } as const;
    expect(own.done({ type: 'IssueRefund', at, ...elsewhere }).returnState).toBe('REFUNDED');
  });

  test('where it is abroad and too cheap for the scale', () => {
    const own = orderOf({ delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } });
    own.done(own.report('900', 1), own.report('20000', 2), { ...ask, at: '2026-12-20T00:00:00.000Z' } as OrderCommand, approve);
    const order = own.done(receive, { type: 'TakeRewardsBack', at, deducted: 0 });
    expect([moneyOf(order).owed, order.returnState]).toEqual([0, 'REFUNDED']);
  });

  test('but an exchange that is agreed is waited for', () => {
    const own = orderOf({ credit: 1100, total: 0 });
    own.send();
    const exchange: OrderCommand = { type: 'AgreeLinkedOrder', at, linkedOrderNo, kind: 'EXCHANGE', items: [item], note: '換貨' };
    expect(own.done(own.report('3003', 2), ask, approve, exchange, receive).returnState).toBe('RETURN');
    expect(own.done({ type: 'EndLinkedOrder', at, linkedOrderNo, outcome: 'NOT_PLACED' }).returnState).toBe('REFUNDED');
  });

  test('also while what was sent again stays with the buyer', () => {
    const own = orderOf({});
    own.send();
    const again: OrderCommand = { type: 'AgreeLinkedOrder', at, linkedOrderNo, kind: 'RESEND', items: [item], note: '補寄' };
    own.done(own.report('5002', 2), ask, approve, again, { type: 'RecordLinkedOrder', at, linkedOrderNo });
    const order = own.done(own.report('3003', 3), receive);
    expect([moneyOf(order).owed, order.returnState]).toEqual([0, null]);
  });
});

test('goodwill of all the cash ends nothing where credit paid most: the parcel goes out and may be returned', () => {
  const own = orderOf({ credit: 1000, total: 100 });
  own.done(goodwill(100));
  expect(own.pay().payment).toMatchObject({ status: 'SUCCESS', refunded: 100 });
  own.send();
  const delivered = own.done(own.report('3003', 2));
  expect(orderFacts(delivered).actions.return.open).toBe(true);
  expect(own.done(ask, approve, receive).returnState).toBe('REFUNDED');
});

describe('a return whose goods the carrier lost on their way to the buyer', () => {
  const later: OrderCommand = { type: 'EndReturn', at: minute(5) };

  test.each<[string, OrderCommand[], string]>([
    ['before the review', [ask], 'review'],
    ['after it', [ask, approve], 'undelivered'],
  ])('is known as such, and ends when all of its money went back: %s', (_, before, step) => {
    const own = orderOf({});
    own.send();
    const lost = own.done(...before, own.report('5002', 2));
    expect(openReturn(lost)).toMatchObject({ step, stuck: 'LOST' });
    expect(own.done(goodwill(1100)).returnState).not.toBeNull();
    const order = own.pay();
    expect([displayStatus(order).code, openReturn(order), waitingFor(order)]).toEqual(['REFUNDED', null, null]);
    expect(undatedMatters(order)).toEqual([]);
  });

  test('is ended by support where they are sent again', () => {
    const own = orderOf({});
    own.send();
    const again: OrderCommand = { type: 'AgreeLinkedOrder', at, linkedOrderNo, kind: 'RESEND', items: [item], note: '補寄' };
    own.done(ask, approve, own.report('5002', 2), again, { type: 'RecordLinkedOrder', at, linkedOrderNo });
    expect([own.state().returnState, own.state().timeline.at(-1)?.code]).toEqual(['RETURN', 'SENT_AGAIN']);
    const order = own.done(later);
    expect([order.returnState, waitingFor(order), undatedMatters(order)]).toEqual([null, null, []]);
    expect(order.timeline.at(-1)?.code).toBe('RETURN_ENDED');
    expect(orderDecider.decide(receive, order).ok, 'goods that are lost do not come back').toBe(false);
  });

  test('is ended with its exchange, so that they can be sent again; goods that are found and come back are received', () => {
    const own = orderOf({});
    own.send();
    const agree = (kind: 'EXCHANGE' | 'RESEND', no: string): OrderCommand => ({
      type: 'AgreeLinkedOrder',
      at,
      linkedOrderNo: no,
      kind,
      items: [item],
      note: '換貨',
    });
    own.done(ask, approve, agree('EXCHANGE', linkedOrderNo), own.report('5002', 2), later, agree('RESEND', 'LINKED0000000002'));
    expect(waitingFor(own.done({ type: 'RecordLinkedOrder', at, linkedOrderNo: 'LINKED0000000002' }))).toBeNull();
    expect(own.done(own.report('3003', 6), receive).return?.receivedAt).toBe(at);
  });

  test('is waited for as long as the carrier has not said so', () => {
    const own = orderOf({});
    own.send();
    const order = own.done(ask, approve);
    expect(openReturn(order)).toMatchObject({ step: 'undelivered', stuck: null });
    expect(orderDecider.decide(later, order)).toMatchObject({ ok: false, rejection: { code: 'RETURN_NOT_SENT' } });
    // Abroad, no carrier says so.
    const far = orderOf({ delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } });
    const sent = far.done(far.report('900', 1), ask, approve);
    expect(openReturn(sent)).toMatchObject({ step: 'undelivered', stuck: null });
    expect(orderDecider.decide(later, sent)).toMatchObject({ ok: false, rejection: { code: 'RETURN_NOT_SENT' } });
  });
});

describe('a return that was asked for before nobody collected the parcel ends with it', () => {
  test.each<[string, OrderCommand[]]>([
    ['before the review', [ask]],
    ['after it', [ask, approve]],
  ])('%s', (_, before) => {
    const own = orderOf({});
    own.send();
    own.done(...before, own.report('5004', 2));
    const order = own.pay();
    expect(displayStatus(order)).toEqual({ code: '5004', label: '未取貨，訂單已取消（已退款）' });
    expect(moneyOf(order)).toMatchObject({ paidBack: 1100, owed: 0 });
    expect([orderFacts(order).phase, waitingFor(order)]).toEqual(['not-collected', 'not-collected']);
    expect(undatedMatters(order)).toEqual([{ why: 'PARCEL', until: null }]);
  });

  test('where credit paid, and the carrier takes the word back: the return stays over', () => {
    const own = orderOf({ credit: 1100, total: 0 });
    own.send();
    own.done(ask, own.report('5004', 2));
    expect(own.done(own.report('3017', 3)).returnState).toBeNull();
  });

  test.each([
    ['before the review', [ask]],
    ['after it', [ask, approve]],
  ])('also where it moved on meanwhile, and is destroyed at the store: %s', (_, asked) => {
    const subtype = 'FAMIC2C';
    const own = orderOf({ credit: 1100, total: 0, delivery: { type: 'CVS', subtype } });
    own.done({ type: 'RecordShipment', ...shipped({ subtype }).data });
    own.done(...['3024', '3018', '3020', '3018'].map((code, index) => own.report(code, 1 + index)), ...asked);
    expect(own.state().returnState).not.toBeNull();
    const order = own.done(own.report('7035', 5));
    expect([order.returnState, waitingFor(order)]).toEqual([null, 'not-collected']);
    expect(undatedMatters(order)).toEqual([]);
  });

  test('but not one with an exchange, which waits for the goods', () => {
    const own = orderOf({});
    own.send();
    const exchange: OrderCommand = { type: 'AgreeLinkedOrder', at, linkedOrderNo, kind: 'EXCHANGE', items: [item], note: '換貨' };
    expect(own.done(ask, approve, exchange, own.report('5004', 2)).returnState).toBe('RETURN');
    expect(own.done(receive, { type: 'RecordLinkedOrder', at, linkedOrderNo }).returnState).toBeNull();
  });

  test('nor where a part is exchanged and the rest was paid back, until the exchange is off', () => {
    const lines = [5, 6].map((productId) => ({ ...line, productId, unitPrice: 490, subtotal: 490 }));
    const exchange: OrderCommand = { type: 'AgreeLinkedOrder', at, linkedOrderNo, kind: 'EXCHANGE', items: [item], note: '換貨' };
    const off: OrderCommand = { type: 'EndLinkedOrder', at, linkedOrderNo, outcome: 'NOT_PLACED' };
    for (const [before, returnState] of [
      [[], 'RETURN'],
      [[off], null],
    ] as const) {
      const own = orderOf({ lines });
      own.send();
      own.done(ask, approve, exchange, ...before, own.report('5004', 2));
      expect(own.pay().returnState).toBe(returnState);
    }
  });

  test('but not one whose goods were checked before', () => {
    const own = orderOf({});
    own.send();
    own.done(own.report('3003', 2), ask, approve, receive, own.report('3016', 3));
    expect(own.done(own.report('5004', 4)).returnState).toBe('RETURN');
  });
});

test('goods that are back end the matter of their parcel, also where the carrier takes the delivery back and loses the parcel', () => {
  const own = orderOf({});
  own.send();
  const late: OrderCommand = { ...ask, at: minute(60 * 24 * 12) };
  own.done(own.report('3003', 2), late, approve, receive, { type: 'TakeRewardsBack', at, deducted: 0 });
  expect(moneyOf(own.pay()).paidBack).toBe(980);
  for (const [count, code] of ['3016', '5002'].entries()) expect(undatedMatters(own.done(own.report(code, 3 + count))), code).toEqual([]);
});
