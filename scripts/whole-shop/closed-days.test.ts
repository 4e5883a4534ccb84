import { dayAfter, dayOf, type OrderAnswer } from '@nordhaut/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../lib/build.mjs';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** The pages are rendered at the time of the machine. */
const today = dayOf(new Date());
const later = (days: number): string => (days === 0 ? today : dayAfter(later(days - 1)));
/** With the weekends beside it, the period may have up to two days more at each end. */
const NOTICE = /\d+\/\d+（.）至 \d+\/\d+（.）暫停出貨，\d+\/\d+（.）起依序寄出。/;

let shop: TestShop;
beforeAll(async () => {
  await ensureBuilt();
  shop = await testShop({ CLOSED_DAYS: `${today}/${later(13)}` }, { pages: true });
});
afterAll(() => shop?.close());

const page = async (path: string): Promise<string> => (await fetch(shop.url + path)).text();
const noticeIn = (html: string): string | undefined => NOTICE.exec(html.replaceAll(/<[^>]*>/g, ''))?.[0];

test('while nothing is sent, checkout, product, group project and order say so, and the order arrives later', async () => {
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  const { order } = (await (await fetch(`${shop.url}/api/orders/${orderNo}`)).json()) as OrderAnswer;
  const { from = '', closed } = order.arrival ?? {};
  expect(closed && [closed.from <= today, closed.to >= later(13), closed.to < from]).toEqual([true, true, true]);

  const said = noticeIn(await page('/payment?to=SHIPPING'));
  expect(said).toBeDefined();
  expect(noticeIn(await page(`/search-order?id=${orderNo}`))).toBe(said);
  expect(noticeIn(await page('/group/sunlight-salon'))).toBe(said);
  const product = await page('/product/repair-essence');
  expect(noticeIn(product)).toBe(said);
  expect(product).toContain(`預計 ${from.slice(5).split('-').map(Number).join('/')}–`);
});
