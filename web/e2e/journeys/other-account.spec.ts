import type { MemberAnswer } from '@nordhaut/contracts';
import type { BrowserContext, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { addressIsFilled, alive, fillAddress, fillPerson, heading, mainButton, openShipping, toPay, toShipping } from '../harness/buyer.ts';
import { addProject } from '../harness/groups.ts';
import { atProvider, leave, loginForm, memberMenu, openMemberPage, PASSWORD, prove, registerMember, signIn } from '../harness/members.ts';
import { codToTheDoor, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { linkInMail } from '../harness/simulators.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

/** A member who was never signed in to this browser. Returns the e-mail. */
async function someoneElse(playwright: PlaywrightWorkerArgs['playwright'], baseURL = ''): Promise<string> {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const email = await registerMember(elsewhere);
  await elsewhere.dispose();
  return email;
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/login');
  await alive(page);
}

/** Signs out without the page. */
async function signOut(page: Page): Promise<void> {
  expect((await page.request.post('/api/logout', { data: {} })).ok()).toBe(true);
}

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });

/** A member's open checkout, with the profile's data and a typed address. */
async function typedByMember(page: Page): Promise<void> {
  const email = await registerMember(page.request);
  await openShipping(page);
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

/** Signs in by the form of the shipping step. */
async function signInWhileShipping(page: Page, email: string): Promise<void> {
  await mainButton(page, '登入').click();
  await signIn(page, email);
}

/** Another tab, in which the member signs out. */
async function leaveElsewhere(context: BrowserContext): Promise<Page> {
  const other = await context.newPage();
  await other.goto('/');
  await leave(other);
  return other;
}

test.describe('on a computer', () => {
  test.use(DESK);

  test('pages of a member close in every tab with the sign-out, and the next account sees nothing of them', async ({
    page,
    context,
    playwright,
    baseURL,
  }) => {
    const email = await registerMember(page.request);
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await openMemberPage(page, 'order', '我的訂單');
    await expect(page.getByRole('main')).toContainText(orderNo);
    const profile = await context.newPage();
    await openMemberPage(profile, 'info', '會員資料');
    await expect(profile.getByRole('main')).toContainText(email);
    const lookUp = await context.newPage();
    await lookUp.goto(`/search-order?id=${orderNo}`);
    await expect(lookUp.getByRole('main')).toContainText(RECIPIENT.address);

    const other = await leaveElsewhere(context);
    await expect(page.getByText('您已在其他分頁登出').first()).toBeVisible();
    await page.waitForURL(/\/login\?redirect=%2Fmember%2Forder/);
    await expect(page.getByRole('main')).not.toContainText(orderNo);
    await profile.waitForURL(/\/login\?redirect=%2Fmember%2Finfo/);
    await expect(profile.getByRole('main')).not.toContainText(email);
    await expect(lookUp.getByRole('main')).toContainText('王○明');
    await expect(lookUp.getByRole('main')).not.toContainText(RECIPIENT.address);

    const next = await someoneElse(playwright, baseURL);
    await openSignIn(other);
    await signIn(other, next);
    await other.waitForURL('/member/order');
    await expect(page.getByRole('main'), 'the form of a signed-in visitor gives way').toContainText(
      '目前已登入會員帳號，若要登入其他帳號請先登出',
    );
    await page.getByRole('main').getByRole('link', { name: '繼續' }).click();
    await expect(heading(page)).toHaveText('我的訂單');
    await expect(page.getByRole('main')).toContainText('目前沒有訂單');
  });

  test('a form of one member is never sent as another one, though the page heard nothing of the other sign-in', async ({ page }) => {
    await registerMember(page.request);
    await openMemberPage(page, 'info', '會員資料');
    await alive(page);
    const profile = page.getByRole('region', { name: '基本資料' });
    await profile.getByLabel('姓氏').fill('歐陽');
    await signOut(page);
    const next = await registerMember(page.request);
    await profile.getByRole('button', { name: '儲存變更' }).click();
    await expect(page.getByText('您已在其他分頁切換會員帳號').first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText(next);
    await expect(profile.getByLabel('姓氏'), 'the form is the other one’s').toHaveValue('王');
    await expect(page.getByText('此瀏覽器已登入其他帳號')).toHaveCount(0);
    const { member } = (await (await page.request.get('/api/member')).json()) as MemberAnswer;
    expect(member).toMatchObject({ user_email: next, user_name: '王大明' });
  });

  test('a page that Back restores as it was left shows nothing of who signed out meanwhile', async ({ page }) => {
    await registerMember(page.request);
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await openMemberPage(page, 'order', '我的訂單');
    await expect(page.getByRole('main')).toContainText(orderNo);
    // A page in the browser's cache hears no other tab, and stays visible.
    await signOut(page);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.waitForURL(/\/login\?redirect=%2Fmember%2Forder/);
    await expect(page.getByRole('main')).not.toContainText(orderNo);
  });

  test('a page that Back restores as it was left shows the next member of the tab what that one typed', async ({ page }) => {
    await registerMember(page.request);
    await page.goto('/corporate-gifts');
    await alive(page);
    await expect(memberMenu(page)).toBeAttached();
    await page.getByLabel('公司名稱').fill('晨光股份有限公司');
    await page.getByLabel('聯絡人').fill('王小明');
    // Meanwhile, on other pages of this tab, which this one hears nothing of.
    await signOut(page);
    await registerMember(page.request);
    const { member } = (await (await page.request.get('/api/member')).json()) as MemberAnswer;
    await page.evaluate((uid) => {
      sessionStorage.setItem('typed-of', uid);
      sessionStorage.setItem('typed-inquiry', JSON.stringify({ person: '陳小姐' }));
      document.dispatchEvent(new Event('visibilitychange'));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, member.user_uid);
    await expect(page.getByLabel('聯絡人')).toHaveValue('陳小姐');
    await expect(page.getByLabel('公司名稱')).toHaveValue('');
    expect(await page.evaluate(() => sessionStorage.getItem('typed-inquiry'))).toBe('{"person":"陳小姐"}');
  });

  test('a session that ended elsewhere is called ended, and a new password in the same tab leaves it without a false word', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const email = await registerMember(page.request);
    await openMemberPage(page, 'order', '我的訂單');
    await expect(page.getByRole('main')).toContainText('目前沒有訂單');
    const phone = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    expect((await phone.post('/api/login', { data: { account: email, password: PASSWORD } })).ok()).toBe(true);
    const changePassword = async (current: string, password: string): Promise<void> => {
      const answer = await phone.post('/api/member/password', { data: { current, password } });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    const isCalledEnded = async (): Promise<void> => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByText('您的登入已結束，請重新登入').first()).toBeVisible();
      await page.waitForURL(/\/login\?redirect=%2Fmember%2Forder/);
      expect(await page.getByText(/在其他分頁/).count(), 'nobody left in another tab').toBe(0);
    };
    await changePassword(PASSWORD, 'first123');
    await isCalledEnded();

    await signIn(page, email, 'first123');
    await page.waitForURL('/member/order');
    await changePassword('first123', 'newer123');
    // The answer to any call deletes the marker, before the page looks.
    expect((await page.request.get('/api/member')).status()).toBe(401);
    await isCalledEnded();
    await phone.dispose();

    await signIn(page, email, 'newer123');
    await page.waitForURL('/member/order');
    await openMemberPage(page, 'info', '會員資料');
    await page.getByRole('button', { name: '寄送重設密碼連結' }).click();
    await expect.poll(() => linkInMail(email, '/new-password')).not.toBe('');
    await page.goto(await linkInMail(email, '/new-password'));
    await expect(heading(page)).toHaveText('設定新密碼');
    await expect(memberMenu(page)).toBeVisible();
    await alive(page);
    for (const label of ['新密碼', '確認密碼']) await page.getByLabel(label, { exact: true }).fill('third123');
    await page.getByRole('button', { name: '設定新密碼' }).click();
    await expect(page.getByText('密碼已重新設定，請以新密碼登入').first()).toBeVisible();
    expect(await page.getByText(/在其他分頁/).count(), 'nobody left in another tab').toBe(0);
    await expect(page).toHaveURL('/login');
  });

  test('a session that ends while a member types loses nothing: profile and checkout come back for the same member, in memory only', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const email = await registerMember(page.request);
    /** `marker`: also the sign by which pages see that there is a session */
    const endSession = (marker: boolean) => page.context().clearCookies({ name: marker ? /^(session|signed-in)$/ : 'session' });
    await openMemberPage(page, 'info', '會員資料');
    await alive(page);
    const profile = page.getByRole('region', { name: '基本資料' });
    await profile.getByLabel('姓氏').fill('歐陽');
    await profile.getByLabel('詳細地址').fill(RECIPIENT.address);
    await endSession(false);
    await profile.getByRole('button', { name: '儲存變更' }).click();
    await expect(page.getByText('您的登入已結束，請重新登入').first()).toBeVisible();
    await page.waitForURL(/\/login\?redirect=%2Fmember%2Finfo/);
    await isNotStored(page);
    await signIn(page, email);
    await expect(profile.getByLabel('姓氏')).toHaveValue('歐陽');
    await expect(profile.getByLabel('詳細地址')).toHaveValue(RECIPIENT.address);
    await profile.getByRole('button', { name: '儲存變更' }).click();
    await expect(page.getByText('資料已更新').first()).toBeVisible();
    const { member } = (await (await page.request.get('/api/member')).json()) as MemberAnswer;
    expect(member).toMatchObject({ firstName: '歐陽', user_address: RECIPIENT.address });

    await openShipping(page);
    await fillAddress(page);
    await page.getByLabel('詳細地址').fill('信義路五段7號');
    await endSession(true);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('您的登入已結束，請重新登入').first()).toBeVisible();
    await nothingIsLeft(page);
    await signInWhileShipping(page, email);
    await expect(field(page, '詳細地址')).toHaveValue('信義路五段7號');

    await page.getByLabel('詳細地址').fill('信義路六段1號');
    await endSession(true);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('您的登入已結束，請重新登入').first()).toBeVisible();
    await signInWhileShipping(page, await someoneElse(playwright, baseURL));
    await expect(heading(page), 'another member has another cart').toHaveText('購物車');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage })), 'nobody else gets it').not.toContain('信義路六段1號');
  });

  test('a link of the member area leads to the form where an answer has found the session ended before the page looked', async ({
    page,
  }) => {
    await registerMember(page.request);
    await openMemberPage(page, 'order', '我的訂單');
    await expect(page.getByRole('main')).toContainText('目前沒有訂單');
    // The page hears nothing of it, and its marker is gone.
    await signOut(page);
    await page.getByRole('navigation', { name: '會員中心' }).getByRole('link', { name: '會員資料' }).click();
    await page.waitForURL(/\/login\?redirect=%2Fmember%2Finfo/);
    await expect(loginForm(page)).toBeVisible();
    await expect(page.getByText('您的登入已結束，請重新登入').first()).toBeVisible();
    expect(await page.getByText('目前已登入會員帳號').count(), 'nobody is signed in').toBe(0);
  });

  test('an order in the look-up is masked again when its member signs out beside it', async ({ page }) => {
    await registerMember(page.request);
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await page.goto(`/search-order?id=${orderNo}`);
    await expect(page.getByRole('main')).toContainText(RECIPIENT.address);
    await leave(page);
    await expect(page.getByRole('main')).toContainText('王○明');
    await expect(page.getByRole('main')).not.toContainText(RECIPIENT.address);
  });

  test('a sign-out in another tab empties the open checkout, and each account that signs in after it gets its own data', async ({
    page,
    context,
    playwright,
    baseURL,
  }) => {
    await typedByMember(page);
    const other = await leaveElsewhere(context);
    await expect(page.getByText('您已在其他分頁登出').first()).toBeVisible();
    await expect(heading(page), 'the account keeps its cart').toHaveText('購物車');
    await isNotStored(page);
    await openShipping(page);
    await nothingIsLeft(page);

    const here = await someoneElse(playwright, baseURL);
    await signInWhileShipping(page, here);
    await expect(field(page, '電子郵件信箱')).toHaveValue(here);
    await expect(field(page, '詳細地址')).toHaveValue('');

    await fillAddress(page);
    await leave(other);
    await expect(page.getByText('您已在其他分頁登出').first()).toBeVisible();
    const elsewhere = await someoneElse(playwright, baseURL);
    await openSignIn(other);
    await signIn(other, elsewhere);
    await other.waitForURL('/member/order');
    await expect(page.getByText('您已在其他分頁登入').first()).toBeVisible();
    await openShipping(page);
    await field(page, '詳細地址').focus();
    await expect(page.getByRole('checkbox', { name: /^記住收件資料/ })).toBeVisible();
    await expect(field(page, '電子郵件信箱')).toHaveValue(elsewhere);
    await expect(field(page, '詳細地址')).toHaveValue('');
  });

  test('a reload after the account has changed shows nothing of the one before, and after the session has ended nothing at all', async ({
    page,
  }) => {
    await typedByMember(page);
    // The page hears nothing of it: no other tab is open.
    await signOut(page);
    const next = await registerMember(page.request);
    await openShipping(page);
    await field(page, '詳細地址').focus();
    await expect(field(page, '電子郵件信箱')).toHaveValue(next);
    await expect(field(page, '詳細地址')).toHaveValue('');
    await fillAddress(page);
    await addressIsFilled(page);

    await signOut(page);
    await openShipping(page);
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
    await signOut(page);
    await registerMember(page.request);
    await page.reload();
    await alive(page);
    await expect(memberMenu(page)).toBeVisible();
    await expect(page.getByLabel('收件人姓名')).toHaveValue('');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('王大明');
  });

  test('an untouched form is filled from the profile of who signs in in another tab', async ({ page, context, playwright, baseURL }) => {
    const email = await someoneElse(playwright, baseURL);
    await openShipping(page);
    const other = await context.newPage();
    await openSignIn(other);
    await signIn(other, email);
    await expect(field(page, '電子郵件信箱')).toHaveValue(email);
  });

  test('a guest who signs in keeps what was typed, also over a reload', async ({ page, playwright, baseURL }) => {
    const email = await someoneElse(playwright, baseURL);
    await openShipping(page);
    await fillAddress(page);
    await signInWhileShipping(page, email);
    await expect(field(page, '電子郵件信箱')).toHaveValue(email);
    await addressIsFilled(page);
    await page.reload();
    await addressIsFilled(page);
  });

  test('a sign-in by LINE in one window is noticed in the other', async ({ page, context, playwright, baseURL }) => {
    const email = await someoneElse(playwright, baseURL);
    await openSignIn(page);
    await signIn(page, email);
    await page.waitForURL('/member/order');
    await openMemberPage(page, 'info', '會員資料');
    await page.getByRole('button', { name: '連結 LINE' }).click();
    await prove(page, '連結 LINE');
    await atProvider(page).anew('小明', email);
    await page.waitForURL(/\/member\/info/);
    await alive(page);
    await leave(page);

    const beside = await context.newPage();
    await beside.goto('/');
    await alive(beside);
    await openSignIn(page);
    await page.getByRole('link', { name: '以 LINE 登入' }).click();
    await atProvider(page).choose(email);
    await page.waitForURL('/member/order');
    await expect(beside.getByText('您已在其他分頁登入').first()).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a password for the registration while shipping stays in view, and is forgotten by who signs in instead', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const email = await someoneElse(playwright, baseURL);
    await openShipping(page);
    await fillPerson(page, { asGuest: false });
    await fillAddress(page);
    const box = page.getByRole('region', { name: '註冊會員' });
    await expect(box).toContainText('我已閱讀並同意隱私權政策（另開新視窗）與服務條款（另開新視窗）');
    const password = box.getByLabel('會員密碼', { exact: true });
    await password.fill(PASSWORD);
    await box.getByLabel('確認密碼', { exact: true }).fill('other123');
    await page.goBack();
    await expect(heading(page)).toHaveText('購物車');
    await toShipping(page);
    await page.getByLabel('詳細地址').focus();
    await expect(password).toHaveValue(PASSWORD);

    await signInWhileShipping(page, email);
    await expect(page.getByRole('region', { name: '會員', exact: true })).toContainText(email);
    await toPay(page);
    await expect(page.getByRole('main')).toContainText(RECIPIENT.address);
  });
});
