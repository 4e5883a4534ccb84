import type { Page } from '@playwright/test';
import { alive, cartLink } from '../harness/buyer.ts';
import { bindCode, inviteSection, openMemberPage, registerMember, signIn } from '../harness/members.ts';
import { linkInMail } from '../harness/simulators.ts';
import { expect, PHONE, test } from '../harness/test.ts';

test.use({ ...PHONE, consoleMay: /ERR_FAILED|ERR_CONNECTION_RESET/ });

/** The shop gets each request, and its answer is lost, until the returned function is called. */
async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    // Not by the browser's context, which would keep the cookies of the answer.
    const request = route.request();
    await fetch(request.url(), { method: request.method(), headers: await request.allHeaders(), body: request.postData() });
    await route.abort('connectionreset');
  });
  return () => page.unroute(path);
}

const addButton = (page: Page) => page.getByRole('main').getByRole('button', { name: '加入購物車', exact: true }).first();

test('a product whose add got no answer is added once, however often somebody clicks', async ({ page }) => {
  // The visitor has a cart, so the lost answer has no cookie that the next request lacks.
  expect((await page.request.post('/api/cart/items', { data: { productId: 9, quantity: 1, tier: 'ORIGIN' } })).ok()).toBe(true);
  await page.goto('/product/repair-essence');
  await alive(page);
  const answer = await loseAnswers(page, '**/api/cart/items');
  await addButton(page).click();
  await expect(page.getByText('暫時連不上伺服器，請稍後再試一次。').first()).toBeVisible();
  await answer();
  await addButton(page).click();
  await expect(cartLink(page)).toHaveAccessibleName('購物車，2 件商品');
});

test('an invite code whose answer was lost is said to be bound when it is sent again', async ({ page, playwright, baseURL }) => {
  const friend = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await registerMember(friend);
  const { member } = (await (await friend.get('/api/member')).json()) as { member: { user_invite_code: string } };
  await friend.dispose();
  await registerMember(page.request);
  await openMemberPage(page, 'info', '會員資料');
  const answer = await loseAnswers(page, '**/api/member/referral');
  await bindCode(page, member.user_invite_code);
  await expect(inviteSection(page).getByText('暫時連不上伺服器，請稍後再試一次。')).toBeVisible();
  await answer();
  await inviteSection(page).getByRole('button', { name: '綁定' }).click();
  await expect(page.getByText(/^邀請碼已使用/).first()).toBeVisible();
  await expect(inviteSection(page)).toContainText('您已綁定朋友的邀請碼。');
});

test('a new password whose answer was lost: the page says that it may count, and the sign-in takes it', async ({ page }) => {
  const email = await registerMember(page.request);
  await page.context().clearCookies({ name: /^(session|signed-in)$/ });
  expect((await page.request.post('/api/password-reset', { data: { email } })).ok()).toBe(true);
  await expect.poll(() => linkInMail(email, '/new-password')).not.toBe('');
  await page.goto(await linkInMail(email, '/new-password'));
  await alive(page);
  for (const label of ['新密碼', '確認密碼']) await page.getByLabel(label, { exact: true }).fill('newer123');
  const answer = await loseAnswers(page, '**/api/new-password');
  const set = page.getByRole('button', { name: '設定新密碼' });
  await set.click();
  await expect(page.getByText('暫時連不上伺服器，請稍後再試一次。').first()).toBeVisible();
  await answer();
  await set.click();
  await expect(page.getByRole('alert').filter({ hasText: '您剛才設定的新密碼可能已經生效' })).toBeVisible();
  await page.getByRole('link', { name: '以新密碼登入' }).click();
  await signIn(page, email, 'newer123');
  await page.waitForURL('/member/order');
});
