import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** A tenth of the shop's limits: the flood below sends requests until each route refuses one. */
const FACTOR = 0.1;

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ RATE_LIMIT_FACTOR: String(FACTOR), PUBLIC_URL: 'https://shop.example' });
});
afterAll(() => shop.close());

test('scripts, other sites and plain connections get no cookie', async () => {
  const visitor = shop.visit();
  const added = await visitor.post('/api/cart/items', { productId: 5, quantity: 1, tier: 'ORIGIN' });
  const placed = await checkOut(visitor, codOrder());
  expect(placed.status).toBe(201);
  const cookies = [...added.headers.getSetCookie(), ...placed.headers.getSetCookie()];
  expect(cookies.map((line) => line.split('=')[0]).toSorted()).toEqual(['__Host-visitor', 'guest-orders', 'order-proof']);
  for (const line of cookies) {
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).toMatch(/; Secure/i);
  }
  expect(cookies.find((line) => line.startsWith('order-proof'))).toContain(`Path=/api/orders/${placed.orderNo}`);
});

describe('a change', () => {
  const changing = () => shop.shop.app.registeredRoutes.filter(({ method, config }) => method !== 'GET' && config.origin !== 'any');
  let calls = 0;
  // Each call comes from a network of its own: routes that answer guesses share one limit.
  const COOKIE = { cookie: '__Host-visitor=x' };
  const send = (method: string, url: string, headers: Record<string, string>) =>
    shop.shop.app.inject({
      remoteAddress: `10.30.${(++calls >> 8) & 255}.${calls & 255}`,
      method: method as 'POST',
      url: url.replace(/:\w+/g, 'ABCDEFGH12345678'),
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{}',
    });

  test('is refused by every route when it comes from another site', async () => {
    for (const { method, url, access } of changing()) {
      for (const headers of [
        { ...COOKIE, origin: 'https://evil.example' },
        { ...COOKIE, origin: 'null' },
        { ...COOKIE, origin: 'https://shop.example.evil.example' },
        { ...COOKIE, 'sec-fetch-site': 'cross-site' },
        // As browsers send a form of another site: the cookies are `SameSite=Lax`. A provider's server has no cookies either.
        ...(access === 'provider' ? [] : [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]),
      ]) {
        const answer = await send(method, url, headers as Record<string, string>);
        expect(answer.json(), `${method} ${url}`).toMatchObject({ code: 'FOREIGN_ORIGIN' });
        expect(answer.statusCode).toBe(403);
      }
    }
  });
  test('is accepted from the shop’s own pages', async () => {
    for (const { method, url } of changing()) {
      expect((await send(method, url, { ...COOKIE, origin: 'https://shop.example' })).body, `${method} ${url}`).not.toContain(
        'FOREIGN_ORIGIN',
      );
    }
  });
});

/** More than any of these limits allows. */
const FLOOD = 2_000 * FACTOR;

/** Addresses of links in mails. */
const LINKS = new Set(['/new-password', '/confirm-email']);

test('routes with a rate limit apply it', async () => {
  const limited = shop.shop.app.registeredRoutes.filter(({ config }) => ['write', 'expensive', 'guess'].includes(config.limit ?? ''));
  expect(limited.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining([
      'POST /api/orders',
      'POST /api/orders/:orderNo/cancel',
      'POST /api/orders/:orderNo/proof',
      'POST /api/ecpay/getLogisticsState/',
      'GET /api/store-map',
      'POST /api/map-back/',
    ]),
  );
  // A limit per route would treat the shared address of a mobile carrier as one person.
  expect(shop.shop.app.registeredRoutes.filter(({ config }) => typeof config.rateLimit === 'object')).toEqual([]);
  for (const [index, { method, url }] of limited.entries()) {
    const ask = () =>
      shop.shop.app.inject({
        method: method as 'POST',
        // The pages answer these addresses without a token.
        url: `${url.replace(/:\w+/g, '5')}${LINKS.has(url) ? '?token=abcdefghijklmnopqrst' : ''}`,
        remoteAddress: `10.20.0.${index + 1}`,
        headers: { 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { payload: '[' }),
      });
    let answer = await ask();
    expect(answer.statusCode, `${method} ${url}`).not.toBe(429);
    for (let count = 1; count < FLOOD && answer.statusCode !== 429; count++) answer = await ask();
    expect(answer.statusCode, `${method} ${url}`).toBe(429);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
});

test('every answer has the security headers', async () => {
  for (const path of ['/api/cart', '/api/nothing-here', '/api/orders/x']) {
    const { headers } = await fetch(shop.url + path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('default-src');
    expect(headers.get('strict-transport-security')).toBeTruthy();
    expect(headers.get('x-powered-by')).toBeNull();
  }
});
