import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import { foldEvents } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CouponDefinition, readDefinition } from '../coupon-definition.ts';
import { stockDecider, type StockCommand } from '../stock.decide.ts';
import type { CouponEvent } from '../stock-events.ts';
import { couponsProjection } from './coupons.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(couponsProjection.createTable('coupons'));
});
afterAll(() => database.drop());

const AT = '2026-11-01T00:00:00.000Z';
function definition(coupon_quantity: number | null): CouponDefinition {
  const fields = { coupon_id: 7, coupon_uid: 'FLASH', coupon_name: '限量', coupon_type: 'DISCOUNT', coupon_scope: 'ALL' };
  const read = readDefinition({ ...fields, coupon_formula: 'x-100', coupon_quantity });
  if (!read.ok) throw new Error(read.faults.join());
  return read.definition;
}
const orderNo = fc.constantFrom('N1', 'N2', 'N3', 'N4');
const use = fc.constantFrom('ReserveCoupon' as const, 'RedeemCoupon' as const, 'GiveBackCoupon' as const);
const command: fc.Arbitrary<StockCommand> = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(use, orderNo).map(([type, no]) => ({ type, at: AT, orderNo: no })) },
  {
    weight: 2,
    arbitrary: fc
      .option(fc.integer({ min: 0, max: 5 }), { nil: null })
      .map((quantity) => ({ type: 'DefineCoupon' as const, at: AT, definition: definition(quantity) })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'EndCoupon' as const, at: AT }) },
);
const history = fc.array(command, { maxLength: 40 }).map((commands): CouponEvent[] => {
  const events: CouponEvent[] = [];
  for (const one of [{ type: 'DefineCoupon' as const, at: AT, definition: definition(3) }, ...commands]) {
    const decision = stockDecider.decide(one, foldEvents(stockDecider, events));
    if (decision.ok) events.push(...decision.events);
  }
  return events;
});

it('has the pieces of each coupon that its events have, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 9 }), async (coupons, batch) => {
      await database.pool.query('truncate coupons');
      let position = 0n;
      const decoded = coupons.flatMap((events, coupon) =>
        events.map(
          (event, revision) => ({ ...event, stream: `coupon-${coupon + 1}`, revision, position: position++ }) as unknown as DecodedEvent,
        ),
      );
      for (let from = 0; from < decoded.length; from += batch)
        await couponsProjection.fold(database.pool, 'coupons', decoded.slice(from, from + batch));
      const { rows } = await database.pool.query(
        'select reserved, redeemed, left_over, ended_at is not null as ended from coupons order by coupon_id::int',
      );
      expect(rows).toEqual(
        coupons.map((events) => {
          const orders = new Map<string, string>();
          let quantity: number | null = null;
          let ended = false;
          for (const event of events) {
            if (event.type === 'CouponDefined' || event.type === 'CouponChanged') quantity = event.data.definition.coupon_quantity;
            else if (event.type === 'CouponEnded') ended = true;
            else orders.set(event.data.orderNo, event.type);
          }
          const count = (type: string): number => [...orders.values()].filter((last) => last === type).length;
          const [reserved, redeemed] = [count('CouponReserved'), count('CouponRedeemed')];
          return { reserved, redeemed, left_over: quantity === null ? null : quantity - reserved - redeemed, ended };
        }),
      );
    }),
    { numRuns: 80 },
  );
});
