import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { TcpProxy } from '@nordhaut/platform/event-store/eventstoredb/testing/proxy';
import { agree, fillCard, heading, mainButton, resultOf, toPayStep, viewOrder } from '../harness/buyer.ts';
import { fillCart, MASTERCARD } from '../harness/orders.ts';
import { type RunningShop, startShop } from '../harness/shop.ts';
import { expect, PHONE, test } from '../harness/test.ts';

/** ms; the page waits at most so long before it sends the order again (features/placing/refusal.ts). */
const LONGEST_PAUSE = 30_000;

/** A shop of its own, whose event store can be taken away without the other tests' shop. */
let server: FaultyServer;
let proxy: TcpProxy;
let shop: RunningShop;
test.beforeAll(async () => {
  server = await FaultyServer.start();
  proxy = new TcpProxy(server.port);
  shop = await startShop('all-in-one', { EVENTSTORE_URL: `esdb://127.0.0.1:${await proxy.listen()}?tls=false` });
});
test.afterAll(async () => {
  await shop.stop();
  await proxy.close();
  server.stop();
});

test('the page says that orders wait, keeps what was typed, and orders by itself', async ({ browser }) => {
  const context = await browser.newContext({ ...PHONE, baseURL: shop.url, locale: 'zh-TW' });
  const page = await context.newPage();
  await fillCart(page.request);
  await toPayStep(page);
  await fillCard(page, MASTERCARD);
  await page.getByRole('radio', { name: /^公司統一編號/ }).check();
  await page.getByLabel('統一編號', { exact: true }).fill('04595257');
  await page.getByLabel('公司抬頭').fill('好日子有限公司');
  await agree(page);

  // The page waits up to 15 s between two tries: the clock of the page jumps over it.
  await page.clock.install();
  proxy.shut();
  const refusals: string[] = [];
  page.on('response', (answer) => void (answer.status() === 503 && refusals.push(answer.url())));
  await mainButton(page, '確認付款').click();
  const message = page.getByRole('dialog', { name: '訂單系統暫時無法連線' });
  await expect(message).toContainText('系統暫時無法處理訂單與購物車，請稍候再試');
  await expect(message).toContainText('頁面會自動再試');
  const refused = async (): Promise<number> => {
    await page.clock.fastForward(LONGEST_PAUSE);
    return refusals.length;
  };
  await expect.poll(refused, { message: 'the page tries again' }).toBeGreaterThan(2);
  await expect(message).toBeVisible();
  await expect(page.getByLabel('公司抬頭')).toHaveValue('好日子有限公司');
  expect((await page.request.get('/product')).ok(), 'browsing goes on').toBe(true);

  proxy.reopen();
  // The shop may still be on its way back at the first of these tries.
  const arrived = async (): Promise<string> => {
    await page.clock.fastForward(LONGEST_PAUSE);
    return new URL(page.url()).pathname;
  };
  await expect.poll(arrived, { intervals: [1_000], message: 'the page orders by itself' }).toBe('/result');
  const orderNo = await resultOf(page);
  await expect(heading(page)).toHaveText('付款成功');
  await viewOrder(page, orderNo);
  await context.close();
});
