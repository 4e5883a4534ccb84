import { hash } from 'node:crypto';
import type { OrderAnswer } from '@nordhaut/contracts';
import { type LegalText, plainText, PRIVACY, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, recipient, until, type Browser } from './fixtures/browser.ts';
import { abroad, cardOrder, chooseStore, MASTERCARD, storeDelivery, STORES, type Chain } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';
import { differences, orderOf, parcelsOf, paymentsOf } from './fixtures/records.ts';

let shop: TestShop;
beforeAll(async () => {
  // With one connection, whatever waits for a second one while it holds the first fails.
  shop = await testShop({ DATABASE_POOL: '1' });
});
afterAll(() => shop.close());

const cartOf = async (visitor: Browser): Promise<unknown[]> => (await visitor.get<{ items: unknown[] }>('/api/cart')).body.items;

test('cash on delivery, from cart to the look-up', async () => {
  const visitor = shop.visit();
  const { status, body, orderNo } = await checkOut(visitor, codOrder());
  expect(status).toBe(201);
  expect(body.displayStatus).toEqual({ code: 'COD', label: '貨到付款' });
  const { order } = await until(visitor, orderNo, (seen) => seen.order.tracking !== null);
  expect(order.recipient.name).toBe('王大明');
  const stranger = await until(shop.visit(), orderNo, () => true);
  expect(stranger.order.recipient).toEqual({ name: '王○明', phone: '09••••678', email: 'm••••', address: '臺北市大安區' });
  expect(await cartOf(visitor)).toEqual([]);
  expect(await parcelsOf(shop, orderNo)).toMatchObject([{ subtype: 'TCAT', collects: true, amount: body.total }]);
  expect(await paymentsOf(shop, orderNo)).toEqual([]);
});

test('card without 3-D secure, to the door', async () => {
  const visitor = shop.visit();
  const { status, body, orderNo } = await checkOut(visitor, cardOrder(MASTERCARD));
  expect(status).toBe(201);
  expect(body.paymentUrl).toBeUndefined();
  expect(body.displayStatus).toEqual({ code: '300', label: '訂單處理中' });
  expect(await paymentsOf(shop, orderNo)).toMatchObject([{ amount: body.total, recordStatus: 0 }]);
  expect(await parcelsOf(shop, orderNo)).toMatchObject([{ subtype: 'TCAT', collects: false }]);
  expect(await cartOf(visitor)).toEqual([]);
});

describe.each([
  ['UNIMARTC2C', '7-11', 8 + 4],
  ['FAMIC2C', '全家', 11],
] as [Chain, string, number][])('%s', (subtype, chain, length) => {
  test('a store through the map, paid by card', async () => {
    const visitor = shop.visit();
    const { reply, post } = await chooseStore(shop, visitor, subtype);
    const page = await post(reply);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(reply['CVSStoreName']);
    const { body: chosen } = await visitor.get<{ store: Record<string, string> }>('/api/chosen-store');
    expect(chosen.store).toMatchObject({ CVSStoreID: reply['CVSStoreID'], LogisticsSubType: subtype });

    const store = {
      id: chosen.store['CVSStoreID'] ?? '',
      name: chosen.store['CVSStoreName'] ?? '',
      address: chosen.store['CVSAddress'] ?? '',
    };
    const { status, orderNo } = await checkOut(visitor, cardOrder(MASTERCARD, { delivery: storeDelivery(subtype, store) }));
    expect(status).toBe(201);
    const { order } = await until(visitor, orderNo, (seen) => seen.order.tracking !== null);
    expect(order.delivery).toEqual({ type: 'CVS', subtype });
    expect(order.facts.pickup).toMatchObject({ code: expect.stringMatching(/./), store: { id: store.id, chain } });
    expect(order.tracking?.number).toHaveLength(length);
    const stranger = await until(shop.visit(), orderNo, () => true);
    expect(stranger.order.facts.pickup).toMatchObject({ code: null, validationNo: null, store: { id: '', name: '', chain } });
    expect(JSON.stringify(stranger)).not.toContain(order.facts.pickup?.code);
    expect(await parcelsOf(shop, orderNo)).toMatchObject([{ subtype, storeId: store.id, collects: false }]);
  });

  test("the map's reply without, with a used, or with another visitor's token is refused", async () => {
    const visitor = shop.visit();
    const { reply, post } = await chooseStore(shop, visitor, subtype, 1);
    const { ExtraData: token = '', ...without } = reply;
    const chosen = async (who: Browser) => (await who.get<{ store: unknown }>('/api/chosen-store')).body.store;
    expect((await post(without)).status).toBe(403);
    expect((await post({ ...reply, ExtraData: 'a'.repeat(20) })).status).toBe(403);
    expect(await chosen(visitor)).toBeNull();
    expect((await post({ ...reply, CVSStoreID: '000000' })).status).toBe(400);
    const other = shop.visit();
    await other.post('/api/cart/items', { productId: 5, quantity: 1, tier: 'ORIGIN' });
    const stolen = await fetch(`${shop.url}/api/map-back/`, {
      method: 'POST',
      body: new URLSearchParams(reply),
      headers: { cookie: other.cookies() },
    });
    expect(stolen.status).toBe(403);
    expect(await chosen(other)).toBeNull();

    expect((await post(reply)).status).toBe(200);
    const kept = await chosen(visitor);
    const again = await post({ ...reply, CVSStoreID: STORES[subtype].id });
    expect(again.status).toBe(403);
    expect(await again.text()).not.toContain(token);
    expect(await chosen(visitor)).toEqual(kept);
  });
});

describe.each([
  ['香港', { phoneArea: '+852', phone: '61234567', city: '香港', area: '中西區', district: '港島' }],
  ['澳門', { phoneArea: '+853', phone: '66123456', city: '澳門', area: '', district: '' }],
] as const)('%s', (place, where) => {
  test('by card; support ships it, so no carrier has it', async () => {
    const visitor = shop.visit();
    const { status, body, orderNo } = await checkOut(
      visitor,
      abroad({ recipient: { ...recipient, zip: '', address: '友誼大馬路 1 號', ...where } }),
    );
    expect(status).toBe(201);
    expect(body.displayStatus).toEqual({ code: '300', label: '訂單處理中' });
    const { order } = await until(visitor, orderNo, () => true);
    expect(order.shippingFee).toBe(order.subtotal >= 3000 ? 0 : 500);
    expect(order.recipient.address).toContain(place);
    expect(order.tracking).toBeNull();
    expect(await parcelsOf(shop, orderNo)).toEqual([]);
    expect(await paymentsOf(shop, orderNo)).toMatchObject([{ amount: body.total, recordStatus: 0 }]);
  });
});

test('an invoice for a company keeps its number with the personal data; the order has the texts that were agreed to', async () => {
  const visitor = shop.visit();
  const { status, orderNo } = await checkOut(
    visitor,
    codOrder({ invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '04595257', companyTitle: '北方之家股份有限公司' } }),
  );
  expect(status).toBe(201);
  expect((await until(visitor, orderNo, () => true)).order.invoiceType).toBe('UNIFORM_NUMBER');
  const order = await orderOf(shop, orderNo);
  expect(order?.personal.invoice).toEqual({ uniformNumber: '04595257', companyTitle: '北方之家股份有限公司', mobileBarcode: '' });
  expect(JSON.stringify(order?.terms)).not.toContain('04595257');
  const agreed = (text: LegalText) => ({ version: text.version, hash: hash('sha256', plainText(text), 'hex') });
  expect(order?.terms.agreed).toEqual({ terms: agreed(TERMS_OF_SERVICE), privacy: agreed(PRIVACY) });
});

test('lines that came into the cart after the order stay in it', async () => {
  const visitor = shop.visit();
  for (const item of [
    { productId: 5, quantity: 3 },
    { productId: 12, quantity: 1 },
  ])
    await visitor.post('/api/cart/items', { ...item, tier: 'ORIGIN' });
  const { status } = await checkOut(visitor, codOrder({ items: [{ productId: 5, quantity: 2, tier: 'ORIGIN' }] }));
  expect(status).toBe(201);
  // checkOut puts its own two into the cart as well
  expect(await cartOf(visitor)).toEqual([
    { productId: 5, quantity: 3, tier: 'ORIGIN' },
    { productId: 12, quantity: 1, tier: 'ORIGIN' },
  ]);
});

describe('a return', () => {
  const apply = (visitor: Browser, orderNo: string, returnComment = '不適合我的膚質') =>
    visitor.post<{ code: string; displayStatus: OrderAnswer['displayStatus'] }>(`/api/orders/${orderNo}/return`, { returnComment });

  test('needs proof, a reason, and happens once', async () => {
    const buyer = shop.visit();
    const { orderNo } = await checkOut(buyer, cardOrder(MASTERCARD));
    await until(buyer, orderNo, (seen) => seen.order.facts.actions.return.open);
    const stranger = shop.visit();
    expect(await apply(stranger, orderNo)).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
    expect((await stranger.post(`/api/orders/${orderNo}/proof`, { phone: '0912345679' })).status).toBe(403);
    expect((await stranger.post(`/api/orders/${orderNo}/proof`, { phone: '0912-345-678' })).status).toBe(200);
    expect(await apply(stranger, orderNo, '  ')).toMatchObject({ status: 400 });
    expect(await apply(stranger, orderNo)).toMatchObject({
      status: 200,
      body: { displayStatus: { code: 'RETURN_APPLY', label: '退貨審核中' } },
    });
    expect(await apply(buyer, orderNo)).toMatchObject({ status: 409, body: { code: 'RETURN_ALREADY_REQUESTED' } });
    await until(buyer, orderNo, ({ displayStatus }) => displayStatus.code === 'RETURN_APPLY');
  });

  test('of cash on delivery is not offered before it was handed over', async () => {
    const buyer = shop.visit();
    const { orderNo } = await checkOut(buyer, codOrder());
    expect(await apply(buyer, orderNo)).toMatchObject({ status: 409, body: { code: 'RETURN_NOT_OFFERED' } });
  });
});

test('the bank and the carriers agree with the order store', async () => expect(await differences(shop)).toEqual([]));
