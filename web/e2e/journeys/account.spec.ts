import type { Page } from '@playwright/test';
import {
  addressIsFilled,
  alive,
  cartLink,
  choosePayment,
  fillAddress,
  fillPerson,
  heading,
  mainButton,
  openShipping,
  registerBox,
  toPay,
} from '../harness/buyer.ts';
import { holdScripts } from '../harness/built.ts';
import { leave, loginForm, newEmail, openMemberPage, PASSWORD, registerMember, signIn } from '../harness/members.ts';
import { fillCart, RECIPIENT } from '../harness/orders.ts';
import { linkInMail } from '../harness/simulators.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

test.use(DESK);

async function register(page: Page, inviteCode?: string): Promise<string> {
  const email = newEmail();
  await page.goto(`/register?email=${email}`);
  await alive(page);
  if (inviteCode) {
    const code = page.getByLabel('邀請碼');
    await code.fill('短碼');
    await code.blur();
    await expect(page.getByText('邀請碼為 10 碼大寫英文字母或數字，請輸入正確格式')).toBeVisible();
    await code.fill(inviteCode);
  }
  await fillRegistration(page, email);
  const send = page.getByRole('button', { name: '註冊', exact: true });
  await page.getByLabel('確認密碼', { exact: true }).fill('abc12346');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('確認密碼', { exact: true }).fill(PASSWORD);
  await send.click();
  await expect(page.getByText('註冊成功').first()).toBeVisible();
  await page.waitForURL('/');
  return email;
}

/** The form of the registration, whose e-mail came with the address. */
async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('姓氏').fill('王');
  await page.getByLabel('名字').fill('大明');
  await expect(page.getByLabel('電子郵件')).toHaveValue(email);
  await page.getByLabel('密碼', { exact: true }).fill(PASSWORD);
  await page.getByLabel('手機號碼').fill('0912345678');
  await page.getByRole('checkbox', { name: /年滿/ }).check();
  await page.getByRole('checkbox', { name: /我已閱讀/ }).check();
  await page.getByLabel('確認密碼', { exact: true }).fill(PASSWORD);
}

test('a visitor registers, wishes, signs out and signs in again', async ({ page }) => {
  const email = await register(page);
  await page.goto('/register');
  await page.waitForURL('/');
  await expect(page.getByText('目前已登入會員帳號，若要註冊新帳號請先登出').first()).toBeVisible();
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
  let signOut = (): void => undefined;
  const held = new Promise<void>((done) => {
    signOut = done;
  });
  await page.route('**/api/logout', async (route) => {
    await held;
    await route.continue();
  });
  const left = leave(page);
  await expect(page.getByRole('button', { name: '登出中…' }), 'what was pressed says that it works').toBeVisible();
  signOut();
  await left;

  await page.goto('/member/coupon');
  await page.waitForURL(/\/login\?redirect=/);
  await loginForm(page).getByRole('button', { name: '登入', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '請確認帳號與密碼欄位是否為空' })).toBeVisible();
  await signIn(page, 'nobody', 'wrong123');
  await expect(loginForm(page)).toContainText('輸入帳號格式錯誤');
  await signIn(page, newEmail(), 'wrong123');
  await expect(page.getByRole('alert').filter({ hasText: '找不到此信箱註冊的帳戶' })).toBeVisible();
  await signIn(page, email, 'wrong123');
  await expect(page.getByRole('alert').filter({ hasText: '帳號密碼有誤，請重新確認登入資訊' })).toBeVisible();
  await signIn(page, email);
  await expect(page.getByText('登入成功').first()).toBeVisible();
  await page.waitForURL('/member/coupon');
  await page.goto('/login');
  await expect(page.getByRole('main')).toContainText('目前已登入會員帳號，若要登入其他帳號請先登出');
  await page.goto('/member/coupon');
  await expect(heading(page)).toHaveText('優惠券與購物金');
});

test('an e-mail with the signs of a Chinese keyboard signs in, by Enter as well', async ({ page }) => {
  const email = await registerMember(page.request);
  expect((await page.request.post('/api/logout', { data: {} })).ok()).toBe(true);
  await page.goto('/login');
  await alive(page);
  const form = loginForm(page);
  await form.getByLabel('密碼', { exact: true }).fill(PASSWORD);
  const account = form.getByLabel('電子郵件');
  await account.fill(email.toUpperCase().replace('@', '＠').replace('.', '．'));
  await account.press('Enter');
  await page.waitForURL('/member/order');
});

test('who loses the answer to the registration is told that it was done, and signs in', async ({ page }) => {
  let calls = 0;
  await page.route('**/api/register', async (route) => {
    if (calls++ > 0) return route.continue();
    // Not by the browser's context, which would keep the cookies of the answer.
    const request = route.request();
    await fetch(request.url(), { method: 'POST', headers: await request.allHeaders(), body: request.postData() });
    await route.abort();
  });
  const email = newEmail();
  await page.goto(`/register?email=${email}`);
  await alive(page);
  await fillRegistration(page, email);
  await page.getByRole('button', { name: '註冊', exact: true }).click();
  await expect(page.getByText('註冊成功').first()).toBeVisible();
  await page.waitForURL(/\/login\?redirect=/);
  await signIn(page, email);
  await page.waitForURL('/');
  expect(calls).toBe(2);
});

test('the registration says how strong the password is, and what is wrong when a field is left', async ({ page }) => {
  await page.goto('/register');
  await alive(page);
  const form = page.getByRole('form', { name: '註冊會員' });
  const password = form.getByLabel('密碼', { exact: true });
  for (const { typed, strength } of [
    { typed: 'short', strength: '弱' },
    { typed: 'abc123XY', strength: '中' },
    { typed: 'abc123XYZabc', strength: '中高' },
    { typed: 'abc123XYZ-abc', strength: '高' },
  ]) {
    await password.fill(typed);
    await expect(form.getByRole('status').filter({ hasText: '密碼強度' })).toHaveText(`密碼強度：${strength}`);
  }
  for (const { label, typed, message } of [
    { label: '姓氏', typed: '', message: '請輸入姓氏' },
    { label: '名字', typed: '', message: '請輸入名字' },
    { label: '電子郵件', typed: '', message: '請輸入電子郵件' },
    { label: '電子郵件', typed: 'nobody', message: 'Email 格式有誤' },
    { label: '密碼', typed: '', message: '請輸入密碼' },
    { label: '密碼', typed: 'abcdef', message: '密碼至少 6 個字，且需包含英文字母與數字' },
    { label: '確認密碼', typed: '', message: '請輸入確認密碼' },
    { label: '確認密碼', typed: 'abc124', message: '兩次輸入的密碼不一致' },
    { label: '手機號碼', typed: '', message: '請輸入手機號碼' },
    { label: '手機號碼', typed: '12345', message: '號碼格式錯誤' },
  ]) {
    const field = form.getByLabel(label, { exact: true });
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
  }
  await password.fill(PASSWORD);
  await form.getByLabel('確認密碼', { exact: true }).fill(PASSWORD);
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await form.getByRole('button', { name: '註冊', exact: true }).click();
  await expect(form.getByRole('alert').filter({ hasText: '請確認姓名欄位是否為空' })).toBeVisible();
});

test('a buyer signs in inside the checkout and keeps cart and fields', async ({ page }) => {
  const email = await registerMember(page.request);
  await page.goto('/about');
  // The account keeps its cart; of a product that is in both carts, the larger quantity counts.
  await fillCart(page.request, [{ productId: 5, quantity: 3, tier: 'ORIGIN' }]);
  await leave(page);
  await expect(cartLink(page)).toHaveAccessibleName('購物車，0 件商品');
  await openShipping(page);
  await page.getByLabel('詳細地址').fill('信義路三段134巷1號');
  await expect(page.getByRole('checkbox', { name: /^同時註冊會員/ })).toBeChecked();
  await mainButton(page, '登入').click();
  await signIn(page, email);
  await expect(page.getByRole('region', { name: '會員', exact: true })).toContainText('王大明');
  await expect(heading(page)).toHaveText('付款與配送');
  await expect(page.getByLabel('詳細地址')).toHaveValue('信義路三段134巷1號');
  await expect(page.getByLabel('姓氏')).toHaveValue('王');
  await expect(cartLink(page)).toHaveAccessibleName('購物車，4 件商品');
  await expect(page.getByRole('checkbox', { name: /^記住收件資料/ })).toBeVisible();
});

test('a member who registers with an invite code is bound to its owner', async ({ page, playwright, baseURL }) => {
  const friend = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await registerMember(friend);
  const { member } = (await (await friend.get('/api/member')).json()) as { member: { user_invite_code: string } };
  await friend.dispose();
  // As a person types it: lower case, with a dash.
  await register(page, `${member.user_invite_code.slice(0, 4)}-${member.user_invite_code.slice(4)}`.toLowerCase());
  await openMemberPage(page, 'info', '會員資料');
  await expect(page.getByRole('region', { name: '邀請碼' })).toContainText('您已綁定朋友的邀請碼');
});

test('the links of a mail set a new password and end the old one', async ({ page, browser }) => {
  const email = await registerMember(page.request);
  await openMemberPage(page, 'info', '會員資料');
  await page.getByRole('button', { name: '寄送重設密碼連結' }).click();
  await expect(page.getByText('重設密碼連結已寄至您的信箱').first()).toBeVisible();
  await expect.poll(() => linkInMail(email, '/new-password')).not.toBe('');
  const older = await linkInMail(email, '/new-password');

  const visitor = await browser.newPage();
  await visitor.goto('/login');
  await alive(visitor);
  await visitor.getByRole('link', { name: '忘記密碼？' }).click();
  await expect(heading(visitor)).toHaveText('忘記密碼？');
  const field = visitor.getByPlaceholder('電子郵件信箱');
  const send = visitor.getByRole('button', { name: '送出' });
  await send.click();
  await expect(visitor.getByText('請輸入欲重設密碼的信箱 Email')).toBeVisible();
  await field.fill('nobody');
  await send.click();
  await expect(visitor.getByText('Email 格式有誤')).toBeVisible();
  await field.fill(newEmail());
  await send.click();
  await expect(visitor.getByText('此電子郵件尚未註冊')).toBeVisible();
  await field.fill(email);
  await send.click();
  await expect(visitor.getByText('已將重設密碼連結發送至信箱').first()).toBeVisible();
  await visitor.waitForURL('/login');
  await expect.poll(() => linkInMail(email, '/new-password')).not.toBe(older);
  const link = await linkInMail(email, '/new-password');

  async function setPassword(to: string, password: string): Promise<void> {
    await visitor.goto(to);
    await expect(heading(visitor)).toHaveText('設定新密碼');
    expect(visitor.url(), 'the token is not in the address').not.toContain('token');
    await alive(visitor);
    await visitor.getByLabel('新密碼', { exact: true }).fill(password);
    await visitor.getByLabel('確認密碼', { exact: true }).fill(password);
    await visitor.getByRole('button', { name: '設定新密碼' }).click();
  }
  await setPassword(older, 'newer123');
  await expect(visitor.getByRole('alert').filter({ hasText: '連結已失效' }), 'only the newest link').toBeVisible();
  await setPassword(link, 'newer123');
  await expect(visitor.getByText('密碼已重新設定，請以新密碼登入').first()).toBeVisible();
  await visitor.waitForURL('/login');
  await signIn(visitor, email);
  await expect(visitor.getByRole('alert').filter({ hasText: '帳號密碼有誤，請重新確認登入資訊' })).toBeVisible();
  await signIn(visitor, email, 'newer123');
  await visitor.waitForURL('/member/order');

  await page.goto('/member/order');
  await page.waitForURL(/\/login\?redirect=/);
  await expect(loginForm(page), 'a reset ends all sessions').toBeVisible();
  await visitor.close();
});

test('another tab notices who is signed in', async ({ page, context }) => {
  await registerMember(page.request);
  await openMemberPage(page, 'order', '我的訂單');
  const other = await context.newPage();
  await other.goto('/');
  await leave(other);
  await expect(page.getByText('您已在其他分頁登出').first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '登入' })).toBeVisible();
  await registerMember(other.request);
  await other.reload();
  await alive(other);
  await leave(other);
  const email = await register(other);
  await expect(page.getByText('您已在其他分頁登入').first()).toBeVisible();
  await openMemberPage(page, 'info', '會員資料');
  await expect(page.getByRole('main')).toContainText(email);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a visitor registers while shipping and orders as a member', async ({ page }) => {
    await openShipping(page);
    await fillPerson(page, { asGuest: false });
    const email = newEmail();
    await page.getByLabel('電子郵件信箱').fill(email);
    await fillAddress(page);
    const box = page.getByRole('region', { name: '註冊會員' });
    await expect(box.getByRole('checkbox', { name: /^同時註冊會員/ })).toBeChecked();
    await box.getByLabel('會員密碼', { exact: true }).fill('short');
    await mainButton(page, '下一步').click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: '密碼至少 6 個字' })).toBeVisible();
    await box.getByLabel('會員密碼', { exact: true }).fill(PASSWORD);
    await box.getByLabel('確認密碼', { exact: true }).fill(PASSWORD);
    await box.getByRole('checkbox', { name: /年滿/ }).check();
    await mainButton(page, '下一步').click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: '請閱讀隱私權政策並勾選同意' })).toBeVisible();
    await box.getByRole('checkbox', { name: /我已閱讀/ }).check();
    await mainButton(page, '下一步').click();
    await expect(page.getByText('註冊成功').first()).toBeVisible();
    await expect(heading(page)).toHaveText('確認付款');
    await expect(cartLink(page), 'the cart is kept').toHaveAccessibleName('購物車，2 件商品');
    await openMemberPage(page, 'info', '會員資料');
    await expect(page.getByRole('main')).toContainText(email);
    // Of the profile, where the address is optional.
    await expect(page.getByLabel(/^縣市/)).toHaveValue(RECIPIENT.city);
    await expect(page.getByLabel(/^鄉鎮市區/)).toHaveValue(RECIPIENT.district);
    await expect(page.getByLabel(/^詳細地址/)).toHaveValue(RECIPIENT.address);
  });

  test('on a slow line the registration while shipping says that it is under way, and is sent once', async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/api/register', async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await openShipping(page);
    await fillPerson(page, { asGuest: false });
    await page.getByLabel('電子郵件信箱').fill(newEmail());
    await fillAddress(page);
    const box = page.getByRole('region', { name: '註冊會員' });
    await box.getByLabel('會員密碼', { exact: true }).fill(PASSWORD);
    await box.getByLabel('確認密碼', { exact: true }).fill(PASSWORD);
    await box.getByRole('checkbox', { name: /年滿/ }).check();
    await box.getByRole('checkbox', { name: /我已閱讀/ }).check();
    const next = mainButton(page, /^(下一步|載入中)/);
    await next.click();
    await next.click({ force: true });
    await expect(next).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(heading(page)).toHaveText('確認付款');
    expect(sent).toBe(1);
  });

  test('who wants an account while shipping needs a password; who wants none orders as a guest, both also after a reload', async ({
    page,
  }) => {
    await openShipping(page);
    await fillPerson(page, { asGuest: false });
    await fillAddress(page);
    await expect(registerBox(page)).toBeChecked();
    await mainButton(page, '下一步').click();
    await expect(page.getByRole('main').getByRole('alert').getByRole('link', { name: '請輸入密碼' })).toBeVisible();
    await page.reload();
    await expect(registerBox(page), 'who comes back to the filled form sees the registration').toBeChecked();
    await mainButton(page, '下一步').click();
    const password = page.getByRole('region', { name: '註冊會員' }).getByLabel('會員密碼', { exact: true });
    const listed = page.getByRole('main').getByRole('alert').getByRole('link');
    await expect(listed).toHaveText(['請輸入密碼', '請輸入確認密碼', /年滿/, '請閱讀隱私權政策並勾選同意']);
    await expect(heading(page), 'and is not sent on without it').toHaveText('付款與配送');
    await expect(password).toHaveAccessibleDescription(/請輸入密碼/);
    await expect(page.getByRole('checkbox', { name: /我已閱讀/ })).toHaveAccessibleDescription('請閱讀隱私權政策並勾選同意');
    await listed.first().click();
    await expect(password).toBeFocused();
    await password.fill(PASSWORD);
    await expect(listed, 'the list follows what is typed').toHaveCount(3);
    await registerBox(page).uncheck();
    await page.reload();
    await page.getByLabel('詳細地址').focus();
    await expect(registerBox(page)).not.toBeChecked();
    await expect(password).toHaveCount(0);
    await toPay(page);
  });

  test('a registration while shipping needs an e-mail, also with cash on delivery', async ({ page }) => {
    await openShipping(page);
    await choosePayment(page, '貨到付款');
    await fillPerson(page, { asGuest: false });
    await page.getByLabel('電子郵件信箱').fill('');
    await fillAddress(page);
    await mainButton(page, '下一步').click();
    await expect(page.getByRole('main').getByRole('alert').getByRole('link')).toHaveText([
      '請輸入電子郵件',
      '請輸入密碼',
      '請輸入確認密碼',
      /年滿/,
      '請閱讀隱私權政策並勾選同意',
    ]);
    await expect(page.getByLabel('電子郵件信箱')).toHaveAccessibleDescription('註冊會員必填 請輸入電子郵件');
    const box = page.getByRole('region', { name: '註冊會員' });
    await box.getByLabel('會員密碼', { exact: true }).fill(PASSWORD);
    await box.getByLabel('確認密碼', { exact: true }).fill(PASSWORD);
    for (const name of [/年滿/, /我已閱讀/]) await box.getByRole('checkbox', { name }).check();
    await mainButton(page, '下一步').click();
    await page.getByRole('main').getByRole('alert').getByRole('link', { name: '請輸入電子郵件' }).click();
    await expect(page.getByLabel('電子郵件信箱')).toBeFocused();
    await expect(page.getByLabel('電子郵件信箱')).toHaveAccessibleDescription(/請輸入電子郵件/);
    await page.getByLabel('電子郵件信箱').fill(newEmail());
    await mainButton(page, '下一步').click();
    await expect(page.getByText('註冊成功').first()).toBeVisible();
  });

  test('the way to the registration leads back to the step of the checkout, with cart and fields kept', async ({ page }) => {
    await openShipping(page);
    await fillPerson(page);
    const email = newEmail();
    await page.getByLabel('電子郵件信箱').fill(email);
    await fillAddress(page);
    await mainButton(page, '登入').click();
    await page.getByRole('main').getByRole('link', { name: '註冊會員' }).click();
    await expect(page).toHaveURL(`/register?redirect=payment_SHIPPING&email=${encodeURIComponent(email)}`);
    // The address changes before the form does, and the form before has fields of the same names.
    await expect(heading(page)).toHaveText('註冊會員');
    await fillRegistration(page, email);
    await page.getByRole('button', { name: '註冊', exact: true }).click();
    await expect(page).toHaveURL('/payment?to=SHIPPING');
    await expect(page.getByRole('region', { name: '會員', exact: true })).toContainText(email);
    await expect(page.getByLabel('電子郵件信箱')).toHaveValue(email);
    await addressIsFilled(page);
    await expect(cartLink(page)).toHaveAccessibleName('購物車，2 件商品');
  });

  test('a menu that was opened before the hydration stays open', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/product', { waitUntil: 'commit' });
    await page.getByRole('button', { name: '選單', exact: true }).click();
    const link = page.getByRole('link', { name: '訂單查詢' }).first();
    await expect(link).toBeVisible();
    release();
    await expect(page.locator('a[aria-label^="購物車，"]').first()).toBeAttached();
    await expect(link).toBeVisible();
    await link.click();
    await expect(heading(page)).toHaveText('線上訂單查詢');
    await expect(page.getByRole('button', { name: '關閉選單' })).toBeHidden();
  });
});
