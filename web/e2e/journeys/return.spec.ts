import type { Page } from '@playwright/test';
import { cardToTheDoor, codToTheDoor, orderOf, placeOrder } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';
import { moveParcel } from '../harness/world.ts';

const RECEIVED = '我們已收到您的退貨申請，在經審核後訂單將會進入退貨程序';

async function applyForReturn(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退貨申請' }).click();
  const form = page.getByRole('region', { name: '退貨申請' });
  await expect(form.getByLabel('退貨原因')).toBeFocused();
  await form.getByRole('button', { name: '送出' }).click();
  await expect(form).toContainText('未填寫退貨原因');
  await form.getByLabel('退貨原因').fill('不小心買了兩次');
  await form.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '退貨申請' }).click();
  await expect(form.getByLabel('退貨原因'), 'cancel clears the reason').toHaveValue('');

  await form.getByLabel('退貨原因').fill('膚況不合');
  await form.getByRole('button', { name: '送出' }).click();
  const dialog = page.getByRole('dialog', { name: '確定要送出退貨申請嗎？' });
  await expect(dialog).toContainText('膚況不合');
  await dialog.getByRole('button', { name: '確定送出' }).click();
  await expect(page.getByText(RECEIVED).first()).toBeVisible();
  await expect(page.getByRole('article').getByText('目前狀態').locator('+ p')).toHaveText('退貨審核中');
  await expect(page.getByRole('button', { name: '退貨申請' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^訂單編號/ }), 'the form is gone, the focus is not').toBeFocused();
}

test.describe('on a computer', () => {
  test.use(DESK);

  test('the buyer applies for a return', async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await page.goto(`/search-order?id=${orderNo}`);
    await applyForReturn(page);
    await page.reload();
    await expect(page.getByRole('article')).toContainText('退貨審核中');
    expect((await orderOf(page.request, orderNo)).displayStatus.code).toBe('RETURN_APPLY');
  });

  test('cash on delivery can be returned once it was handed over', async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await page.goto(`/search-order?id=${orderNo}`);
    await expect(page.getByRole('article')).toContainText('王大明');
    await expect(page.getByRole('button', { name: '退貨申請' })).toHaveCount(0);
    await moveParcel(orderNo, 3003);
    await expect(page.getByRole('button', { name: '退貨申請' }), 'offered without a reload').toBeVisible();
    await applyForReturn(page);
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a stranger sees nothing personal and returns nothing without the phone number', async ({ page, playwright, baseURL }) => {
    const buyer = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const orderNo = await placeOrder(buyer, cardToTheDoor());
    await buyer.dispose();

    await page.goto(`/search-order?id=${orderNo}`);
    const order = page.getByRole('article');
    await expect(order).toContainText(orderNo);
    await expect(order).not.toContainText('王大明');
    await expect(order).not.toContainText('信義路');
    await expect(order).not.toContainText('0912345678');
    await expect(page.getByRole('button', { name: '退貨申請' })).toHaveCount(0);
    const refused = await page.request.post(`/api/orders/${orderNo}/return`, { data: { returnComment: '不要了' } });
    expect(refused.status()).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'PROOF_REQUIRED' });

    const proof = page.getByRole('region', { name: '驗證收件人身分' });
    await proof.getByLabel('收件人手機號碼').fill('0987654321');
    await proof.getByRole('button', { name: '驗證' }).click();
    await expect(proof).toContainText('資料不符，請確認訂單編號與收件人手機號碼是否正確');
    await proof.getByLabel('收件人手機號碼').fill('0912345678');
    await proof.getByRole('button', { name: '驗證' }).click();
    await expect(order).toContainText('王大明');
    await expect(order).toContainText('信義路三段134巷1號');
    await expect(page.getByRole('heading', { name: '配送資訊' }), 'where the proof’s fruit is').toBeFocused();
    await expect(page.locator('#announce-polite')).toHaveText('驗證成功，已顯示完整資料');
    await applyForReturn(page);
  });
});
