import { foldEvents, given } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CouponDefinition, readDefinition } from './coupon-definition.ts';
import { foundingDecider, FOUNDING_NUMBERS } from './founding.decide.ts';
import type { FoundingEvent } from './founding.ts';
import { leftOf } from './stock.ts';
import { stockDecider, type StockCommand } from './stock.decide.ts';
import type { CouponEvent } from './stock-events.ts';

const AT = '2026-11-01T00:00:00.000Z';
function definition(coupon_quantity: number | null): CouponDefinition {
  const read = readDefinition({
    coupon_id: 7,
    coupon_uid: 'FLASH',
    coupon_name: '限量',
    coupon_type: 'DISCOUNT',
    coupon_scope: 'ALL',
    coupon_formula: 'x-100',
    coupon_quantity,
  });
  if (!read.ok) throw new Error(read.faults.join());
  return read.definition;
}
const define = (quantity: number | null): StockCommand => ({ type: 'DefineCoupon', at: AT, definition: definition(quantity) });
const defined = (quantity: number | null): CouponEvent => ({ type: 'CouponDefined', data: { at: AT, definition: definition(quantity) } });
const of = (type: 'ReserveCoupon' | 'RedeemCoupon' | 'GiveBackCoupon', orderNo: string): StockCommand => ({ type, at: AT, orderNo });
const event = (type: 'CouponReserved' | 'CouponRedeemed' | 'CouponReleased' | 'CouponRestored', orderNo: string): CouponEvent => ({
  type,
  data: { at: AT, orderNo },
});
const stock = given(stockDecider);

test('stock = left + reserved + redeemed after any history, each command repeated, and no order holds two pieces', () => {
  const orderNo = fc.constantFrom('N1', 'N2', 'N3', 'N4', 'N5');
  const type = fc.constantFrom('ReserveCoupon' as const, 'RedeemCoupon' as const, 'GiveBackCoupon' as const);
  const anyCommand = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(type, orderNo).map(([kind, no]) => of(kind, no)) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 5 }).map(define) },
  );
  let soldOut = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.array(anyCommand, { maxLength: 40 }), (first, commands) => {
      let quantity = first;
      /** The plain model: who has a piece in hand, who has used one, and who may have none any more. */
      const [held, used, gone] = [new Set<string>(), new Set<string>(), new Set<string>()];
      const events: CouponEvent[] = [defined(quantity)];
      for (const command of commands) {
        const decision = stockDecider.decide(command, foldEvents(stockDecider, events));
        if (decision.ok) {
          events.push(...decision.events);
          expect(stockDecider.decide(command, foldEvents(stockDecider, events))).toEqual({ ok: true, events: [] });
        }
        const free = quantity - held.size - used.size;
        if (command.type === 'DefineCoupon') {
          const wanted = command.definition.coupon_quantity ?? 0;
          expect(decision.ok).toBe(wanted >= held.size + used.size);
          if (decision.ok) quantity = wanted;
        } else if (command.type === 'ReserveCoupon') {
          const has = held.has(command.orderNo) || used.has(command.orderNo);
          expect(decision.ok).toBe(has || (!gone.has(command.orderNo) && free > 0));
          if (decision.ok && !has) held.add(command.orderNo);
          if (!decision.ok) soldOut++;
        } else if (command.type === 'RedeemCoupon') {
          if (held.delete(command.orderNo)) used.add(command.orderNo);
        } else if (command.type === 'GiveBackCoupon') {
          held.delete(command.orderNo);
          used.delete(command.orderNo);
          gone.add(command.orderNo);
        }
        const state = foldEvents(stockDecider, events);
        if (!state) throw new Error('the coupon is gone');
        expect(state).toMatchObject({ reserved: held.size, redeemed: used.size });
        expect(leftOf(state)).toBe(quantity - held.size - used.size);
        expect(leftOf(state)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 500 },
  );
  expect(soldOut).toBeGreaterThan(50);
});

describe('a limited coupon', () => {
  test('the last piece goes to one order', () => {
    stock(defined(1)).when(of('ReserveCoupon', 'N1')).then(event('CouponReserved', 'N1'));
    stock(defined(1), event('CouponReserved', 'N1')).when(of('ReserveCoupon', 'N2')).rejected('COUPON_SOLD_OUT');
    stock(defined(1), event('CouponReserved', 'N1'), event('CouponReleased', 'N1'))
      .when(of('ReserveCoupon', 'N2'))
      .then(event('CouponReserved', 'N2'));
    stock(defined(0)).when(of('ReserveCoupon', 'N1')).rejected('COUPON_SOLD_OUT');
  });
  test('an order whose checkout ended takes nothing, also when its process comes late', () => {
    stock(defined(1)).when(of('GiveBackCoupon', 'N1')).then(event('CouponReleased', 'N1'));
    stock(defined(1), event('CouponReleased', 'N1')).when(of('ReserveCoupon', 'N1')).rejected('CHECKOUT_FAILED');
  });
  test('a completed order gives its piece back once', () => {
    const used = [defined(1), event('CouponReserved', 'N1'), event('CouponRedeemed', 'N1')];
    stock(...used)
      .when(of('GiveBackCoupon', 'N1'))
      .then(event('CouponRestored', 'N1'));
    stock(...used, event('CouponRestored', 'N1'))
      .when(of('GiveBackCoupon', 'N1'))
      .then();
  });
  test('the quantity is never set below what orders have', () =>
    stock(defined(2), event('CouponReserved', 'N1'), event('CouponReserved', 'N2')).when(define(1)).rejected('COUPON_QUANTITY_TOO_LOW'));
  test('after its end nobody reserves it, and who has it keeps it', () => {
    const ended: CouponEvent[] = [defined(2), event('CouponReserved', 'N1'), { type: 'CouponEnded', data: { at: AT } }];
    stock(...ended)
      .when(of('ReserveCoupon', 'N2'))
      .rejected('COUPON_EXPIRED');
    stock(...ended)
      .when(of('RedeemCoupon', 'N1'))
      .then(event('CouponRedeemed', 'N1'));
    stock(...ended)
      .when(define(9))
      .rejected('COUPON_ENDED');
    stock(...ended)
      .when({ type: 'EndCoupon', at: AT })
      .then();
    stock(defined(2))
      .when({ type: 'EndCoupon', at: AT })
      .then({ type: 'CouponEnded', data: { at: AT } });
  });
});

test('an unlimited coupon writes nothing about orders, so its stream does not grow', () => {
  for (const type of ['ReserveCoupon', 'RedeemCoupon', 'GiveBackCoupon'] as const) stock(defined(null)).when(of(type, 'N1')).then();
});
test('who reserved it before it became unlimited gives it back', () =>
  stock(defined(2), event('CouponReserved', 'N1'), { type: 'CouponChanged', data: { at: AT, definition: definition(null) } })
    .when(of('GiveBackCoupon', 'N1'))
    .then(event('CouponReleased', 'N1')));
test('an unknown coupon', () => stock().when(of('ReserveCoupon', 'N1')).rejected('COUPON_NOT_FOUND'));
test('the same definition again changes nothing', () => stock(defined(3)).when(define(3)).then());

test('founding numbers: a thousand members get one each, in order, and the 1001st gets none (decisions.md 23, 66)', () => {
  const events: FoundingEvent[] = [];
  const give = (memberId: string) => {
    const decision = foundingDecider.decide({ type: 'GiveNumber', at: AT, memberId }, foldEvents(foundingDecider, events));
    if (decision.ok) events.push(...decision.events);
    return decision;
  };
  for (let count = 1; count <= FOUNDING_NUMBERS; count += 250)
    for (let index = count; index < count + 250; index++)
      events.push({ type: 'FoundingNumberGiven', data: { at: AT, memberId: `m${index}`, number: index } });
  expect(give('m5')).toEqual({ ok: true, events: [] });
  expect(give('m1001')).toEqual({ ok: true, events: [] });
  expect(foldEvents(foundingDecider, events).size).toBe(FOUNDING_NUMBERS);
  events.length = 2;
  expect(give('m9')).toMatchObject({ events: [{ data: { memberId: 'm9', number: 3 } }] });
  expect(give('m9')).toEqual({ ok: true, events: [] });
});
