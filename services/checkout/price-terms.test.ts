import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { type Coupon, type Promotions, readCoupon } from '@nordhaut/promotions';
import { describe, expect, test } from 'vitest';
import { messages } from './messages.ts';
import { inOrder, type PriceDeps, priceTerms, promotionsOf } from './price-terms.ts';

const NOW = Date.parse('2026-11-22T04:00:00Z');
const couponOf = (fields: object): Coupon => {
  const read = readCoupon({ coupon_type: 'DISCOUNT', coupon_scope: 'SYSTEM', coupon_formula: 'x - 50', coupon_name: '折五十', ...fields });
  if (!read.ok) throw new Error(read.faults.join());
  return read.coupon;
};
const timer = couponOf({ coupon_id: 5, coupon_uid: 'pay_in_5_min' });
const facts = (more: Partial<Promotions> = {}): Promotions => ({
  at: NOW,
  coupons: [timer],
  stock: () => null,
  uses: () => 0,
  member: null,
  timer: { startedAt: NOW - 60_000, extendedAt: null, endedAt: null, usedBefore: false },
  payment: 'COD',
  gift: () => undefined,
  ...more,
});
const deps = (promotions: Promotions | undefined): PriceDeps => ({
  product: (productId) => ({
    productId,
    nameZh: '',
    nameEn: '',
    images: [],
    available: true,
    prices: { ORIGIN: 1_400, MEMBER: 1_100, ADDITIONAL: null },
    samples: [],
  }),
  factsOf: () => Promise.resolve(promotions && { promotions, wallet: null, hadTimerCoupon: () => Promise.resolve(false) }),
  personKeys: ({ phoneE164, visitor }) => [phoneE164, visitor ?? ''],
  endTimer: () => Promise.resolve(),
  clock: () => new Date(NOW),
});
const request = (expectedTotal: number): PlaceOrderRequest =>
  ({
    items: [{ productId: 1, quantity: 1, tier: 'ORIGIN' }],
    coupons: [],
    credit: 0,
    delivery: { type: 'HOME' },
    payment: { type: 'COD' },
    expectedTotal,
  }) as unknown as PlaceOrderRequest;
const guest = { memberId: null, timedVisitor: undefined, phone: undefined };
const asked = { e164: '+886912345678', address: '203.0.113.1', memberId: null, asker: 'v' };
const person = { phoneE164: '+886912345678', visitor: 'v' };

describe('the price of an order', () => {
  test('without coupons and credit leaves nothing in the history', async () => {
    const priced = await priceTerms(deps(undefined), request(1_400), guest);
    if (!priced.ok) throw new Error(priced.rejection.code);
    expect(promotionsOf(deps(undefined), priced, request(1_400), person)).toBeUndefined();
    const none = deps(facts({ timer: null }));
    const plain = await priceTerms(none, request(1_400), guest);
    if (!plain.ok) throw new Error(plain.rejection.code);
    expect(promotionsOf(none, plain, request(1_400), person)).toBeUndefined();
  });

  test('with a coupon that each person has once carries the keys of the person', async () => {
    const priced = await priceTerms(deps(facts()), request(1_350), guest);
    if (!priced.ok) throw new Error(priced.rejection.code);
    expect(promotionsOf(deps(facts()), priced, request(1_350), person)).toMatchObject({
      pricedAt: new Date(NOW).toISOString(),
      coupons: [{ uid: 'pay_in_5_min', discount: { amount: 50 } }],
      takes: [{ couponId: '5', oncePerPerson: true }],
      personKeys: ['+886912345678', 'v'],
      goodsPaid: 1_350,
    });
  });

  test('that ended within the grace is the one of that instant, and a difference names the new price', async () => {
    const over = facts({ timer: { startedAt: NOW - 610_000, extendedAt: null, endedAt: null, usedBefore: false } });
    const priced = await priceTerms(deps(over), request(1_350), guest);
    expect(priced).toMatchObject({ ok: true, quote: { price: 1_350 }, pricedAt: NOW - 11_000 });
    const late = facts({ timer: { startedAt: NOW - 631_000, extendedAt: null, endedAt: null, usedBefore: false } });
    expect(await priceTerms(deps(late), request(1_350), guest)).toMatchObject({
      ok: false,
      rejection: { code: 'AMOUNT_MISMATCH', details: { price: '1400' } },
    });
  });

  test.each([
    ['another total', 1_400, NOW - 60_000, asked, 0],
    ['a countdown that is over', 1_400, NOW - 700_000, asked, 0],
    ['a form that is refused', 1_350, NOW - 60_000, undefined, 0],
    ['the coupon', 1_350, NOW - 60_000, asked, 1],
  ])('with %s: whether the number had the coupon is asked only for the coupon (%d)', async (_, total, startedAt, phone, times) => {
    const asks: object[] = [];
    const promotions = facts({ timer: { startedAt, extendedAt: null, endedAt: null, usedBefore: false } });
    const hadTimerCoupon = (one: object) => Promise.resolve(asks.push(one) > 0);
    const answers = { ...deps(promotions), factsOf: () => Promise.resolve({ promotions, wallet: null, hadTimerCoupon }) };
    const priced = await priceTerms(answers, request(total), { ...guest, phone });
    expect(asks).toHaveLength(times);
    if (times > 0) expect(priced).toMatchObject({ ok: false, rejection: { code: 'AMOUNT_MISMATCH', details: { price: '1400' } } });
  });

  test.each([
    ['no coupon', undefined],
    ['a coupon of the shop that does not apply', facts({ timer: null })],
  ])('with %s, a difference is the specified problem', async (_, promotions) => {
    const { rejection } = (await priceTerms(deps(promotions), request(1), guest)) as { rejection: { message: string } };
    expect(rejection.message).toBe(messages.amountMismatch);
  });

  test.each<[string, Partial<Promotions>, string | null]>([
    ["a member's prices", { timer: null }, 'm1'],
    ['a countdown', {}, null],
  ])('with %s, a difference may be a change of the price', async (_, promotions, memberId) => {
    const { rejection } = (await priceTerms(deps(facts(promotions)), request(1), { ...guest, memberId })) as {
      rejection: { message: string };
    };
    expect(rejection.message).toMatch(/^金額已更新/);
  });

  test('ends the countdown of a number that had its coupon with the last refusal, so that the pages name the price of the order', async () => {
    const ended: object[] = [];
    const answers = (had: boolean): PriceDeps => ({
      ...deps(undefined),
      factsOf: () => Promise.resolve({ promotions: facts(), wallet: null, hadTimerCoupon: () => Promise.resolve(had) }),
      endTimer: (buyer) => Promise.resolve(void ended.push(buyer)),
    });
    const buyer = { memberId: null, timedVisitor: 'v', phone: asked };
    await priceTerms(answers(true), request(1_350), buyer, { isLast: false });
    await priceTerms(answers(false), request(1), buyer);
    expect(ended).toEqual([]);
    await priceTerms(answers(true), request(1_350), buyer);
    expect(ended).toEqual([{ visitor: 'v', memberId: null }]);
  });

  test('takes only the coupons that it used', async () => {
    const other = couponOf({ coupon_id: 6, coupon_uid: 'other' });
    const known = deps(facts({ coupons: [other, timer] }));
    const priced = await priceTerms(known, request(1_350), guest);
    if (!priced.ok) throw new Error(priced.rejection.code);
    expect(promotionsOf(known, priced, request(1_350), person)?.takes).toMatchObject([{ couponId: '5' }]);
  });

  test('does not depend on the order of the choices', () => {
    const sorted = [{ uid: 'A', gifts: ['g1', 'g2'] }, 'B'];
    expect(inOrder(['B', { uid: 'A', gifts: ['g2', 'g1'] }])).toEqual(sorted);
    expect(inOrder([{ uid: 'A', gifts: ['g1', 'g2'] }, 'B'])).toEqual(sorted);
  });
});
