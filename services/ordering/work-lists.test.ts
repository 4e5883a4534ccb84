import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { isNotCollected, stageOf } from '@nordhaut/logistics';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyOf, orderCommands } from '../../scripts/whole-shop/fixtures/random-orders.ts';
import { displayStatus } from './display-status.ts';
import { moneyOf } from './money.ts';
import { orderDecider } from './order.decide.ts';
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
  const isSettled = types.some((type) => type === 'CardPaymentAuthorised' || type === 'CardPaymentFailed' || type === 'OrderCancelled');
  return terms.payment === 'CREDIT' && !isSettled ? 'payment' : undefined;
}

test('the lists have each order that waits, since when, and what is owed, as its events say', async () => {
  const LISTS: readonly Waiting[] = ['payment', 'return', 'not-collected', 'refused', 'store'];
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
