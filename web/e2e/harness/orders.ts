import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { OrderAnswer, PlaceOrderAnswer, PlaceOrderRequest } from '@nordhaut/contracts';
import { makePrime } from '@nordhaut/simulators';

/** Test cards: with 3-D secure, and authorised at once. */
export const VISA = '4242424242424242';
export const MASTERCARD = '5451417825230575';

/** 溫和潔膚露 and 保濕化妝水: together they are over the threshold of free shipping. */
export const CART: PlaceOrderRequest['items'] = [
  { productId: 5, quantity: 1, tier: 'ORIGIN' },
  { productId: 9, quantity: 1, tier: 'ORIGIN' },
];

export const RECIPIENT = {
  firstName: '王',
  lastName: '大明',
  phoneArea: '+886',
  phone: '0912345678',
  email: 'ming@example.com',
  zip: '106',
  city: '臺北市',
  district: '大安區',
  address: '信義路三段134巷1號',
} as const;

type Order = Pick<PlaceOrderRequest, 'delivery' | 'payment'> & Partial<PlaceOrderRequest>;

export const codToTheDoor = (): Order => ({ delivery: { type: 'HOME', subtype: 'TCAT' }, payment: { type: 'COD' } });
export const cardToTheDoor = (): Order => ({ delivery: { type: 'HOME', subtype: 'TCAT' }, payment: paidAtOnce() });
export const cardToStore = (subtype: 'UNIMARTC2C' | 'FAMIC2C'): Order => ({
  delivery: { type: 'CVS', subtype, store: STORES[subtype] },
  payment: paidAtOnce(),
});

const paidAtOnce = () => ({ type: 'CREDIT', prime: makePrime(MASTERCARD, Date.now()) }) as const;

export const STORES = {
  UNIMARTC2C: { id: '131386', name: '建盛門市', address: '台北市大安區建國南路一段1號' },
  FAMIC2C: { id: '006598', name: '全家', address: '台北市' },
};

const post = async <T>(visitor: APIRequestContext, path: string, data: unknown): Promise<T> => {
  const answer = await visitor.post(path, { data: data as object });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json() as Promise<T>;
};

/** Puts products in the cart without the pages, for tests of later steps. */
export async function fillCart(visitor: APIRequestContext, items: PlaceOrderRequest['items'] = CART): Promise<void> {
  for (const item of items) await post(visitor, '/api/cart/items', item);
}

/** Sends an order without the pages. Only this visitor has the proof. */
export async function sendOrder(visitor: APIRequestContext, order: Order): Promise<{ orderNo: string; answer: APIResponse }> {
  const { items = CART, coupons = [], credit: vouchers = 0 } = order;
  await fillCart(visitor, items);
  const { price } = await post<{ price: number }>(visitor, '/api/getPrice/', { items, portType: order.delivery.type, coupons, vouchers });
  const { id: orderNo } = await post<{ id: string }>(visitor, '/api/genUid/', {});
  const request = {
    orderNo,
    items,
    recipient: RECIPIENT,
    invoice: { type: 'NORMAL' },
    expectedTotal: price,
    termsAccepted: true,
    ...order,
  };
  const answer = await visitor.post('/api/orders', { data: request, headers: { 'idempotency-key': crypto.randomUUID() } });
  return { orderNo, answer };
}

/** Places an order without the pages, and waits until the look-up shows it. Returns the order's number. */
export async function placeOrder(visitor: APIRequestContext, order: Order): Promise<string> {
  const { orderNo, answer } = await sendOrder(visitor, order);
  expect(answer.ok(), `order: ${answer.status()} ${await answer.text()}`).toBe(true);
  const { position } = (await answer.json()) as PlaceOrderAnswer;
  expect((await visitor.get(`/api/orders/${orderNo}?after=${position}`)).ok()).toBe(true);
  return orderNo;
}

export const orderOf = async (visitor: APIRequestContext, orderNo: string): Promise<OrderAnswer> =>
  (await visitor.get(`/api/orders/${orderNo}`)).json() as Promise<OrderAnswer>;
