import { quantityMessages } from '@nordhaut/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const json = (path: string, payload: object) => shop.shop.app.inject({ method: 'POST', url: path, payload });
const form = (path: string, fields: Record<string, string>) =>
  shop.shop.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

const ours = { productId: 5, quantity: 2, tier: 'ORIGIN' };
const theirs = { product_id: 5, product_quantity: 2, product_price: 'ORIGIN' };

describe('/api/getPrice/', () => {
  test('gives one price for both ways of naming an item, also beside each other', async () => {
    const price = await json('/api/getPrice/', { items: [ours] });
    expect(price.statusCode).toBe(200);
    expect((await json('/api/getPrice/', { items: [theirs] })).json()).toEqual(price.json());
    const other = { product_id: 9, product_quantity: 1, product_price: 'ORIGIN' };
    const both = await json('/api/getPrice/', { items: [ours, other] });
    expect(both.json().products.map(({ productId }: { productId: number }) => productId)).toEqual([5, 9]);
  });

  test('reads numbers that a form sends as text', async () => {
    const items = JSON.stringify([{ product_id: '5', product_quantity: '2', product_price: 'ORIGIN' }]);
    const answer = await form('/api/getPrice/', { items, vouchers: '0', coupons: '[]', portType: 'CVS' });
    expect(answer.json()).toEqual((await json('/api/getPrice/', { items: [ours], portType: 'CVS' })).json());
  });

  test.each([
    { ...ours, product_id: 5 },
    { ...theirs, tier: 'ORIGIN' },
    { product_id: 5, product_quantity: 2, tier: 'ORIGIN' },
    { productId: 5, product_quantity: 2, tier: 'ORIGIN' },
  ])('refuses a mixture with its own message: %j', async (item) => {
    const answer = await json('/api/getPrice/', { items: [item] });
    expect([answer.statusCode, answer.json().message]).toEqual([400, quantityMessages.mixedNames]);
    expect(answer.json().issues).toEqual([{ path: 'body.items.0', message: quantityMessages.mixedNames }]);
  });

  test.each([
    [{ ...theirs, product_quantity: 100 }, quantityMessages.overLimit],
    [{ ...theirs, product_quantity: 'x' }, quantityMessages.notANumber],
    [{ ...ours, quantity: 'x' }, quantityMessages.notANumber],
    [{ ...theirs, product_price: 'FREE' }, '此項資料不是可接受的選項'],
    [{ product_id: 5, product_price: 'ORIGIN' }, quantityMessages.notANumber],
  ])('says what is wrong with %j', async (item, message) => {
    const answer = await json('/api/getPrice/', { items: [item] });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });
});

test('/api/genUid/ takes an empty object, as JSON and as a form', async () => {
  const answers = [await json('/api/genUid/', {}), await form('/api/genUid/', {})];
  for (const answer of answers) expect(answer.json()).toEqual({ id: expect.stringMatching(/^[A-Z0-9]{8,20}$/) });
});

test('/api/ecpay/getLogisticsState/ takes its list as JSON and as a form', async () => {
  const orders = [{ MerchantTradeNo: 'NOBODYS', TimeStamp: '1795262400' }];
  const answers = [
    await json('/api/ecpay/getLogisticsState/', { orders }),
    await form('/api/ecpay/getLogisticsState/', { orders: JSON.stringify(orders) }),
  ];
  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { response: [] }]);
});

test.each([
  'getPrice',
  'genUid',
  'tappay',
  'ecpay',
  'ecpay/getLogisticsState',
  'session',
  'voucher',
  'accuhit',
  'capi',
  'surenotify/send',
  'map-back-group',
  'get',
  'set',
  'update',
  'delete',
])('the specification’s call /api/%s/ takes a form (design/http-api.md)', async (name) => {
  expect((await form(`/api/${name}/`, { any: 'text' })).statusCode).not.toBe(415);
});
