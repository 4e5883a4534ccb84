import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions } from '@playwright/test';
import { cardRefusalMessage } from '@nordhaut/payments';
import { TEST_CARDS } from '@nordhaut/simulators';
import {
  agree,
  alive,
  fillCard,
  heading,
  mainButton,
  fillAddress,
  fillPerson,
  resultOf,
  toPay,
  toPayStep,
  toShipping,
  viewOrder,
} from '../harness/buyer.ts';
import { expectAccessible, expectStill } from '../harness/checks.ts';
import { memberMenu, registerMember } from '../harness/members.ts';
import { fillCart, MASTERCARD, VISA } from '../harness/orders.ts';
import { DESK, expect, openContext, PHONE, test } from '../harness/test.ts';
import { parcelsOf, paymentsOf } from '../harness/simulators.ts';

const CAPTURED_OR_AUTHORISED = [0, 1];

test.describe('on a phone', () => {
  test.use(PHONE);

  test('card with 3-D secure, to the door', { tag: ['@eventstore', '@cluster'] }, async ({ page }) => {
    await page.goto('/product');
    await alive(page);
    await page.getByRole('button', { name: '加入購物車：溫和潔膚露' }).first().click();
    await expect(page.getByRole('region', { name: '已加入購物車' })).toBeVisible();
    await page.getByRole('button', { name: '立即前往' }).click();
    await expect(heading(page)).toHaveText('購物車');
    await expect(page.getByRole('main')).toContainText('再買 NT$120 即可免運費');

    await toShipping(page);
    await fillPerson(page);
    await fillAddress(page);
    await expect(page.getByLabel('郵遞區號')).toHaveValue(/^106/);
    await toPay(page);
    await fillCard(page, VISA);
    await agree(page);
    await mainButton(page, '確認付款 NT$1,000').click();

    await expect(page.getByRole('heading', { name: '信用卡 3D 驗證' })).toBeVisible();
    await expect(page.getByText('NT$ 1,000')).toBeVisible();
    await page.getByRole('button', { name: '通過' }).click();

    const orderNo = await resultOf(page);
    await expect(heading(page)).toHaveText('付款成功');
    await expect(page).toHaveTitle(/^付款成功/);
    await page.reload();
    await expect(heading(page)).toHaveText('付款成功');
    await alive(page);
    await expect(page.getByRole('link', { name: '購物車，0 件商品' })).toBeVisible();
    expect((await paymentsOf(orderNo)).filter(({ recordStatus }) => CAPTURED_OR_AUTHORISED.includes(recordStatus))).toMatchObject([
      { amount: 1000 },
    ]);
    expect(await parcelsOf(orderNo)).toMatchObject([{ subtype: 'TCAT', collects: false }]);

    await viewOrder(page, orderNo);
    const order = page.getByRole('article');
    await expect(order).toContainText('訂單處理中');
    await expect(order).toContainText('信用卡');
    await expect(order).toContainText('王大明');
    await expect(order).toContainText('臺北市大安區信義路三段134巷1號');
  });

  test('a payment that failed at the bank charges nothing and keeps the cart', async ({ page }) => {
    await fillCart(page.request);
    await toPayStep(page);
    await fillCard(page, VISA);
    await agree(page);
    await mainButton(page, '確認付款').click();
    await page.getByRole('button', { name: '失敗' }).click();

    const orderNo = await resultOf(page);
    await expect(heading(page)).toHaveText('付款未完成');
    await expect(page.getByRole('main')).toContainText('銀行端出現問題，請重新訂購');
    await expect(page.getByRole('main').getByRole('link', { name: '重新付款' })).toHaveAttribute('href', '/payment?to=PAY');
    await expect(page.getByRole('main').getByRole('link', { name: '返回商品頁' })).toHaveAttribute('href', '/product');
    // What was ordered, and where it would go, so that the buyer knows which order failed.
    const items = page.getByRole('region', { name: '訂購商品' });
    await expect(items.getByRole('listitem').filter({ hasText: '溫和潔膚露' }).first()).toContainText('NT$880');
    await expect(items).toContainText('合計NT$1,860');
    await expect(page.getByRole('main')).toContainText('臺北市大安區信義路三段134巷1號');
    await expectStill(page);
    await expectAccessible(page);
    expect((await paymentsOf(orderNo)).filter(({ recordStatus }) => CAPTURED_OR_AUTHORISED.includes(recordStatus))).toEqual([]);
    expect(await parcelsOf(orderNo)).toEqual([]);
    await page.getByRole('link', { name: '回購物車' }).click();
    await expect(page.getByRole('list', { name: '購物車內的商品' }).getByRole('listitem')).toHaveCount(2);

    await page.goto(`/search-order?id=${orderNo}`);
    await expect(page.getByRole('article')).toContainText('付款失敗');
    await page.getByRole('article').getByRole('link', { name: '回購物車' }).click();
    await expect(heading(page)).toHaveText('購物車');
  });

  test('a buyer whose bank leads back in another browser reads there where to pay again', async ({ page, browser }, { project }) => {
    await fillCart(page.request);
    await toPayStep(page);
    await fillCard(page, VISA);
    await agree(page);
    await mainButton(page, '確認付款').click();
    await expect(page.getByRole('heading', { name: '信用卡 3D 驗證' })).toBeVisible();
    const other = await openContext(browser, project.use as BrowserContextOptions, PHONE);
    const back = await other.newPage();
    await back.goto(page.url());
    await back.getByRole('button', { name: '失敗' }).click();
    await resultOf(back);
    await expect(heading(back)).toHaveText('付款未完成');
    await expect(back.getByRole('main')).toContainText('若您在其他 App（如 LINE）或瀏覽器下單，購物車與填寫的資料會保留在那裡');
    await expect(back.getByRole('link', { name: '重新付款' })).toHaveCount(0);
    await expectAccessible(back);
    await back.goto('/payment?fromcvs=1');
    const elsewhere = '在 LINE 等 App 或其他瀏覽器選購的商品，保留在原來的視窗裡';
    await expect(back.getByRole('main')).toContainText(elsewhere);
    await registerMember(back.request);
    await back.reload();
    await expect(back.getByRole('main')).toContainText('購物車還是空的');
    await expect(memberMenu(back)).toBeAttached();
    await expect(back.getByRole('main'), 'the cart of an account is in every browser').not.toContainText(elsewhere);
    await other.close();

    await page.goBack();
    await expect(page.getByRole('region', { name: '付款未完成' })).toBeVisible();
    await expect(mainButton(page, '確認付款')).toBeVisible();
  });

  test('a buyer whose browser stopped on the way to the bank finds the way to it', async ({ page }) => {
    await fillCart(page.request);
    await toPayStep(page);
    await fillCard(page, VISA);
    await agree(page);
    // Without a content the browser stays on its page.
    await page.route('**/redirect/*', (route) => route.fulfill({ status: 204 }), { times: 1 });
    await mainButton(page, '確認付款').click();
    await expect(heading(page)).toHaveText('訂單已送出');
    await page.getByRole('link', { name: '繼續 3D 驗證' }).click();
    await page.getByRole('button', { name: '通過' }).click();
    await resultOf(page);
    await expect(heading(page)).toHaveText('付款成功');
  });

  test('a buyer who leaves the bank finds the way back to it', async ({ page }) => {
    await fillCart(page.request);
    await toPayStep(page);
    await fillCard(page, VISA);
    await agree(page);
    await mainButton(page, '確認付款').click();
    await page.getByRole('button', { name: '放棄' }).click();
    await page.goto('/payment');
    await expect(page.getByRole('link', { name: '繼續 3D 驗證' })).toBeVisible();
    await expectStill(page);
    await page.getByRole('link', { name: '繼續 3D 驗證' }).click();
    await page.getByRole('button', { name: '通過' }).click();
    await resultOf(page);
    await expect(heading(page)).toHaveText('付款成功');
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('card without 3-D secure', async ({ page }) => {
    // What is typed while the processor's script is on its way to its fields counts, too.
    const typed = Promise.withResolvers<void>();
    await page.route('**/sdk/field.js', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await fillCart(page.request);
    await toPayStep(page);
    await fillCard(page, MASTERCARD);
    typed.resolve();
    await expect(page.getByText('Mastercard', { exact: true })).toBeVisible();
    for (const brand of ['Visa', 'Mastercard', 'JCB', 'American Express', '銀聯'])
      await expect(page.getByRole('list', { name: '可使用的信用卡' }).getByRole('img', { name: brand })).toBeVisible();
    await agree(page);
    await mainButton(page, '確認付款 NT$1,860').click();
    const orderNo = await resultOf(page);
    await expect(heading(page)).toHaveText('付款成功');
    await expectStill(page);
    expect(await paymentsOf(orderNo)).toMatchObject([{ amount: 1860, refunded: 0 }]);
    await viewOrder(page, orderNo);
  });

  test('an invalid number is not sent; a refused card shows its reason, charges nothing, and allows another card, also after a second one', async ({
    page,
  }) => {
    await fillCart(page.request);
    await toPayStep(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/orders'))
        sent.push((request.postDataJSON() as { orderNo: string }).orderNo);
    });
    await page.route('**/api/orders', async (route) => {
      // A slow answer, as from a slow bank: layout shifts after it are not excused by the click.
      await sleep(800);
      await route.continue();
    });
    await test.step('an invalid card number is refused before the order is sent', async () => {
      await mainButton(page, '確認付款').click();
      const problems = page.getByRole('alert').filter({ hasText: '請修正以下項目' });
      await expect(problems).toBeFocused();
      await expect(problems).toContainText('請正確填寫信用卡資料');
      await problems.getByRole('link', { name: '請確認您同意服務條款' }).click();
      await expect(page.getByRole('checkbox', { name: /我已閱讀並同意/ })).toBeFocused();
      await fillCard(page, '4242424242424241');
      await agree(page);
      await mainButton(page, '確認付款').click();
      await expect(problems, 'the second click was answered').toBeFocused();
      await expect(problems).toContainText('請正確填寫信用卡資料');
      expect(sent).toEqual([]);
    });

    // whole-shop/payment.test.ts has each refusal.
    const refused = TEST_CARDS.filter(({ result }) => result !== 0 && result !== 421).slice(0, 2);
    expect(refused).toHaveLength(2);
    for (const { number, result } of refused) {
      await fillCard(page, number);
      await mainButton(page, '確認付款').click();
      await expect(page.getByRole('main').getByRole('alert')).toContainText(cardRefusalMessage(result, ''));
      await expect(page.getByRole('main').getByRole('alert')).toContainText('尚未扣款');
      await expectStill(page);
      await expect(mainButton(page, '確認付款')).toBeEnabled();
      await page.getByRole('button', { name: '改用其他卡片' }).click();
      await expect(page.getByRole('group', { name: '信用卡資料' })).toBeFocused();
      await expect(page.getByRole('group', { name: '信用卡資料' })).toBeInViewport();
    }
    expect(new Set(sent).size).toBe(refused.length);
    for (const orderNo of sent) expect(await parcelsOf(orderNo)).toEqual([]);

    await fillCard(page, MASTERCARD);
    await mainButton(page, '確認付款').click();
    await resultOf(page);
    await expect(heading(page)).toHaveText('付款成功');
  });
});
