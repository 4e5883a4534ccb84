import { randomUUID } from 'node:crypto';
import type { CartItem, OrderAnswer, PlaceOrderAnswer, PlaceOrderRequest } from '@nordhaut/contracts';

export type Answered<Body = never> = { status: number; body: Body; headers: Headers };
type CallOptions = { key?: string; headers?: Record<string, string> };

/** What a visitor's browser does with the API: keeps its cookies and asks. */
export type Browser = {
  get<Body>(path: string, options?: CallOptions): Promise<Answered<Body>>;
  post<Body>(path: string, body: unknown, options?: CallOptions): Promise<Answered<Body>>;
  cookies(): string;
  /** the same browser at another address of the shop */
  at(url: string): Browser;
};

type Jar = Map<string, { value: string; path: string }>;

export function browser(url: string, jar: Jar = new Map()): Browser {
  const cookiesFor = (path: string): string =>
    [...jar]
      .filter(([, { path: scope }]) => path.startsWith(scope))
      .map(([name, { value }]) => `${name.split('@')[0]}=${value}`)
      .join('; ');

  async function call<Body>(method: string, path: string, body: unknown, { key, headers = {} }: CallOptions = {}): Promise<Answered<Body>> {
    const cookie = cookiesFor(path);
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const scope = attributes.find((one) => one.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
      jar.set(`${name}@${scope}`, { value, path: scope });
    }
    const text = await answer.text();
    let parsed: unknown = text;
    try {
      parsed = JSON.parse(text);
    } catch {
      // a page or plain text
    }
    return { status: answer.status, body: parsed as Body, headers: answer.headers };
  }

  return {
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    cookies: () => cookiesFor('/'),
    at: (other) => browser(other, jar),
  };
}

export const recipient = {
  firstName: '王',
  lastName: '大明',
  phoneArea: '+886' as const,
  phone: '0912345678',
  email: 'ming@example.com',
  zip: '106',
  city: '臺北市',
  district: '大安區',
  address: '信義路三段134巷1號',
};

export const main: CartItem[] = [
  { productId: 5, quantity: 1, tier: 'ORIGIN' },
  { productId: 9, quantity: 1, tier: 'ORIGIN' },
];

type Order = Omit<PlaceOrderRequest, 'orderNo' | 'expectedTotal'>;
export const codOrder = (more: Partial<Order> = {}): Order => ({
  items: main,
  coupons: [],
  credit: 0,
  delivery: { type: 'HOME', subtype: 'TCAT' },
  recipient,
  invoice: { type: 'NORMAL' },
  payment: { type: 'COD' },
  termsAccepted: true,
  ...more,
});

/** Fills the cart, asks price and number, places the order: what the pages do. */
export async function checkOut(
  visitor: Browser,
  order: Order,
  more: Partial<PlaceOrderRequest> = {},
  key = randomUUID(),
): Promise<Answered<PlaceOrderAnswer> & { orderNo: string }> {
  for (const item of order.items) await visitor.post('/api/cart/items', item);
  const price = await visitor.post<{ price: number }>('/api/getPrice/', { items: order.items, portType: order.delivery.type });
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const request = { orderNo: number.id, expectedTotal: price.body.price, ...order, ...more };
  return { ...(await visitor.post<PlaceOrderAnswer>('/api/orders', request, { key })), orderNo: request.orderNo };
}

/** Asks until the order is as wanted. @throws after `ms` */
export async function until(visitor: Browser, orderNo: string, wanted: (order: OrderAnswer) => boolean, ms = 10_000): Promise<OrderAnswer> {
  const deadline = Date.now() + ms;
  for (let last: unknown; ; ) {
    const { status, body } = await visitor.get<OrderAnswer>(`/api/orders/${orderNo}`);
    if (status === 200 && wanted(body)) return body;
    last = body;
    if (Date.now() > deadline) throw new Error(`order ${orderNo} did not become as wanted: ${JSON.stringify(last).slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
