import type { Page } from '@playwright/test';
import type { PlaceOrderRequest } from '@nordhaut/contracts';
import { agree, fillCard, heading, mainButton, openCart, resultOf, toPayStep } from '../harness/buyer.ts';
import { fillCart, MASTERCARD, VISA } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';
import { paymentsOf } from '../harness/simulators.ts';

/** Goes to the bank's page and moves it to a new tab; the shop's tab shows no page of the shop. Returns the bank's tab. */
async function leaveAtBank(page: Page): Promise<Page> {
  await fillCart(page.request);
  await toPayStep(page);
  await fillCard(page, VISA);
  await agree(page);
  await mainButton(page, '確認付款').click();
  await expect(page.getByRole('heading', { name: '信用卡 3D 驗證' })).toBeVisible();
  const bank = await page.context().newPage();
  await bank.goto(page.url());
  await page.goto('/robots.txt');
  return bank;
}

/** Pays from the cart with the form that is still filled in. */
async function payAgain(page: Page): Promise<void> {
  await page.goto('/payment?to=PAY');
  await fillCard(page, MASTERCARD);
  await agree(page);
  await mainButton(page, '確認付款').click();
}

/** Refuses the next orders with this answer, after `meanwhile`. */
async function refuse(page: Page, code: string, message: string, meanwhile = (): Promise<void> => Promise.resolve()): Promise<void> {
  await page.route('**/api/orders', async (route) => {
    await meanwhile();
    await route.fulfill({ status: 409, json: { status: 409, code, message, correlationId: 'e2e' } });
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the page queries a payment that ended in another window before it shows a result', async ({ page }) => {
    const bank = await leaveAtBank(page);
    await openCart(page);
    const waiting = page.getByRole('region', { name: '您有一筆訂單等待銀行驗證' });
    await expect(waiting).toContainText('重新付款時，會先取消這筆等待中的付款');
    await expect(waiting, 'nobody said so').not.toContainText('沒有扣款');
    await page.goto('/robots.txt');

    await bank.getByRole('button', { name: '通過' }).click();
    const orderNo = await resultOf(bank);
    await expect(heading(bank)).toHaveText('付款成功');
    await page.goto('/payment?to=PAY');
    const paid = page.getByRole('region', { name: '這筆訂單已付款成功' });
    await expect(paid).toContainText(`訂單 ${orderNo} 已付款，不需要再付一次`);
    await expect(page.getByRole('main')).toContainText('購物車還是空的');
    await expect(page.getByText('收件資料未填寫完整'), 'nothing looks like a fault').toHaveCount(0);
    await paid.getByRole('link', { name: '查看訂單' }).click();
    await expect(heading(page)).toHaveText('付款成功');
    await openCart(page);
    await expect(page.getByRole('main')).not.toContainText(orderNo);
  });

  test('a payment that failed in another window is shown once and not replaced', async ({ page }) => {
    const bank = await leaveAtBank(page);
    await bank.getByRole('button', { name: '失敗' }).click();
    await expect(heading(bank)).toHaveText('付款未完成');
    await openCart(page);
    const failed = page.getByRole('region', { name: '付款未完成' });
    await expect(failed).toContainText('這筆訂單沒有扣款');
    await failed.getByRole('button', { name: '知道了' }).click();
    await expect(failed).toHaveCount(0);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/orders'));
    await payAgain(page);
    expect((await sent).postDataJSON()).not.toHaveProperty('replaces');
    await resultOf(page);
    await expect(heading(page)).toHaveText('付款成功');
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('when the waiting payment cannot be cancelled no new one starts; when it is paid its result is shown', async ({ page }) => {
    const bank = await leaveAtBank(page);
    await openCart(page);
    await page.getByRole('link', { name: '查看付款結果' }).click();
    const waitingNo = await resultOf(page);
    await expect(page.getByRole('main')).toContainText('重新付款時，會先取消這筆等待中的付款');
    await page.getByRole('link', { name: '回購物車重新付款' }).click();
    await expect(heading(page)).toHaveText('購物車');

    await refuse(page, 'EARLIER_PAYMENT_UNCLEAR', '無法確認前一筆付款的結果');
    await payAgain(page);
    const unclear = page.getByRole('alert').filter({ hasText: '無法確認前一筆付款的結果' });
    await expect(unclear).toContainText('這次沒有送出新的訂單');
    await page.unroute('**/api/orders');

    // The bank accepts the payment between the page's last query and its order.
    await refuse(page, 'EARLIER_ORDER_PAID', '前一筆訂單已付款成功', async () => {
      await bank.getByRole('button', { name: '通過' }).click();
      await expect(heading(bank)).toHaveText('付款成功');
    });
    // A new try is another intent: it has a new number and a new key, and replaces the same order.
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/orders'));
    await unclear.getByRole('button', { name: '再試一次' }).click();
    const request = (await sent).postDataJSON() as PlaceOrderRequest & { replaces?: string };
    expect(request.replaces).toBe(waitingNo);
    expect(request.orderNo).not.toBe(waitingNo);
    expect(await resultOf(page)).toBe(waitingNo);
    await expect(heading(page)).toHaveText('付款成功');
    expect(await paymentsOf(request.orderNo)).toEqual([]);
  });
});
