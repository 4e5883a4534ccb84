import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../lib/build.mjs';
import { rawHttp } from './fixtures/raw-http.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  await ensureBuilt();
  shop = await testShop({}, { pages: true });
});
afterAll(() => shop?.close());

const ask = (method: string, path: string, more = '') =>
  rawHttp(shop.url, `${method} ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n${more}\r\n`);

/** CONNECT has no path. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** A path that matches only this route's pattern. */
const pathOf = (url: string): string => url.replace(/:\w+/g, 'ABCDEFGH12345678').replace('*', 'nothing/here');
const methodsOf = (path: string): string[] => {
  const routes = shop.shop.app.registeredRoutes.filter(({ url }) => pathOf(url) === path).map(({ method }) => method);
  return [...new Set(routes.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].toSorted();
};
const paths = (): string[] => [...new Set(shop.shop.app.registeredRoutes.map(({ url }) => pathOf(url)))];

describe('a method that a known path does not have', () => {
  test('gets 405 and the allowed methods, for any method and body', async () => {
    expect(paths().length).toBeGreaterThan(25);
    for (const path of paths()) {
      const allowed = methodsOf(path);
      expect(allowed).not.toEqual([]);
      for (const method of methods.filter((one) => !allowed.includes(one))) {
        const { status, headers, body } = await ask(method, path, 'Content-Type: text/x-unknown\r\nContent-Length: 0\r\n');
        expect([method, path, status, headers['allow']?.split(', ').toSorted()]).toEqual([method, path, 405, allowed]);
        if (method === 'HEAD') continue;
        expect(JSON.parse(body)).toEqual({
          status: 405,
          code: 'METHOD_NOT_ALLOWED',
          message: '這個網址不支援此操作',
          correlationId: headers['x-correlation-id'],
        });
      }
    }
  });
  test('gets 405 also with a slash at the end and in other spellings of the path', async () => {
    for (const path of ['/api/cart/', '/api/c%61rt', '/api/orders/%41BCDEFGH12345678?x=y', '/api/genUid']) {
      expect([path, (await ask('PUT', path)).status]).toEqual([path, 405]);
    }
  });
});

test('an unknown API path gets 404 for every method', async () => {
  for (const method of methods) {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/orders/A/nothing/else', '/api/ordersx']) {
      expect([method, path, (await ask(method, path)).status]).toEqual([method, path, 404]);
    }
  }
});
