import type { Page } from '@playwright/test';
import { formatMoney } from '@nordhaut/contracts';
import { cardToTheDoor, codToTheDoor, orderOf, placeOrder } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';
import { moveParcel } from '../harness/simulators.ts';

const RECEIVED = '我們已收到您的退貨申請，在經審核後訂單將會進入退貨程序';

const formOf = (page: Page) => page.getByRole('region', { name: '退貨申請' });

/** Opens the form, sends it without a reason, clears it, and sends it with a reason. */
async function applyForReturn(page: Page, fillAccount?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: '退貨申請' }).click();
  const form = formOf(page);
  await expect(form.getByRole('heading', { name: '退貨申請' })).toBeFocused();
  await expect(form).toContainText('溫和潔膚露');
  await expect(form).toContainText('試用品與 05 緊緻精華液（15 ml）除外，拆封後也可以退');
  await expect(form).not.toContainText('保留發票');
  await expect(form.getByRole('radio', { name: '不便說明' })).toBeChecked();
  await form.getByRole('radio', { name: '其他' }).check();
  await form.getByRole('button', { name: '送出' }).click();
  await expect(form).toContainText('未填寫退貨原因');
  await expect(form.getByPlaceholder('退貨原因 (必填)')).toBeFocused();
  await form.getByPlaceholder('退貨原因 (必填)').fill('不小心買了兩次');
  await form.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '退貨申請' }).click();
  await expect(form.getByLabel('補充說明'), 'cancel clears the reason').toHaveValue('');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: '退貨申請' }), 'a form is no part of the order on paper').toBeHidden();
  await page.emulateMedia({ media: null });

  await form.getByRole('radio', { name: '不適合膚況' }).check();
  await fillAccount?.();
  await form.getByRole('button', { name: '送出' }).click();
  const dialog = page.getByRole('dialog', { name: '確定要送出退貨申請嗎？' });
  await expect(dialog).toContainText('退貨原因：不適合膚況');
  const sent = page.waitForRequest((request) => request.url().endsWith('/return'));
  await dialog.getByRole('button', { name: '確定送出' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ reason: 'NOT_SUITABLE', returnComment: '不適合膚況' });
  await expect(page.getByText(RECEIVED).first()).toBeVisible();
  const order = page.getByRole('article');
  await expect(order.getByText('目前狀態').locator('+ p')).toHaveText('退貨審核中');
  await expect(order).toContainText('審核通過後 1–3 個工作天內收回商品');
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
    await expect.poll(async () => (await orderOf(page.request, orderNo)).displayStatus.code).toBe('RETURN_APPLY');
  });

  test('cash on delivery can be returned once it was handed over, to a bank account', { tag: '@eventstore' }, async ({ page }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await page.goto(`/search-order?id=${orderNo}`);
    await expect(page.getByRole('article')).toContainText('王大明');
    await expect(page.getByRole('button', { name: '退貨申請' })).toHaveCount(0);
    await moveParcel(orderNo, 3003);
    await expect(page.getByRole('button', { name: '退貨申請' }), 'offered without a reload').toBeVisible();
    await expect(page.getByRole('article')).toContainText(`貨到付款，已收款 ${formatMoney(1860)}`);
    await applyForReturn(page, async () => {
      const form = formOf(page);
      await expect(form).toContainText(/最後申請日：\d+\/\d+（[日一二三四五六]），收到商品的隔日起算 7 日，含例假日。/);
      await form.getByRole('button', { name: '送出' }).click();
      for (const problem of ['請填寫 3 位數的銀行代碼', '請填寫 6 至 16 位數的帳號', '請填寫戶名'])
        await expect(form).toContainText(problem);
      await form.getByLabel('銀行代碼').fill('822');
      await form.getByLabel('帳號').fill('1234-5678-9012');
      await form.getByLabel('戶名').fill('王大明');
    });
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a stranger sees nothing personal and returns nothing without the phone number', { tag: '@cluster' }, async ({
    page,
    playwright,
    baseURL,
  }) => {
    const buyer = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const orderNo = await placeOrder(buyer, cardToTheDoor());
    await buyer.dispose();

    await page.goto(`/search-order?id=${orderNo}`);
    const order = page.getByRole('article');
    await expect(order).toContainText(orderNo);
    await expect(order).not.toContainText('王大明');
    await expect(order).not.toContainText('信義路');
    await expect(order).not.toContainText('0912345678');
    const refused = await page.request.post(`/api/orders/${orderNo}/return`, { data: { returnComment: '不要了' } });
    expect(refused.status()).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'PROOF_REQUIRED' });

    await page.getByRole('button', { name: '退貨申請' }).click();
    const proof = page.getByRole('region', { name: '驗證收件人身分' });
    await expect(proof).toContainText('即可申請退貨');
    await expect(formOf(page), 'the form waits for the proof').toHaveCount(0);
    await proof.getByRole('button', { name: '返回' }).click();
    await expect(proof).toHaveCount(0);
    await expect(page.getByRole('button', { name: '退貨申請' }), 'the focus is back').toBeFocused();
    await page.getByRole('button', { name: '查看完整資料' }).click();
    await proof.getByRole('button', { name: '返回' }).click();
    await expect(page.getByRole('heading', { name: '配送資訊' })).toBeFocused();
    await page.getByRole('button', { name: '查看完整資料' }).click();
    await expect(proof.getByLabel('收件人手機號碼')).toBeFocused();
    await proof.getByLabel('收件人手機號碼').fill('0987654321');
    await proof.getByRole('button', { name: '驗證' }).click();
    await expect(proof).toContainText('資料不符，請確認訂單編號與收件人手機號碼是否正確');
    await proof.getByLabel('收件人手機號碼').fill('0912345678');
    await proof.getByRole('button', { name: '驗證' }).click();
    await expect(order).toContainText('王大明');
    await expect(order).toContainText('信義路三段134巷1號');
    await expect(page.getByRole('heading', { name: '配送資訊' }), 'where the data is').toBeFocused();
    await expect(page.locator('#announce-polite')).toHaveText('驗證成功，已顯示完整資料');
    await applyForReturn(page);
  });
});
