import type { Locator, Page } from '@playwright/test';
import { cardToTheDoor, codToTheDoor, orderOf, placeOrder } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';
import { moveParcel, paymentsOf } from '../harness/simulators.ts';

const status = (page: Page): Locator => page.getByRole('article').getByText('目前狀態').locator('+ p');
const buttons = (page: Page): Locator =>
  page
    .getByRole('article')
    .getByRole('button')
    .filter({ hasText: /取消訂單|退貨申請/ });
const confirmation = (page: Page): Locator => page.getByRole('dialog', { name: '確定要取消訂單嗎？' });

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a card order is cancelled before the hand-over and paid back while the page is open', { tag: ['@eventstore', '@cluster'] }, async ({
    page,
  }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    const sent: unknown[] = [];
    page.on('request', (request) => request.url().endsWith(`/api/orders/${orderNo}/cancel`) && sent.push(request.postDataJSON()));
    await page.goto(`/search-order?id=${orderNo}`);
    await expect(buttons(page)).toHaveText(['取消訂單', '退貨申請']);

    await buttons(page).first().click();
    const dialog = confirmation(page);
    await expect(dialog).toContainText('已付的 NT$1,860 會在 3 個工作天內退回原付款信用卡');
    await expect(dialog).not.toContainText('優惠券');
    await expect(dialog.getByRole('radio', { name: '不便說明' })).toBeChecked();
    await dialog.getByRole('button', { name: '保留訂單' }).click();
    await expect(dialog).toHaveCount(0);
    expect(sent).toEqual([]);

    await buttons(page).first().click();
    await dialog.getByRole('radio', { name: '重複訂購' }).check();
    await dialog.getByRole('button', { name: '確定取消訂單' }).click();
    await expect(status(page)).toContainText('訂單已取消');
    await expect(buttons(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: /^訂單編號/ })).toBeFocused();
    expect(sent).toEqual([{ reason: 'ORDERED_TWICE' }]);

    await expect(page.getByRole('article')).toContainText('已退款 NT$1,860');
    await expect(status(page)).toHaveText('訂單已取消（已退款）');
    expect(await paymentsOf(orderNo)).toMatchObject([{ amount: 1860, refunded: 1860 }]);
    await page.reload();
    await expect(status(page)).toHaveText('訂單已取消（已退款）');
  });

  test('a cash order is cancelled after the proof of the phone number, and no money moves', async ({ page, playwright, baseURL }) => {
    const buyer = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const orderNo = await placeOrder(buyer, codToTheDoor());
    await buyer.dispose();
    await page.goto(`/search-order?id=${orderNo}`);
    await page.getByRole('button', { name: '取消訂單' }).click();
    const proof = page.getByRole('region', { name: '驗證收件人身分' });
    await expect(proof).toContainText('即可取消訂單');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await proof.getByLabel('收件人手機號碼').fill('0912345678');
    await proof.getByRole('button', { name: '驗證' }).click();
    await expect(confirmation(page)).toContainText('這筆訂單尚未付款，不會產生任何費用');
    await confirmation(page).getByRole('button', { name: '確定取消訂單' }).click();
    await expect(status(page)).toHaveText('訂單已取消');
    await expect(page.getByRole('article')).not.toContainText(/已退款|退款處理中/);
    await expect(buttons(page)).toHaveCount(0);
    await expect.poll(async () => (await orderOf(page.request, orderNo)).order.facts.refund).toEqual({ state: 'none', amount: 0 });
    expect(await paymentsOf(orderNo)).toEqual([]);
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('after the hand-over the open page removes 取消訂單 and says why; the API refuses with the same text', async ({ page }) => {
    const reason = '包裹已交給物流，無法取消；如需退貨請改用退貨申請';
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await page.goto(`/search-order?id=${orderNo}`);
    await expect(page.getByRole('article').getByRole('status').getByText('已連線')).toBeVisible();
    await expect(buttons(page)).toHaveText(['取消訂單', '退貨申請']);
    await expect(page.getByRole('article')).not.toContainText(reason);

    await moveParcel(orderNo, 3001);
    await expect(buttons(page)).toHaveText(['退貨申請']);
    await expect(page.getByRole('article')).toContainText(reason);
    await expect
      .poll(async () => (await orderOf(page.request, orderNo)).order.facts.actions.cancel)
      .toEqual({ open: false, reason: { code: 'PARCEL_HANDED_OVER', message: reason } });
    const refused = await page.request.post(`/api/orders/${orderNo}/cancel`, { data: { reason: 'NOT_STATED' } });
    expect(await refused.json()).toMatchObject({ status: 409, code: 'PARCEL_HANDED_OVER', message: reason });

    await moveParcel(orderNo, 3003);
    await expect(status(page)).toHaveText('已送達');
    await expect(page.getByRole('article'), 'nobody cancels what has arrived').not.toContainText(reason);
    expect((await paymentsOf(orderNo))[0]).toMatchObject({ refunded: 0 });
  });

  test('a refusal is shown in the dialog', async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await page.route(`**/api/orders/${orderNo}/cancel`, (route) =>
      route.fulfill({
        status: 409,
        json: { status: 409, code: 'CANCEL_NOT_OFFERED', message: '此訂單目前無法取消', correlationId: 'e2e' },
      }),
    );
    await page.goto(`/search-order?id=${orderNo}`);
    await page.getByRole('button', { name: '取消訂單' }).click();
    await confirmation(page).getByRole('button', { name: '確定取消訂單' }).click();
    await expect(confirmation(page).getByRole('alert')).toContainText('此訂單目前無法取消');
  });
});
