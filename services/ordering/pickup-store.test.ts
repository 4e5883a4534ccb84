import { foldEvents } from '@nordhaut/platform/event-store/given';
import { describe, expect, test } from 'vitest';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { OrderEvent } from './order-events.ts';
import { needsOtherStore } from './pickup-store.ts';
import { line, personal, subjectOf, terms } from './testing.ts';

const orderNo = 'N123456789ABCDEF';
const parcel = { tradeNo: `${orderNo}S1`, logisticsId: 'L1', subtype: 'UNIMARTC2C' } as const;
const store = (id: string) => ({ id, name: '門市', address: '臺北市大安區信義路' });
/** The shop's clock. The carrier's is an hour ahead. */
const shop = (minute: number): string => new Date(Date.parse('2026-11-20T01:00:00.000Z') + minute * 60_000).toISOString();
const carrier = (minute: number): string => shop(minute + 60);

const START: OrderCommand[] = [
  {
    type: 'PlaceOrder',
    at: shop(0),
    terms: terms({ orderNo, delivery: { type: 'CVS', subtype: 'UNIMARTC2C' } }),
    subject: subjectOf(orderNo),
    personal: { contact: { ...personal.contact, store: store('131386') } },
  },
  { type: 'AuthoriseCardPayment', at: shop(0), recTradeId: 'D1', bankTransactionId: 'T1', amount: 1_100, authCode: '1' },
  { type: 'RecordShipment', at: shop(0), ...parcel, code: '300', bookingNote: '', cvsPaymentNo: 'C1', cvsValidationNo: '1' },
];
const report = (code: string, minute: number): OrderCommand => ({
  type: 'ReportParcelStatus',
  at: shop(minute),
  ...parcel,
  code,
  carrierAt: carrier(minute),
  source: 'callback',
});
const notice = (minute: number, status = '01', storeId = '131386'): OrderCommand => ({
  type: 'ReportStoreProblem',
  at: carrier(minute),
  logisticsId: 'L1',
  side: 'pickup',
  status,
  storeId,
});
const change = (minute: number, storeId = '991182'): OrderCommand[] => [
  { type: 'ChooseStore', at: shop(minute), store: store(storeId), note: '顧客改選' },
  { type: 'RecordStoreChange', at: shop(minute + 1), storeId, outcome: 'changed' },
];

function asksAfter(commands: readonly OrderCommand[]): boolean {
  const events: OrderEvent[] = [];
  for (const command of commands) {
    const decision = orderDecider.decide(command, foldEvents(orderDecider, events));
    if (!decision.ok) throw new Error(`${command.type}: ${decision.rejection.code}`);
    events.push(...decision.events);
  }
  const order = foldEvents(orderDecider, events);
  return order !== null && needsOtherStore(order);
}

test('a change ends the problems that were reported before it, also where the clock of the carrier is ahead', () => {
  expect(asksAfter([...START, notice(1)])).toBe(true);
  expect(asksAfter([...START, report('2104', 1)])).toBe(true);
  expect(asksAfter([...START, notice(1), ...change(2)])).toBe(false);
  expect(asksAfter([...START, report('2104', 1), notice(1), ...change(2)])).toBe(false);
});

test('a problem that is reported after the change asks for another store again', () => {
  expect(asksAfter([...START, notice(1), ...change(2), notice(4, '04')])).toBe(true);
  expect(asksAfter([...START, report('2104', 1), ...change(2), report('2104', 4)])).toBe(true);
});

test('a store that is chosen again and closes again asks for another store; a repeated notice of an earlier store does not', () => {
  const back = [...START, notice(1), ...change(2), notice(4, '01', '991182'), ...change(5, '131386')];
  expect(asksAfter(back)).toBe(false);
  expect(asksAfter([...back, notice(8, '01', '991182')])).toBe(false);
  expect(asksAfter([...back, notice(8)])).toBe(true);
  expect(asksAfter([...back, notice(8), ...change(9), notice(12)])).toBe(false);
  expect(asksAfter([...START, notice(1), ...change(2), notice(4)])).toBe(false);
});

test("the carrier's own report of a changed store ends the problems before it", () => {
  expect(asksAfter([...START, report('2104', 1), report('2105', 2)])).toBe(false);
  expect(asksAfter([...START, report('2104', 1), notice(1), report('2105', 2)])).toBe(false);
});

test('a choice without an answer is sent again, also where the carrier reports the change or the arrival meanwhile', () => {
  const [choose = expect.fail('no choice'), answer = expect.fail('no answer')] = change(2);
  for (const reported of [['2105'], ['2105', '2030'], ['2105', '2030', '2073']]) {
    const open = [...START, report('2104', 1), choose, ...reported.map((code, at) => report(code, 3 + at))];
    expect(asksAfter(open), reported.join()).toBe(true);
    expect(asksAfter([...open, answer]), reported.join()).toBe(false);
  }
  for (const code of ['2067', '2074'])
    expect(asksAfter([...START, report('2104', 1), choose, report('2073', 3), report(code, 4)])).toBe(false);
});

test('no other store is asked for where the carrier lost the parcel', () => {
  expect(asksAfter([...START, notice(1), report('2101', 2)])).toBe(true);
  expect(asksAfter([...START, notice(1), report('7018', 2)])).toBe(false);
});

describe('a lost parcel that was sent again, and that is found at a closed store', () => {
  const items = [{ productId: line.productId, tier: line.tier, quantity: line.quantity }];
  const linkedOrderNo = 'LINKED0000000001';
  const again: OrderCommand = { type: 'AgreeLinkedOrder', at: shop(2), linkedOrderNo, kind: 'RESEND', items, note: '補寄' };
  const ended = (more: { outcome: 'CANCELLED' | 'NOT_COLLECTED' | 'RETURNED'; withdrawn?: true }): OrderCommand => ({
    type: 'EndLinkedOrder',
    at: shop(3),
    linkedOrderNo,
    ...more,
  });
  const asks = (...between: OrderCommand[]) => asksAfter([...START, report('7018', 1), ...between, report('2104', 4)]);

  test('asks for no other store while the second shipment stands, nor after it failed, because the money is owed', () => {
    expect(asks()).toBe(true);
    expect(asks(again)).toBe(false);
    for (const outcome of ['CANCELLED', 'NOT_COLLECTED', 'RETURNED'] as const) expect(asks(again, ended({ outcome })), outcome).toBe(false);
  });
  test('asks for one where the second shipment was withdrawn, because the goods may still arrive', () =>
    expect(asks(again, ended({ outcome: 'CANCELLED', withdrawn: true }))).toBe(true));
});
