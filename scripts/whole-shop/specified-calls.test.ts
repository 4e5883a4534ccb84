import { randomUUID } from 'node:crypto';
import { type CartAnswer, type OrderAnswer, shippingInfoMessages } from '@nordhaut/contracts';
import { MASTERCARD, REFUSED_CARD, VISA } from './fixtures/orders.ts';
import { makePrime } from '@nordhaut/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, recipient } from './fixtures/browser.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { parcelsOf, paymentsOf } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const INFO = { delivery: { type: 'HOME', subtype: 'TCAT' }, recipient, invoice: { type: 'NORMAL' }, termsAccepted: true };
const ITEM = { productId: 5, quantity: 1, tier: 'ORIGIN' };
const keep = (visitor: Browser) => visitor.post('/api/session/', { set: { key: 'shippingInfo', value: INFO } });

async function prepared() {
  const visitor = shop.visit();
  await visitor.post('/api/cart/items', ITEM);
  expect((await keep(visitor)).body).toEqual({ state: 200 });
  const { body } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const price = (await visitor.post<{ price: number }>('/api/getPrice/', { items: [ITEM] })).body.price;
  return { visitor, orderNo: body.id, price };
}
type Card = { status: number; data: { status: number; msg: string; order_number: string; payment_url?: string } };
const pay = (visitor: Browser, orderNo: string, more: object = {}) =>
  visitor.post<Card>('/api/tappay/', {
    payInfo: { prime: makePrime(MASTERCARD, Date.now()), order_number: orderNo, ...more },
  });
const FORGED_CARD = { amount: 1, merchant_id: 'someone', result_url: 'https://example.com/', cardholder: { name: 'Someone' } };
const FORGED_PARCEL = { GoodsAmount: 1, SenderName: 'Someone', ReceiverName: 'Someone', ServerReplyURL: 'https://example.com/' };
const parcel = (visitor: Browser, orderNo: string) =>
  visitor.post<object>('/api/ecpay/', { api: '/Express/Elsewhere', shippingInfo: { MerchantTradeNo: orderNo, ...FORGED_PARCEL } });
const seen = async (visitor: Browser, orderNo: string) => (await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`)).body.order;

test('the card call finishes the prepared order once, at the price of the shop, however often it is sent', async () => {
  const { visitor, orderNo, price } = await prepared();
  const answers = await Promise.all(Array.from({ length: 40 }, () => pay(visitor, orderNo, FORGED_CARD)));
  for (const { status, body } of answers) {
    expect([status, 'code' in body ? body.code : undefined]).toEqual([200, undefined]);
    expect(body).toMatchObject({ status: 200, data: { status: 0, order_number: orderNo } });
  }
  expect(await paymentsOf(shop, orderNo)).toMatchObject([{ amount: price }]);
  // The browser has the proof, so it sees what it ordered.
  const order = await seen(visitor, orderNo);
  expect([order.total, order.recipient?.address]).toEqual([price, expect.stringContaining(recipient.address)]);
  // Another browser learns and changes nothing, prepared or not.
  const other = (await prepared()).visitor;
  expect((await pay(other, orderNo)).status).toBe(409);
  expect((await pay(shop.visit(), orderNo)).status).toBe(409);
  expect(await paymentsOf(shop, orderNo)).toHaveLength(1);
});

test('a card that is refused answers in the nested form', async () => {
  const { visitor, orderNo } = await prepared();
  const answer = await pay(visitor, orderNo, { prime: makePrime(REFUSED_CARD, Date.now()) });
  expect(answer.status).toBe(200);
  expect(answer.body.status).toBe(200);
  expect(answer.body.data.status).not.toBe(0);
  expect(answer.body.data.msg).toMatch(/^\[\d+\] - /);
});

test.each([
  ['by card', async (visitor: Browser, orderNo: string) => (await pay(visitor, orderNo)).body.data?.status],
  ['in cash', async (visitor: Browser, orderNo: string) => (await parcel(visitor, orderNo)).status - 200],
])('while a payment waits at the bank, the buyer orders its lines again, with what was added: %s', async (_, again) => {
  const { visitor, orderNo: first } = await prepared();
  expect((await pay(visitor, first, { prime: makePrime(VISA, Date.now()) })).body.data.payment_url).toBeDefined();
  const { body: next } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const more = { ...ITEM, productId: 9 };
  await visitor.post('/api/cart/items', more);
  expect(await again(visitor, next.id)).toBe(0);
  expect((await seen(visitor, next.id)).items).toMatchObject([more, ITEM].map(({ productId, quantity }) => ({ productId, quantity })));
  await caughtUp(shop);
  expect((await seen(visitor, first)).facts.payment).toBe('failed');
  expect((await visitor.get<CartAnswer>('/api/cart')).body).toMatchObject({ items: [], claimed: [] });
});

test('after a member adopted the order, the next person at the browser that placed it gets no proof by the card call again', async () => {
  const { visitor, orderNo } = await prepared();
  expect((await pay(visitor, orderNo, { prime: makePrime(VISA, Date.now()) })).body.data.payment_url).toBeDefined();
  // The buyer is at the bank, so the browser still has the shipping info.
  expect((await pay(visitor, orderNo)).status).toBe(200);
  const { ordering } = shop.shop.faces;
  await ordering.adopt(
    { memberId: 'm1', ofBrowser: [orderNo], confirmedEmailKey: null, known: [], record: () => Promise.resolve() },
    { commandId: randomUUID(), causationId: 'a test', actor: { kind: 'member', id: 'm1' }, now: new Date() },
  );
  expect(await pay(visitor, orderNo)).toMatchObject({ status: 409, body: { code: 'ORDER_EXISTS' } });
  await caughtUp(shop);
  expect((await seen(visitor, orderNo)).personal).toBe('masked');
});

test('the parcel call places a cash order, empties the session, and answers its buyer again', async () => {
  const { visitor, orderNo } = await prepared();
  const first = await parcel(visitor, orderNo);
  const data = { MerchantTradeNo: orderNo, LogisticsType: 'HOME', LogisticsSubType: 'TCAT', ReceiverCellPhone: recipient.phone };
  expect([first.status, first.body]).toEqual([200, { state: '1', data }]);
  const again = await Promise.all(Array.from({ length: 10 }, () => parcel(visitor, orderNo)));
  for (const { status, body } of again) expect([status, body]).toEqual([200, first.body]);
  expect((await parcel(shop.visit(), orderNo)).status).toBe(409);
  expect((await parcel((await prepared()).visitor, orderNo)).status).toBe(409);
  // The next order has to be prepared again.
  await visitor.post('/api/cart/items', ITEM);
  const { body } = await visitor.post<{ id: string }>('/api/genUid/', {});
  expect(await pay(visitor, body.id)).toMatchObject({ status: 409, body: { code: 'CHECKOUT_NOT_PREPARED' } });
});

const parcelWithoutNumber = (visitor: Browser) =>
  visitor.post<{ state: string; data: { MerchantTradeNo: string } }>('/api/ecpay/', {
    api: '/Express/Create',
    shippingInfo: {
      MerchantTradeDate: '2026/11/25 12:00:00',
      LogisticsType: 'HOME',
      LogisticsSubType: 'TCAT',
      IsCollection: 'Y',
      GoodsAmount: 1,
      GoodsName: 'x',
      ReceiverName: 'Someone',
      TradeDesc: 'x',
      ServerReplyURL: 'https://example.com/',
    },
  });

test('the parcel call in the specification’s words names no order: it orders the cart once, and answers for that order again', async () => {
  const { visitor } = await prepared();
  const call = parcelWithoutNumber;
  expect((await call(shop.visit())).status).toBe(409);
  const answers = [...(await Promise.all([call(visitor), call(visitor), call(visitor)])), await call(visitor), await call(visitor)];
  const numbers = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.MerchantTradeNo] : []));
  expect(answers.slice(-2).map(({ status, body }) => [status, body.state])).toEqual([
    [200, '1'],
    [200, '1'],
  ]);
  expect(new Set(numbers).size).toBe(1);
  expect(await parcelsOf(shop, numbers[0] ?? '')).toHaveLength(1);
  // A refused call leaves no order: the visitor has the one.
  for (const { status } of answers) expect([200, 409]).toContain(status);
});

test('a parcel call without a number that comes while the card order waits at the bank answers for that order, and gives it up for none', async () => {
  const { visitor, orderNo } = await prepared();
  expect((await pay(visitor, orderNo, { prime: makePrime(VISA, Date.now()) })).body.data.payment_url).toBeDefined();
  expect(await parcelWithoutNumber(visitor)).toMatchObject({ status: 409, body: { code: 'CHECKOUT_NOT_PREPARED' } });
  await caughtUp(shop);
  expect((await seen(visitor, orderNo)).facts.payment).toBe('pending');
});

test('the number of a group order is no order of the cart, and the number of a cart’s order none of a group', async () => {
  const { visitor, orderNo } = await prepared();
  const request = await groupOrder(visitor, { orderNo });
  expect((await visitor.post('/api/group-orders', request)).status).toBe(201);
  const before = await seen(visitor, orderNo);
  const agreed = ({ total, items, paymentType, delivery, group }: OrderAnswer['order']) => ({ total, items, paymentType, delivery, group });
  expect((await pay(visitor, orderNo)).status).toBe(409);
  expect((await parcel(visitor, orderNo)).body).toMatchObject({ state: '1', data: { LogisticsSubType: 'UNIMARTC2C' } });
  const { body: answer } = await visitor.post<{ code: string }>('/api/orders', {
    ...INFO,
    orderNo,
    items: [ITEM],
    coupons: [],
    credit: 0,
    payment: { type: 'COD' },
    expectedTotal: before.total,
  });
  expect(answer.code).toBe('ORDER_EXISTS');
  expect(agreed(await seen(visitor, orderNo))).toEqual(agreed(before));
  expect([await paymentsOf(shop, orderNo), (await parcelsOf(shop, orderNo)).length]).toEqual([[], 1]);

  const other = await prepared();
  expect((await pay(other.visitor, other.orderNo)).status).toBe(200);
  const again = await other.visitor.post<{ code: string }>(
    '/api/group-orders',
    await groupOrder(other.visitor, { orderNo: other.orderNo }),
  );
  expect([again.status, again.body.code]).toEqual([409, 'ORDER_EXISTS']);
  expect((await paymentsOf(shop, other.orderNo)).length).toBe(1);
});

test('the session takes only its own keys, and is emptied when asked', async () => {
  const { visitor, orderNo } = await prepared();
  const store = { CVSStoreID: '131386', CVSStoreName: 'x', CVSAddress: 'x', LogisticsSubType: 'FAMIC2C' };
  for (const set of [
    { key: 'cvsInfo', value: store },
    { key: '__proto__', value: INFO },
    { key: 'shippingInfo', value: 'x' },
  ])
    expect((await visitor.post('/api/session/', { set })).status).toBe(400);
  expect(visitor.cookies()).not.toContain(recipient.address);
  await visitor.post('/api/session/', { unset: ['shippingInfo', 'cvsInfo'] });
  expect((await parcel(visitor, orderNo)).status).toBe(409);
  await keep(visitor);
  expect((await parcel(visitor, orderNo)).status).toBe(200);
});

test('the session takes shipping info with the specification’s names, and no mixture', async () => {
  const { firstName, lastName, phoneArea, phone, email, city, district, address } = recipient;
  const named = {
    logisticsType: 'HOME',
    firstName,
    lastName,
    user_phone_area: phoneArea,
    user_phone: phone,
    user_email: email,
    user_city: city,
    user_urban_area: district,
    user_address: address,
    termsAccepted: true,
  };
  const { visitor, orderNo } = await prepared();
  await visitor.post('/api/session/', { unset: ['shippingInfo'] });
  for (const mixture of [
    { ...INFO, user_phone: phone },
    { ...named, recipient },
    { ...named, delivery: INFO.delivery },
  ]) {
    const set = { key: 'shippingInfo', value: mixture };
    const answer = await visitor.post<{ message: string }>('/api/session/', { set });
    expect([answer.status, answer.body.message]).toEqual([400, shippingInfoMessages.mixedNames]);
  }
  expect((await parcel(visitor, orderNo)).status, 'nothing was kept').toBe(409);
  expect((await visitor.post('/api/session/', { set: { key: 'shippingInfo', value: named } })).body).toEqual({ state: 200 });
  const data = { MerchantTradeNo: orderNo, LogisticsType: 'HOME', LogisticsSubType: 'TCAT', ReceiverCellPhone: phone };
  expect((await parcel(visitor, orderNo)).body).toEqual({ state: '1', data });
  expect((await seen(visitor, orderNo)).recipient).toMatchObject({ phone, address: expect.stringContaining(address) });
});

test('shipping info at its longest fits into its cookie; texts that no cookie can hold are refused, not lost by the browser', async () => {
  const LONGEST_COOKIE = 4_096;
  const texts = (fill: string) => ({
    recipient: {
      ...recipient,
      ...Object.fromEntries(
        Object.entries({ firstName: 10, lastName: 10, phone: 20, email: 254, zip: 6, city: 20, district: 20, address: 100, area: 20 }).map(
          ([name, length]) => [name, fill.repeat(length)],
        ),
      ),
    },
    invoice: { type: 'NORMAL', uniformNumber: fill.repeat(20), companyTitle: fill.repeat(60), mobileBarcode: fill.repeat(20) },
  });
  for (const [fill, wanted] of [
    ['龘', 200],
    ['"', 200],
    ['\u0001', 400],
    ['\ud800', 400],
  ] as const) {
    const value = { ...INFO, ...texts(fill) };
    const { status, headers } = await shop.visit().post('/api/session/', { set: { key: 'shippingInfo', value } });
    expect([fill, status]).toEqual([fill, wanted]);
    for (const cookie of headers.getSetCookie()) expect(cookie.length).toBeLessThanOrEqual(LONGEST_COOKIE);
  }
});
