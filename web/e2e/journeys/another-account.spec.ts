import type { Page } from '@playwright/test';
import { addressIsFilled, alive, fillAddress, openCart, toShipping } from '../harness/buyer.ts';
import { leave, loginForm, PASSWORD, registerMember, signIn } from '../harness/members.ts';
import { addProject } from '../harness/groups.ts';
import { fillCart, RECIPIENT } from '../harness/orders.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

const signedOut = { data: {} };
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });

/** A member's open checkout, with the profile's data and a typed address. */
async function typedByMember(page: Page): Promise<void> {
  const email = await registerMember(page.request);
  await fillCart(page.request);
  await openCart(page);
  await toShipping(page);
  await fillAddress(page);
  await addressIsFilled(page);
  // The profile fills the rest once the form is used.
  await expect(field(page, '電子郵件信箱')).toHaveValue(email);
}

async function nothingIsLeft(page: Page): Promise<void> {
  for (const label of ['姓氏', '名字', '手機號碼', '電子郵件信箱', '詳細地址']) await expect(field(page, label), label).toHaveValue('');
  await isNotStored(page);
}

const isNotStored = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(new RegExp(`${RECIPIENT.address}|大明`));

/** Opens the shipping step with a new cart, as somebody who is not the member from before. */
async function shippingAgain(page: Page): Promise<void> {
  await fillCart(page.request);
  await openCart(page);
  await toShipping(page);
}

test('a sign-out in another tab empties the open checkout, and the next account gets its own data', async ({ page, context }) => {
  await typedByMember(page);
  const other = await context.newPage();
  await other.goto('/');
  await leave(other);
  await expect(page.getByText('您已在其他分頁登出').first()).toBeVisible();
  await isNotStored(page);
  const next = await registerMember(other.request);
  await other.request.post('/api/logout', signedOut);
  await shippingAgain(page);
  await nothingIsLeft(page);
  await page.getByRole('region', { name: '會員登入' }).getByRole('button', { name: '登入', exact: true }).first().click();
  await loginForm(page).waitFor();
  await signIn(page, next, PASSWORD);
  await expect(field(page, '電子郵件信箱')).toHaveValue(next);
  await expect(field(page, '詳細地址')).toHaveValue('');
});

test('a reload after the account has changed shows nothing of the one before', async ({ page }) => {
  await typedByMember(page);
  // The page hears nothing of it: no other tab is open.
  await page.request.post('/api/logout', signedOut);
  const next = await registerMember(page.request);
  await shippingAgain(page);
  await field(page, '詳細地址').focus();
  await expect(field(page, '電子郵件信箱')).toHaveValue(next);
  await expect(field(page, '詳細地址')).toHaveValue('');
});

test('a reload after the session has ended shows nothing to the guest', async ({ page }) => {
  await typedByMember(page);
  await page.request.post('/api/logout', signedOut);
  await shippingAgain(page);
  await nothingIsLeft(page);
});

test('a group order’s form is empty for the next account', async ({ page }) => {
  await registerMember(page.request);
  await addProject('spring-of-two');
  await page.goto('/group/spring-of-two');
  await alive(page);
  await page.getByLabel('收件人姓名').fill('王大明');
  await page.getByLabel('手機號碼').fill(RECIPIENT.phone);
  await page.reload();
  await expect(page.getByLabel('收件人姓名'), 'the same account keeps it').toHaveValue('王大明');
  await page.request.post('/api/logout', signedOut);
  await registerMember(page.request);
  await page.reload();
  await alive(page);
  await expect(page.getByRole('navigation', { name: '主選單' }).locator('summary', { hasText: '會員' })).toBeVisible();
  await expect(page.getByLabel('收件人姓名')).toHaveValue('');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('王大明');
});

test('a guest who signs in keeps what was typed, also over a reload', async ({ page }) => {
  const email = await registerMember(page.request);
  await page.request.post('/api/logout', signedOut);
  await fillCart(page.request);
  await openCart(page);
  await toShipping(page);
  await fillAddress(page);
  await page.getByRole('region', { name: '會員登入' }).getByRole('button', { name: '登入', exact: true }).first().click();
  await signIn(page, email);
  await expect(field(page, '電子郵件信箱')).toHaveValue(email);
  await addressIsFilled(page);
  await page.reload();
  await addressIsFilled(page);
});
