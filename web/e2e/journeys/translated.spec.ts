import { displayLabel } from '@nordhaut/logistics';
import type { Page } from '@playwright/test';
import { goWithin, showAs } from '../harness/answers.ts';
import {
  addressIsFilled,
  alive,
  chooseDelivery,
  choosePayment,
  fillAddress,
  fillAddressInHongKong,
  fillPerson,
  heading,
  mainButton,
  openCart,
  orderByCash,
  toPay,
  toShipping,
  viewOrder,
} from '../harness/buyer.ts';
import { cardToStore, fillCart, orderOf, placeOrder } from '../harness/orders.ts';
import { expect, PHONE, test } from '../harness/test.ts';
import { moveParcel } from '../harness/simulators.ts';

/**
 * Does to the page what the translator of Chrome does: elements of its own stand in the place of all texts, also of those that come
 * `later`. The words stay.
 */
const translate = (page: Page, { later = true } = {}): Promise<void> =>
  page.evaluate((withLater) => {
    let turn = 0;
    const translateIn = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, option, svg, [translate=no]')) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data;
        outer.append(inner);
        const { parentNode, nextSibling } = text;
        // The ways in which browsers may do so, in turn.
        const way = turn++ % 3;
        if (way === 0) text.before(outer);
        if (way === 1) text.replaceWith(outer);
        text.remove();
        if (way === 2) parentNode?.insertBefore(outer, nextSibling);
      }
    };
    translateIn(document.body);
    if (!withLater) return;
    const observer = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ target, type, addedNodes }) => (type === 'childList' ? [...addedNodes] : [target])))
        if (node.isConnected) translateIn(node);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }, later);

const isTranslated = (page: Page): Promise<void> => expect(page.getByRole('main').locator('h1 > font')).toBeVisible();

test.use(PHONE);

test('a buyer whose browser translates the page sees what changes, and buys', async ({ page }) => {
  await fillCart(page.request);
  await openCart(page);
  await alive(page);
  await translate(page);
  const total = page.getByRole('main').getByRole('status').filter({ hasText: 'NT$' }).first();
  await mainButton(page, '增加一件溫和潔膚露').click();
  await expect(total).toContainText('NT$2,740');
  await mainButton(page, '使用優惠券').click();
  await expect(page.getByRole('dialog')).toContainText('優惠券');
  await page.keyboard.press('Escape');
  await mainButton(page, '減少一件溫和潔膚露').click();
  await expect(total).toContainText('NT$1,860');

  await toShipping(page);
  await isTranslated(page);
  await mainButton(page, '下一步：確認與付款').click();
  await expect(page.getByRole('main')).toContainText('請填寫');
  await chooseDelivery(page, '海外配送');
  await fillAddressInHongKong(page);
  await expect(page.getByText('縣市', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('運費（海外配送）');
  await chooseDelivery(page, '宅配到府');
  await choosePayment(page, '貨到付款');
  await fillPerson(page);
  await fillAddress(page);
  await addressIsFilled(page);
  await expect(page.getByRole('main')).toContainText('運費（宅配到府）');
  await toPay(page);
  const orderNo = await orderByCash(page);
  await expect(heading(page)).toHaveText('訂單已成立');
  await viewOrder(page, orderNo);
  const order = page.getByRole('article');
  const status = order.locator('h2:has-text("目前狀態") + p');
  await expect(order.getByRole('status').getByText('已連線')).toBeVisible();
  await expect(status).toHaveText('訂單處理中');
  for (const code of ['3001', '3003']) {
    await moveParcel(orderNo, code);
    await expect(status).toHaveText(displayLabel('TCAT', code));
  }
});

test('the browser translates no number that somebody copies or compares, and not the name of the shop', async ({ page }) => {
  const orderNo = await placeOrder(page.request, cardToStore('UNIMARTC2C'));
  const { receipt = '', order: placed } = await orderOf(page.request, orderNo);
  const pickup = { code: 'F55123456789', validationNo: '4321', store: placed.facts.pickup?.store ?? null, deadline: null };
  const tracking = { url: '', number: 'TRACK90517' };
  await showAs(page, orderNo, { facts: { pickup }, order: { tracking } });
  await page.goto('/search-order');
  await alive(page);
  const brand = (await page.getByRole('banner').getByRole('link').first().textContent()) ?? '';
  await goWithin(page, `/search-order?id=${orderNo}`);
  const order = page.getByRole('article');
  const numbers = [pickup.code, pickup.validationNo, tracking.number, receipt];
  for (const number of numbers) await expect(order).toContainText(number);
  await translate(page);
  await isTranslated(page);
  const translated = await page.locator('font > font').allTextContents();
  expect(translated).toContain('取貨編號');
  for (const text of [...numbers, ...(orderNo.match(/.{1,4}/g) ?? []), brand]) expect.soft(translated).not.toContain(text);
});

test('a page that the browser translates before the app begins keeps what was typed', async ({ page }) => {
  let begin = (): void => {};
  const mayBegin = new Promise<void>((resolve) => (begin = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await mayBegin;
    await route.continue();
  });
  await page.goto('/search-order');
  await translate(page, { later: false });
  const number = page.getByPlaceholder('輸入訂單編號');
  await number.fill('NH12');
  begin();
  await alive(page);
  await expect(number).toHaveValue('NH12');
});
