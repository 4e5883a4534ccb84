import { readFile } from 'node:fs/promises';
import type { InquiriesAnswer } from '@nordhaut/contracts/support';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/checks.ts';
import { enter, typeInto } from '../harness/console-keys.ts';
import { registerMember } from '../harness/members.ts';
import { inviteStaff, joinByPasskey, joinConsole } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

const consoleOf = (page: Page): string => `${new URL(page.url()).origin}/console`;
const lists = (page: Page): Locator => page.getByRole('navigation', { name: '清單' });

test('a new review is work: from the list to the review, hidden there with a reason, and gone from the list', async ({ page, browser }) => {
  const author = (await browser.newContext(DESK)).request;
  await registerMember(author);
  const title = `不喜歡 ${crypto.randomUUID().slice(0, 8)}`;
  const sent = await author.post('/api/content/reviews', { data: { productId: 9, stars: 1, title, content: '看內文' } });
  const { review } = (await sent.json()) as { review: { reviewId: string } };
  await joinConsole(page, '許客服', 'view,act');
  await page.getByRole('link', { name: /^工作清單\s*[1-9]\d* 件待處理$/ }).click();
  await lists(page)
    .getByRole('link', { name: /^商品評價/ })
    .click();
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="/reviews?id=${review.reviewId}"]`) });
  await expect(row).toContainText('1 顆星，請檢視內容');
  await expect(row).toContainText(/期限 20\d\d/);
  await expect(lists(page).getByRole('link', { name: /^商品評價/ })).toContainText(/（[1-9]/);
  await row.getByRole('button', { name: '由我處理' }).click();
  await expect(row).toContainText('處理人：許客服');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  const empty = lists(page)
    .getByRole('link', { name: /（0）$/ })
    .first();
  await expect(empty, 'a phone has room for the lists with rows').toBeHidden();
  await lists(page).getByRole('button', { name: '沒有項目的清單' }).click();
  await expect(empty).toBeVisible();
  await page.setViewportSize(DESK.viewport);
  await row.getByRole('link').click();
  const found = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await found.getByLabel('隱藏原因（只有客服看得到）').fill('與商品無關');
  await found.getByRole('button', { name: '隱藏', exact: true }).click();
  await expect(found).toContainText('由許客服隱藏：與商品無關');
  await expect(page.getByRole('button', { name: '顯示中' }), 'the review that is named is hidden').toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('link', { name: '待檢視的評價' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '商品評價' })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('an inquiry is work: the row names nobody, its page does, and it ends by hand, by keyboard alone', async ({ page }) => {
  const company = `晨光 ${crypto.randomUUID().slice(0, 8)}`;
  const data = { company, person: '陳小姐', contact: 'chen@example.com', quantity: 50, wish: '月底前' };
  expect((await page.request.post('/api/inquiries', { data })).ok()).toBe(true);
  await joinConsole(page, '許客服', 'view,act,reveal');
  await page.goto(`${consoleOf(page)}/tasks/inquiries`);
  const answer = (await (await page.request.get(`${new URL(page.url()).origin}/api/support/inquiries`)).json()) as InquiriesAnswer;
  const { inquiryId } = answer.inquiries.find((one) => one.company === company) ?? {};
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="/inquiries?id=${inquiryId}"]`) });
  await expect(row).toContainText('尚無同仁接手');
  await expect(page.getByRole('main')).not.toContainText(company);
  await row.getByRole('link').focus();
  await page.keyboard.press('Enter');
  const inquiries = page.getByRole('main').getByRole('listitem');
  await expect(inquiries).toHaveCount(1);
  await expect(inquiries).toContainText(company);
  await expect(inquiries).not.toContainText('陳小姐');
  await inquiries.getByRole('button', { name: '顯示聯絡資料' }).focus();
  await page.keyboard.press('Enter');
  await expect(inquiries.getByLabel('原因')).toBeFocused();
  await page.keyboard.type('回覆詢問');
  await page.keyboard.press('Enter');
  await expect(inquiries).toContainText('陳小姐');
  await expect(inquiries).toContainText('chen@example.com');
  await expectAccessible(page);
  await page.getByRole('link', { name: '待回覆的詢問' }).focus();
  await page.keyboard.press('Enter');
  await row.getByRole('button', { name: '標示完成' }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
});

test('accents that somebody stacks on a letter cover no other inquiry', async ({ page }) => {
  const tag = crypto.randomUUID().slice(0, 8);
  const [loud, quiet] = [`${tag} a`, `${tag} b`];
  // The newest one stands first, above the other.
  for (const company of [`${loud}${'\u0301'.repeat(60)}`, quiet]) {
    const data = { company, person: '陳小姐', contact: 'chen@example.com', quantity: 50, wish: '' };
    expect((await page.request.post('/api/inquiries', { data })).ok()).toBe(true);
  }
  await joinConsole(page, '許客服', 'view,reveal');
  await page.goto(`${consoleOf(page)}/inquiries`);
  const above = page.getByRole('listitem').filter({ hasText: quiet }).getByText('送出');
  const heading = page.getByRole('heading', { name: new RegExp(`^${loud}`) });
  await expect(heading).toContainText('\u0301'.repeat(60));
  const pixels = await above.screenshot();
  await heading.evaluate((element, text) => element.replaceChildren(text), loud);
  expect(pixels.equals(await above.screenshot())).toBe(true);
});

test('a welcome that bounced is found with its member', async ({ page, browser }) => {
  const member = (await browser.newContext(DESK)).request;
  await registerMember(member, { user_email: `${crypto.randomUUID()}@bounce.example` });
  const { member: own } = (await (await member.get('/api/member')).json()) as { member: { user_invite_code: string } };
  await joinConsole(page, '許客服', 'view,act');
  const row = page.getByRole('listitem').filter({ hasText: `會員 ${own.user_invite_code}` });
  await expect(async () => {
    await page.goto(`${consoleOf(page)}/tasks/member-mail-failed`);
    await expect(row).toContainText('未寄出：歡迎加入（郵件服務拒絕）', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('main')).not.toContainText('bounce.example');
  // It is sent again from the list, by keyboard alone, with a reason; a minute has to pass between two.
  await enter(page, row.getByText('重寄信件'));
  const mails = row.getByRole('region', { name: `會員 ${own.user_invite_code} 的信件` });
  await expect(mails).toContainText('歡迎加入：寄送失敗（郵件服務拒絕）');
  await typeInto(page, row.getByLabel('重寄原因'), '會員來電表示未收到');
  await enter(page, mails.getByRole('button', { name: '重寄「歡迎加入」' }));
  await expect(mails.getByRole('status')).toHaveText(/^(已安排重新寄出|剛寄出過或今日已達上限，請稍後再試)$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize(DESK.viewport);
  await row.getByRole('link').click();
  await expect(page.getByLabel('邀請碼').first()).toHaveValue(own.user_invite_code);
  const person = page.getByRole('region', { name: '這位會員', exact: true });
  await expect(person).toContainText('可用的購物金');
  await expect(person.getByRole('region', { name: '這位會員的信件' })).toContainText('歡迎加入');
  await expect(person.getByRole('button', { name: '重寄「歡迎加入」' })).toBeVisible();
});

test('support reads what a questionnaire brought, and takes all of it as a file, by keyboard alone', async ({ page }) => {
  const words = `洗完很乾 ${crypto.randomUUID().slice(0, 8)}`;
  const data = { answers: { skin: 'dry', tightness: 4, words } };
  expect((await page.request.post('/api/content/questionnaires/skin-check', { data })).ok()).toBe(true);
  await joinByPasskey(page, await inviteStaff('許客服', 'view,reveal'));
  // All fields of the order search come before the navigation.
  await enter(page, page.getByRole('link', { name: '問卷回答' }), 80);
  const panel = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('a[href$="/questionnaires/skin-check"]') });
  await enter(page, panel.getByRole('link', { name: /筆回答$/ }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const sent = page.getByRole('main').getByRole('listitem').filter({ hasText: words });
  await expect(sent).toContainText('乾性');
  await expect(sent).toContainText('不敢笑');
  await expect(sent).toContainText('訪客');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize(DESK.viewport);
  await enter(page, page.getByRole('button', { name: '匯出所有回答（CSV）' }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    enter(page, page.getByRole('form', { name: '再次確認身分' }).getByRole('button', { name: '使用通行金鑰' })),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(words);
});

test('a drop-down looks like the other fields in every browser, in the shop and in the console', async ({ page }) => {
  const looks = () => page.getByRole('combobox').evaluateAll((fields) => fields.map((field) => getComputedStyle(field).appearance));
  await page.goto('/comments/product/balancing-toner');
  expect(await looks()).toEqual(Array(5).fill('none'));
  await joinConsole(page, '沈客服', 'view');
  await expect(page.getByRole('combobox', { name: '付款方式' })).toBeVisible();
  expect(await looks()).toEqual(Array(3).fill('none'));
});
