import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const page = readFileSync(new URL('../../infra/production.md', import.meta.url), 'utf8');
const statement = / *(select order_no, placed_at[^;]*);/.exec(page)?.[1] ?? '';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test('the statement for a recall finds the orders that had a product, as a line or as a gift', async () => {
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  await caughtUp(shop);
  const { gifts } = (
    await shop.shop.engine.pool.query<{ gifts: { productId: number }[] }>("select state #> '{terms,gifts}' as gifts from orders")
  ).rows[0] ?? { gifts: [] };
  const found = async (ids: string) =>
    (await shop.shop.engine.pool.query<{ order_no: string }>(statement.replace('(5, 31)', `(${ids})`))).rows.map((row) => row.order_no);
  expect(await found('5, 31')).toEqual([orderNo]);
  expect(await found('31')).toEqual([]);
  expect(await found(String(gifts[0]?.productId))).toEqual([orderNo]);
});
