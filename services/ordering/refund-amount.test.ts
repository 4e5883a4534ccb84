import { shippingFee } from '@nordhaut/contracts';
import { given } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refund } from '../../scripts/naive-prices/returns.ts';
import { moneyOf } from './money.ts';
import { orderDecider } from './order.decide.ts';
import type { OrderEvent, OrderTerms } from './order-events.ts';
import type { GiftRecord } from './order-pricing.ts';
import { keptOf, returnRefund, withoutKept } from './refund-amount.ts';
import { AT, authorised, placed, shipped, terms } from './testing.ts';

const receivedAt = '2026-11-20T09:00:00.000Z';
const asked = (requestedAt: string) => ({ requestedAt, reason: 'NOT_STATED' as const, receivedAt: null, due: null });
const gift = (productId: number, more: Partial<GiftRecord> = {}): GiftRecord => ({
  productId,
  nameZh: '',
  nameEn: '',
  image: '',
  quantity: 1,
  value: 350,
  deductible: true,
  ...more,
});
const withGifts = (gifts: GiftRecord[]): OrderTerms['promotions'] => ({
  pricedAt: AT,
  coupons: [{ couponId: 1, uid: 'G', name: '', type: 'GIVEAWAY', scope: 'ALL', super: null, discount: null, gifts }],
  credit: [],
  goodsPaid: 0,
  takes: [],
  asked: { coupons: [], credit: 0 },
  personKeys: [],
});

test('the refund of any return is that of the naive implementation', () => {
  const delivery = fc.constantFrom('HOME', 'CVS', 'INTERNATIONAL');
  const goods = fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(999, 1_000, 1_100, 2_499, 2_500, 2_999, 3_000, 30_000));
  const amounts = { goods, discounts: fc.nat(3_000), credit: fc.nat(50_000), spent: fc.nat(600) };
  fc.assert(
    fc.property(
      fc.record({ ...amounts, delivery, byLaw: fc.boolean(), kept: fc.boolean(), trial: fc.boolean() }),
      ({ goods: subtotal, delivery: type, byLaw, kept, trial, spent, ...wanted }) => {
        const discounts = Math.min(subtotal, wanted.discounts);
        const fee = shippingFee(subtotal - discounts, type);
        const credit = Math.min(subtotal - discounts + fee, wanted.credit);
        const total = subtotal - discounts + fee - credit;
        const order = terms({
          subtotal,
          discounts: [{ couponId: '1', name: '', amount: discounts }],
          shippingFee: fee,
          credit,
          total,
          delivery: { type, subtype: type === 'CVS' ? 'FAMIC2C' : type === 'HOME' ? 'TCAT' : 'INTERNATIONAL' },
          promotions: withGifts([gift(91, { deductible: !trial })]) as NonNullable<OrderTerms['promotions']>,
        });
        const requestedAt = byLaw ? '2026-11-27T15:59:59.999Z' : '2026-11-27T16:00:00.000Z';
        const due = returnRefund({ terms: order, receivedAt, return: asked(requestedAt) }, kept ? { 91: 1 } : {});
        const keptGifts = kept ? [{ kind: trial ? ('TRIAL' as const) : ('OTHER' as const), shownValue: 350 }] : [];
        const naive = refund({
          delivery: type,
          goods: subtotal,
          discounts,
          fee,
          credit,
          withinSevenDays: byLaw,
          keptGifts,
          spentReward: spent,
        });
        expect(Math.max(0, due - spent)).toBe(naive.cash);
      },
    ),
  );
});

test('a gift that stays is deducted once for each piece that the order had', () => {
  const order = terms({ promotions: withGifts([gift(91, { quantity: 2 }), gift(92)]) as NonNullable<OrderTerms['promotions']> });
  const back = (kept: Record<number, number>) => returnRefund({ terms: order, receivedAt, return: asked(receivedAt) }, kept);
  expect([back({}), back({ 91: 1 }), back({ 91: 5 }), back({ 91: 2, 92: 1 }), back({ 93: 1 })]).toEqual([1100, 750, 400, 50, 1100]);
  // Two coupons may give the same product.
  const twice = terms({ promotions: withGifts([gift(91), gift(91)]) as NonNullable<OrderTerms['promotions']> });
  const ofTwo = (kept: Record<number, number>) => returnRefund({ terms: twice, receivedAt, return: asked(receivedAt) }, kept);
  expect([ofTwo({ 91: 1 }), ofTwo({ 91: 2 }), ofTwo({ 91: 5 })]).toEqual([750, 400, 400]);
});

test('gifts that stayed are recorded up to what there was, and are not sent again', () => {
  const gifts = [91, 91, 92].map((productId) => ({ ...gift(productId), couponId: '1' }));
  expect(keptOf({ gifts }, { 91: 5, 93: 1 })).toEqual([{ productId: 91, quantity: 2 }]);
  expect(withoutKept(gifts, [{ productId: 91, quantity: 1 }])).toMatchObject([91, 92].map((productId) => ({ productId, quantity: 1 })));
  expect(withoutKept([gift(91, { quantity: 3 })], [{ productId: 91, quantity: 1 }])).toMatchObject([{ quantity: 2 }]);
});

describe("the refund of a member's return", () => {
  const order = given(orderDecider);
  const parcel = { at: AT, tradeNo: terms().orderNo, logisticsId: 'L1', subtype: 'TCAT', source: 'poll', timed: true } as const;
  const events = (memberId: string | null, more: Partial<OrderTerms> = {}): OrderEvent[] => [
    placed({ memberId, ...more }),
    authorised,
    shipped(),
    { type: 'ParcelStatusReported', data: { ...parcel, code: '3003', current: true, finished: true } },
    { type: 'ReturnRequested', data: { at: AT, reason: 'NOT_STATED' } } as OrderEvent,
    { type: 'ReturnApproved', data: { at: AT, reason: 'SEVEN_DAYS' } } as OrderEvent,
    { type: 'ReturnReceived', data: { at: AT, reason: 'COMPLETE', due: 1_100 } } as OrderEvent,
  ];
  const start = { type: 'StartRefunds', at: AT } as const;
  const takeBack = (deducted: number) => ({ type: 'TakeRewardsBack', at: AT, deducted }) as const;
  const amounts = (found: readonly OrderEvent[]) => found.flatMap((event) => (event.type === 'RefundStarted' ? event.data.amount : []));

  test("waits for the rewards; a guest's does not", () => {
    order(...events('m'))
      .when(start)
      .then();
    const stray: OrderEvent = { type: 'StrayChargeFound', data: { at: AT, recTradeId: 'D2', bankTransactionId: 'TP2', amount: 40 } };
    expect(
      amounts(
        order(...events('m'), stray)
          .when(start)
          .thenEvents(),
      ),
      'a second charge does not wait',
    ).toEqual([40]);
    expect(
      amounts(
        order(...events(null))
          .when(start)
          .thenEvents(),
      ),
    ).toEqual([1_100]);
  });

  test('of a group order does not wait, because it earns nothing', () => {
    const group = { projectId: 1, address: 'salon', name: '團購' };
    const found = order(...events('m', { group }))
      .when(start)
      .thenEvents();
    expect(amounts(found)).toEqual([1_100]);
  });

  test.each([
    [0, [1_100]],
    [30, [1_070]],
    [5_000, []],
  ])('lacks %i that were spent of them, and never more than there is', (deducted, refunds) => {
    const recorded = order(...events('m'))
      .when(takeBack(deducted))
      .thenEvents();
    const history = [...events('m'), ...recorded];
    expect(
      amounts(
        order(...history)
          .when(start)
          .thenEventsOrNone(),
      ),
    ).toEqual(refunds);
    expect(moneyOf(order(...history).state as never).owed).toBe(refunds[0] ?? 0);
    // What the wallet said first stays.
    order(...history)
      .when(takeBack(deducted + 1))
      .then();
  });

  test('has nothing to take back before the goods are back', () => {
    order(...events('m').slice(0, -1))
      .when(takeBack(30))
      .then();
  });
});
