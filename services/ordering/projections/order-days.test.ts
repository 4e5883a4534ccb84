import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyOf, orderCommands } from '../../../scripts/whole-shop/fixtures/random-orders.ts';
import { moneyOf } from '../money.ts';
import { orderDecider } from '../order.decide.ts';
import type { Order, OrderState } from '../order.ts';
import type { OrderEvent } from '../order-events.ts';
import { orderDaysProjection, orderFigures } from './order-days.ts';
import { ordersProjection } from './orders.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(orderDaysProjection.createTable('order_days'));
});
afterAll(() => database.drop());

const decoded = (event: OrderEvent): DecodedEvent => ({ ...event, stream: 'order-RANDOM' }) as unknown as DecodedEvent;
const inTaipei = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' });
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

it('has the figures of each day that the events have, and the money that the orders have, in batches of any size', async () => {
  const histories = fc
    .array(orderCommands('FIGURES000000001'), { minLength: 1, maxLength: 8 })
    .map((all) => all.map((commands) => historyOf(commands).events));
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 20 }), async (orders, size) => {
      await database.pool.query('truncate order_days');
      const events = orders.flat();
      const wanted = events.filter(({ type }) => orderDaysProjection.filter.types?.includes(type));
      for (let done = 0; done < wanted.length; done += size)
        await orderDaysProjection.fold(database.pool, 'order_days', wanted.slice(done, done + size).map(decoded));
      const days = await orderFigures(database.pool).days({ from: '2026-01-01', to: '2027-12-31' });

      // By day: counted without the projection's own rules.
      for (const figures of days) {
        const that = events.filter(({ data }) => inTaipei.format(new Date(data.at)) === figures.day);
        const of = (type: OrderEvent['type']): OrderEvent[] => that.filter((event) => event.type === type);
        expect(figures.orders).toBe(of('OrderPlaced').length);
        expect(figures.cancelled).toBe(of('OrderCancelled').length);
        expect(figures.payment_failures).toBe(of('CardPaymentFailed').length);
        expect(figures.refunds).toBe(of('RefundIssued').length);
        expect(figures.returns).toBe(of('ReturnRequested').length);
      }
      // In all: what the model of an order's money has.
      const states = orders.map((history) => foldEvents(orderDecider, history) as Order);
      expect(sum(days.map(({ ordered }) => ordered))).toBe(sum(states.map(({ terms }) => terms.total)));
      expect(sum(days.map(({ refunded }) => refunded))).toBe(sum(states.map((order) => moneyOf(order).paidBack)));
      expect(sum(days.map(({ charged }) => charged))).toBe(
        sum(states.map((order) => order.payment.paid + sum(order.strays.map(({ amount }) => amount)))),
      );
    }),
    { numRuns: 60 },
  );
});

it('has the money that the shop owes, by the day since when the oldest debt is open, that the events have', async () => {
  await database.pool.query(ordersProjection.createTable('orders'));
  await fc.assert(
    fc.asyncProperty(fc.array(orderCommands('OWED'), { minLength: 1, maxLength: 6 }), async (all) => {
      await database.pool.query('truncate orders');
      const expected = new Map<string, { day: string; orders: number; amount: number }>();
      for (const [index, commands] of all.entries()) {
        const orderNo = `OWED${index}`;
        /** the open debts in the order in which they began */
        const open = new Map<string, string>();
        let state: OrderState = null;
        const events = historyOf(commands).events.map((event, revision) => {
          const recordedAt = new Date(Date.parse('2026-11-22T12:00:00Z') + (index + revision) * 3_600_000).toISOString();
          return { ...event, stream: `order-${orderNo}`, revision, position: BigInt(revision), recordedAt, metadata: {} };
        });
        // The parcel and the terms keep their own number; the row has that of the stream's order.
        for (const event of events) if (event.type === 'OrderPlaced') event.data = { ...event.data, orderNo };
        await ordersProjection.fold(database.pool, 'orders', events as unknown as DecodedEvent[]);
        for (const event of events) {
          state = orderDecider.evolve(state, event as unknown as Parameters<typeof orderDecider.evolve>[1]);
          const ids = moneyOf(state as unknown as Order).debts.map(({ refundId }) => refundId);
          for (const id of open.keys()) if (!ids.includes(id)) open.delete(id);
          for (const id of ids) if (!open.has(id)) open.set(id, event.recordedAt);
        }
        const [since] = open.values();
        if (since === undefined) continue;
        const day = inTaipei.format(new Date(since));
        const before = expected.get(day) ?? { day, orders: 0, amount: 0 };
        expected.set(day, { day, orders: before.orders + 1, amount: before.amount + moneyOf(state as unknown as Order).owed });
      }
      expect(await orderFigures(database.pool).owed()).toEqual(
        [...expected.values()].toSorted((one, other) => one.day.localeCompare(other.day)),
      );
    }),
    { numRuns: 60 },
  );
});
