import { memberDecider, memberStream } from '@nordhaut/accounts';
import type { MemberVouchers, PlaceOrderAnswer, PriceAnswer } from '@nordhaut/contracts';
import { makePrime } from '@nordhaut/simulators';
import { type CouponFields, walletDecider, walletStream } from '@nordhaut/promotions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, codOrder, main, recipient } from './fixtures/browser.ts';
import { register } from './fixtures/member-operations.ts';
import { hundredOff, type Member, memberWith, prepare, send, stockOf, walletOf } from './fixtures/member-promotions.ts';
import { cardOrder, MASTERCARD, storeDelivery, STORES, VISA } from './fixtures/orders.ts';
import { orderOf } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ CASH_LIMIT: 'off' });
});
afterAll(() => shop.close());

/** A coupon that the shop applies by itself to every cart with the product. */
const ofShop = (productId: number): Partial<CouponFields> => ({
  coupon_scope: 'SYSTEM',
  coupon_auto_loading: '1',
  coupon_product: [productId],
  coupon_quantity: 1,
});
const one = (productId: number) => [{ productId, quantity: 1, tier: 'ORIGIN' as const }];

const priceOf = async (visitor: Browser, items: typeof main, coupons: string[] = []) =>
  (await visitor.post<PriceAnswer>('/api/getPrice/', { items, portType: 'HOME', coupons })).body;
const discountOf = async (...asked: Parameters<typeof priceOf>) =>
  (await priceOf(...asked)).discounts.reduce((sum, { amount }) => sum + amount, 0);
/** Guests' prices look at coupons that were read before, and a member's price reads them. */
async function known(visitor: Browser, items: typeof main): Promise<void> {
  await priceOf((await memberWith(shop, 0)).visitor, items);
  expect(await discountOf(visitor, items)).toBe(100);
}

/** Takes an order to the bank, comes back, and sends another one in its place. */
async function backFromBank(visitor: Browser, items: typeof main, coupons: string[], couponId: number) {
  const first = await prepare(visitor, cardOrder(VISA, { items }), { coupons, credit: 0 });
  const { expectedTotal } = first.request;
  expect((await send(visitor, first)).body.paymentUrl).toBeDefined();
  expect(await stockOf(shop, couponId)).toMatchObject({ reserved: 1 });
  expect((await priceOf(visitor, items, coupons)).price, 'the page names the price of the next try').toBe(expectedTotal);
  const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const again = { ...first.request, orderNo, payment: { type: 'COD' as const }, replaces: first.request.orderNo };
  expect((await send(visitor, { request: again, key: crypto.randomUUID() })).body).toMatchObject({ total: expectedTotal });
  expect(await stockOf(shop, couponId)).toEqual({ quantity: 1, reserved: 0, redeemed: 1 });
}

test('a member who is back from the bank keeps the last piece of a coupon', async () => {
  const uid = await hundredOff(shop, 701, { coupon_quantity: 1 });
  await backFromBank((await memberWith(shop, 0)).visitor, main, [uid], 701);
});

test('a guest who is back from the bank keeps the last piece of a coupon of the shop', async () => {
  const visitor = shop.visit();
  await hundredOff(shop, 702, ofShop(5));
  await known(visitor, one(5));
  await backFromBank(visitor, one(5), [], 702);
});

test('the price of the next guest lacks a coupon of the shop as soon as its last piece is gone, and orders', async () => {
  await hundredOff(shop, 703, ofShop(9));
  const [visitor, next] = [shop.visit(), shop.visit()];
  await known(visitor, one(9));
  const order = codOrder({ items: one(9) });
  const sent = async (browser: Browser) => {
    const { price: expectedTotal } = await priceOf(browser, order.items);
    for (const item of order.items) await browser.post('/api/cart/items', item);
    const orderNo = (await browser.post<{ id: string }>('/api/genUid/', {})).body.id;
    return (await browser.post<PlaceOrderAnswer>('/api/orders', { ...order, orderNo, expectedTotal })).body;
  };
  const first = await sent(visitor);
  expect(first.total).toBeDefined();
  await expect.poll(() => discountOf(next, order.items)).toBe(0);
  expect(await sent(next)).toMatchObject({ total: first.total + 100 });
});

/** The order that replaces the waiting one gives these gifts of a coupon. */
async function giftsOfSecond({ visitor, memberId }: Member, couponId: number): Promise<string[]> {
  const gift = (couponIdOf: string | null): boolean => couponIdOf === String(couponId);
  const first = await prepare(visitor, cardOrder(VISA), { coupons: [], credit: 0 });
  expect((await send(visitor, first)).body.paymentUrl).toBeDefined();
  expect((await orderOf(shop, first.request.orderNo))?.terms.gifts.filter((one) => gift(one.couponId))).not.toEqual([]);
  await caughtUp(shop);
  const page = await priceOf(visitor, main);
  expect(
    page.gifts.filter((one) => gift(one.couponId)),
    'the page shows the gift',
  ).not.toEqual([]);
  const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const again = { ...first.request, orderNo, payment: { type: 'COD' as const }, replaces: first.request.orderNo };
  expect((await send(visitor, { request: again, key: crypto.randomUUID() })).body.total).toBe(first.request.expectedTotal);
  expect((await walletOf(shop, memberId)).orders.map(({ state }) => state).filter((state) => state !== 'noted')).toEqual([
    'released',
    'redeemed',
  ]);
  return (await orderOf(shop, orderNo))?.terms.gifts.filter((one) => gift(one.couponId)).map(({ nameZh }) => nameZh) ?? [];
}
const GIFT: Partial<CouponFields> = {
  coupon_type: 'GIVEAWAY',
  coupon_formula: null,
  coupon_quantity: null,
  coupon_product: 'ALL',
  coupon_items: [{ product_uid: 'NH01GC050T', product_quantity: 1 }],
};

test('a member who is back from the bank keeps a gift that the shop gives once', async () => {
  await hundredOff(shop, 704, { ...ofShop(5), ...GIFT, coupon_max_usage: 1 });
  expect(await giftsOfSecond(await memberWith(shop, 0), 704)).toHaveLength(1);
});

test('a member who is back from the bank still has the shopping credit of the order that waits there', async () => {
  const { visitor, memberId } = await memberWith(shop, 500);
  const balance = async () => (await visitor.get<MemberVouchers>('/api/member/vouchers')).body;
  const first = await prepare(visitor, cardOrder(VISA), { coupons: [], credit: 300 });
  expect((await send(visitor, first)).body.paymentUrl).toBeDefined();
  await caughtUp(shop);
  expect((await walletOf(shop, memberId)).grants).toMatchObject([{ reserved: 300 }]);
  expect(await balance()).toMatchObject({ balance: 500, vouchers: [{ reserved: 0 }] });
  const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const again = { ...first.request, orderNo, payment: { type: 'COD' as const }, replaces: first.request.orderNo };
  expect((await send(visitor, { request: again, key: crypto.randomUUID() })).body).toMatchObject({ total: first.request.expectedTotal });
  await caughtUp(shop);
  expect(await balance()).toMatchObject({ balance: 200 });
});

test('a founding member who is back from the bank keeps the birthday set', async () => {
  const member = await memberWith(shop, 0);
  await hundredOff(shop, 705, { ...ofShop(5), ...GIFT, coupon_uid: 'original_birthday' });
  const { commands } = shop.shop.engine;
  const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const context = () => ({ commandId: crypto.randomUUID(), actor: { kind: 'support', id: 'tester' }, now: new Date() }) as const;
  for (const command of [
    { type: 'NoteDelivery', at: ago(60), orderNo: 'EARLIER', goodsPaid: 3_000, countsAt: ago(52) },
    { type: 'ReceiveNumber', at: ago(40), number: 7 },
  ] as const)
    await commands.handle(walletStream(member.memberId), walletDecider, command, context());
  const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(5, 7);
  const born = {
    type: 'ChangeProfile',
    at: ago(100),
    subject: `member:${member.memberId}`,
    changes: { birthday: `1990-${month}-15` },
    phoneKey: null,
  } as const;
  expect(await commands.handle(memberStream(member.memberId), memberDecider, born, context())).toMatchObject({ ok: true });
  expect(await giftsOfSecond(member, 705)).toHaveLength(1);
});

test.each([
  ['has no card', { payment: { type: 'CREDIT' as const } }, 'VALIDATION_FAILED'],
  [
    'goes to no store',
    {
      payment: { type: 'CREDIT' as const, prime: makePrime(MASTERCARD, Date.now()) },
      delivery: storeDelivery('UNIMARTC2C', { ...STORES.UNIMARTC2C, id: '999999' }),
    },
    'STORE_UNKNOWN',
  ],
  ['has no district', { payment: { type: 'COD' as const }, recipient: { ...recipient, district: '無此區' } }, 'DISTRICT_UNKNOWN'],
])('an order that %s costs the one at the bank nothing', async (_, more, code) => {
  const { visitor, memberId } = await memberWith(shop, 0);
  const uid = await hundredOff(shop, 706, { coupon_max_usage: 1 });
  const first = await prepare(visitor, cardOrder(VISA), { coupons: [uid], credit: 0 });
  expect((await send(visitor, first)).body.paymentUrl).toBeDefined();
  const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const again = { ...first.request, orderNo, replaces: first.request.orderNo, ...more };
  expect((await send(visitor, { request: again, key: crypto.randomUUID() })).body).toMatchObject({ code });
  expect((await orderOf(shop, first.request.orderNo))?.payment.status).toBe('HANDLING');
  expect((await walletOf(shop, memberId)).orders.map(({ state }) => state)).toEqual(['reserved']);
});

test('a guest who signs in after the bank keeps the last piece of a coupon of the shop', async () => {
  const visitor = shop.visit();
  await hundredOff(shop, 707, ofShop(3));
  await known(visitor, one(3));
  const first = await prepare(visitor, cardOrder(VISA, { items: one(3) }), { coupons: [], credit: 0 });
  expect((await send(visitor, first)).body.paymentUrl).toBeDefined();
  await register(shop, undefined, visitor);
  await caughtUp(shop);
  const { price, discounts } = await priceOf(visitor, one(3));
  expect(discounts.map(({ amount }) => amount)).toEqual([100]);
  for (const item of one(3)) await visitor.post('/api/cart/items', item);
  const orderNo = (await visitor.post<{ id: string }>('/api/genUid/', {})).body.id;
  const again = { ...first.request, orderNo, payment: { type: 'COD' as const }, expectedTotal: price, replaces: first.request.orderNo };
  expect((await send(visitor, { request: again, key: crypto.randomUUID() })).body).toMatchObject({ total: price });
  expect(await stockOf(shop, 707)).toEqual({ quantity: 1, reserved: 0, redeemed: 1 });
});
