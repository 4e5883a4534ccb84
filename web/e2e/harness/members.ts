import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { heading } from './buyer.ts';

export const PASSWORD = 'abc12345';
/** Two members with one number count as one person, who cannot invite himself. */
const newPhone = (): string => `09${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`;
export const newEmail = (): string => `m${crypto.randomUUID()}@example.com`;

/** Registers a member without the pages and signs this visitor in. Returns the e-mail. */
export async function registerMember(
  visitor: APIRequestContext,
  more: { referralCode?: string; user_email?: string } = {},
): Promise<string> {
  const email = more.user_email ?? newEmail();
  const answer = await visitor.post('/api/register', {
    data: {
      firstName: '王',
      lastName: '大明',
      user_email: email,
      password: PASSWORD,
      user_phone: newPhone(),
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

/** Signs out by the menu of the phone or of the computer. */
export async function leave(page: Page): Promise<void> {
  const onPhone = page.getByRole('button', { name: '選單', exact: true });
  await expect(onPhone.or(memberMenu(page)).filter({ visible: true })).toBeVisible();
  await ((await onPhone.isVisible()) ? onPhone : memberMenu(page)).click();
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

/** The part of the profile about invite codes. */
export const inviteSection = (page: Page): Locator => page.getByRole('region', { name: '邀請碼' });

/** Types the invite code of another member. */
export async function bindCode(page: Page, code: string): Promise<void> {
  await inviteSection(page).getByLabel('朋友的邀請碼').fill(code);
  await inviteSection(page).getByRole('button', { name: '綁定' }).click();
}

/** The page of a simulated LINE or Facebook. */
export const atProvider = (page: Page) => ({
  /** signs in with a new account; an empty e-mail is none */
  async anew(name: string, email: string): Promise<void> {
    await page.getByLabel('姓名').fill(name);
    await page.getByLabel('電子郵件（可留白）').fill(email);
    await page.getByRole('button', { name: '以新帳號登入' }).click();
  },
  choose: (email: string): Promise<void> => page.getByRole('button', { name: email }).click(),
});

/** Completes the registration of somebody who came from LINE or Facebook. */
export async function completeProfile(page: Page): Promise<void> {
  await page.getByLabel('姓氏').fill('陳');
  await page.getByLabel('名字').fill('小美');
  await page.getByLabel('手機號碼').fill('0922333444');
  await page.getByRole('checkbox', { name: /年滿/ }).check();
  await page.getByRole('checkbox', { name: /我已閱讀/ }).check();
  await page.getByRole('button', { name: '完成註冊' }).click();
}

/** Types the password that a change of the ways to sign in needs, and goes on. */
export async function prove(page: Page, action: string): Promise<void> {
  const form = page.getByRole('form', { name: action });
  await form.getByLabel('密碼', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: action }).click();
}
