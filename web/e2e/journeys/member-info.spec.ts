import type { Browser, Page } from '@playwright/test';
import { alive } from '../harness/buyer.ts';
import { importCoupons } from '../harness/coupons.ts';
import {
  bindCode,
  inviteSection as invite,
  leave,
  newEmail,
  openMemberPage,
  PASSWORD,
  registerMember,
  signIn,
} from '../harness/members.ts';
import { linkInMail } from '../harness/simulators.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

const openInfo = (page: Page): Promise<void> => openMemberPage(page, 'info', '會員資料');
const profile = (page: Page) => page.getByRole('region', { name: '基本資料' });

// One of them is the coupon of an invitation.
test.beforeAll(importCoupons);

/** The member in another browser. */
async function signedInElsewhere(browser: Browser, email: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto('/login');
  await alive(page);
  await signIn(page, email);
  await page.waitForURL('/member/order');
  return page;
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a member changes the profile; what is wrong is said at its field', async ({ page }) => {
    await registerMember(page.request);
    await openInfo(page);
    const form = profile(page);
    const save = form.getByRole('button', { name: '儲存變更' });
    for (const { label, typed, message } of [
      { label: '姓氏', typed: '', message: '請輸入姓氏' },
      { label: '名字', typed: ' ', message: '請輸入名字' },
      { label: '手機號碼', typed: '12345', message: '號碼格式錯誤' },
    ]) {
      const field = form.getByLabel(label);
      await field.fill(typed);
      await field.blur();
      await expect(form.getByText(message)).toBeVisible();
    }
    await form.getByLabel('姓氏').fill('林');
    await form.getByLabel('名字').fill('怡君');
    await form.getByLabel('手機號碼').fill('0933444555');
    const born = async (year: string, month: string, day: string): Promise<void> => {
      await form.getByLabel('年', { exact: true }).fill(year);
      await form.getByLabel('月', { exact: true }).fill(month);
      await form.getByLabel('日', { exact: true }).fill(day);
      await save.click();
    };
    await born('1990', '02', '30');
    await expect(form.getByText('生日格式錯誤，請依年／月／日填寫')).toBeVisible();
    await born(String(new Date().getFullYear() - 10), '02', '03');
    await expect(form.getByText('需年滿 20 歲才能使用本網站')).toBeVisible();
    await form.getByLabel('縣市').selectOption('臺北市');
    await born('1990', '2', '3');
    await expect(form.getByText('請選擇鄉鎮市區', { exact: true }).last()).toBeVisible();
    await form.getByLabel('鄉鎮市區').selectOption('大安區');
    await form.getByLabel('詳細地址').fill('信義路三段134巷1號');
    await expect(form.getByText(/^郵遞區號 106\d*/)).toBeVisible();
    await form.getByLabel('性別').selectOption('女');
    await save.click();
    await expect(page.getByText('資料已更新').first()).toBeVisible();

    await page.reload();
    await expect(form.getByLabel('姓氏')).toHaveValue('林');
    await expect(form.getByLabel('手機號碼')).toHaveValue('0933444555');
    await expect(form.getByLabel('年', { exact: true })).toHaveValue('1990');
    await expect(form.getByLabel('年', { exact: true }), 'a birthday stays').not.toBeEditable();
    await expect(form.getByLabel('鄉鎮市區')).toHaveValue('大安區');
    await expect(form.getByLabel('性別')).toHaveValue('FEMALE');
    await expect(form.getByText(/^郵遞區號 106\d*/)).toBeVisible();
  });

  test('what another page saved stays when this one is saved twice', async ({ page }) => {
    await registerMember(page.request);
    await openInfo(page);
    const form = profile(page);
    // The form has begun before the other page saves.
    await expect(form.getByLabel('手機號碼')).not.toHaveValue('');
    expect((await page.request.patch('/api/member', { data: { user_phone: '0933000111' } })).status()).toBe(200);
    for (const name of ['小明', '小華']) {
      await form.getByLabel('名字').fill(name);
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await form.getByRole('button', { name: '儲存變更' }).click();
      expect((await saved).status()).toBe(200);
      await expect(form.getByRole('button', { name: '儲存變更' })).toBeVisible();
    }
    await page.reload();
    await expect(form.getByLabel('名字')).toHaveValue('小華');
    await expect(form.getByLabel('手機號碼')).toHaveValue('0933000111');
  });

  test('a new e-mail counts when the link of its mail was used', async ({ page }) => {
    const email = await registerMember(page.request);
    const next = newEmail();
    await openInfo(page);
    const section = page.getByRole('region', { name: '電子郵件' });
    await section.getByRole('button', { name: '變更電子郵件' }).click();
    const send = section.getByRole('button', { name: '寄送確認信', exact: true });
    await send.click();
    await expect(section.getByText('請輸入新的電子郵件')).toBeVisible();
    await section.getByLabel('新的電子郵件').fill('nobody');
    await send.click();
    await expect(section.getByText('Email 格式有誤')).toBeVisible();
    await section.getByLabel('新的電子郵件').fill(next);
    await section.getByLabel('密碼', { exact: true }).fill('wrong123');
    await send.click();
    await expect(section.getByText('目前的密碼有誤')).toBeVisible();
    await section.getByLabel('密碼', { exact: true }).fill(PASSWORD);
    await send.click();
    await expect(page.getByText('確認信已寄至新的電子郵件，請點選信中的連結').first()).toBeVisible();
    await expect(section).toContainText(email);
    await expect(section).not.toContainText(next);

    await expect.poll(() => linkInMail(next, '/confirm-email')).not.toBe('');
    const link = await linkInMail(next, '/confirm-email');
    await page.goto(link);
    await expect(page.getByRole('link', { name: '查看我的訂單' })).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole('main'), 'a second time').toContainText(`您的電子郵件 ${next} 先前已確認`);
    await openInfo(page);
    await expect(section).toContainText(next);
    await expect(section).toContainText('已確認');
    await leave(page);
    await page.goto('/login');
    await alive(page);
    await signIn(page, next);
    await page.waitForURL('/member/order');
  });

  test('a new password in the profile ends the other sessions, and this one stays', async ({ page, browser }) => {
    const email = await registerMember(page.request);
    const elsewhere = await signedInElsewhere(browser, email);

    await openInfo(page);
    const section = page.getByRole('region', { name: '密碼' });
    await section.getByRole('button', { name: '變更密碼' }).click();
    const send = section.getByRole('button', { name: '變更密碼' });
    await section.getByLabel('目前的密碼', { exact: true }).fill('wrong123');
    await section.getByLabel('新密碼', { exact: true }).fill('newpass1');
    await section.getByLabel('確認密碼', { exact: true }).fill('newpass2');
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await section.getByLabel('確認密碼', { exact: true }).fill('newpass1');
    await send.click();
    await expect(section.getByLabel('目前的密碼', { exact: true })).toHaveAccessibleDescription(/目前的密碼有誤/);
    await section.getByLabel('目前的密碼', { exact: true }).fill(PASSWORD);
    await send.click();
    await expect(page.getByText('密碼已變更').first()).toBeVisible();
    await page.reload();
    await expect(profile(page)).toBeVisible();

    await elsewhere.goto('/member/order');
    await elsewhere.waitForURL(/\/login\?redirect=/);
    await alive(elsewhere);
    await signIn(elsewhere, email);
    await expect(elsewhere.getByRole('alert').filter({ hasText: '帳號密碼有誤，請重新確認登入資訊' })).toBeVisible();
    await signIn(elsewhere, email, 'newpass1');
    await elsewhere.waitForURL('/member/order');
    await elsewhere.close();
  });

  test('a deleted account ends every session and can sign in no more', async ({ page, browser }) => {
    const email = await registerMember(page.request);
    const elsewhere = await signedInElsewhere(browser, email);

    await openInfo(page);
    await page.getByRole('button', { name: '刪除帳號' }).click();
    const dialog = page.getByRole('dialog', { name: '確定要刪除帳號嗎？' });
    await expect(dialog).toContainText('剩餘的購物金 NT$0 會失效');
    const confirm = dialog.getByRole('button', { name: '確定刪除' });
    await confirm.click();
    await expect(dialog).toContainText('請輸入密碼');
    await dialog.getByLabel('密碼', { exact: true }).fill('wrong123');
    await confirm.click();
    await expect(dialog).toContainText(/密碼有誤/);
    await dialog.getByLabel('密碼', { exact: true }).fill(PASSWORD);
    await confirm.click();
    await expect(page.getByText('帳號已刪除，感謝您的支持').first()).toBeVisible();
    await expect(page).toHaveURL('/');

    await elsewhere.goto('/member/order');
    await elsewhere.waitForURL(/\/login\?redirect=/);
    await alive(elsewhere);
    await signIn(elsewhere, email);
    await expect(elsewhere.getByRole('alert').filter({ hasText: '找不到此信箱註冊的帳戶' })).toBeVisible();
    await elsewhere.close();
  });
});

test.describe('on a computer', () => {
  test.use({ ...DESK, permissions: ['clipboard-read', 'clipboard-write'] });

  test('each answer to an invite code; a code is bound once', async ({ page, context, playwright, baseURL }) => {
    const memberOf = async (): Promise<string> => {
      const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
      await registerMember(visitor);
      const { member } = (await (await visitor.get('/api/member')).json()) as { member: { user_invite_code: string } };
      await visitor.dispose();
      return member.user_invite_code;
    };
    const earlier = await memberOf();
    await registerMember(page.request);
    const later = await memberOf();
    await openInfo(page);
    await invite(page).getByRole('button', { name: /^複製/ }).click();
    await expect(page.getByText('邀請碼已複製').first()).toBeVisible();
    const own = await page.evaluate(() => navigator.clipboard.readText());
    expect(own).toMatch(/^[A-Z0-9]{10}$/);
    for (const { code, message } of [
      { code: '', message: '邀請碼不可為空！' },
      { code: 'ABC', message: '邀請碼為 10 碼大寫英文字母或數字，請輸入正確格式' },
      { code: own, message: '無法與自己綁定' },
      { code: 'ZZZZZZZZZZ', message: '找不到此邀請碼的使用者，請確認是否輸入正確' },
      { code: later, message: '只能綁定比您更早註冊的會員' },
    ]) {
      await bindCode(page, code);
      await expect(invite(page)).toContainText(message);
    }
    const other = await context.newPage();
    await openInfo(other);
    await expect(invite(other).getByLabel('朋友的邀請碼')).toBeVisible();
    await bindCode(page, earlier.toLowerCase());
    await expect(page.getByText('邀請碼已使用，優惠券已發送至您的帳戶').first()).toBeVisible();
    await expect(invite(page)).toContainText('您已綁定朋友的邀請碼。');
    await bindCode(other, earlier);
    await expect(invite(other)).toContainText('您已綁定過邀請碼，每位會員限使用一次');
  });
});
