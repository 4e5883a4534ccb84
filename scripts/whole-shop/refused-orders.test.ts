import type { PlaceOrderRequest } from '@nordhaut/contracts';
import type { CatalogueTables } from '@nordhaut/catalogue';
import { changePrice, setLaunched } from '@nordhaut/catalogue/testing';
import { createKysely } from '@nordhaut/platform/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, main, recipient, type Browser } from './fixtures/browser.ts';
import { abroad, cardOrder, MASTERCARD, storeDelivery, STORES } from './fixtures/orders.ts';
import { eventually } from './fixtures/eventually.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';
import { control, orderNumbers, parcels, parcelsOf, payments, paymentsOf } from './fixtures/records.ts';

type Order = ReturnType<typeof codOrder>;
type Refusal = { status: number; code: string; message: string; correlationId: string };

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(HASTY);
});
afterAll(() => shop.close());

/** All traces that an order can leave, in the store, at the bank and at the carriers. */
const traces = async () => ({ orders: await orderNumbers(shop), payments: await payments(shop), parcels: await parcels(shop) });
const cartOf = async (visitor: Browser) => (await visitor.get<{ items: unknown[] }>('/api/cart')).body.items;

/** Places an order that must be refused without a trace and with an unchanged cart. */
async function refuses(order: Order, more: Partial<PlaceOrderRequest>, http: number, code: string): Promise<void> {
  const [visitor, before] = [shop.visit(), await traces()];
  for (const item of main) await visitor.post('/api/cart/items', item);
  const cart = await cartOf(visitor);
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const price = await visitor.post<{ price?: number }>('/api/getPrice/', { items: order.items, portType: order.delivery.type });
  const request = { orderNo: number.id, expectedTotal: price.body.price ?? 1, ...order, ...more };
  const { status, body } = await visitor.post<Refusal>('/api/orders', request, { key: crypto.randomUUID() });
  expect(body).toMatchObject({ code, message: expect.stringMatching(/\S/) as string, correlationId: expect.any(String) as string });
  expect(status).toBe(http);
  expect(await traces()).toEqual(before);
  expect(await cartOf(visitor)).toEqual(cart);
}

const items = (productId: number, quantity = 1, tier: 'ORIGIN' | 'MEMBER' | 'ADDITIONAL' = 'ORIGIN') => [{ productId, quantity, tier }];
const to = (more: Partial<typeof recipient> | object): Order => codOrder({ recipient: { ...recipient, ...more } });

test.each([
  ['a quantity of 0', items(5, 0)],
  ['a quantity of -1', items(5, -1)],
  ['a quantity of 1.5', items(5, 1.5)],
  ['a quantity of 100', items(5, 100)],
  ['a quantity of 1e9', items(5, 1e9)],
  ['two lines of one product that come to 100', [...items(5, 60), ...items(5, 40)], 400, 'QUANTITY_OVER_LIMIT'],
  ['an empty cart', [], 400, 'CART_EMPTY'],
  ['an unknown product', items(999_999), 404, 'PRODUCT_NOT_FOUND'],
] as [string, Order['items'], number?, string?][])('%s', (_, wanted, http = 400, code = 'VALIDATION_FAILED') =>
  refuses(codOrder({ items: wanted }), {}, http, code),
);

test.each([
  ['the terms not accepted', codOrder({ termsAccepted: false }), 409, 'TERMS_NOT_ACCEPTED'],
  ['cash on delivery to a store', codOrder({ delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) }), 400, 'DELIVERY_MISMATCH'],
  ['cash on delivery abroad', codOrder({ delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } }), 400, 'DELIVERY_MISMATCH'],
  ["another delivery's carrier", cardOrder(MASTERCARD, { delivery: { type: 'HOME', subtype: 'FAMIC2C' } }), 400, 'DELIVERY_MISMATCH'],
  ['no store', cardOrder(MASTERCARD, { delivery: storeDelivery('UNIMARTC2C', undefined) }), 400, 'STORE_REQUIRED'],
  [
    'a store that does not exist',
    cardOrder(MASTERCARD, { delivery: storeDelivery('UNIMARTC2C', { ...STORES.UNIMARTC2C, id: '000001' }) }),
    400,
    'STORE_UNKNOWN',
  ],
  ["the other chain's store", cardOrder(MASTERCARD, { delivery: storeDelivery('FAMIC2C', STORES.UNIMARTC2C) }), 400, 'STORE_UNKNOWN'],
  ['an over-long family name', to({ firstName: '歐陽王' }), 400, 'NAME_TOO_LONG'],
  ['an over-long given name', to({ lastName: '一二三四' }), 400, 'NAME_TOO_LONG'],
  ['a name of a thousand characters', to({ lastName: '名'.repeat(1000) }), 400, 'VALIDATION_FAILED'],
  ['a name the carrier refuses for its width', to({ firstName: 'A', lastName: 'B' }), 400, 'NAME_NOT_DELIVERABLE'],
  ['a name the carrier refuses for its digit', to({ lastName: '大1' }), 400, 'NAME_NOT_DELIVERABLE'],
  ['a name the carrier refuses for its space', to({ lastName: '大 A' }), 400, 'NAME_NOT_DELIVERABLE'],
  ['a blank name', to({ firstName: '  ' }), 400, 'FIRST_NAME_REQUIRED'],
  ['no given name', to({ lastName: '' }), 400, 'LAST_NAME_REQUIRED'],
  ['a county that is not there', to({ city: '火星市' }), 400, 'DISTRICT_UNKNOWN'],
  ['a district that is not there', to({ city: '新竹市', district: '火星區' }), 400, 'DISTRICT_UNKNOWN'],
  ['an address of two lines', to({ address: '信義路三段\n134巷1號' }), 400, 'ADDRESS_NOT_DELIVERABLE'],
  ['an address that turns its direction', to({ address: '信義路三段\u202e134巷1號' }), 400, 'ADDRESS_NOT_DELIVERABLE'],
  ['an address with a picture', to({ address: '信義路三段134巷1號😀' }), 400, 'ADDRESS_NOT_DELIVERABLE'],
  ['a mail address that no carrier takes', to({ email: 'a,b<>"@例子.台灣' }), 400, 'EMAIL_INVALID'],
  ['a wrong phone', to({ phone: '0812345678' }), 400, 'PHONE_INVALID'],
  ["a neighbour's phone for a parcel in Taiwan", to({ phoneArea: '+852', phone: '61234567' }), 400, 'PHONE_INVALID'],
  ['no e-mail with a card', cardOrder(MASTERCARD, { recipient: { ...recipient, email: '' } }), 400, 'EMAIL_REQUIRED'],
  ['a wrong e-mail', to({ email: 'ming@example' }), 400, 'EMAIL_INVALID'],
  ['no city', to({ city: '' }), 400, 'CITY_REQUIRED'],
  ['no address', to({ address: ' ' }), 400, 'ADDRESS_REQUIRED'],
  ['an address of 90 characters', to({ address: '長'.repeat(90) }), 400, 'ADDRESS_NOT_DELIVERABLE'],
  ['a city that is not served', abroad({ recipient: { ...recipient, city: '東京' } }), 400, 'CITY_NOT_SERVED'],
  [
    'a uniform number of 7 digits',
    codOrder({ invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '1234567', companyTitle: '公司' } }),
    400,
    'UNIFORM_NUMBER_INVALID',
  ],
  [
    'a uniform number without a title',
    codOrder({ invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '04595257' } }),
    400,
    'COMPANY_TITLE_REQUIRED',
  ],
  ["a guest's coupon", codOrder({ coupons: ['WELCOME'] }), 403, 'COUPON_MEMBERS_ONLY'],
  ["a guest's credit", codOrder({ credit: 100 }), 403, 'CREDIT_MEMBERS_ONLY'],
  ['cash on delivery above what the carrier collects', codOrder({ items: items(5, 99) }), 409, 'COD_LIMIT'],
] as [string, Order, number, string][])('%s', (_, order, http, code) => refuses(order, {}, http, code));

test.each([
  ['a total that is not the price', { expectedTotal: 1 }, 409, 'AMOUNT_MISMATCH'],
  ['a total that is no whole number', { expectedTotal: 1.5 }, 400, 'VALIDATION_FAILED'],
  ['an order number that was never issued', { orderNo: 'AAAAAAAAAAAAAAAA' }, 400, 'ORDER_NUMBER_UNKNOWN'],
] as [string, Partial<PlaceOrderRequest>, number, string][])('%s', (_, more, http, code) =>
  refuses(cardOrder(MASTERCARD), more, http, code),
);

test('a number that another order has', async () => {
  const first = await checkOut(shop.visit(), codOrder());
  await refuses(cardOrder(MASTERCARD), { orderNo: first.orderNo }, 409, 'ORDER_EXISTS');
});

describe('between cart and order', () => {
  const db = () => createKysely<CatalogueTables>(shop.shop.engine.pool);

  /** Fills the cart, requests the price, runs `meanwhile`, and then orders by card. */
  async function orderAfter(productId: number, meanwhile: () => Promise<unknown>) {
    const [visitor, before] = [shop.visit(), await traces()];
    await visitor.post('/api/cart/items', { productId, quantity: 1, tier: 'ORIGIN' });
    const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: items(productId) });
    const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
    await meanwhile();
    const order = { ...cardOrder(MASTERCARD, { items: items(productId) }), orderNo: number.id, expectedTotal: price.body.price };
    const { status, body } = await visitor.post<Refusal>('/api/orders', order, { key: crypto.randomUUID() });
    expect(await traces()).toEqual(before);
    expect(await cartOf(visitor)).toHaveLength(1);
    const again = await visitor.post<{ price?: number; code?: string }>('/api/getPrice/', { items: items(productId) });
    return { status, body, before: price.body.price, again };
  }

  test('the price changed', async () => {
    const { status, body, before, again } = await orderAfter(9, () => changePrice(db(), 9, { ORIGIN: 1_234 }));
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'AMOUNT_MISMATCH', message: '金額驗證出現問題，請聯繫客服' } });
    expect(again.body.price).toBe(1_234);
    expect(before).not.toBe(1_234);
  });
  test('the product sold out', async () => {
    const { status, body } = await orderAfter(12, () => setLaunched(db(), 12, '0'));
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_UNAVAILABLE', message: expect.stringContaining('商品缺貨中，請自購物車移除後再結帳') as string },
    });
  });
  test('the product was withdrawn', async () => {
    const { status, body, again } = await orderAfter(13, () => setLaunched(db(), 13, 'x'));
    expect([404, 409]).toContain(status);
    expect(body.message).toMatch(/商品/);
    expect(again.status).toBe(status);
  });
});

test('a permanent refusal of the carrier gives the documented message and refunds the money', async () => {
  for (const [order, message] of [
    [codOrder(), '物流系統出現問題，請聯繫客服'],
    [cardOrder(MASTERCARD), '付款或物流系統出現問題，已為您取消訂單並辦理退款，請聯繫客服'],
  ] as const) {
    await control(shop, 'faults', { provider: 'ecpay', mode: 'refuse', on: 'create', times: 1, code: '收件人姓名格式錯誤' });
    const visitor = shop.visit();
    const { status, body } = await checkOut(visitor, order);
    expect({ status, body }).toMatchObject({ status: 409, body: { status: 502, code: 'LOGISTICS_REFUSED', message } });
    expect(await cartOf(visitor)).toHaveLength(2);
  }
  expect((await payments(shop)).map(({ amount, refunded }) => amount - refunded)).toEqual([0]);
});

test('a busy carrier ends no order: its parcel is created later', async () => {
  await control(shop, 'faults', { provider: 'ecpay', mode: 'refuse', on: 'create', times: 2, code: '系統忙碌中，請稍後再試' });
  const placed = await Promise.all([codOrder(), cardOrder(MASTERCARD)].map((order) => checkOut(shop.visit(), order)));
  expect(placed.map(({ status }) => status)).toEqual([201, 201]);
  for (const { orderNo } of placed) await eventually(async () => (await parcelsOf(shop, orderNo)).length > 0, 'the parcel');
  const charged = await Promise.all(placed.map(({ orderNo }) => paymentsOf(shop, orderNo)));
  expect(charged.flat()).toMatchObject([{ refunded: 0 }]);
});
