import type { Page } from '@playwright/test';
import { alive, cartLink, heading, mainButton, openCart, toShipping } from '../harness/buyer.ts';
import { fillCart } from '../harness/orders.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

const PASSWORD = 'abc12345';
const newEmail = (): string => `m${crypto.randomUUID()}@example.com`;

async function register(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto(`/register?email=${email}`);
  await alive(page);
  await page.getByLabel('姓氏').fill('王');
  await page.getByLabel('名字').fill('大明');
  await expect(page.getByLabel('電子郵件')).toHaveValue(email);
  await page.getByLabel('密碼', { exact: true }).fill(PASSWORD);
  await page.getByLabel('手機號碼').fill('0912345678');
  await page.getByRole('checkbox', { name: /年滿/ }).check();
  await page.getByRole('checkbox', { name: /我已閱讀/ }).check();
  const send = page.getByRole('button', { name: '註冊', exact: true });
  await page.getByLabel('確認密碼', { exact: true }).fill('abc12346');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('確認密碼', { exact: true }).fill(PASSWORD);
  await send.click();
  await expect(page.getByText('註冊成功').first()).toBeVisible();
  await page.waitForURL('/');
  return email;
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '主選單' }).locator('summary', { hasText: '會員' }).click();
  await page.getByRole('list', { name: '會員' }).getByRole('button', { name: '登出' }).click();
  await expect(page.getByText('已登出').first()).toBeVisible();
}

test('a visitor registers, wishes, signs out and signs in again', async ({ page }) => {
  const email = await register(page);
  await page.goto('/register');
  await expect(page.getByRole('main')).toContainText('目前已登入會員帳號，若要註冊新帳號請先登出');
  await page.goto('/product');
  await page
    .getByRole('button', { name: /^願望清單：/ })
    .first()
    .click();
  await expect(page.getByText('已加入願望清單').first()).toBeVisible();
  await page.goto('/member/wishlist');
  await page.getByRole('button', { name: /^從願望清單移除/ }).click();
  await expect(page.getByRole('heading', { name: '目前尚未加入任何商品' })).toBeVisible();
  await page.goto('/member');
  await expect(heading(page)).toHaveText('我的訂單');
  await expect(page.getByRole('main')).toContainText('目前沒有訂單');
  await leave(page);

  await page.goto('/member/coupon');
  await page.waitForURL(/\/login\?redirect=/);
  const form = page.getByRole('form', { name: '會員登入' });
  await form.getByLabel('電子郵件').fill(email);
  await form.getByLabel('密碼', { exact: true }).fill('wrong123');
  await form.getByRole('button', { name: '登入', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '帳號密碼有誤，請重新確認登入資訊' })).toBeVisible();
  await form.getByLabel('密碼', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: '登入', exact: true }).click();
  await page.waitForURL('/member/coupon');
  await expect(heading(page)).toHaveText('優惠券與購物金');
});

test('a buyer signs in inside the checkout and keeps cart and fields', async ({ page }) => {
  const email = await register(page);
  await leave(page);
  await fillCart(page.request);
  await openCart(page);
  await toShipping(page);
  await page.getByLabel('詳細地址').fill('信義路三段134巷1號');
  await expect(page.getByRole('checkbox', { name: /^同時註冊會員/ })).toBeChecked();
  await mainButton(page, '登入').click();
  const form = page.getByRole('form', { name: '會員登入' });
  await form.getByLabel('電子郵件').fill(email);
  await form.getByLabel('密碼', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: '登入', exact: true }).click();
  await expect(page.getByRole('region', { name: '會員', exact: true })).toContainText('王大明');
  await expect(heading(page)).toHaveText('付款與配送');
  await expect(page.getByLabel('詳細地址')).toHaveValue('信義路三段134巷1號');
  await expect(page.getByLabel('姓氏')).toHaveValue('王');
  await expect(cartLink(page)).toHaveAccessibleName('購物車，2 件商品');
  await expect(page.getByRole('checkbox', { name: /^記住收件資料/ })).toBeVisible();
});
