import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureBuilt } from '../lib/build.mjs';
import { logLines } from './fixtures/log-lines.ts';
import { rawHttp } from './fixtures/raw-http.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const { logger, lines } = logLines('warn');
let shop: TestShop;
beforeAll(async () => {
  // The pages' router logs failures there.
  vi.spyOn(console, 'error').mockImplementation((...words) => void lines.push(words.join(' ')));
  await ensureBuilt();
  shop = await testShop({}, { logger, pages: true });
});
afterAll(() => shop?.close());

const ask = (target: string, method = 'GET') =>
  rawHttp(shop.url, Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`, 'latin1'));

/** Prefixes of paths: pages, files, the API, and the routes that React Router adds. */
const PREFIXES = [
  '',
  '/assets',
  '/img',
  '/img/product',
  '/products',
  '/payment',
  '/api',
  '/api/products',
  '/api/orders',
  '/api/docs',
  '/api/docs/static',
  '/__manifest',
  '/socket.io',
];
const TAILS = [
  '/..',
  '/../',
  '/../../package.json',
  '/.',
  '/./',
  '//',
  '///',
  '//..',
  '//[',
  '//:80',
  '//evil.example/x',
  '/\\',
  '/\\evil.example',
  '\\..\\..\\package.json',
  '/..\\..\\package.json',
  '/%2e%2e/%2e%2e/package.json',
  '/%2E%2e%2fpackage.json',
  '/..%2f..%2fpackage.json',
  '/%2f',
  '/%2F%2Fevil.example',
  '/%5c',
  '/..%5c..%5cpackage.json',
  '/%252e%252e/package.json',
  '/%00',
  '/%00.js',
  '/x%00/../y',
  '/%0d%0aSet-Cookie:%20x=y',
  '/%7f',
  '/%',
  '/%2',
  '/%zz',
  '/%ff',
  '/%c0%af',
  '/%ed%a0%80',
  '/%e8%87',
  '/\xff',
  '/\xe8\x87\xba',
  '/[',
  '/]',
  '/{',
  '/|',
  '/^',
  '/`',
  '/"',
  '/<script>',
  '/:',
  '/:80',
  '/@',
  '/*',
  '/;',
  '/;..;/x',
  '/#',
  '/#/..',
  '/__proto__',
  '/constructor',
  '/con',
  `/${'x'.repeat(300)}`,
  `/${'x'.repeat(8_000)}`,
  `/${'%41'.repeat(2_000)}`,
  '/x'.repeat(2_000),
];

/** Targets that are no path of this shop. */
const OTHERS = [
  '*',
  'x',
  '.',
  '..',
  '[',
  ':80',
  '?',
  '#',
  '\\',
  'http:',
  'http://',
  'http:///',
  'http://[',
  'http://:80',
  'http://evil.example/',
  'http://evil.example/api/nothing',
  'HTTP://EVIL.example//[',
  'https://user:password@evil.example/',
  'http://shop.example:99999/',
  'ftp://evil.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'shop.example:80',
  '//',
  '///',
  '//[',
  '//[::1]:99999/',
  '//:80',
  '//%',
  '//?',
  '/\t',
  '/?%00',
  '/products?category=%00',
];

/** Odd requests for existing pages and calls: every answer except a failure is right. */
const EXISTING = [
  '/?%zz',
  '/?%ff=%ff',
  '/?[]=[',
  '/?a[]=1&a[__proto__]=2',
  '/?__proto__=1&constructor=2',
  '/?//[',
  '/?\\',
  `/?${'a&'.repeat(3_000)}`,
  `/?q=${'x'.repeat(8_000)}`,
  '/?{{x}}|^`"<>',
  '/?\xff',
  '/products?category=%zz',
  '/products?page=-1&page=1e999&sort=[',
  '/.data',
  '/..data',
  '/_.data',
  '/_root.data?_routes=%zz',
  '/_root.data?_routes=//[',
  '/products.data?_routes=__proto__',
  '/__manifest?p=//[',
  '/__manifest?p=%2f%2f:80&version=x',
  '/__manifest?paths=//[,..,%5c',
  '/api/products?after=//[',
  '/api/cart?after=%zz',
  '/api/cart?after=99999999999999999999999999',
  '/api/store-map?subtype=%zz',
  '/api/docs?%zz',
];

const isMistakeOfCaller = ({ status }: { status: number }): boolean => status >= 400 && status < 500;
const problem = async (target: string, fine: (answer: { status: number }) => boolean, method?: string): Promise<string[]> => {
  const logged = lines.length;
  const answer = await ask(target, method).catch((error: Error) => ({ status: 0, body: error.message }));
  const said = lines.slice(logged);
  return fine(answer) && said.length === 0
    ? []
    : [`${method ?? 'GET'} ${target.slice(0, 80)}: ${answer.status} ${answer.body.slice(0, 100)} ${said.join('').slice(0, 300)}`];
};
const problems = async (targets: readonly string[], fine: (answer: { status: number }) => boolean, method?: string): Promise<string[]> => {
  const found: string[] = [];
  for (const target of targets) found.push(...(await problem(target, fine, method)));
  return found;
};

describe('an unknown request target gets a 4xx and no log line', () => {
  test.each(PREFIXES)('below %s/', async (prefix) => {
    expect(
      await problems(
        TAILS.map((tail) => prefix + tail),
        isMistakeOfCaller,
      ),
    ).toEqual([]);
  });
  test.each(['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND', 'TRACE'])('that is no path of the shop, with %s', async (method) => {
    expect(await problems(OTHERS, isMistakeOfCaller, method)).toEqual([]);
  });
  test('with CONNECT', async () => {
    expect(await problems(['shop.example:80', '/', '*', '[::1]:80'], isMistakeOfCaller, 'CONNECT')).toEqual([]);
  });
});

test('an odd query causes no failure', async () => {
  expect(await problems(EXISTING, ({ status }) => status >= 200 && status < 500)).toEqual([]);
});

test('the refusal has the shape of the API', async () => {
  for (const target of ['//[', '/assets/..', 'http://evil.example/']) {
    const { status, headers, body } = await ask(target);
    expect([target, status, JSON.parse(body)]).toEqual([
      target,
      400,
      { status: 400, code: 'BAD_REQUEST', message: '無法處理這個請求', correlationId: headers['x-correlation-id'] },
    ]);
  }
});

test('a link that a message cut within a character opens a page with a way on, and not the words for a program', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const path of ['/product/%E5%88%BA%E9%9D%92%E4%BF%AE%E8%AD%B7%E5%87%9D%E8%86', '//product', '/search?q=%00']) {
    const answer = await fetch(shop.url + path, { headers });
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 400, 'text/html; charset=utf-8']);
    expect(await answer.text()).toMatch(/<a href="\/"[^>]*>回首頁<\/a>/);
  }
});

test.each([
  ['GET', '/api/line/login?code=a&code=b', '', 400, '/login'],
  ['GET', '/api/facebook/login?code=a&code=b', '', 400, '/login'],
  ['POST', '/api/map-back/', 'x=%zz', 400, '/payment?fromcvs=1'],
  ['POST', '/api/map-back-group/', 'x=%zz', 400, '/'],
  ['POST', '/api/consent', 'choice=some-other', 400, '/cookie-settings'],
  ['GET', `/api/support/evidence-packs/${'x'.repeat(40)}`, '', 401, '/console'],
  ['GET', `/api/support/person-files/${'x'.repeat(40)}`, '', 401, '/console'],
])('a browser that a link, a form or another site sends to %s %s gets a page with a way on', async (method, path, form, status, way) => {
  const answer = await fetch(shop.url + path, {
    method,
    headers: { accept: 'text/html', ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(form && { body: form }),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain(`<a href="${way}"`);
});

test('a range or a condition that a file does not fulfil is the mistake of its caller, and no line of the log', async () => {
  const before = lines.length;
  const refused = async (headers: Record<string, string>) => {
    const { status, headers: answered } = await fetch(`${shop.url}/favicon.svg`, { headers });
    return [status, answered.get('content-range'), answered.get('cache-control')];
  };
  expect(await refused({ range: 'bytes=9999999-' })).toEqual([416, expect.stringMatching(/^bytes \*\/\d+$/), 'no-store']);
  expect(await refused({ 'if-match': '"other"' })).toEqual([412, null, 'no-store']);
  expect(lines.slice(before)).toEqual([]);
});
