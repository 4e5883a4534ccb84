import {
  agree,
  chooseDelivery,
  choosePayment,
  fillAddress,
  fillCard,
  fillPerson,
  heading,
  mainButton,
  openShipping,
  resultOf,
  toPay,
  toPayStep,
  viewOrder,
} from '../harness/buyer.ts';
import { fillCart, MASTERCARD } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';
import { parcelsOf, paymentsOf } from '../harness/simulators.ts';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('cash on delivery, with a company invoice', async ({ page }) => {
    await openShipping(page);
    await chooseDelivery(page, '超商取貨');
    await choosePayment(page, '貨到付款');
    await expect(page.getByRole('radio', { name: /^宅配到府/ }), 'cash forces home delivery').toBeChecked();
    await fillPerson(page);
    await page.getByLabel('電子郵件信箱').fill('');
    await fillAddress(page);
    await toPay(page);
    await page.getByRole('radio', { name: /^公司統一編號/ }).check();
    await agree(page);
    await mainButton(page, '送出訂單').click();
    await expect(page.getByRole('main')).toContainText('統一編號格式錯誤，請填寫完整 8 位數字');
    await expect(page.getByRole('main')).toContainText('請填寫公司抬頭');
    await page.getByLabel('統一編號', { exact: true }).fill('12345675');
    await page.getByLabel('公司抬頭').fill('好日子有限公司');
    await mainButton(page, '送出訂單').click();

    const orderNo = await resultOf(page);
    await expect(heading(page)).toHaveText('訂單已成立');
    const text = page.getByText('商品送達時，請將款項交給配送人員。');
    const [own, room] = [await text.boundingBox(), await text.locator('..').boundingBox()];
    expect(own?.height).toBeGreaterThan(0);
    expect(room?.height, 'no answer of a bank needs room').toBe(own?.height);
    await expect(page.getByRole('main')).toContainText('貨到付款');
    expect(await paymentsOf(orderNo)).toEqual([]);
    expect(await parcelsOf(orderNo)).toMatchObject([{ subtype: 'TCAT', collects: true, amount: 1860 }]);
    await viewOrder(page, orderNo);
    const order = page.getByRole('article');
    await expect(order.getByText('目前狀態').locator('+ p'), 'the parcel’s state').toHaveText('訂單處理中');
    await expect(order).toContainText('貨到付款，收件時支付 NT$1,860');
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  for (const { payment, button } of [
    { payment: '貨到付款', button: '送出訂單' },
    { payment: '信用卡', button: '確認付款' },
  ] as const) {
    test(`two clicks on the button are one order: ${payment}`, async ({ page }) => {
      await fillCart(page.request);
      await toPayStep(page, payment);
      if (payment === '信用卡') await fillCard(page, MASTERCARD);
      await agree(page);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/orders')) sent.push(request.url());
      });
      // Both clicks happen before the next render, so they hit the same button.
      await mainButton(page, button).evaluate((element: HTMLButtonElement) => {
        element.click();
        element.click();
      });
      const orderNo = await resultOf(page);
      expect(sent).toHaveLength(1);
      expect(await parcelsOf(orderNo)).toHaveLength(1);
      expect(await paymentsOf(orderNo)).toHaveLength(payment === '信用卡' ? 1 : 0);
    });
  }

  test.describe('without an order number', () => {
    test.use({ consoleMay: /net::ERR_CONNECTION_RESET/ });

    test('the buyer is sent to customer care, the error log has a record, and a second click orders', async ({ page }) => {
      await fillCart(page.request);
      await toPayStep(page, '貨到付款');
      await agree(page);
      await page.route('**/api/genUid/', (route) => route.abort('connectionreset'));
      const reported = page.waitForRequest('**/api/error-log');
      await mainButton(page, '送出訂單').click();
      expect((await reported).postDataJSON()).toEqual({ code: 'ORDER_UID' });
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('訂單生成系統出現問題，請聯繫客服');
      await page.unroute('**/api/genUid/');
      await dialog.getByRole('button', { name: '再試一次' }).click();
      await resultOf(page);
    });
  });
});
