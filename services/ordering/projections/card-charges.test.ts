import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyOf, orderCommands } from '../../../scripts/whole-shop/fixtures/random-orders.ts';
import { heldByBank, heldOfCharge } from '../money.ts';
import type { Order } from '../order.ts';
import type { OrderEvent } from '../order-events.ts';
import { cardCharges, cardChargesProjection } from './card-charges.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(cardChargesProjection.createTable('card_charges'));
});
afterAll(() => database.drop());

const ORDER_NO = 'CHARGES000000001';
const decoded = (event: OrderEvent): DecodedEvent => ({ ...event, stream: `order-${ORDER_NO}` }) as unknown as DecodedEvent;

it('has the money of each charge that the events have, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(orderCommands(ORDER_NO), fc.integer({ min: 1, max: 5 }), async (commands, size) => {
      await database.pool.query('truncate card_charges');
      const { events, state } = historyOf(commands);
      const wanted = events.filter(({ type }) => cardChargesProjection.filter.types?.includes(type));
      for (let done = 0; done < wanted.length; done += size)
        await cardChargesProjection.fold(database.pool, 'card_charges', wanted.slice(done, done + size).map(decoded));
      const order = state as Order;
      const { rows } = await database.pool.query('select coalesce(sum(charged - refunded), 0)::integer as held from card_charges');
      expect(rows[0].held).toBe(heldByBank(order));
      for (const { recTradeId, held } of await cardCharges(database.pool).of(['D1', 'D2']))
        expect(held).toBe(heldOfCharge(order, recTradeId));
    }),
    { numRuns: 100 },
  );
});
