import type { Page } from '@playwright/test';
import { alive, heading, openCart } from '../harness/buyer.ts';
import {
  atProvider,
  completeProfile,
  leave,
  newEmail,
  openMemberPage,
  PASSWORD,
  prove,
  registerMember,
  signIn,
} from '../harness/members.ts';
import { fillCart } from '../harness/orders.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

const LINE = { name: 'link', text: '以 LINE 登入' } as const;
const ways = (page: Page) => page.getByRole('region', { name: '登入方式' });
const wayOf = (page: Page, name: string) => ways(page).getByRole('listitem').filter({ hasText: name });
const alertWith = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

async function openLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await alive(page);
}

test.describe('LINE, on a phone', () => {
  test.use(PHONE);

  const toLine = async (page: Page): Promise<void> => {
    await openLogin(page);
    await page.getByRole(LINE.name, { name: LINE.text }).click();
    await expect(page.getByRole('heading', { name: '使用 LINE 登入' })).toBeVisible();
  };

  test('a new person completes the profile, and later signs in at once', async ({ page }) => {
    const email = newEmail();
    await toLine(page);
    await atProvider(page).anew('小明', email);
    await page.waitForURL(/\/register\?.*login=line/);
    await expect(heading(page)).toHaveText('完成會員資料');
    await expect(page.getByRole('main')).toContainText('小明，您好。請填寫以下資料，以 LINE 帳號完成註冊。');
    await expect(page.getByLabel('電子郵件')).toHaveCount(0);
    await expect(page.getByLabel('密碼', { exact: true })).toHaveCount(0);
    await completeProfile(page);
    await expect(page.getByText('註冊成功').first()).toBeVisible();
    await page.waitForURL('/member/order');
    await openMemberPage(page, 'follow', 'LINE 好友');
    await expect(page.getByRole('main')).toContainText('已連結 LINE');
    // The shop's LINE account is a setting, which the footer has too.
    const account = await page.getByRole('contentinfo').getByRole('link', { name: 'LINE', exact: true }).getAttribute('href');
    await expect(page.getByRole('link', { name: /^加入 LINE 好友/ })).toHaveAttribute('href', account ?? '');

    await leave(page);
    await toLine(page);
    await atProvider(page).choose(email);
    await expect(page.getByText('登入成功').first()).toBeVisible();
    await expect(page).toHaveURL('/member/order');
    await expect(heading(page)).toHaveText('我的訂單');
  });

  test('a person without an e-mail is asked for one', async ({ page }) => {
    const email = newEmail();
    await openLogin(page);
    await page.getByRole('link', { name: '以 LINE 註冊' }).click();
    await atProvider(page).anew('沒有信箱', '');
    await expect(heading(page)).toHaveText('完成會員資料');
    const field = page.getByLabel('電子郵件');
    await field.fill('nobody');
    await field.blur();
    await expect(page.getByText('Email 格式有誤')).toBeVisible();
    await field.fill(email);
    await completeProfile(page);
    await page.waitForURL('/member/order');
    await openMemberPage(page, 'info', '會員資料');
    await expect(page.getByRole('region', { name: '電子郵件' })).toContainText(email);
    await expect(page.getByRole('region', { name: '密碼' }), 'there is no password to change').toHaveCount(0);
  });

  test('an e-mail that got an account while its form was open is named, though the form does not ask for it', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const email = newEmail();
    await toLine(page);
    await atProvider(page).anew('小明', email);
    await expect(heading(page)).toHaveText('完成會員資料');
    await alive(page);
    const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    await registerMember(elsewhere, { user_email: email });
    await elsewhere.dispose();
    await completeProfile(page);
    await expect(alertWith(page, '此電子郵件已被註冊')).toBeVisible();
  });

  test('the page says what failed, and the other ways still work', async ({ page }) => {
    await toLine(page);
    await page.getByRole('button', { name: '取消' }).click();
    await page.waitForURL(/\/login\?.*login=line/);
    await expect(alertWith(page, '您已取消 LINE 登入，尚未完成登入')).toBeVisible();
    await page.goto('/api/line/login?code=stolen&state=forged');
    await page.waitForURL(/\/login\?login=line&state=404/);
    await expect(alertWith(page, 'LINE 登入失敗')).toBeVisible();
    // LINE's app may have come back in this browser, where nobody began: its page comes instead.
    for (const text of [LINE.text, '以 LINE 註冊']) await expect(page.getByRole('link', { name: text })).toHaveAttribute('href', /&app=0$/);
    await page.getByRole(LINE.name, { name: LINE.text }).click();
    await expect(page.getByRole('heading', { name: '使用 LINE 登入' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('disable_auto_login')).toBe('true');
    await page.goto('/register?login=line&state=200&cus=1');
    await expect(alertWith(page, '登入資料已逾時，請重新以 LINE 或 Facebook 登入')).toBeVisible();
  });

  test('an e-mail that has an account is linked after signing in, and can be unlinked', async ({ page }) => {
    const email = await registerMember(page.request);
    await page.goto('/');
    await leave(page);
    await toLine(page);
    await atProvider(page).anew('同一個人', email);
    await page.waitForURL(/\/login\?.*state=409/);
    await expect(alertWith(page, '這個電子郵件或社群帳號已有會員')).toBeVisible();
    await alive(page);
    await signIn(page, email);
    await page.waitForURL('/member/order');
    await openMemberPage(page, 'info', '會員資料');
    await expect(ways(page)).toContainText('至少需保留一種登入方式');
    await page.getByRole('button', { name: '連結 LINE' }).click();
    const form = page.getByRole('form', { name: '連結 LINE' });
    await expect(form).toContainText('為保護您的帳號，請輸入密碼');
    await expect(form.getByLabel('密碼', { exact: true })).toBeFocused();
    await form.getByRole('button', { name: '連結 LINE' }).click();
    await expect(form).toContainText('請輸入密碼');
    await form.getByLabel('密碼', { exact: true }).fill('wrong123');
    await form.getByRole('button', { name: '連結 LINE' }).click();
    await expect(form).toContainText('目前的密碼有誤');
    await prove(page, '連結 LINE');
    await atProvider(page).choose(email);
    await page.waitForURL(/\/member\/info/);
    await expect(wayOf(page, 'LINE')).toContainText('已連結');
    await leave(page);
    await toLine(page);
    await atProvider(page).choose(email);
    await expect(heading(page)).toHaveText('我的訂單');

    await openMemberPage(page, 'info', '會員資料');
    await page.getByRole('button', { name: '解除連結 LINE' }).click();
    await prove(page, '解除連結 LINE');
    await expect(page.getByText('已解除連結').first()).toBeVisible();
    await expect(wayOf(page, 'LINE')).toContainText('未連結');
  });
});

test.describe('a member who adds LINE, on a phone', () => {
  test.use(PHONE);

  test('comes back to the page of the link, which says why it failed', async ({ page }) => {
    const strangers = newEmail();
    await openLogin(page);
    await page.getByRole(LINE.name, { name: LINE.text }).click();
    await atProvider(page).anew('小美', strangers);
    await completeProfile(page);
    await page.waitForURL('/member/order');
    await leave(page);

    await registerMember(page.request);
    for (const { path, title } of [
      { path: 'info', title: '會員資料' },
      { path: 'follow', title: 'LINE 好友' },
    ] as const) {
      await openMemberPage(page, path, title);
      await page.getByRole('button', { name: '連結 LINE' }).click();
      await prove(page, '連結 LINE');
      await expect(page.getByRole('heading', { name: '使用 LINE 登入' })).toBeVisible();
      await page.getByRole('button', { name: '取消' }).click();
      await page.waitForURL(new RegExp(`/member/${path}`));
      await expect(alertWith(page, '您已取消，尚未連結 LINE')).toBeVisible();
      await page.getByRole('button', { name: '連結 LINE' }).click();
      await prove(page, '連結 LINE');
      await atProvider(page).choose(strangers);
      await page.waitForURL(new RegExp(`/member/${path}`));
      await expect(alertWith(page, '此社群帳號已綁定其他會員')).toBeVisible();
    }
    await page.getByRole('button', { name: '連結 LINE' }).click();
    await prove(page, '連結 LINE');
    await atProvider(page).anew('同一個人', newEmail());
    await expect(page.getByText('已連結登入方式').first(), 'it is no sign-in').toBeVisible();
    await expect(page).toHaveURL('/member/follow');
    await expect(page.getByRole('main')).toContainText('已連結 LINE');
  });
});

test.describe('a member without a password, on a phone', () => {
  test.use(PHONE);

  test('adds and removes ways soon after a sign-in; a link that nobody proved says what to do', async ({ page }) => {
    const email = newEmail();
    await openLogin(page);
    await page.getByRole(LINE.name, { name: LINE.text }).click();
    await atProvider(page).anew('小華', email);
    await completeProfile(page);
    await page.waitForURL('/member/order');
    await page.goto('/api/line/start?link=1&redirect=/member/follow');
    await page.waitForURL(/\/member\/follow/);
    await expect(alertWith(page, '為保護您的帳號，請先輸入密碼或重新登入，再變更登入方式')).toBeVisible();

    await openMemberPage(page, 'info', '會員資料');
    await page.getByRole('button', { name: '連結 Facebook' }).click();
    const form = page.getByRole('form', { name: '連結 Facebook' });
    await expect(form).toContainText('這項變更須在登入後 10 分鐘內進行');
    await expect(form.getByLabel('密碼', { exact: true })).toHaveCount(0);
    const [popup] = await Promise.all([page.waitForEvent('popup'), form.getByRole('button', { name: '連結 Facebook' }).click()]);
    await atProvider(popup).anew('小華', newEmail());
    await expect(wayOf(page, 'Facebook')).toContainText('已連結');
    await page.getByRole('button', { name: '解除連結 Facebook' }).click();
    await page.getByRole('form', { name: '解除連結 Facebook' }).getByRole('button', { name: '解除連結 Facebook' }).click();
    await expect(wayOf(page, 'Facebook')).toContainText('未連結');
  });
});

test.describe('Facebook, on a computer', () => {
  test.use(DESK);

  async function toFacebook(page: Page): Promise<Page> {
    await openLogin(page);
    return openWindow(page, '以 Facebook 登入');
  }
  async function openWindow(page: Page, button: string): Promise<Page> {
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button }).click()]);
    await expect(popup.getByRole('heading', { name: '使用 Facebook 登入' })).toBeVisible();
    return popup;
  }

  test('a new person completes the profile, and later signs in at once', async ({ page }) => {
    const email = newEmail();
    const popup = await toFacebook(page);
    await atProvider(popup).anew('小美', email);
    await expect(heading(page)).toHaveText('完成會員資料');
    await expect(page).toHaveURL(/\/register\?login=fb&state=200/);
    await completeProfile(page);
    await expect(page.getByText('註冊成功').first()).toBeVisible();
    await page.waitForURL('/member/order');
    expect(popup.isClosed()).toBe(true);

    await leave(page);
    await atProvider(await toFacebook(page)).choose(email);
    await expect(page.getByText('登入成功').first()).toBeVisible();
    await expect(heading(page)).toHaveText('我的訂單');
  });

  test('a closed and a refused window each have their words', async ({ page }) => {
    const closed = await toFacebook(page);
    await closed.close();
    await expect(page.getByText('您已取消 Facebook 登入，尚未完成登入').first()).toBeVisible();
    const refused = await toFacebook(page);
    await refused.getByRole('button', { name: '取消' }).click();
    await expect(page.getByText('您已取消 Facebook 登入，尚未完成登入').first()).toBeVisible();
    await page.goto('/api/facebook/login?code=stolen&state=forged');
    await page.waitForURL(/\/login\?login=fb&state=404/);
    await expect(alertWith(page, 'Facebook 登入失敗')).toBeVisible();
  });

  test('without a window, as in the browser of LINE, the tab itself goes to Facebook and comes back', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
      window.close = () => sessionStorage.setItem('closed', 'yes');
    });
    const email = newEmail();
    await fillCart(page.request);
    await openCart(page);
    await page.getByRole('region', { name: '會員登入' }).first().getByRole('button', { name: '登入' }).click();
    await page.getByRole('button', { name: '以 Facebook 登入' }).click();
    await atProvider(page).anew('小美', email);
    await expect(heading(page)).toHaveText('完成會員資料');
    await completeProfile(page);
    await page.waitForURL('/payment?to=CART');
    await leave(page);
    await openLogin(page);
    await page.getByRole('button', { name: '以 Facebook 登入' }).click();
    await atProvider(page).choose(email);
    await expect(page.getByText('登入成功').first()).toBeVisible();
    await expect(page).toHaveURL('/member/order');

    await leave(page);
    await registerMember(page.request);
    await openMemberPage(page, 'info', '會員資料');
    await page.getByRole('button', { name: '連結 Facebook' }).click();
    await prove(page, '連結 Facebook');
    await atProvider(page).anew('小美', newEmail());
    await expect(page.getByText('已連結登入方式').first()).toBeVisible();
    await expect(wayOf(page, 'Facebook')).toContainText('已連結');
    expect(await page.evaluate(() => sessionStorage.getItem('closed')), 'no page closes the tab').toBeNull();
  });

  test('a failure in the checkout leads to the page for signing in, and from there back to the step', async ({ page, baseURL }) => {
    await fillCart(page.request);
    await openCart(page);
    await page.getByRole('region', { name: '會員登入' }).first().getByRole('button', { name: '登入' }).click();
    const popup = await openWindow(page, '以 Facebook 登入');
    await popup.goto(`${baseURL}/api/facebook/login?code=stolen&state=forged`).catch(() => undefined);
    await page.waitForURL(/\/login\?login=fb&state=404&redirect=%2Fpayment%3Fto%3DCART/);
    await expect(alertWith(page, 'Facebook 登入失敗')).toBeVisible();
  });

  test('a failure leads to the page for signing in, also from the registration', async ({ page, baseURL }) => {
    await page.goto('/register');
    await alive(page);
    const popup = await openWindow(page, '以 Facebook 註冊');
    const { state } = Object.fromEntries(new URL(popup.url()).searchParams);
    await popup.goto(`${baseURL}/api/facebook/login?code=stolen&state=${state}`).catch(() => undefined);
    await page.waitForURL(/\/login\?login=fb&state=404/);
    await expect(alertWith(page, 'Facebook 登入失敗')).toBeVisible();
    expect(popup.isClosed()).toBe(true);
  });

  test('an e-mail that has an account is linked after signing in', async ({ page }) => {
    const email = await registerMember(page.request);
    await page.goto('/');
    await leave(page);
    await atProvider(await toFacebook(page)).anew('同一個人', email);
    await expect(page.getByText('這個電子郵件或社群帳號已有會員').first()).toBeVisible();
    await signIn(page, email);
    await page.waitForURL('/member/order');
    await openMemberPage(page, 'info', '會員資料');
    await page.getByRole('button', { name: '連結 Facebook' }).click();
    await page.getByRole('form', { name: '連結 Facebook' }).getByLabel('密碼', { exact: true }).fill(PASSWORD);
    await atProvider(await openWindow(page, '連結 Facebook')).choose(email);
    await expect(page.getByText('已連結登入方式').first()).toBeVisible();
    await expect(wayOf(page, 'Facebook')).toContainText('已連結');
  });
});
