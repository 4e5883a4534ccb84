import { foldEvents } from '@nordhaut/platform/event-store/given';
import { describe, expect, test } from 'vitest';
import { orderDecider, type OrderCommand } from './order.decide.ts';
import type { OrderEvent } from './order-events.ts';
import { messages } from './messages.ts';
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

/** The events of the last command, or why it is rejected. */
function lastOf(commands: readonly OrderCommand[], command: OrderCommand): unknown {
  const decision = orderDecider.decide(command, foldEvents(orderDecider, historyOf(commands)));
  return decision.ok ? decision.events.map(({ type }) => type) : decision.rejection.message;
}

function asksAfter(commands: readonly OrderCommand[]): boolean {
  const order = foldEvents(orderDecider, historyOf(commands));
  return order !== null && needsOtherStore(order);
}

function historyOf(commands: readonly OrderCommand[]): OrderEvent[] {
  const events: OrderEvent[] = [];
  for (const command of commands) {
    const decision = orderDecider.decide(command, foldEvents(orderDecider, events));
    if (!decision.ok) throw new Error(`${command.type}: ${decision.rejection.code}`);
    events.push(...decision.events);
  }
  return events;
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

test('another store is chosen where it is needed, and while the choice has no answer only the same one, once more', () => {
  const choose = (id?: string): OrderCommand => ({ type: 'ChooseStore', at: shop(9), ...(id && { store: store(id) }), note: '顧客改選' });
  const answer = (outcome: 'changed' | 'refused', storeId = '991182'): OrderCommand => {
    return { type: 'RecordStoreChange', at: shop(10), storeId, outcome };
  };
  const closed = [...START, notice(1)];
  expect(lastOf(START, choose('991182'))).toBe(messages.storeChangeNotNeeded);
  expect(lastOf(closed, choose('131386'))).toBe(messages.storeSame);
  expect(lastOf(closed, choose())).toBe(messages.storeProblemSolved);
  expect(lastOf(closed, answer('changed')), 'nobody chose it').toEqual([]);
  const open = [...closed, choose('991182')];
  expect(lastOf(open, choose('991183'))).toBe(messages.storeChangeOpen);
  for (const again of [choose(), choose('991182')]) expect(lastOf(open, again)).toEqual(['PickupStoreChosen']);
  expect(lastOf(open, answer('changed', '991183'))).toEqual([]);
  expect(lastOf(open, answer('refused'))).toEqual(['PickupStoreRefused']);
  expect(lastOf([...open, answer('refused')], choose('991183')), 'the store is still closed').toEqual(['PickupStoreChosen']);
  expect(lastOf([...open, answer('refused')], notice(11)), 'a repeated notice of that store').toEqual([]);
  const changed = [...open, answer('changed')];
  expect(lastOf(changed, answer('changed')), 'answered before').toEqual([]);
  expect(lastOf(changed, choose('991183'))).toBe(messages.storeProblemSolved);
});

test('only the store of the buyer is another one to choose', () => {
  const ofSender = { ...notice(1), side: 'return' } as OrderCommand;
  expect(asksAfter([...START, ofSender])).toBe(false);
  expect(lastOf([...START, ofSender], { type: 'ChooseStore', at: shop(9), store: store('991182'), note: '' })).toBe(
    messages.storeChangeNotNeeded,
  );
  // One notice is about one side, and about one store.
  expect(lastOf([...START, ofSender], notice(2))).toEqual(['StoreProblemReported']);
  expect(lastOf([...START, notice(1)], notice(2, '01', '991182'))).toEqual(['StoreProblemReported']);
  expect(asksAfter([...START, notice(1), { type: 'CancelOrder', at: shop(2), reason: 'OTHER' }])).toBe(false);
});

test('a store is chosen for a buyer who is known', () => {
  const forgotten = { at: shop(2), purposes: ['contact'], requester: 'PERSON', reason: 'REQUESTED', kept: [] };
  const events = [...historyOf([...START, notice(1)]), { type: 'PersonalDataForgotten', data: forgotten } as OrderEvent];
  const choose: OrderCommand = { type: 'ChooseStore', at: shop(9), store: store('991182'), note: '' };
  expect(orderDecider.decide(choose, foldEvents(orderDecider, events))).toMatchObject({ rejection: { code: 'BUYER_FORGOTTEN' } });
});
