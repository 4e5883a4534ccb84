import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { heading } from './buyer.ts';

export const PASSWORD = 'abc12345';
export const newEmail = (): string => `m${crypto.randomUUID()}@example.com`;

/** Registers a member without the pages and signs this visitor in. Returns the e-mail. */
export async function registerMember(visitor: APIRequestContext, more: { referralCode?: string } = {}): Promise<string> {
  const email = newEmail();
  const answer = await visitor.post('/api/register', {
    data: {
      firstName: '王',
      lastName: '大明',
      user_email: email,
      password: PASSWORD,
      user_phone: '0912345678',
      privacyAccepted: true,
      ageConfirmed: true,
      ...more,
    },
  });
  expect(answer.ok(), `register: ${answer.status()} ${await answer.text()}`).toBe(true);
  return email;
}

/** The member's menu in the navigation; it opens with a click. */
export const memberMenu = (page: Page): Locator => page.getByRole('navigation', { name: '主選單' }).locator('summary', { hasText: '會員' });

export async function leave(page: Page): Promise<void> {
  await memberMenu(page).click();
  await page.getByRole('list', { name: '會員' }).getByRole('button', { name: '登出' }).click();
  await expect(page.getByText('已登出').first()).toBeVisible();
}

export const loginForm = (page: Page): Locator => page.getByRole('form', { name: '會員登入' });

/** Fills in the form of signing in, on its page or in the checkout. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const form = loginForm(page);
  await form.getByLabel('電子郵件').fill(email);
  await form.getByLabel('密碼', { exact: true }).fill(password);
  await form.getByRole('button', { name: '登入', exact: true }).click();
}

/** Opens a page of the member area. */
export async function openMemberPage(page: Page, name: 'order' | 'coupon' | 'info' | 'wishlist' | 'follow', title: string): Promise<void> {
  await page.goto(`/member/${name}`);
  await expect(heading(page)).toHaveText(title);
}
