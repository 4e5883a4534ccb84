import type { FoundOrders } from '@nordhaut/contracts/support';
import type { Page } from '@playwright/test';
import { cardToTheDoor, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { anotherSignsIn, becomeStaff, joinConsole, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('back from an order, support finds the search for a person as it was; it is in no address and no storage, and for nobody else', async ({
  page,
}) => {
  // Of this journey alone: others order and are forgotten meanwhile.
  const phone = `09${String(Date.now()).slice(-8)}`;
  const orderNo = await placeOrder(page.request, { ...cardToTheDoor(), recipient: { ...RECIPIENT, phone } });
  await joinConsole(page, '許客服', 'view,act');
  const row = page.getByRole('row').filter({ hasText: orderNo });
  await page.getByLabel('搜尋').fill(phone);
  await page.getByLabel('付款方式').selectOption('信用卡');
  await expect(async () => {
    await page.getByRole('button', { name: '搜尋' }).click();
    await expect(row).toBeVisible({ timeout: 1_000 });
    // The head of the table, and the order.
    await expect(page.getByRole('row')).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await page.getByRole('link', { name: orderNo }).click();
  await expect(heading(page)).toHaveText(`訂單 ${orderNo}`);
  await page.goBack();
  await expect(page.getByLabel('搜尋')).toHaveValue(phone);
  await expect(page.getByLabel('付款方式')).toHaveValue('CREDIT');
  await expect(row).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  const kept = await page.evaluate(() => JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(phone);
  await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '工作清單' }).click();
  await expect(heading(page)).toHaveText('工作清單');
  await page.getByRole('link', { name: '訂單', exact: true }).click();
  await expect(page.getByLabel('搜尋'), 'the link begins anew').toHaveValue('');

  await page.goBack();
  await expect(page.getByRole('navigation', { name: '清單' }).getByRole('link')).not.toHaveCount(0);
  await page.context().clearCookies({ name: /console/ });
  // Not `click`: a late answer of the work list may have ended the session, and the link is hidden then.
  await page.getByRole('link', { name: '訂單', exact: true, includeHidden: true }).dispatchEvent('click');
  await expect(heading(page)).toHaveText('登入客服後台');
  await anotherSignsIn(page, '曾客服', 'view');
  await expect(heading(page)).toHaveText('訂單');
  await page.goBack();
  await expect(heading(page)).toHaveText('工作清單');
  await page.goBack();
  await expect(page).toHaveURL(/payment=CREDIT/);
  await expect(page.getByLabel('搜尋')).toHaveValue('');
});

test('back from an order, support is on the same page of the list; an order that shopping credit paid names no card', async ({ page }) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  await joinConsole(page, '許客服', 'view');
  const listed = (no: string, total: number): FoundOrders['orders'][number] => ({
    orderNo: no,
    placedAt: '2026-11-20T01:00:00.000Z',
    status: { code: '300', label: '訂單處理中' },
    payment: 'CREDIT',
    linked: null,
    total,
    owed: 0,
    touchedAt: '2026-11-20T01:00:00.000Z',
  });
  const pages: Record<string, FoundOrders> = {
    first: { orders: [listed('A1B2C3D4E5F6G7H8', 0), listed('A1B2C3D4E5F6G7H9', 1_510)], cursor: 'second' },
    second: { orders: [listed(orderNo, 1_510)], cursor: null },
  };
  await page.route('**/api/support/orders/search', (route) => {
    const { cursor = 'first' } = route.request().postDataJSON() as { cursor?: string };
    return route.fulfill({ json: pages[cursor] });
  });
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'A1B2C3D4E5F6G7H8' })).toContainText('購物金NT$0');
  await expect(page.getByRole('row').filter({ hasText: 'A1B2C3D4E5F6G7H9' })).toContainText('信用卡NT$1,510');
  await page.getByRole('button', { name: '下一頁' }).click();
  await page.getByRole('link', { name: orderNo }).click();
  await expect(heading(page)).toHaveText(`訂單 ${orderNo}`);
  await page.goBack();
  await expect(page.getByRole('link', { name: orderNo })).toBeVisible();
  await page.getByRole('button', { name: '上一頁' }).click();
  await expect(page.getByRole('link', { name: 'A1B2C3D4E5F6G7H9' })).toBeVisible();
});

test('what is typed while a note is saved stays in the field', async ({ page }) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  await becomeStaff(page, '許客服', 'view,act');
  await openOrder(page, orderNo);
  const saves = Promise.withResolvers<void>();
  await page.route('**/notes', async (route) => {
    await saves.promise;
    await route.continue();
  });
  const note = page.getByLabel('新增備註');
  await note.fill('顧客想改送門市');
  await page.getByRole('button', { name: '儲存備註' }).click();
  await note.pressSequentially('；請先去電');
  saves.resolve();
  await expect(page.getByRole('listitem').filter({ hasText: /顧客想改送門市(?!；)/ })).toBeVisible();
  await expect(note).toHaveValue('；請先去電');
});
