import { readFile } from 'node:fs/promises';
import type { MemberAnswer } from '@nordhaut/contracts';
import type { PersonRequests } from '@nordhaut/contracts/support';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/checks.ts';
import { registerMember } from '../harness/members.ts';
import { cardToTheDoor, codToTheDoor, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { asAdministrator, inviteByTool, inviteStaff, joinByPasskey, joinConsole, withAuthenticator } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const originOf = (page: Page): string => new URL(page.url()).origin;
/** Both widths of a page. */
async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function record(page: Page, kind: '查詢與複本' | '刪除', line: string): Promise<void> {
  await page.goto(`${originOf(page)}/console/persons`);
  await page.getByText('登錄新的請求').click();
  const form = page.getByRole('form', { name: '登錄請求' });
  await form.getByRole('radio', { name: new RegExp(`^${kind}`) }).check();
  await form.getByRole('radio', { name: '訪客訂單' }).check();
  await form.getByLabel('訂單編號與電話').fill(line);
  await form.getByLabel('原因與核對方式').fill('本人來電核對');
  await form.getByRole('button', { name: '登錄' }).click();
}

/** As a Chinese keyboard types it. */
const wide = (text: string): string => text.replaceAll(/[0-9A-Z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

test('a person gets their file and is forgotten: second factor, expiring link, hold, and the log of who saw it', async ({ page }) => {
  const orderNo = await placeOrder(page.request, codToTheDoor());
  expect((await page.request.post(`/api/orders/${orderNo}/cancel`, { data: {} })).ok()).toBe(true);
  await joinByPasskey(page, await inviteStaff('周客服', 'all'));

  await record(page, '查詢與複本', `${orderNo} 0900000000`);
  await expect(page.getByRole('alert').filter({ hasText: '電話與訂單不符' })).toBeVisible();
  await page.getByLabel('訂單編號與電話').fill(`${wide(orderNo)}　${wide(RECIPIENT.phone)}`);
  // The server has the request, and its answer is lost: the repeat records no second one.
  await page.route(
    '**/api/support/person-requests',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: '登錄', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '目前無法連線' })).toBeVisible();
  await page.getByRole('button', { name: '登錄', exact: true }).click();
  await expect(heading(page)).toHaveText('個資請求：查詢與複本');
  const { requests } = (await (await page.request.get(`${originOf(page)}/api/support/person-requests`)).json()) as PersonRequests;
  expect(requests.filter(({ who }) => who.includes(orderNo))).toHaveLength(1);
  await expect(page.getByText('剩 14 天')).toBeVisible();
  await page.getByRole('button', { name: '產生下載連結' }).click();
  const factor = page.getByRole('form', { name: '再次確認身分' });
  await factor.getByLabel('驗證碼或復原碼').fill('000000');
  await factor.getByRole('button', { name: '確認', exact: true }).click();
  await expect(factor.getByRole('alert')).toHaveText('登入失敗，請確認後再試');
  await factor.getByRole('button', { name: '使用通行金鑰' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: '下載可閱讀的網頁' }).click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain(RECIPIENT.address);
  expect(text).not.toContain('周客服');
  await page.reload();
  await expect(page.getByText('已完成')).toBeVisible();
  await expect(page.getByText(/．20\d\d\/\d\d\/\d\d \d\d:\d\d(:\d\d)? 結案$/), 'when it ended').toBeVisible();
  await expectUsable(page);

  await page.goto(`${originOf(page)}/console/orders/${orderNo}`);
  // The second factor still counts.
  const [events] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '匯出事件（NDJSON）' }).click()]);
  expect(events.suggestedFilename()).toBe(`${orderNo}.ndjson`);
  expect(await readFile(await events.path(), 'utf8')).toContain('"OrderPlaced"');
  await page.getByText('證據包（ZIP）').click();
  await page.getByRole('form', { name: '產生證據包' }).getByLabel('原因').fill('調解委員會來函');
  await page.getByRole('button', { name: '產生證據包' }).click();
  const [pack] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: '下載證據包' }).click()]);
  expect(pack.suggestedFilename()).toMatch(new RegExp(`^evidence-${orderNo}-.*\\.zip$`));
  await page.getByText('暫停刪除個資', { exact: true }).click();
  const hold = page.getByRole('group').filter({ hasText: '暫停刪除個資' });
  await expect(hold.getByRole('button'), 'nothing stands that could be lifted').toHaveText(['暫停刪除']);
  await hold.getByLabel('原因').fill('法院來函');
  await hold.getByRole('button', { name: '暫停刪除' }).click();
  await expect(hold.getByText('此訂單的個資會保留到解除為止')).toBeVisible();
  await expect(page.getByText('暫停刪除個資：法律保全').first()).toBeVisible();
  await expect(hold.getByRole('button')).toHaveText(['解除']);
  await expect(hold.getByLabel('原因'), 'a double click lifts nothing').toHaveValue('');
  await hold.getByLabel('依據').selectOption('帳款爭議');
  await expect(hold.getByRole('button')).toHaveText(['暫停刪除']);

  await record(page, '刪除', `${orderNo} ${RECIPIENT.phone}`);
  await expect(page.getByRole('region', { name: '執行後的結果' })).toContainText('法律保全');
  await expect(page.getByRole('region', { name: '執行後的結果' }), 'the last lawful day').toContainText(/，期限 20\d\d\/\d\d\/\d\d/);
  await expectUsable(page);
  const requestPage = page.url();
  const requestId = requestPage.slice(requestPage.lastIndexOf('/') + 1);
  await page.goto(`${originOf(page)}/console/tasks/person-requests`);
  await expect(page.getByRole('navigation', { name: '清單' }).getByRole('link', { name: /^個資請求（[1-9]/ })).toBeVisible();
  await page.getByRole('link', { name: `請求 ${requestId.slice(0, 8)}` }).click();
  await expect(heading(page)).toHaveText('個資請求：刪除');
  await page.goto(`${originOf(page)}/console/orders/${orderNo}`);
  await page.getByText('暫停刪除個資', { exact: true }).click();
  await hold.getByLabel('原因').fill('案件結束');
  await hold.getByRole('button', { name: '解除' }).click();
  await expect(hold.getByText('已解除')).toBeVisible();
  await page.goto(requestPage);
  await expect(page.getByRole('region', { name: '執行後的結果' })).toContainText(`${orderNo}：刪除`);
  await page.getByRole('checkbox', { name: /無法復原/ }).check();
  await page.getByRole('button', { name: '執行刪除' }).click();
  await expect(page.getByText('已完成')).toBeVisible();
  await expect(page.getByText('已完成').locator('..'), 'the button that had the focus is gone').toBeFocused();

  await page.getByRole('link', { name: '檢視紀錄' }).click();
  await expect(heading(page)).toHaveText('檢視紀錄');
  await page.getByLabel('人員').selectOption('周客服');
  await page.getByRole('button', { name: '查詢' }).click();
  const rows = page.getByRole('region', { name: '檢視紀錄' });
  await expect(rows.getByRole('row').filter({ hasText: '執行刪除' })).toContainText(orderNo);
  await expect(rows.getByRole('row').filter({ hasText: '下載個資複本' })).toHaveCount(1);
  await page.getByRole('button', { name: '查詢' }).click();
  await expect(rows.getByRole('row').filter({ hasText: '檢視查閱紀錄' }).first(), 'whose log it was, by name').toContainText('周客服');
  await expectUsable(page);
});

test('a refund above the limit waits for a second person; notes, a row of a work list, and a lost second factor', async ({
  page,
  browser,
}) => {
  // A repetition meets the staff of the first run.
  const agent = `吳客服${crypto.randomUUID().slice(0, 4)}`;
  const items = [{ productId: 5, quantity: 5, tier: 'ORIGIN' } as const];
  const orderNo = await placeOrder(page.request, { ...cardToTheDoor(), items });
  expect((await page.request.post(`/api/orders/${orderNo}/return`, { data: { returnComment: '不合用' } })).ok()).toBe(true);
  const [first, second] = await Promise.all(
    // Two accounts that one person opened count as one person.
    [
      { name: agent, invite: inviteStaff },
      { name: '鄭主管', invite: inviteByTool },
    ].map(async ({ name, invite }) => {
      const support = await (await browser.newContext(DESK)).newPage();
      const [code = ''] = await joinConsole(support, name, 'all', await invite(name, 'all'));
      await support.goto(`${originOf(support)}/console/orders/${orderNo}`);
      return { support, code };
    }),
  );
  if (!first || !second) throw new Error('nobody signed in');
  const [one, other] = [first.support, second.support];

  await one.getByLabel('新增備註').fill('顧客希望全額');
  await one.getByRole('button', { name: '儲存備註' }).click();
  await expect(other.getByText('顧客希望全額'), 'without a reload').toBeVisible();
  await one.getByRole('button', { name: '撤回這則備註' }).click();
  await one.getByLabel('撤回原因').fill('寫錯訂單');
  await one.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(one.getByText(new RegExp(`${agent}於 .* 撤回：寫錯訂單`))).toBeVisible();

  await one.getByRole('button', { name: '善意退款' }).click();
  const form = one.getByRole('form', { name: '善意退款' });
  await form.getByLabel('退款金額').fill('3100');
  await form.getByLabel('原因', { exact: true }).fill('瑕疵補償');
  await form.getByRole('button', { name: '確認送出' }).click();
  await expect(one.getByText('已送出，等待另一位同仁覆核')).toBeVisible();
  await expect(one.getByText('須由另一位同仁覆核，您可以撤回')).toBeVisible();
  const waiting = other.getByRole('region', { name: '待覆核的退款' });
  await waiting.getByLabel('覆核原因').fill('同意');
  await waiting.getByRole('button', { name: '同意退款' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(one.getByRole('region', { name: '待覆核的退款' })).toHaveCount(0);

  await one.goto(`${originOf(one)}/console/tasks/return-review`);
  const row = one.getByRole('listitem').filter({ hasText: orderNo });
  await expect(async () => {
    await one.getByRole('button', { name: '重新整理' }).click();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await row.getByRole('button', { name: '由我處理' }).click();
  await expect(row).toContainText(`處理人：${agent}`);

  await other.goto(`${originOf(other)}/console/staff`);
  const lost = other.getByRole('listitem').filter({ hasText: agent });
  await lost.getByText('遺失登入方式').click();
  await lost.getByLabel('重設原因').fill('手機遺失');
  await lost.getByRole('button', { name: '重設並產生新連結' }).click();
  const again = other.getByRole('form', { name: '再次確認身分' });
  await again.getByLabel('驗證碼或復原碼').fill(second.code);
  await again.getByRole('button', { name: '確認', exact: true }).click();
  const said = other.getByRole('status').filter({ hasText: '一次性連結' });
  const link = /https?:\S+/.exec(await said.innerText())?.[0] ?? '';
  await row.getByRole('button', { name: '交還' }).click();
  await expect(heading(one)).toHaveText('登入客服後台');
  await withAuthenticator(one);
  await one.goto(link);
  await one.getByRole('button', { name: '建立通行金鑰' }).click();
  await expect(heading(one)).toHaveText('帳號已啟用');
  await Promise.all([one, other].map((support) => support.context().close()));
});

test('who edits a coupon that somebody else changed meanwhile is told what, keeps what was typed, and can save it then', async ({
  page,
}) => {
  const id = 100_000 + Math.floor(Math.random() * 900_000);
  const coupon = {
    coupon_id: id,
    coupon_uid: `TWICE_${id}`,
    coupon_name: `兩人編輯 ${id}`,
    coupon_type: 'DISCOUNT',
    coupon_scope: 'ALL',
    coupon_formula: 'x - 10',
  };
  const define = (change: object) =>
    asAdministrator('/api/support/coupons', { coupons: [{ ...coupon, ...change }], dryRun: false, reason: '週年活動' });
  await define({});
  await joinConsole(page);
  await page.getByRole('link', { name: '優惠券' }).click();
  await page.getByRole('button', { name: `編輯 TWICE_${id}` }).click();
  const form = page.getByRole('form', { name: '設定優惠券' });
  await form.getByLabel('名稱').fill(`改名 ${id}`);
  await form.getByLabel('原因').fill('更正名稱');
  await form.getByRole('button', { name: '檢查' }).click();
  await expect(form.getByRole('listitem')).toHaveText(`TWICE_${id}：將變更`);
  await define({ coupon_quantity: 70 });
  await form.getByRole('button', { name: '儲存' }).click();
  await expect(form.getByRole('alert')).toContainText(`其他人剛變更了優惠券 TWICE_${id}`);
  await expect(form.getByRole('list', { name: '其他人的變更' })).toHaveText(`TWICE_${id} 的總張數：（空白） → 70`);
  await expect(form.getByLabel('名稱')).toHaveValue(`改名 ${id}`);
  await expectUsable(page);
  await form.getByLabel('總張數').fill('70');
  await form.getByRole('button', { name: '檢查' }).click();
  await expect(form.getByText(`TWICE_${id}：將變更`)).toBeVisible();
  await form.getByRole('button', { name: '儲存' }).click();
  await expect(form.getByText(`TWICE_${id}：已變更`)).toBeVisible();
  await expect(form.getByRole('button', { name: '儲存' }), 'a second click records nothing').toHaveAttribute('aria-disabled', 'true');
  await form.getByLabel('原因').fill('更正名稱');
  // One's own change is not another's.
  await form.getByLabel('名稱').fill(`再改名 ${id}`);
  await form.getByRole('button', { name: '檢查' }).click();
  await expect(form.getByRole('listitem')).toHaveText(`TWICE_${id}：將變更`);
});

test('an administrator checks a coupon before it is saved, ends it, and takes a product from a member', async ({ page }) => {
  await joinConsole(page);
  await page.getByRole('link', { name: '優惠券' }).click();
  const form = page.getByRole('form', { name: '設定優惠券' });
  await page.getByRole('button', { name: '新增優惠券' }).click();
  await expect(form.getByLabel('編號', { exact: true }), 'the form stands after the list').toBeFocused();
  // One of its own for each try, which only its code makes a member's: no other journey's price changes.
  const id = 100_000 + Math.floor(Math.random() * 900_000);
  const coupon = {
    coupon_id: id,
    coupon_uid: `CONSOLE_${id}`,
    coupon_name: `後台折價券 ${id}`,
    coupon_type: 'DISCOUNT',
    coupon_scope: 'ALL',
    coupon_product: 'ALL',
    coupon_formula: 'x/0',
    coupon_condition: [],
  };
  await form.getByRole('button', { name: '以 JSON 編輯（進階）' }).click();
  const content = form.getByLabel('優惠券內容');
  await content.fill(JSON.stringify(coupon));
  await form.getByLabel('原因').fill('測試活動');
  await form.getByRole('button', { name: '檢查' }).click();
  await expect(form.getByRole('listitem')).toContainText('除數');
  await expect(form.getByRole('button', { name: '儲存' })).toHaveAttribute('aria-disabled', 'true');
  await content.fill(JSON.stringify({ ...coupon, coupon_formula: 'x-100' }));
  await form.getByRole('button', { name: '檢查' }).click();
  await expect(form.getByRole('listitem')).toHaveText(`CONSOLE_${id}：將新增`);
  await form.getByRole('button', { name: '儲存' }).click();
  await expect(form.getByRole('listitem')).toHaveText(`CONSOLE_${id}：已新增`);
  await expect(form.getByLabel('編號', { exact: true }), 'the next one').not.toHaveValue(String(id));
  await expect(form.getByLabel('名稱')).toHaveValue('');
  const row = page.getByRole('listitem').filter({ hasText: coupon.coupon_name });
  await row.getByText('結束這張優惠券').click();
  await row.getByLabel('結束原因').fill('活動結束');
  await row.getByRole('button', { name: '結束', exact: true }).click();
  await expect(row, 'without a reload').toContainText(/；已於 .* 結束$/);
  const yOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
  expect(await yOf(row), 'the list comes first').toBeLessThan(await yOf(form));
  await expect(page.getByText(`已結束 CONSOLE_${id}`), 'the form that had the focus is gone').toBeFocused();
  await expect(row.getByText('結束這張優惠券')).toHaveCount(0);
  await expectUsable(page);

  // A product that one member cannot buy, until support gives it back.
  await registerMember(page.request);
  const own = async () => (await (await page.request.get('/api/member')).json()) as MemberAnswer;
  await page.getByRole('link', { name: '不可購買' }).click();
  // Who cannot sign in has no invite code to tell.
  await page.getByLabel('邀請碼或電子郵件').fill('nobody@example.com');
  await page.getByRole('button', { name: '尋找' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '找不到使用這個電子郵件的會員' })).toBeVisible();
  const { user_email: email, user_invite_code: code } = (await own()).member;
  await page.getByLabel('邀請碼或電子郵件').fill(email);
  await page.getByRole('button', { name: '尋找' }).click();
  await expect(page).toHaveURL(`${originOf(page)}/console/muted?code=${code}`);
  const member = page.getByRole('region', { name: '這位會員', exact: true });
  await expect(member, 'what was found').toBeFocused();
  await member.getByLabel('原因').fill('對成分過敏');
  await member.getByLabel('商品', { exact: true }).selectOption({ label: '溫和潔膚露（5）' });
  await member.getByRole('button', { name: '設為不可購買' }).click();
  await expect(member.getByRole('listitem')).toContainText('5 ');
  expect((await own()).member.mutedProducts).toContain(5);
  // Also where the server renders the page for everybody.
  const group = await page.context().newPage();
  await group.goto('/group/sunlight-salon');
  await expect(group.getByRole('button', { name: '增加一件保濕化妝水' })).toBeVisible();
  await expect(group.getByRole('main').getByText('溫和潔膚露')).toHaveCount(0);
  await group.close();
  await expectUsable(page);
  await member.getByRole('button', { name: '恢復可購買：溫和潔膚露' }).click();
  await expect(member.getByLabel('原因'), 'what is missing has the focus').toBeFocused();
  await member.getByLabel('原因').fill('已確認可以使用');
  await member.getByRole('button', { name: '恢復可購買' }).click();
  await expect(member.getByRole('listitem')).toHaveText('目前沒有不可購買的商品。');
  await expect(member.getByRole('status'), 'the button that had the focus is gone').toBeFocused();
  await expect(member.getByRole('status')).toHaveText('已恢復可購買');
  expect((await own()).member.mutedProducts).toEqual([]);

  // Credit that no order caused: what it does is shown first, and the history keeps it.
  await page.getByRole('link', { name: '會員', exact: true }).click();
  // The page before it has a field of the same name.
  await expect(heading(page)).toHaveText('會員');
  await page.getByLabel('邀請碼').fill((await own()).member.user_invite_code);
  await page.getByRole('button', { name: '尋找' }).click();
  await member.getByRole('button', { name: '贈送購物金' }).click();
  const credit = member.getByRole('form', { name: '購物金' });
  await expect(credit.getByRole('heading', { name: '贈送購物金' }), 'the button that had the focus is gone').toBeFocused();
  await expect(credit.getByRole('row', { name: /會員可用的購物金/ })).toContainText('NT$50');
  await credit.getByLabel('說明').fill('出貨延誤兩日');
  await expectUsable(page);
  await credit.getByRole('button', { name: '確認送出' }).click();
  await expect(member.getByRole('listitem').filter({ hasText: '贈送購物金 NT$50（致歉）' })).toBeVisible();
  await member.getByRole('button', { name: '收回 NT$50（致歉）' }).click();
  await credit.getByLabel('說明').fill('誤發');
  await credit.getByRole('button', { name: '確認送出' }).click();
  await expect(member.getByRole('listitem').filter({ hasText: '收回尚未使用的購物金 NT$50' })).toBeVisible();
});
