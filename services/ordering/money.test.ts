import { RETURNED_OPENED } from '@nordhaut/contracts';
import { given } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayStatus, timelineLabel } from './display-status.ts';
import { orderFacts } from './facts.ts';
import { waitingFor } from './is-waiting.ts';
import { creditGrantable, granted, heldByBank, heldOfCharge, isPaidByCredit, moneyOf } from './money.ts';
import { messages } from './messages.ts';
import { overAt } from './open-matters.ts';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { Order, OrderState } from './order.ts';
import type { OrderEvent, OrderTerms, RefundIssued, RefundReason } from './order-events.ts';
import type { ReportParcelStatus } from './parcel.decide.ts';
import { returnRefund } from './refund-amount.ts';
import { openReturn } from './return.decide.ts';
import { isPurchase, isStanding } from './standing.ts';
import { AT, authorised, failed, line, placed, shipped, started, terms } from './testing.ts';

const order = given(orderDecider);
const orderNo = terms().orderNo;
const minute = (count: number): string => new Date(Date.parse(AT) + count * 60_000).toISOString();
const cod = placed({ payment: 'COD' });
const report = (code: string, at: number): ReportParcelStatus => ({
  type: 'ReportParcelStatus',
  at: minute(at),
  tradeNo: terms().orderNo,
  logisticsId: 'L1',
  subtype: 'TCAT',
  code,
  carrierAt: minute(at),
  source: 'callback',
});
const RETURNING = '5004';

/** Applies the commands in turn. @throws where one is rejected */
function after(history: readonly OrderEvent[], ...commands: OrderCommand[]): OrderEvent[] {
  const events = [...history];
  for (const command of commands)
    events.push(
      ...order(...events)
        .when(command)
        .thenEvents(),
    );
  return events;
}
const stateOf = (events: readonly OrderEvent[]): Order => order(...events).state as Order;

const refund = (more: Partial<RefundIssued['data']> = {}) =>
  ({ type: 'IssueRefund', at: AT, refundId: 'G1', amount: 10, reason: 'GOODWILL', way: 'card', strayTradeId: null, ...more }) as const;
const stray = { type: 'RecordStrayCharge', at: AT, recTradeId: 'D2', bankTransactionId: 'TP2', amount: 1100 } as const;
const cancel = { type: 'CancelOrder', at: AT, reason: 'CHANGED_MIND' } as const;
const start = { type: 'StartRefunds', at: AT } as const;
const ask = (at: string = AT) =>
  ({ type: 'RequestReturn', at, reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null }) as const;
const approve = { type: 'ApproveReturn', at: AT } as const;
const receive = { type: 'ReceiveReturn', at: AT, reason: 'COMPLETE' } as const;
const turnDown = (reason: 'OPENED_GOODS' | 'TOO_LATE' | 'NOT_RECEIVED_BACK') => ({ type: 'RejectReturn', at: AT, reason }) as const;

const paid = [placed(), authorised];
const sent = [...paid, shipped()];
const delivered = after(sent, report('3003', 60));

describe('refunds', () => {
  test.each([0, -1, -5000, 0.5, Number.NaN])('reject an amount of %d', (amount) =>
    order(...paid)
      .when(refund({ amount }))
      .rejected('REFUND_AMOUNT_INVALID'),
  );
  test('reject an amount above what is left', () => {
    order(...paid)
      .when(refund({ amount: 1101 }))
      .rejected('REFUND_TOO_HIGH');
    const part = after(paid, refund({ amount: 1000 }));
    order(...part)
      .when(refund({ refundId: 'G2', amount: 101 }))
      .rejected('REFUND_TOO_HIGH');
    expect(after(part, refund({ refundId: 'G2', amount: 100 }))).toHaveLength(4);
  });
  test('record one id once and reject another amount under the same id', () => {
    const once = after(paid, refund());
    order(...once)
      .when(refund({ at: minute(9) }))
      .then();
    order(...once)
      .when(refund({ amount: 11 }))
      .rejected('REFUND_ID_USED');
    order(...once)
      .when(refund({ strayTradeId: 'D2' }))
      .rejected('REFUND_ID_USED');
  });
  test('reject a reason without its fact', () => {
    for (const reason of ['CANCELLED', 'NOT_COLLECTED', 'SHIPMENT_REJECTED', 'PAYMENT_TOO_LATE', 'SECOND_CHARGE'] as const)
      order(...sent)
        .when(refund({ reason }))
        .rejected('REFUND_NOT_OWED');
    // Each debt is of one charge.
    const twice = order(...after(paid, stray, cancel));
    twice.when(refund({ reason: 'SECOND_CHARGE' })).rejected('REFUND_NOT_OWED');
    twice.when(refund({ reason: 'CANCELLED', strayTradeId: 'D2' })).rejected('REFUND_NOT_OWED');
  });
  test('reject the refund of a return before the goods are back', () => {
    const back = refund({ reason: 'RETURN', amount: 1100 });
    for (const history of [delivered, after(delivered, ask()), after(delivered, ask(), approve)])
      order(...history)
        .when(back)
        .rejected('RETURN_NOT_RECEIVED');
    expect(stateOf(after(delivered, ask(), approve, receive, back)).returnState).toBe('REFUNDED');
  });
  test('reject the receipt of goods that were never sent', () => {
    for (const history of [paid, sent])
      order(...after(history, ask(), approve))
        .when(receive)
        .rejected('RETURN_NOT_SENT');
    expect(moneyOf(stateOf(after(sent, report('3120', 60), ask(), approve, receive))).owed).toBe(1100);
  });
  test('pay cash back by transfer and set a returned cash order to REFUNDED', () => {
    const history = after([cod, shipped()], report('3003', 60), ask(), approve, receive);
    expect(moneyOf(stateOf(history))).toMatchObject({ taken: 1100, owed: 1100, debts: [{ reason: 'RETURN', way: 'transfer' }] });
    order(...history)
      .when(refund({ reason: 'RETURN', amount: 1100 }))
      .rejected('REFUND_WAY_WRONG');
    order(...history)
      .when(start)
      .then();
    const done = stateOf(after(history, refund({ reason: 'RETURN', amount: 1100, way: 'transfer' })));
    expect(displayStatus(done)).toEqual({ code: 'REFUNDED', label: '已退款' });
    expect(moneyOf(done)).toMatchObject({ taken: 1100, paidBack: 1100, owed: 0 });
    expect(done.payment).toMatchObject({ status: 'COLLECT', refunded: 0 });
  });
  test('of a return end it when all of it went back, not while a part is still to be paid', () => {
    const history = after(delivered, ask(), approve, receive, start);
    const refundId = `RT${orderNo}`;
    const part = stateOf(after(history, refund({ refundId, amount: 300, reason: 'RETURN' })));
    const elsewhere = stateOf(after(history, refund({ refundId: 'AT1', amount: 300, reason: 'REFUNDED_AT_PROCESSOR' })));
    for (const state of [part, elsewhere]) expect([state.returnState, moneyOf(state).owed]).toEqual(['RETURN', 800]);
    expect(elsewhere.timeline.at(-1)?.code).toBe('PARTLY_REFUNDED');
    const done = stateOf(after(history, refund({ refundId, amount: 1100, reason: 'RETURN' })));
    expect([done.returnState, done.payment.status, done.timeline.at(-1)?.code]).toEqual(['REFUNDED', 'RETURN', 'REFUNDED']);
    expect(granted(done), 'it is no goodwill').toBe(0);
    expect(openReturn(done)).toBeNull();
    const beside = after(delivered, ask(), approve, { type: 'GrantRefund', at: AT, amount: 100, note: '補償' }, receive, start);
    const returned = stateOf(after(beside, refund({ refundId, amount: 1000, reason: 'RETURN' })));
    expect([returned.returnState, moneyOf(returned).owed], 'goodwill is no part of it').toEqual(['REFUNDED', 100]);
  });
  test('of an order with credit that was cancelled pay all of its money back', () => {
    const history = after([placed({ credit: 300 }), authorised], cancel);
    expect(stateOf(after(history, refund({ amount: 1100, reason: 'CANCELLED' }))).payment.status).toBe('RETURN');
  });
  test('of which the processor paid a part say so, and the rest stays owed under an id that it accepts', () => {
    const refundId = `RF${orderNo}`;
    const part = after(paid, cancel, start, refund({ refundId, amount: 300, reason: 'CANCELLED' }));
    expect(part.slice(-2)).toMatchObject([
      { type: 'RefundIssued', data: { refundId, amount: 300 } },
      { type: 'RefundStarted', data: { refundId: `${refundId}2`, amount: 800, reason: 'CANCELLED', way: 'card' } },
    ]);
    expect(moneyOf(stateOf(part))).toMatchObject({ paidBack: 300, owed: 800, debts: [{ refundId: `${refundId}2`, started: true }] });
    order(...part)
      .when(refund({ refundId, amount: 300, reason: 'CANCELLED' }))
      .then();
    const decided = after(paid, cancel, start);
    for (const more of [{ amount: 0 }, { reason: 'OTHER' }, { strayTradeId: 'D2' }, { way: 'transfer' }] as const)
      order(...decided)
        .when(refund({ refundId, amount: 300, reason: 'CANCELLED', ...more }))
        .rejected('REFUND_ID_USED');
    expect(stateOf(after(part, refund({ refundId: `${refundId}2`, amount: 800, reason: 'CANCELLED' }))).payment.status).toBe('RETURN');
  });
  test('keep label and parcel after a part refund', () => {
    const label = displayStatus(stateOf(delivered));
    const state = stateOf(after(delivered, refund()));
    expect(displayStatus(state)).toEqual(label);
    expect(orderFacts(state)).toMatchObject({ phase: 'delivered', payment: 'paid', refund: { state: 'paid', amount: 10 } });
  });
  test('are decided once, and never repeat a refund that was made at the processor', () => {
    const history = after(paid, cancel, start);
    order(...history)
      .when(start)
      .then();
    const elsewhere = after(history, refund({ refundId: 'AT1', amount: 300, reason: 'REFUNDED_AT_PROCESSOR' }));
    expect(moneyOf(stateOf(elsewhere))).toMatchObject({ owed: 800, debts: [{ amount: 800, started: true }] });
    order(...elsewhere)
      .when(refund({ refundId: `RF${terms().orderNo}`, amount: 1100, reason: 'CANCELLED' }))
      .rejected('REFUND_ID_USED');
    // Only a refund that the processor made is a fact. Another one waits for those that were decided.
    order(...history)
      .when(refund({ reason: 'OTHER' }))
      .rejected('REFUND_TOO_HIGH');
  });
});

describe('a cancellation', () => {
  test('is accepted once, until the carrier has the parcel', () => {
    for (const history of [[placed()], paid, sent, after(sent, report('310', 5)), [cod, shipped()]])
      expect(after(history, cancel)).toHaveLength(history.length + 1);
    order(...after(sent, cancel))
      .when(cancel)
      .then();
  });
  test('is rejected after the first report other than 300 and 310, also after a late one', () => {
    const handed = after(sent, report('3001', 60));
    for (const history of [handed, delivered, after(sent, report('310', 90), report('3001', 60))])
      order(...history)
        .when(cancel)
        .rejected('PARCEL_HANDED_OVER');
    const abroad = placed({ delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } });
    const bySupport = { ...report('900', 5), subtype: 'INTERNATIONAL', logisticsId: null, source: 'support' } as const;
    order(...after([abroad, authorised], bySupport))
      .when(cancel)
      .rejected('PARCEL_HANDED_OVER');
  });
  test('owes the buyer the money of a card order, and nothing for a cash order', () => {
    expect(moneyOf(stateOf(after(sent, cancel)))).toMatchObject({ owed: 1100, debts: [{ reason: 'CANCELLED', way: 'card' }] });
    expect(moneyOf(stateOf(after([cod, shipped()], cancel)))).toMatchObject({ taken: 0, owed: 0 });
  });
  test('ends a return whose goods are not back', () =>
    expect(displayStatus(stateOf(after(paid, ask(), cancel))).label).toBe('訂單已取消（退款處理中）'));
  test('shows pages whether it is possible, and the reason where it is not', () => {
    const action = (history: OrderEvent[]) => orderFacts(stateOf(history)).actions.cancel;
    expect(action(sent)).toEqual({ open: true, reason: null });
    expect(action(delivered).reason).toEqual({ code: 'PARCEL_HANDED_OVER', message: expect.stringContaining('請改用退貨申請') });
    expect(action(after(delivered, ask())).reason).toEqual({ code: 'PARCEL_HANDED_OVER', message: '包裹已交給物流，無法取消' });
    expect(action(after(sent, cancel)).reason?.code).toBe('ALREADY_CANCELLED');
    expect(action([placed(), failed]).reason?.code).toBe('CANCEL_NOT_OFFERED');
  });
});

describe('a parcel that was not collected', () => {
  const back = after(sent, report(RETURNING, 60));
  test('owes the buyer the whole amount of a card order', () => {
    expect(moneyOf(stateOf(back))).toMatchObject({ owed: 1100, debts: [{ reason: 'NOT_COLLECTED', refundId: `RF${terms().orderNo}` }] });
    expect(displayStatus(stateOf(back)).label).toBe('未取貨，訂單已取消（退款處理中）');
    const done = after(back, start, refund({ refundId: `RF${terms().orderNo}`, amount: 1100, reason: 'NOT_COLLECTED' }));
    expect(displayStatus(stateOf(done)).label).toBe('未取貨，訂單已取消（已退款）');
  });
  // The buyer would wait for support, and nobody works on the parcel of an order that ended.
  test.each([
    ['5002', 'is lost'],
    ['5001', 'is damaged'],
  ])('stays not collected for its buyer at %s: it %s on its way back', (code) => {
    const paidBack = after(back, start, refund({ refundId: `RF${terms().orderNo}`, amount: 1100, reason: 'NOT_COLLECTED' }));
    const cash = after([cod, shipped()], report(RETURNING, 60));
    const credit = after([placed({ credit: 1100, total: 0 }), shipped()], report(RETURNING, 60));
    for (const [history, refunded] of [
      [paidBack, '（已退款）'],
      [cash, ''],
      [credit, ''],
    ] as const) {
      const state = stateOf(after(history, report(code, 90)));
      expect(displayStatus(state)).toEqual({ code, label: `未取貨，訂單已取消${refunded}` });
      const { phase, actions } = orderFacts(state);
      expect([phase, actions.return.open, isStanding(state), waitingFor(state)]).toEqual(['not-collected', false, false, 'not-collected']);
    }
    // Before the refund is decided, support decides about a lost parcel.
    expect(waitingFor(stateOf(after(back, report(code, 90))))).toBe('stuck');
  });
  // The sender's store closes while the parcel goes back there (providers §1.10).
  test.each([
    ['UNIMARTC2C', ['2073', '2074', '2076', '2104', '2105', '2072']],
    ['FAMIC2C', ['3018', '3020', '7032', '2105', '3031']],
  ] as const)('stays not collected where the store of the sender closes: %s', (subtype, codes) => {
    const toStore = (payment: 'CREDIT' | 'COD'): OrderEvent[] => [
      placed({ payment, delivery: { type: 'CVS', subtype } }),
      ...(payment === 'CREDIT' ? [authorised] : []),
      shipped({ subtype }),
    ];
    const reports = codes.map((code, index) => ({ ...report(code, 60 + index), subtype }));
    for (const count of codes.keys()) {
      if (count === 0) continue;
      const so = reports.slice(0, count + 1);
      for (const arrived of [so, so.toReversed()]) {
        const state = stateOf(after(toStore('CREDIT'), ...arrived));
        expect(moneyOf(state).debts, codes[count]).toMatchObject([{ reason: 'NOT_COLLECTED', amount: 1100 }]);
        expect(displayStatus(state).label, codes[count]).toBe('未取貨，訂單已取消（退款處理中）');
        expect([orderFacts(state).phase, isStanding(state), waitingFor(state)]).toEqual(['not-collected', false, 'not-collected']);
        expect(orderFacts(stateOf(after(toStore('COD'), ...arrived))).phase, codes[count]).toBe('not-collected');
      }
    }
    // On the way to the buyer, the same codes ask for another store.
    const onTheWay = stateOf(after(toStore('CREDIT'), { ...report('2105', 60), subtype }));
    expect([orderFacts(onTheWay).phase, moneyOf(onTheWay).owed]).toEqual(['on-its-way', 0]);
  });
  test('owes nothing again after a newer report, while no refund is decided', () => {
    const newer = report('3006', 90);
    expect(moneyOf(stateOf(after(back, newer))).owed).toBe(0);
    order(...after(back, newer))
      .when(start)
      .then();
    expect(moneyOf(stateOf(after(back, start, newer)))).toMatchObject({ owed: 1100, debts: [{ started: true }] });
  });
  test('owes nothing for a cash order', () =>
    expect(moneyOf(stateOf(after([cod, shipped()], report(RETURNING, 60))))).toMatchObject({ owed: 0 }));

  // A home parcel that was left at a store, and goes back from there.
  const WAY_BACK = ['3121', '3123', '3124', '3125', '5008'];
  const seen = (codes: readonly string[]): OrderCommand[] => codes.map((code) => report(code, 60 + WAY_BACK.indexOf(code)));
  test.each([
    ['at each code of its way back', WAY_BACK],
    ['where a poll saw only the driver', ['3121', '3125']],
    ['where the reports arrive in reverse order', WAY_BACK.toReversed()],
  ])('stays not collected %s', (_, codes) => {
    for (const count of codes.keys()) {
      const so = codes.slice(0, count + 1);
      if (so.every((code) => code === '3121')) continue;
      const state = stateOf(after(sent, ...seen(so)));
      expect(moneyOf(state).debts, so.join()).toMatchObject([{ reason: 'NOT_COLLECTED', amount: 1100 }]);
      expect([orderFacts(state).phase, isStanding(state)], so.join()).toEqual(['not-collected', false]);
      expect(displayStatus(state).label, so.join()).toMatch(/（退款處理中）$/);
      expect(orderFacts(state).actions.return.open, so.join()).toBe(false);
    }
  });
  test('is none where the buyer had it and gave it back, in any order of the reports', () => {
    const reports = [report('3006', 50), report('3003', 60), report('5008', 90)];
    for (const [first, second] of [reports, reports.toReversed()].map((all) => [all.slice(0, 2), all.slice(2)] as const)) {
      const state = stateOf(after(sent, ...first, ...second));
      expect([state.receivedAt, moneyOf(state).owed, isStanding(state)]).toEqual([minute(60), 0, true]);
      expect(moneyOf(stateOf(after([cod, shipped()], ...first, ...second))).taken).toBe(1100);
    }
    // In the same second, the end of the way back comes last.
    const same = [report('3003', 60), report('5008', 60)];
    for (const both of [same, same.toReversed()]) expect(stateOf(after(sent, report('3006', 50), ...both)).receivedAt).toBe(minute(60));
    // After the end of the way back, a report of a delivery says nothing, unless the carrier took that end back.
    const ended = after(sent, report('3006', 50), report('5008', 60));
    for (const [reports, owed] of [
      [[report('3003', 70)], 1100],
      [[report('3017', 61), report('3003', 70), report('5008', 80)], 0],
    ] as const)
      expect(moneyOf(stateOf(after(ended, ...reports))).owed).toBe(owed);
    // The carrier took its delivery back before.
    const corrected = [report('5008', 90), report('3003', 60), report('3016', 61)];
    expect(stateOf(after(sent, ...corrected)).receivedAt).toBeNull();
    expect(moneyOf(stateOf(after(sent, ...corrected))).owed).toBe(1100);
  });
});

describe('a second charge', () => {
  test.each([
    ['of an order that waits', [placed()]],
    ['of a paid one', paid],
    ['of a delivered one', delivered],
    ['of a cancelled one', after(paid, cancel)],
    ['of a failed one', [placed(), failed]],
    ['of a cash order', [cod]],
  ])('%s is owed whole, once', (_, history) => {
    const twice = after(history, stray);
    order(...twice)
      .when(stray)
      .then();
    const debts = moneyOf(stateOf(twice)).debts.filter(({ reason }) => reason === 'SECOND_CHARGE');
    expect(debts).toMatchObject([{ amount: 1100, way: 'card', refundId: `R2${terms().orderNo}`, strayTradeId: 'D2' }]);
    const done = after(twice, start, refund({ ...debts[0], at: AT, reason: 'SECOND_CHARGE' } as RefundIssued['data']));
    expect(moneyOf(stateOf(done)).debts.filter(({ reason }) => reason === 'SECOND_CHARGE')).toEqual([]);
    const decided = moneyOf(stateOf(after(twice, start))).debts.filter(({ strayTradeId }) => strayTradeId === 'D2');
    expect(decided).toMatchObject([{ amount: 1100, started: true }]);
    const { payment, timeline } = stateOf(done);
    expect([timeline.at(-1)?.code, payment.refunded]).toEqual(['SECOND_CHARGE_REFUNDED', 0]);
    expect(displayStatus(stateOf(twice)).code).toBe(displayStatus(stateOf(history)).code);
  });
  test('is recorded for a paid order, and never pays the order', () => {
    const again = { type: 'AuthoriseCardPayment', ...authorised.data, recTradeId: 'D2' } as const;
    expect(
      order(...paid)
        .when(again)
        .thenEvents(),
    ).toMatchObject([{ type: 'StrayChargeFound', data: { recTradeId: 'D2', amount: 1100 } }]);
    order(...after([placed()], stray))
      .when(again)
      .then();
    order(...paid)
      .when({ ...stray, recTradeId: 'D1' })
      .then();
    // It hinders neither the payment itself nor a third charge.
    order(...after([placed(), started], stray))
      .when({ type: 'AuthoriseCardPayment', ...authorised.data })
      .then(authorised);
    expect(moneyOf(stateOf(after(paid, stray, { ...stray, recTradeId: 'D3', amount: 40 }))).owed).toBe(1140);
    // A charge that does not fit the order is none of its own money.
    const mismatch: OrderEvent = { ...failed, data: { ...failed.data, reason: 'MISMATCH' } } as OrderEvent;
    expect(moneyOf(stateOf(after([placed(), started, mismatch], { ...stray, recTradeId: 'D1', amount: 40 }))).owed).toBe(40);
  });
});

describe('a refund that the card processor refuses for days', () => {
  const refundId = `RF${orderNo}`;
  const days = (count: number): string => minute(count * 24 * 60);
  const propose = (at: string) =>
    ({ type: 'ProposeRefund', at, amount: 1100, by: 'one', note: '銀行拒絕', as: 'by-transfer', refundId }) as const;
  const judge = (by: string, at = days(8)) =>
    ({ type: 'JudgeRefund', at, proposalId: 'P1', verdict: 'approve', by, proposer: 'one', note: '同意' }) as const;
  const refused = after(paid, cancel, start);
  const changed = after(refused, propose(days(7)), judge('two'));

  test('is paid by transfer after a week, when a second person approves it', () => {
    order(...refused)
      .when(propose(days(6)))
      .rejected('REFUND_NOT_OWED');
    order(...after(refused, propose(days(7))))
      .when(judge('one'))
      .rejected('PROPOSAL_OWN');
    expect(moneyOf(stateOf(changed)).debts).toMatchObject([{ refundId, amount: 1100, way: 'transfer', started: true }]);
    const done = stateOf(after(changed, refund({ refundId, reason: 'CANCELLED', amount: 1100, way: 'transfer' })));
    expect([moneyOf(done).owed, done.payment.status, heldByBank(done)]).toEqual([0, 'RETURN', 1100]);
  });
  test('is shown to the buyer as a transfer; only the money of goods that came back as the money of a return', () => {
    const shown = (history: readonly OrderEvent[]) => orderFacts(stateOf(history)).refund;
    expect(shown(refused)).toEqual({ state: 'owed', amount: 1100, ways: ['card'], ofReturn: false });
    expect(shown(changed)).toEqual({ state: 'owed', amount: 1100, ways: ['transfer'], ofReturn: false });
    const approved = after(delivered, ask(), approve);
    expect(shown(after(approved, stray))).toEqual({ state: 'owed', amount: 1100, ways: ['card'], ofReturn: false });
    expect(shown(after(approved, receive))).toMatchObject({ amount: 1100, ofReturn: true });
    expect(shown(after(approved, receive, stray))).toMatchObject({ amount: 2200, ofReturn: true });
    expect(shown(after(approved, receive, refund({ reason: 'RETURN', amount: 1100 }), stray))).toMatchObject({
      amount: 1100,
      ofReturn: false,
    });
    expect(shown(paid)).toEqual({ state: 'none', amount: 0 });
    expect(shown(after([cod], stray, cancel))).toMatchObject({ amount: 1100, ways: ['card'] });
    const items = [{ productId: 5, tier: 'ORIGIN', quantity: 1 }] as const;
    const link = { at: AT, linkedOrderNo: 'LINKED0000000001' } as const;
    const again = { type: 'AgreeLinkedOrder', ...link, kind: 'RESEND', items, note: '補寄' } as const;
    const failedAgain = { type: 'EndLinkedOrder', ...link, outcome: 'CANCELLED' } as const;
    expect(shown(after(sent, report('5002', 60), again, failedAgain))).toMatchObject({ amount: 1100, ofReturn: false });
  });
  test('leaves the other refunds of the order to the card', () => {
    const both = after(paid, stray, cancel, start, propose(days(7)), judge('two'));
    expect(moneyOf(stateOf(both)).debts.map(({ refundId: id, way }) => [id, way])).toEqual([
      [refundId, 'transfer'],
      [`R2${orderNo}`, 'card'],
    ]);
    order(...both)
      .when(propose(days(9)))
      .rejected('REFUND_NOT_OWED');
  });
  test('is asked of the card no more', () => {
    order(...changed)
      .when(start)
      .then();
    expect(moneyOf(stateOf(changed)).debts.some(({ way }) => way === 'card')).toBe(false);
  });
  test('is not paid twice: what was paid back to the card all the same ends it', () => {
    const elsewhere = refund({ refundId: 'AT1', amount: 1100, reason: 'REFUNDED_AT_PROCESSOR' });
    for (const command of [elsewhere, refund({ refundId, reason: 'CANCELLED', amount: 1100 })])
      expect(moneyOf(stateOf(after(changed, command)))).toMatchObject({ paidBack: 1100, owed: 0 });
    order(...after(refused, propose(days(7)), elsewhere))
      .when(judge('two'))
      .rejected('REFUND_NOT_OWED');
  });
});

test('a payment that the processor already paid back is one decision and ships nothing', () => {
  const gone = { type: 'RecordPaidBack', ...authorised.data, refunded: 1100, refundId: 'AT1' } as const;
  const events = order(placed()).when(gone).thenEvents();
  expect(events.map(({ type }) => type)).toEqual(['CardPaymentAuthorised', 'RefundIssued', 'OrderCancelled']);
  expect(moneyOf(stateOf([placed(), ...events]))).toMatchObject({ taken: 1100, paidBack: 1100, owed: 0 });
  order(placed(), ...events)
    .when(gone)
    .then();
  order(placed())
    .when({ ...gone, refunded: 0 })
    .rejected('PAYMENT_MISMATCH');
  for (const wrong of [{ refunded: 1101 }, { amount: 1000, refunded: 1000 }])
    order(placed())
      .when({ ...gone, ...wrong })
      .rejected('PAYMENT_MISMATCH');
  const part = after([placed()], { ...gone, refunded: 400 });
  expect(moneyOf(stateOf(part))).toMatchObject({ paidBack: 400, owed: 700 });
  expect([events, part].map((all) => all.at(-1)?.data)).toMatchObject([{ refundDue: false }, { refundDue: true }]);
  // A second charge is another payment, and what was cancelled before is cancelled once.
  expect(after([placed()], stray, gone)).toHaveLength(5);
  order(...after([placed()], { ...stray, recTradeId: authorised.data.recTradeId }))
    .when(gone)
    .then();
  expect(after([placed()], cancel, gone)).toHaveLength(4);
});

describe('a return within seven days', () => {
  // Received on 20 November in Taipei; the seventh day after it ends at 16:00 UTC on the 27th.
  const [last, tooLate] = ['2026-11-27T15:59:59.999Z', '2026-11-27T16:00:00.000Z'];
  test('can be rejected only for opened goods, also after they are back', () => {
    for (const history of [after(delivered, ask(last)), after(delivered, ask(last), approve)]) {
      order(...history)
        .when(turnDown('TOO_LATE'))
        .rejected('RETURN_REJECTION_UNLAWFUL');
      expect(after(history, turnDown('OPENED_GOODS'))).toHaveLength(history.length + 1);
    }
    expect(after(delivered, ask(tooLate), turnDown('TOO_LATE'))).toHaveLength(6);
  });
  test('cannot be rejected at all where the order has only the 15 ml essence, which may be opened', () => {
    const essence = { ...line, productId: RETURNED_OPENED };
    const bought = (...lines: OrderTerms['lines']) => after([placed({ lines }), authorised, shipped()], report('3003', 60));
    for (const history of [after(bought(essence), ask(last)), after(bought(essence), ask(last), approve)])
      order(...history)
        .when(turnDown('OPENED_GOODS'))
        .rejected('RETURN_REJECTION_UNLAWFUL');
    for (const history of [after(bought(essence, line), ask(last)), after(bought(essence), ask(tooLate))])
      expect(after(history, turnDown('OPENED_GOODS'))).toHaveLength(history.length + 1);
  });
  test('has no deduction; a later return is goodwill', () => {
    expect(moneyOf(stateOf(after(delivered, ask(last), approve, receive))).owed).toBe(1100);
    const late = after(delivered, ask(tooLate), approve, receive);
    expect(moneyOf(stateOf(late)).owed).toBe(980);
    const done = stateOf(after(late, refund({ amount: 980, reason: 'RETURN' })));
    expect([done.returnState, done.payment.status, done.timeline.at(-1)?.code]).toEqual(['REFUNDED', 'SUCCESS', 'REFUNDED']);
    const reasons = [last, tooLate].map((at) => after(delivered, ask(at), approve).at(-1)?.data);
    expect(reasons).toMatchObject([{ reason: 'SEVEN_DAYS' }, { reason: 'GOODWILL' }]);
  });
  test('ends where the goods do not come within 14 days, and is paid where they come later', () => {
    const end = (at: string) => ({ type: 'EndReturn', at }) as const;
    const days = (number: number) => new Date(Date.parse(AT) + number * 86_400_000).toISOString();
    order(...after(delivered, ask()))
      .when(end(days(30)))
      .rejected('RETURN_NOT_OFFERED');
    const open = after(delivered, ask(), approve);
    order(...open)
      .when(end(days(14)))
      .rejected('RETURN_NOT_OFFERED');
    // As a reason of the review it has the same rule, so that the review ends no return before the goods could come.
    const asked = after(delivered, ask(minute(20 * 24 * 60)));
    for (const history of [asked, after(asked, { ...approve, at: days(20) })])
      order(...history)
        .when({ ...turnDown('NOT_RECEIVED_BACK'), at: days(21) })
        .rejected('RETURN_NOT_OFFERED');
    order(...after(sent, ask(), approve))
      .when(end(days(30)))
      .rejected('RETURN_NOT_SENT');
    // The days count from the approval, whatever else happens.
    expect(after(open, { ...refund(), at: days(10) }, end(days(15)))).toHaveLength(open.length + 2);
    const ended = after(open, end(days(15)));
    expect(ended.at(-1)).toMatchObject({ type: 'ReturnRejected', data: { reason: 'NOT_RECEIVED_BACK' } });
    const kept = stateOf(ended);
    expect([waitingFor(kept), moneyOf(kept).owed, orderFacts(kept).phase]).toEqual([null, 0, 'delivered']);
    expect(overAt(kept)).not.toBeNull();
    expect(kept.timeline.map(({ code }) => timelineLabel(kept, code))).toContain('退貨已結束：未收到退回的商品');
    order(...ended)
      .when(ask())
      .rejected('RETURN_ALREADY_REQUESTED');
    const again = orderDecider.decide(end(days(16)), kept);
    expect(again, 'support reads why the button is closed').toMatchObject({ rejection: { message: '退貨已結束：未收到退回的商品' } });
    const late = stateOf(after(ended, { ...receive, at: days(20) }));
    expect([late.returnState, moneyOf(late).owed]).toEqual(['RETURN', 1100]);
    order(...after(ended, { ...receive, at: days(20) }))
      .when(end(days(40)))
      .rejected('RETURN_NOT_OFFERED');
    for (const before of [[ask()], [ask(), approve]])
      order(...after(delivered, ...before, turnDown('OPENED_GOODS')))
        .when(receive)
        .rejected('RETURN_NOT_OFFERED');
  });
  test('is closed for a reason that support reads', () => {
    const why = (history: readonly OrderEvent[], command: OrderCommand): string | undefined => {
      const decision = orderDecider.decide(command, stateOf(history));
      return decision.ok ? undefined : decision.rejection.message;
    };
    const asked = after(delivered, ask());
    const endOf = { type: 'EndReturn', at: AT } as const;
    for (const command of [receive, endOf]) expect(why(asked, command)).toBe(messages.returnNotApproved);
    const reasons: [OrderEvent[], string][] = [
      [delivered, messages.returnNotFound],
      [after(asked, approve), messages.returnApproved],
      [after(asked, approve, receive), messages.returnReceived],
      [after(asked, turnDown('OPENED_GOODS')), messages.returnRejected],
      [after(paid, ask(), cancel), messages.returnCancelled],
    ];
    for (const [history, message] of reasons) expect(why(history, approve)).toBe(message);
    for (const command of [receive, endOf]) expect(why(delivered, command)).toBe(messages.returnNotFound);
  });
  test('shows its last day to the page', () => {
    expect(orderFacts(stateOf(delivered)).returnDeadline).toBe(last);
    expect(orderFacts(stateOf(sent)).returnDeadline).toBeNull();
  });
  test('is the only one of the order, and is received once', () => {
    const refused = after(delivered, ask(), turnDown('OPENED_GOODS'));
    order(...refused)
      .when(ask())
      .rejected('RETURN_ALREADY_REQUESTED');
    expect(orderFacts(stateOf(refused)).actions.return.reason?.code).toBe('RETURN_ALREADY_REQUESTED');
    expect(timelineLabel(stateOf(refused), stateOf(refused).timeline.at(-1)?.code ?? '')).toBe('退貨申請未通過：商品已拆封');
    for (const history of [delivered, refused, after(delivered, ask(), approve, receive)])
      order(...history)
        .when(turnDown('OPENED_GOODS'))
        .rejected('RETURN_NOT_OFFERED');
    for (const history of [delivered, refused, after(delivered, ask(), approve)])
      order(...history)
        .when(approve)
        .rejected('RETURN_NOT_OFFERED');
    order(...after(delivered, ask(), approve, receive))
      .when(receive)
      .then();
  });
});

test('an order whose payment failed stands no more; a group order and goods that are sent again are no purchase', () => {
  const group = { projectId: 1, address: 'salon', name: '團購' };
  const linked = { orderNo: 'ORIGIN0000000001', kind: 'RESEND', value: 1100 } as const;
  const all = [[placed()], [placed(), failed], [placed({ group })], [placed({ total: 0, linked })]].map(stateOf);
  expect(all.map(isStanding)).toEqual([true, false, true, true]);
  expect(all.map(isPurchase)).toEqual([true, false, false, false]);
});

test('credit paid all of an order without money; what is sent again for another order was paid there', () => {
  const linked = { orderNo: 'ORIGIN0000000001', kind: 'RESEND', value: 1100 } as const;
  const all = [terms({ credit: 1100, total: 0 }), terms({ credit: 300 }), terms({ total: 0, linked }), cod.data];
  expect(all.map((one) => isPaidByCredit({ terms: one }))).toEqual([true, false, false, false]);
});

test('the card bank holds nothing of a charge that was only begun', () =>
  expect(heldOfCharge(stateOf([placed(), started]), started.data.recTradeId)).toBeUndefined());

test('a granted transfer is not owed while the carrier says that the cash was not collected', () => {
  const collected = after([cod, shipped()], report('3003', 60), { type: 'GrantRefund', at: AT, amount: 50, note: '補償' });
  expect(moneyOf(stateOf(collected))).toMatchObject({ taken: 1100, owed: 50 });
  const corrected = after(collected, report('3016', 61));
  expect(moneyOf(stateOf(corrected))).toMatchObject({ taken: 0, owed: 0, debts: [] });
  expect(moneyOf(stateOf(after(corrected, report('3003', 62))))).toMatchObject({ taken: 1100, owed: 50 });
});

test('shopping credit of goodwill: the worth of the order, without what went back to the buyer', () => {
  const ofCredit = [placed({ credit: 300, total: 1100, memberId: 'm1' }), authorised];
  const most = (events: readonly OrderEvent[]): number => creditGrantable(stateOf(events));
  expect(most(ofCredit)).toBe(1400);
  expect(most(after(ofCredit, { type: 'GrantGoodwillCredit', at: AT, amount: 100, note: '補償' }))).toBe(1300);
  expect(most(after(ofCredit, { type: 'GrantRefund', at: AT, amount: 200, note: '補償' }))).toBe(1200);
  const came = after([...ofCredit, shipped()], report('3003', 60), ask(), approve, receive);
  expect(most(came)).toBe(0);
  expect(most(after(came, { type: 'TakeRewardsBack', at: AT, deducted: 0 }, start))).toBe(0);
  // What a late return deducts stays with the shop.
  const late = after([placed({ memberId: 'm1' }), authorised, shipped()], report('3003', 60), ask(minute(60 * 24 * 20)), approve, receive);
  expect(most(late)).toBe(120);
  expect(most(after(ofCredit, cancel))).toBe(0);
  expect(most([placed(), failed])).toBe(0);
  // The shop or the carrier failed: the buyer may be consoled for the whole order.
  expect(most(after([...ofCredit, shipped()], report(RETURNING, 60)))).toBe(1400);
  const paidTooLate = after([placed(), failed, authorised], { ...cancel, reason: 'PAYMENT_TOO_LATE' });
  expect([most(paidTooLate), moneyOf(stateOf(paidTooLate)).debts[0]?.reason]).toEqual([1100, 'PAYMENT_TOO_LATE']);
  expect(most(after(ofCredit, stray, start)), 'a second charge is no money of the order').toBe(1400);
});

// A second, independent account of an order: it books each accepted event and derives the debt from the facts.
type Account = { charged: Map<string, number>; back: RefundIssued['data'][]; decided: Map<string, number>; facts: Facts };
type Facts = { parcel: string; collected: boolean; cancelled: boolean; late: boolean; due: number | undefined };
const OWN = 'own';
const add = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);

function book({ charged, back, decided, facts }: Account, { type, data }: OrderEvent, { payment, total }: OrderTerms, before: Order): void {
  if (type === 'CardPaymentAuthorised') {
    charged.set(OWN, data.amount);
    facts.late = before.payment.status === 'FAILED';
  }
  if (type === 'StrayChargeFound') charged.set(data.recTradeId, data.amount);
  if (type === 'OrderCancelled') facts.cancelled = true;
  if (type === 'ReturnReceived') facts.due = returnRefund(before);
  if (type === 'ParcelStatusReported' && data.current) {
    facts.parcel = data.code;
    if (data.code === '3003' || data.code === '20000') facts.collected = true;
    if (data.code === '3016' || data.code === RETURNING || data.code === '40000') facts.collected = false;
    if (payment !== 'COD') return;
    if (facts.collected) charged.set(OWN, total);
    else charged.delete(OWN);
  }
  if (type === 'RefundStarted') decided.set(data.refundId, data.amount);
  if (type === 'RefundIssued') {
    expect(back.map(({ refundId }) => refundId)).not.toContain(data.refundId);
    back.push(data);
    decided.delete(data.refundId);
  }
}

/** NT$ of the order's own money that the shop may keep, from the facts alone. */
function mayKeep({ charged, back, facts }: Account, payment: string, promised: number): number {
  const own = charged.get(OWN) ?? 0;
  const isBack = [RETURNING, '40000'].includes(facts.parcel) || (['3124', '5008'].includes(facts.parcel) && !facts.collected);
  if (facts.cancelled || facts.late || (payment === 'CREDIT' && isBack)) return 0;
  const given = add(back.flatMap(({ strayTradeId, reason, amount }) => (strayTradeId === null && reason !== 'RETURN' ? [amount] : [])));
  return Math.max(0, own - given - (facts.due ?? 0) - promised);
}

const REASONS: RefundReason[] = ['CANCELLED', 'NOT_COLLECTED', 'RETURN', 'SECOND_CHARGE', 'GOODWILL', 'REFUNDED_AT_PROCESSOR', 'OTHER'];
const LATE = minute(9 * 24 * 60);
const arbitraryRefund = fc
  .record({
    refundId: fc.constantFrom('G1', 'G2', `RF${orderNo}`, `RT${orderNo}`, `R2${orderNo}`),
    amount: fc.oneof(fc.constantFrom(1100, 980, 1, 0, -5), fc.integer({ min: -10, max: 1200 })),
    reason: fc.constantFrom(...REASONS),
    way: fc.constantFrom('card' as const, 'transfer' as const),
    strayTradeId: fc.constantFrom(null, null, 'D2', 'D3'),
  })
  .map((data): OrderCommand => refund(data));

const step = fc.oneof(
  fc.constantFrom<OrderCommand[]>(
    { type: 'AuthoriseCardPayment', ...authorised.data },
    { type: 'AuthoriseCardPayment', ...authorised.data, recTradeId: 'D2' },
    { type: 'FailCardPayment', at: AT, reason: 'ABANDONED', providerCode: null, recTradeId: null },
    { type: 'RecordPaidBack', ...authorised.data, refunded: 500, refundId: 'AT1' },
    { type: 'RecordShipment', ...shipped().data },
    { type: 'RejectShipment', at: AT, tradeNo: orderNo, reason: 'REFUSED_BY_CARRIER', carrierText: 'x' },
    cancel,
    ask(),
    approve,
    turnDown('OPENED_GOODS'),
    receive,
    stray,
    { ...stray, recTradeId: 'D3', amount: 40 },
    { type: 'GrantRefund', at: AT, amount: 300, note: '補償' },
  ),
  fc.constantFrom(start, start),
  // A refund that the processor refuses, and that two people pay by transfer.
  fc.constantFrom<OrderCommand[]>(
    { type: 'ProposeRefund', at: LATE, amount: 1100, by: 'one', note: '銀行拒絕', as: 'by-transfer', refundId: `RF${orderNo}` },
    { type: 'ProposeRefund', at: LATE, amount: 300, by: 'one', note: '銀行拒絕', as: 'by-transfer', refundId: `RG${orderNo}` },
    { type: 'JudgeRefund', at: LATE, proposalId: 'P1', verdict: 'approve', by: 'two', proposer: 'one', note: '同意' },
  ),
  fc.constantFrom('3006', '3003', '3016', RETURNING, '3124', '5008', '40000', '20000').map((code): OrderCommand => report(code, 0)),
  arbitraryRefund,
  // The process pays a refund that was decided. The processor may answer that it paid a part of it, also where a transfer was approved.
  fc.constantFrom('refund' as const, 'refund' as const, 'part of a refund' as const),
);

test('in every history, the charged amount is what is kept, paid back and owed', () => {
  let refunds = 0;
  fc.assert(
    fc.property(fc.constantFrom('CREDIT' as const, 'COD' as const), fc.array(step, { maxLength: 30, size: 'max' }), (payment, steps) => {
      const agreed = terms({ payment });
      let state: OrderState = stateOf([placed({ payment })]);
      const facts = { parcel: '', collected: false, cancelled: false, late: false, due: undefined };
      const account: Account = { charged: new Map(), back: [], decided: new Map(), facts };
      let revision = 0;
      for (const [index, next] of steps.entries()) {
        const { debts } = moneyOf(state as Order);
        const [open] = debts.filter(({ started }) => started);
        if (typeof next === 'string' && !open) continue;
        // A part of a transfer, or of the last dollar, is none.
        const isOfCard = open !== undefined && (payment === 'CREDIT' || open.strayTradeId !== null);
        const isPart = next === 'part of a refund' && isOfCard && open.amount > 1;
        const done =
          typeof next === 'string'
            ? refund({
                ...open,
                ...(isPart && { way: 'card' }),
                reason: open?.reason ?? 'OTHER',
                amount: isPart ? Math.ceil(open.amount / 3) : (open?.amount ?? 0),
              })
            : next;
        const command = done.type === 'ReportParcelStatus' ? { ...done, at: minute(index + 1), carrierAt: minute(index + 1) } : done;
        const decision = orderDecider.decide(command, state);
        if (!decision.ok) {
          // A refund that was decided can always be paid.
          expect(next).toBeTypeOf('object');
          continue;
        }
        for (const event of decision.events) {
          book(account, event, agreed, state as Order);
          state = orderDecider.evolve(state, { ...event, revision: ++revision, position: 0n, recordedAt: AT });
        }
        check(state as Order, account, payment);
        refunds += decision.events.filter(({ type }) => type === 'RefundIssued').length;
      }
    }),
    { numRuns: 5_000 },
  );
  expect(refunds).toBeGreaterThan(1_000);
});

function check(state: Order, account: Account, payment: string): void {
  const { charged, back } = account;
  const money = moneyOf(state);
  const total = add(charged.values());
  // The only refund without money: cash that was refunded before the carrier corrected its collection.
  const isOverdrawn = payment === 'COD' && !charged.has(OWN) && back.some(({ strayTradeId }) => strayTradeId === null);
  if (isOverdrawn) return;
  expect(money.taken).toBe(total);
  expect(money.paidBack).toBe(add(back.map(({ amount }) => amount)));
  const promised = add(
    state.startedRefunds.flatMap(({ strayTradeId, reason, amount }) => (strayTradeId === null && reason !== 'RETURN' ? [amount] : [])),
  );
  const kept = mayKeep(account, payment, promised);
  expect(money.owed, JSON.stringify([state.refunds, state.startedRefunds, account.facts])).toBe(total - kept - money.paidBack);
  expect(money.owed).toBeGreaterThanOrEqual(0);
  for (const refunded of back) expect(refunded.amount).toBeGreaterThanOrEqual(1);
  for (const [charge, amount] of charged)
    expect(add(back.flatMap((one) => ((one.strayTradeId ?? OWN) === charge ? [one.amount] : [])))).toBeLessThanOrEqual(amount);
  for (const id of ['D1', 'D2', 'D3']) {
    const own = payment === 'CREDIT' && state.payment.recTradeId === id ? charged.get(OWN) : undefined;
    const amount = own ?? charged.get(id);
    const charge = own === undefined ? id : OWN;
    const ofCard = back.filter(({ strayTradeId, way }) => (strayTradeId ?? OWN) === charge && way === 'card');
    expect(heldOfCharge(state, id)).toBe(amount && amount - add(ofCard.map((one) => one.amount)));
  }
  const card = add([...charged].map(([charge, amount]) => (charge === OWN && payment === 'COD' ? 0 : amount)));
  expect(heldByBank(state)).toBe(card - add(back.map(({ amount, way }) => (way === 'card' ? amount : 0))));
}
