import { expectAccessible, expectNoSidewaysScroll } from '../harness/checks.ts';
import { cardToTheDoor, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { joinConsole } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

test('a new member of the staff makes a passkey, signs out, and signs in with it', async ({ page }) => {
  await joinConsole(page, '陳客服', 'view');
  await expect(page).toHaveURL(/\/console\/?$/);
  await expect(page.getByRole('link', { name: '人員' })).toHaveCount(0);
  await page.getByRole('button', { name: '登出' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登入客服後台');
  await page.getByRole('button', { name: '使用通行金鑰登入' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂單');
});

test('support finds an order by phone, steps through its time by keyboard, and sees personal data for a reason', async ({
  page,
  request,
}) => {
  const orderNo = await placeOrder(request, cardToTheDoor());
  await joinConsole(page);
  await page.getByLabel('搜尋').fill(RECIPIENT.phone);
  await page.getByLabel('付款方式').selectOption('信用卡');
  await expect(page).toHaveURL(/payment=CREDIT/);
  const found = page.getByRole('link', { name: orderNo });
  // The read model follows the order within a moment.
  await expect(async () => {
    await page.getByRole('button', { name: '搜尋' }).click();
    await expect(found).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(page.url()).not.toContain(RECIPIENT.phone);
  await found.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`訂單 ${orderNo}`);

  const state = page.getByRole('region', { name: '當時的訂單' });
  await expect(state).toContainText('已付款');
  await page.locator('[aria-current="true"]').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('[aria-current="true"]')).toBeFocused();
  await expect(page.locator('[aria-current="true"]')).toContainText('加入購物車');
  await expect(state).toContainText('此時訂單尚未成立');
  const placed = page.getByRole('button', { name: /^訂單成立/ });
  for (let step = 0; step < 20 && (await placed.getAttribute('aria-current')) !== 'true'; step++) await page.keyboard.press('ArrowDown');
  await expect(placed).toBeFocused();
  await expect(page).toHaveURL(/at=0$/);
  await expect(state).toContainText('等待付款結果');
  await expect(state).not.toContainText(RECIPIENT.phone);

  await page.getByRole('button', { name: '檢查紀錄' }).click();
  await expect(page.getByText('雜湊鏈完整')).toBeVisible();
  await page.getByRole('button', { name: '顯示個人資料' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('顧客來電確認');
  await page.getByRole('dialog').getByRole('button', { name: '顯示', exact: true }).click();
  await expect(page.getByRole('region', { name: '個人資料' })).toContainText(RECIPIENT.phone);
});

test('the pages of the console are accessible at both widths', async ({ page, request }) => {
  const orderNo = await placeOrder(request, cardToTheDoor());
  await joinConsole(page);
  const origin = new URL(page.url()).origin;
  for (const [path, shows] of [
    ['', '訂單'],
    [`/orders/${orderNo}`, `訂單 ${orderNo}`],
    ['/staff', '人員'],
    ['/sign-in', '登入客服後台'],
    ['/join', '啟用客服帳號'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${origin}/console${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shows);
    if (path.startsWith('/orders')) await expect(page.getByRole('region', { name: '當時的訂單' })).toContainText('已付款');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
  }
});
