import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../lib/build.mjs';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { rawHttp } from './fixtures/raw-http.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let orderNo: string;
const ask = (target: string) =>
  rawHttp(shop.url, Buffer.from(`GET ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`, 'latin1'));
const shows = async (target: string, text: string): Promise<boolean> => (await ask(target)).body.includes(text);

beforeAll(async () => {
  await ensureBuilt();
  shop = await testShop({ BRAND_NAME: '北膚', ...SELLER }, { pages: true });
  ({ orderNo } = await checkOut(shop.visit(), codOrder()));
  await eventually(() => shows(`/search-order?id=${orderNo}`, MASKED), "the order's page");
});
afterAll(() => shop?.close());

const SELLER = {
  SELLER_NAME: '北膚生技股份有限公司',
  SELLER_REPRESENTATIVE: '林北北',
  SELLER_TAX_ID: '04595257',
  SELLER_ADDRESS: '臺北市大安區建國南路一段 1 號',
};

/** What the look-up shows without proof (decisions.md 9). */
const MASKED = '王○明';

/** The router of the pages reads all of these as the same page. */
const SPELLINGS = (page: string): string[] => {
  const [first = '', ...rest] = page;
  const encoded = `%${first.charCodeAt(0).toString(16)}`;
  return [
    `/${page}`,
    `/${page}/`,
    `/${page}//`,
    `/${page}/?`,
    `/${page.toUpperCase()}`,
    `/${first.toUpperCase()}${rest.join('')}`,
    `/${first.toUpperCase()}${rest.join('')}/`,
    `/${encoded}${rest.join('')}`,
    `/${encoded.toUpperCase()}${rest.join('').toUpperCase()}`,
    `/${page.slice(0, -1)}%${page.charCodeAt(page.length - 1).toString(16)}`,
    `/product/../${page}`,
    `/product/%2e%2e/${page}`,
    `/product\\..\\${page}`,
    `/./${page}`,
    `/${page}.data`,
    `/${page.toUpperCase()}.data`,
    `/${encoded}${rest.join('')}.data`,
    `/${page}/.data`,
    `/${page}/_.data`,
    `/${page}%2Edata`,
    `/${page}.DATA`,
    `//${page}`,
    `///${page}`,
  ];
};

test("the title of a page that is not there has the shop's name from the configuration", async () => {
  expect((await ask('/no-such-page')).body).toContain('<title>找不到這個頁面｜北膚</title>');
});

test.each(['/', '/product?feature=hand-dry', '/help/termsAndConditions', '/privacy', '/help/privacy'])(
  '%s names no other shop than the one of the configuration',
  async (path) => {
    const { body } = await ask(path);
    expect(body).toContain('北膚');
    // The typefaces have the name of the software.
    expect(body.replaceAll(/Nordhaut (Serif|Text)/g, '')).not.toContain('Nordhaut');
  },
);

test.each(['/help/contact-us', '/help/termsAndConditions', '/privacy', '/help/privacy', '/help/return-order'])(
  '%s names the company that sells, from the configuration',
  async (path) => {
    const { body } = await ask(path);
    for (const value of Object.values(SELLER)) expect(body).toContain(`>${value}</dd>`);
  },
);

describe.each([
  ['search-order', 'id'],
  ['result', 'order_number'],
])('/%s', (page, name) => {
  test.each(SPELLINGS(page))('is of one visitor as %s', async (path) => {
    const target = `${path}${path.endsWith('?') ? '' : '?'}${name}=${orderNo}`;
    const { status, headers, body } = await ask(target);
    if (status >= 400) return expect(body.includes(MASKED)).toBe(false);
    expect([headers['cache-control'], headers['etag']]).toEqual(['no-store', undefined]);
  });
  test('is the order’s page in any case and encoding', async () => {
    for (const path of SPELLINGS(page).filter((one) => one.toLowerCase() === `/${page}` || one.startsWith('/%')))
      if (!path.endsWith('.data')) expect([path, await shows(`${path}?${name}=${orderNo}`, orderNo)]).toEqual([path, true]);
  });
});

test('nothing of an order is kept for the next visitor: the page follows the order’s state', async () => {
  expect(await shows(`/Search-Order?id=${orderNo}`, MASKED)).toBe(true);
  const proof = await shop.visit().post<{ proof: string }>(`/api/orders/${orderNo}/proof`, { phone: '0912345678' });
  const done = await fetch(`${shop.url}/api/orders/${orderNo}/cancel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'order-proof': proof.body.proof },
    body: JSON.stringify({ reason: 'CHANGED_MIND' }),
  });
  expect(done.status).toBe(200);
  await eventually(() => shows(`/search-order?id=${orderNo}`, '已取消'), "the order's page");
  expect(await shows(`/Search-Order?id=${orderNo}`, '已取消')).toBe(true);
});

test('visitors from an advertisement, each with an address of its own, get the page that is kept', async () => {
  const { rows } = await shop.shop.engine.pool.query<{ id: string }>('select comment_id as id from reviews where listed limit 1');
  const path = `/comments/post/${rows[0]?.id}`;
  const { body } = await ask(path);
  // The title of a review is no part of the version by which pages are kept.
  await shop.shop.engine.pool.query("update reviews set comment_title = 'rendered anew' where comment_id = $1", [rows[0]?.id]);
  for (const marks of ['fbclid=AbC1', 'fbclid=AbC2&utm_source=fb']) expect((await ask(`${path}?${marks}`)).body).toBe(body);
  expect((await ask(`${path}?page=2`)).body).toContain('rendered anew');
});

test('a search engine reads that it lists no page of one visitor: robots.txt closes none of them', async () => {
  const closed = [...(await ask('/robots.txt')).body.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  expect(closed).toEqual(['/api/']);
  const orders = [`/search-order?id=${orderNo}`, `/result?order_number=${orderNo}`, `/member/order?order_number=${orderNo}`];
  for (const path of [
    ...orders,
    '/payment',
    '/login',
    '/register?redirect=payment_CART&email=ming%40example.com',
    '/register?login=line&state=200',
    '/member/info',
    '/new-password?step=set',
    '/confirm-email',
    '/group/sunlight-salon',
  ]) {
    const { status, body } = await ask(path);
    expect([path, status, /<meta name="robots" content="([^"]*)"/.exec(body)?.[1]]).toEqual([path, 200, 'noindex']);
    expect(body).not.toContain('rel="canonical"');
  }
  expect((await ask('/register')).body).toContain('rel="canonical"');
});

test('the list of routes, which the app loads, is in no shared cache', async () => {
  const version = /"version": "(\w+)"/.exec((await ask('/')).body)?.[1] ?? '';
  const { status, headers, body } = await ask(`/__manifest?paths=%2FSearch-Order&version=${version}`);
  expect([status, headers['cache-control']], body.slice(0, 200)).toEqual([200, 'no-store']);
});

test("a group project's page and its data are in no cache: it ends at its hour, and an old price would be refused", async () => {
  for (const path of ['/group/sunlight-salon', '/group/sunlight-salon.data', '/Group/sunlight-salon']) {
    const { status, headers } = await ask(path);
    expect([path, status, headers['cache-control'], headers['etag']]).toEqual([path, 200, 'no-store', undefined]);
  }
});

test('public pages and their data stay in shared caches, which give a visitor the encoding that the browser reads', async () => {
  for (const path of [
    '/',
    '/product',
    '/product/repair-essence',
    '/help/faq',
    '/robots.txt',
    '/sitemap.xml',
    '/feeds/products.xml',
    '/product.data',
    '/_root.data',
  ]) {
    const { headers } = await ask(path);
    expect(headers['cache-control'], path).toContain('s-maxage');
    expect([path, headers['vary']]).toEqual([path, 'accept-encoding']);
    const unchanged = await rawHttp(
      shop.url,
      `GET ${path} HTTP/1.1\r\nHost: shop.example\r\nIf-None-Match: ${headers['etag']}\r\nConnection: close\r\n\r\n`,
    );
    expect([path, unchanged.status, unchanged.headers['vary']]).toEqual([path, 304, 'accept-encoding']);
  }
});
