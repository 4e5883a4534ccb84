import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { isNotCollected, stageOf } from '@nordhaut/logistics';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyOf, orderCommands } from '../../scripts/whole-shop/fixtures/random-orders.ts';
import { AT as at, personal, subjectOf, terms } from './testing.ts';
import { displayStatus } from './display-status.ts';
import { moneyOf } from './money.ts';
import { type OrderCommand, orderDecider } from './order.decide.ts';
import type { Order, OrderState } from './order.ts';
import { needsOtherStore } from './pickup-store.ts';
import { ordersProjection, type Waiting } from './projections/orders.ts';
import { workLists } from './work-lists.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(ordersProjection.createTable('orders'));
});
afterAll(() => database.drop());

/** What an order waits for, by the label that its buyer reads and by its events, without the rules of the read model. */
function waitOf(order: Order, types: readonly string[]): Waiting | undefined {
  const { code } = displayStatus(order);
  if (code === 'RETURN_APPLY' || code === 'RETURN') return 'return';
  const { parcel, receivedAt, terms } = order;
  const { subtype } = terms.delivery;
  const isBack = receivedAt === null && parcel && stageOf(subtype, parcel.code) === 'customer-return';
  if (parcel && (isBack || isNotCollected(subtype, parcel.code))) return 'not-collected';
  if (needsOtherStore(order)) return 'store';
  if (types.includes('ShipmentRejected')) return 'refused';
  if (types.at(-1) === 'LinkedOrderEnded') return 'held-up';
  const isSettled = types.some((type) => type === 'CardPaymentAuthorised' || type === 'CardPaymentFailed' || type === 'OrderCancelled');
  return terms.payment === 'CREDIT' && !isSettled ? 'payment' : undefined;
}

test('the lists have each order that waits, since when, and what is owed, as its events say', async () => {
  const LISTS: readonly Waiting[] = ['payment', 'return', 'not-collected', 'refused', 'store', 'held-up'];
  const all = { before: new Date('2099-01-01'), limit: 100 };
  const lists = workLists(database.pool);
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(orderCommands('WAITS'), { minLength: 1, maxLength: 6 }), async (orders) => {
      await database.pool.query('truncate orders');
      const expected = new Map<string, { wait: string; since: string }>();
      const owed = new Map<string, number>();
      for (const [index, commands] of orders.entries()) {
        const orderNo = `WAITS${index}`;
        const events = historyOf(commands).events.map((event, revision) => {
          const recordedAt = new Date(Date.parse('2026-11-22T12:00:00Z') + (index * 100 + revision) * 60_000).toISOString();
          return { ...event, stream: `order-${orderNo}`, revision, position: BigInt(revision), recordedAt, metadata: {} };
        });
        for (const event of events) if (event.type === 'OrderPlaced') event.data = { ...event.data, orderNo };
        await ordersProjection.fold(database.pool, 'orders', events as unknown as DecodedEvent[]);
        let state: OrderState = null;
        for (const [at, event] of events.entries()) {
          state = orderDecider.evolve(state, event as unknown as Parameters<typeof orderDecider.evolve>[1]);
          const types = events.slice(0, at + 1).map(({ type }) => type);
          const wait = waitOf(state as unknown as Order, types);
          if (wait === undefined) expected.delete(orderNo);
          else if (expected.get(orderNo)?.wait !== wait) expected.set(orderNo, { wait, since: event.recordedAt });
        }
        const { owed: amount } = moneyOf(state as unknown as Order);
        if (amount > 0) owed.set(orderNo, amount);
      }
      for (const list of LISTS) {
        const rows = await lists.waiting(list, all);
        const those = [...expected].filter(([, { wait }]) => wait === list);
        if (those.length > 0) met.add(list);
        expect(rows.map(({ orderNo, since }) => [orderNo, since.toISOString()]).toSorted(), list).toEqual(
          those.map(([orderNo, { since }]) => [orderNo, since]).toSorted(),
        );
      }
      expect(new Map((await lists.owedMoney(all)).map(({ orderNo, amount }) => [orderNo, amount]))).toEqual(owed);
    }),
    { numRuns: 100 },
  );
  expect([...met].toSorted()).toEqual(expect.arrayContaining(['payment', 'return']));
}, 60_000);

test('an order whose second shipment was withdrawn while the first is held up waits, since then, until it is sent again', async () => {
  await database.pool.query('truncate orders');
  const orderNo = 'HELDUP0000000001';
  const parcel = { tradeNo: `${orderNo}S1`, logisticsId: 'L1', subtype: 'TCAT' } as const;
  const report = (code: string, minute: number): OrderCommand => {
    const carrierAt = new Date(Date.parse(at) + minute * 60_000).toISOString();
    return { type: 'ReportParcelStatus', at: carrierAt, ...parcel, code, carrierAt, source: 'callback' };
  };
  const resend = (linkedOrderNo: string): OrderCommand => ({
    type: 'AgreeLinkedOrder',
    at,
    kind: 'RESEND',
    items: [{ productId: 5, tier: 'ORIGIN', quantity: 1 }],
    linkedOrderNo,
    note: '重新寄出',
  });
  const commands: OrderCommand[] = [
    { type: 'PlaceOrder', at, terms: terms({ orderNo }), subject: subjectOf(orderNo), personal },
    { type: 'AuthoriseCardPayment', at, recTradeId: 'D1', bankTransactionId: 'T1', amount: 1_100, authCode: '1' },
    { type: 'RecordShipment', at, ...parcel, code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' },
    report('3006', 1),
    report('5003', 2),
    resend('LINKED0000000001'),
    { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'CANCELLED', withdrawn: true },
    resend('LINKED0000000002'),
  ];
  let state: OrderState = null;
  let revision = 0;
  const listed: string[][] = [];
  for (const command of commands) {
    const decision = orderDecider.decide(command, state);
    if (!decision.ok) throw new Error(decision.rejection.code);
    for (const event of decision.events) {
      const recordedAt = new Date(Date.parse(at) + revision * 60_000).toISOString();
      const recorded = { ...event, stream: `order-${orderNo}`, revision, position: BigInt(revision), recordedAt, metadata: {} };
      await ordersProjection.fold(database.pool, 'orders', [recorded] as unknown as DecodedEvent[]);
      state = orderDecider.evolve(state, recorded as unknown as Parameters<typeof orderDecider.evolve>[1]);
      revision += 1;
    }
    const rows = await workLists(database.pool).waiting('held-up', { before: new Date('2099-01-01'), limit: 10, only: orderNo });
    listed.push(rows.map(({ since }) => since.toISOString()));
  }
  expect(listed.slice(0, 6).flat()).toEqual([]);
  expect(listed.slice(6)).toEqual([[new Date(Date.parse(at) + 6 * 60_000).toISOString()], []]);
});
