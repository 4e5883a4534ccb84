import type { Page } from '@playwright/test';
import { addressIsFilled, cartLink, fillAddress, fillPerson, heading, mainButton, openShipping, toPay } from '../harness/buyer.ts';
import { atProvider, completeProfile, leave, newEmail } from '../harness/members.ts';
import { RECIPIENT } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

async function toLineFromShipping(page: Page): Promise<void> {
  await openShipping(page);
  await fillPerson(page);
  await fillAddress(page);
  await mainButton(page, '登入').click();
  await page.getByRole('link', { name: '以 LINE 登入' }).click();
  await expect(page.getByRole('heading', { name: '使用 LINE 登入' })).toBeVisible();
}

async function everythingIsKept(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('付款與配送');
  await expect(page).toHaveURL('/payment?to=SHIPPING');
  await expect(cartLink(page)).toHaveAccessibleName('購物車，2 件商品');
  await expect(page.getByLabel('姓氏')).toHaveValue(RECIPIENT.firstName);
  await expect(page.getByLabel('手機號碼')).toHaveValue(RECIPIENT.phone);
  await expect(page.getByLabel('電子郵件信箱')).toHaveValue(RECIPIENT.email);
  await addressIsFilled(page);
}

test.describe('on a computer', () => {
  test.use(DESK);

  test('LINE leads back to the step of the checkout with cart and fields kept', async ({ page }) => {
    const email = newEmail();
    await toLineFromShipping(page);
    await atProvider(page).anew('小明', email);
    await expect(heading(page)).toHaveText('完成會員資料');
    await completeProfile(page);
    await everythingIsKept(page);
    const account = page.getByRole('region', { name: '會員', exact: true });
    await expect(account).toContainText('陳小美');

    await page.goto('/');
    await leave(page);
    await toLineFromShipping(page);
    await atProvider(page).choose(email);
    await everythingIsKept(page);
    await expect(account).toContainText('陳小美');
    await toPay(page);
    await expect(page.getByRole('main')).toContainText(RECIPIENT.address);
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a visitor who cancels at LINE still finds cart and fields', async ({ page }) => {
    await toLineFromShipping(page);
    await page.getByRole('button', { name: '取消' }).click();
    await page.waitForURL(/\/login\?/);
    await expect(page.getByRole('alert').filter({ hasText: '您已取消 LINE 登入' })).toBeVisible();
    await page.goto('/payment?to=SHIPPING');
    await everythingIsKept(page);
  });
});
