import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../lib/build.mjs';
import { eventually } from './fixtures/eventually.ts';
import { register } from './fixtures/member-operations.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { decide, pseudonymOf, reports, settledReports } from './fixtures/reports.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  await ensureBuilt();
  shop = await testShop({ CONVERSIONS_PACE: '100' }, { pages: true });
});
afterAll(() => shop?.close());

const feed = async (cookie = ''): Promise<string> => {
  const answer = await fetch(`${shop.url}/feeds/products.xml`, { headers: { cookie } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(answer.headers.get('cache-control')).toContain('s-maxage');
  return answer.text();
};
const of = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);

test('the feed has each product that can be bought, with a page and the id that Meta gets with a purchase', async () => {
  const xml = await feed();
  const { products } = (await (await fetch(`${shop.url}/api/products`)).json()) as { products: { slug: string; available: boolean }[] };
  const links = products.filter(({ available }) => available).map(({ slug }) => `${shop.url}/product/${encodeURIComponent(slug)}`);
  expect(of(xml, 'g:link')).toEqual(links);
  for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  const ids = of(xml, 'g:id');
  expect(new Set(ids).size).toBe(links.length);

  const visitor = shop.visit();
  await decide(visitor);
  const { orderNo } = await checkOut(visitor, codOrder());
  const id = (await pseudonymOf(shop, orderNo)) ?? '';
  await settledReports(shop, id);
  const { content } = (await reports(shop)).find((one) => one.provider === 'meta' && one.id === id) ?? {};
  const bought = content.custom_data.contents.map((one: { id: string }) => one.id);
  expect(bought.length).toBeGreaterThan(0);
  expect(ids).toEqual(expect.arrayContaining(bought));
});

test('a member gets the same feed, and a product that is sold out leaves it', async () => {
  const { visitor } = await register(shop);
  const before = await feed();
  expect(await feed(visitor.cookies())).toBe(before);
  const [link = ''] = of(before, 'g:link');
  const { pool } = shop.shop.engine;
  await pool.query("update products set product_is_launched = '0' where product_capi_uid = $1", [of(before, 'g:id')[0]]);
  await eventually(async () => !of(await feed(), 'g:link').includes(link), 'the feed without the product');
});
