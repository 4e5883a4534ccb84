import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/checks.ts';
import { act, chooseIn, enter, tabTo, typeInto } from '../harness/console-keys.ts';
import { registerMember } from '../harness/members.ts';
import { cardToStore, cardToTheDoor, codToTheDoor, orderOf, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { becomeStaff, inviteByTool, inviteStaff, joinByPasskey, joinConsole, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

/** Opens a page of the console by its navigation: the focus is on the heading afterwards. */
async function visit(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name, exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

test.describe('by keyboard alone', () => {
  test('support corrects an invoice and the e-mail address, and chooses another store', async ({ page, browser }) => {
    const orderNo = await placeOrder(page.request, cardToStore('UNIMARTC2C'));
    await moveParcel(orderNo, 2104);
    await expect.poll(async () => (await orderOf(page.request, orderNo)).timeline.at(-1)?.code).toBe('2104');
    const support = await (await browser.newContext(DESK)).newPage();
    await becomeStaff(support, '林客服', 'view,act,reveal');
    await openOrder(support, orderNo);
    const invoice = support.getByRole('form', { name: '更正發票資料' });
    await act(support, '更正發票資料', async () => {
      await chooseIn(support, invoice.getByLabel('發票種類'), '公司統一編號');
      await typeInto(support, invoice.getByLabel('統一編號', { exact: true }), '04595257');
      await typeInto(support, invoice.getByLabel('發票抬頭'), '日光股份有限公司');
      await expect(invoice.getByRole('row', { name: /發票/ })).toContainText('公司統一編號');
    });
    const email = support.getByRole('form', { name: '更正電子郵件' });
    await act(support, '更正電子郵件', async () => {
      await typeInto(support, email.getByLabel('更正後的電子郵件'), 'ming.wang@gmial.com');
      await enter(support, email.getByRole('button', { name: '是不是 ming.wang@gmail.com？' }));
      await expect(email.getByLabel('更正後的電子郵件'), 'the keyboard goes on here').toBeFocused();
      await expect(email.getByLabel('更正後的電子郵件')).toHaveValue('ming.wang@gmail.com');
      await expect(email.getByRole('row', { name: /收件人/ })).toContainText('更正');
    });
    const store = support.getByRole('form', { name: '改選取貨門市' });
    await act(support, '改選取貨門市', async () => {
      await typeInto(support, store.getByLabel('新的門市代號'), '991182');
      await expect(store.getByRole('table')).toContainText('門市');
    });
    await page.goto(`/search-order?id=${orderNo}`);
    await expect(page.getByRole('article')).toContainText('店號 991182');
    await expect(page.getByRole('listitem').filter({ hasText: '已更正電子郵件：ming.wang@gmail.com' })).toBeVisible();
    await support.context().close();
  });

  test('support writes a note and withdraws it', async ({ page, browser }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    const support = await (await browser.newContext(DESK)).newPage();
    await becomeStaff(support, '林客服', 'view,act');
    await openOrder(support, orderNo);
    const notes = support.getByRole('region', { name: '備註' });
    await notes.getByLabel('新增備註').focus();
    await support.keyboard.type('顧客希望週末送達');
    // The server has the note, and its answer is lost: the repeat writes no second one.
    await support.route(`**/orders/${orderNo}/notes`, async (route) => {
      await route.fetch();
      await route.abort();
      await support.unroute(`**/orders/${orderNo}/notes`);
    });
    await enter(support, notes.getByRole('button', { name: '儲存備註' }));
    await expect(notes.getByRole('alert')).toHaveText('目前無法連線，請稍後再試');
    await enter(support, notes.getByRole('button', { name: '儲存備註' }), 80);
    const note = notes.getByRole('listitem').filter({ hasText: '顧客希望週末送達' });
    await expect(note).toBeVisible();
    await support.keyboard.press('Shift+Tab');
    await support.keyboard.press('Shift+Tab');
    await expect(note.getByRole('button', { name: '撤回這則備註' })).toBeFocused();
    await support.keyboard.press('Enter');
    await expect(note.getByLabel('撤回原因')).toBeFocused();
    await support.keyboard.type('寫錯訂單');
    await support.keyboard.press('Tab');
    await support.keyboard.press('Enter');
    await expect(note).toContainText('撤回：寫錯訂單');
    await expect(note, 'the keyboard goes on here').toBeFocused();
    await support.context().close();
  });

  test('a review is hidden with a reason and shown again; the keyboard stays at the list', async ({ page, browser }) => {
    const author = (await browser.newContext(DESK)).request;
    await registerMember(author);
    const title = `過敏 ${crypto.randomUUID().slice(0, 8)}`;
    const sent = await author.post('/api/content/reviews', { data: { productId: 5, stars: 1, title, content: '不適合' } });
    const { reviewId } = ((await sent.json()) as { review: { reviewId: string } }).review;
    await joinConsole(page, '許客服', 'view,act');
    await visit(page, '商品評價');
    const review = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
    const said = page.getByRole('main').getByRole('status').filter({ hasText: reviewId });
    await typeInto(page, page.getByLabel('評價編號'), reviewId);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await typeInto(page, review.getByLabel('隱藏原因（只有客服看得到）'), '含有他人的電話');
    await page.keyboard.press('Enter');
    await expect(said).toHaveText(/^已隱藏：/);
    await expect(said).toBeFocused();
    await expect(review).toContainText('由許客服隱藏：含有他人的電話');
    await page.keyboard.press('Tab');
    await expect(review.getByRole('button', { name: '恢復顯示' })).toBeFocused();
    // In the list of hidden ones the review leaves together with the button that had the focus.
    await visit(page, '訂單');
    await visit(page, '商品評價');
    await enter(page, page.getByRole('button', { name: '已隱藏' }));
    await enter(page, review.getByRole('button', { name: '恢復顯示' }), 80);
    await expect(said).toHaveText(/^已恢復顯示：/);
    await expect(said).toBeFocused();
    await expect(review).toHaveCount(0);
    await expectAccessible(page);
  });

  test('a refund above the limit is proposed and approved by somebody else, and its history goes into an evidence pack', async ({
    page,
    browser,
  }) => {
    const items = [{ productId: 5, quantity: 5, tier: 'ORIGIN' } as const];
    const orderNo = await placeOrder(page.request, { ...cardToTheDoor(), items });
    const [one, other] = [await (await browser.newContext(DESK)).newPage(), await (await browser.newContext(DESK)).newPage()];
    await becomeStaff(one, '林客服', 'view,act,refund');
    await openOrder(one, orderNo);
    await one.getByRole('button', { name: '善意退款', exact: true }).press('Enter');
    const form = one.getByRole('form', { name: '善意退款' });
    await typeInto(one, form.getByLabel('退款金額'), '3100');
    await typeInto(one, form.getByLabel('原因', { exact: true }), '瑕疵補償');
    await enter(one, form.getByRole('button', { name: '確認送出' }));
    await expect(one.getByText('已送出，等待另一位同仁覆核')).toBeVisible();
    await expect(one.getByRole('button', { name: '善意退款', exact: true }), 'the keyboard goes on here').toBeFocused();

    // Two accounts that one person opened count as one person.
    await joinByPasskey(other, await inviteByTool('鄭主管', 'all'));
    await openOrder(other, orderNo);
    const waiting = other.getByRole('region', { name: '待覆核的退款' });
    await expect(waiting.getByRole('row', { name: /^其中已決定退款/ }), 'what the approval does').toContainText('NT$3,100');
    await waiting.getByLabel('覆核原因').focus();
    await other.keyboard.type('同意');
    await enter(other, waiting.getByRole('button', { name: '同意退款' }));
    await expect(waiting).toHaveCount(0);
    await expect(other.getByText('已覆核：同意')).toBeFocused();
    await expect(one.getByRole('region', { name: '待覆核的退款' }), 'without a reload').toHaveCount(0);

    await enter(other, other.getByText('證據包（ZIP）'), 80);
    const pack = other.getByRole('form', { name: '產生證據包' });
    await chooseIn(other, pack.getByLabel('用途'), '信用卡爭議（含收件人、3D 驗證、配送掃描、信件與條款）');
    await typeInto(other, pack.getByLabel('原因'), '銀行來函');
    await enter(other, pack.getByRole('button', { name: '產生證據包' }));
    await enter(other, other.getByRole('form', { name: '再次確認身分' }).getByRole('button', { name: '使用通行金鑰' }));
    const link = other.getByRole('link', { name: '下載證據包' });
    const [download] = await Promise.all([other.waitForEvent('download'), enter(other, link)]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^card-dispute-${orderNo}-.*\\.zip$`));
    await Promise.all([one, other].map((support) => support.context().close()));
  });

  test('a member gets credit; a repeat after a lost answer gives it once', async ({ page, browser }) => {
    const member = (await browser.newContext(DESK)).request;
    await registerMember(member);
    const { member: own } = (await (await member.get('/api/member')).json()) as { member: { user_invite_code: string } };
    await joinConsole(page, '林客服', 'view,refund');
    await visit(page, '會員');
    const person = page.getByRole('region', { name: '這位會員', exact: true });
    await expect(async () => {
      await typeInto(page, page.getByLabel('邀請碼').first(), own.user_invite_code);
      await page.keyboard.press('Enter');
      await expect(person).toContainText('可用的購物金', { timeout: 1_000 });
    }).toPass();
    await enter(page, person.getByRole('button', { name: '贈送購物金' }));
    const form = page.getByRole('form', { name: '購物金' });
    await typeInto(page, form.getByLabel('說明'), '出貨延誤致歉');
    // The server has the command, and its answer is lost.
    await page.route('**/api/support/members/*/credit', async (route) => {
      await route.fetch();
      await route.abort();
      await page.unroute('**/api/support/members/*/credit');
    });
    const send = form.getByRole('button', { name: '確認送出' });
    await enter(page, send);
    await expect(form.getByRole('alert')).toHaveText('目前無法連線，請稍後再試');
    await enter(page, send, 80);
    await expect(person.getByText('已完成', { exact: true })).toBeFocused();
    await expect(person.getByRole('list', { name: '客服贈送的購物金' }).getByRole('listitem')).toHaveCount(1);
    await expect(person).toContainText('可用的購物金 NT$50');
  });

  test('a person gets their file, and is forgotten', async ({ page, browser }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    expect((await page.request.post(`/api/orders/${orderNo}/cancel`, { data: {} })).ok()).toBe(true);
    const support = await (await browser.newContext(DESK)).newPage();
    await joinByPasskey(support, await inviteStaff('馬客服', 'all'));
    for (const kind of ['查詢與複本', '刪除'] as const) {
      await visit(support, '個資請求');
      await enter(support, support.getByText('登錄新的請求'));
      const form = support.getByRole('form', { name: '登錄請求' });
      await tabTo(support, form.getByRole('radio', { name: /^查詢與複本/ }));
      if (kind === '刪除') await support.keyboard.press('ArrowDown');
      await expect(form.getByRole('radio', { name: new RegExp(`^${kind}`) })).toBeChecked();
      await support.keyboard.press('Tab');
      await support.keyboard.press('ArrowDown');
      await expect(form.getByRole('radio', { name: '訪客訂單' })).toBeChecked();
      await typeInto(support, form.getByLabel('訂單編號與電話'), `${orderNo} ${RECIPIENT.phone}`);
      await typeInto(support, form.getByLabel('原因與核對方式'), '本人來電核對');
      await enter(support, form.getByRole('button', { name: '登錄' }));
      await expect(support.getByRole('heading', { level: 1 })).toHaveText(`個資請求：${kind}`);
      await expect(support.getByRole('heading', { level: 1 })).toBeFocused();
      if (kind === '查詢與複本') {
        await enter(support, support.getByRole('button', { name: '產生下載連結' }));
        await enter(support, support.getByRole('form', { name: '再次確認身分' }).getByRole('button', { name: '使用通行金鑰' }));
        const link = support.getByRole('link', { name: '下載可閱讀的網頁' });
        await expect(link).toBeVisible();
        const [download] = await Promise.all([support.waitForEvent('download'), enter(support, link)]);
        expect(await readFile(await download.path(), 'utf8')).toContain(RECIPIENT.address);
      } else {
        await expect(support.getByRole('region', { name: '執行後的結果' })).toContainText(`${orderNo}：刪除`);
        await tabTo(support, support.getByRole('checkbox', { name: /無法復原/ }));
        await support.keyboard.press('Space');
        await enter(support, support.getByRole('button', { name: '執行刪除' }));
        await expect(support.getByText('已完成')).toBeVisible();
      }
    }
    await support.context().close();
  });

  test('an administrator defines a coupon by fields, is told what is wrong at each field, changes it, and ends it', async ({ page }) => {
    await joinConsole(page);
    await visit(page, '優惠券');
    const form = page.getByRole('form', { name: '設定優惠券' });
    const [check, save] = [form.getByRole('button', { name: '檢查' }), form.getByRole('button', { name: '儲存' })];
    const id = String(100_000 + Math.floor(Math.random() * 900_000));
    const uid = `FORM_${id}`;
    await enter(page, page.getByRole('button', { name: '新增優惠券' }));
    await expect(form.getByLabel('編號', { exact: true })).toBeFocused();
    await typeInto(page, form.getByLabel('編號', { exact: true }), id);
    await chooseIn(page, form.getByLabel('誰可以使用'), '只限已領取的會員');
    await typeInto(page, form.getByLabel('折抵金額（NT$）'), '0');
    await typeInto(page, form.getByLabel('原因'), '測試活動');
    await enter(page, check);
    await expect(form.getByLabel('代碼', { exact: true }), 'the first fault has the focus').toBeFocused();
    await expect(form.getByLabel('代碼', { exact: true })).toHaveAccessibleDescription(/請輸入 1 至 64 個/);
    await expect(form.getByLabel('名稱')).toHaveAccessibleDescription(/請輸入 1 至 60 個字的名稱/);
    await expect(form.getByLabel('折抵金額（NT$）')).toHaveAccessibleDescription(/請輸入折抵金額/);
    await expect(save).toBeDisabled();
    await page.keyboard.type(uid);
    await typeInto(page, form.getByLabel('名稱'), `欄位優惠 ${id}`);
    await chooseIn(page, form.getByLabel('適用商品'), '指定商品');
    await typeInto(page, form.getByLabel('商品編號'), '999999');
    await typeInto(page, form.getByLabel('折抵金額（NT$）'), '80');
    await typeInto(page, form.getByLabel('最低消費（NT$）'), '1200');
    await enter(page, check);
    await expect(form.getByLabel('商品編號'), 'the server checks what the form cannot').toBeFocused();
    await expect(form.getByLabel('商品編號')).toHaveAccessibleDescription(/商品目錄沒有 999999/);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('5, 9');
    await enter(page, check);
    await expect(form.getByRole('listitem')).toHaveText(`${uid}：將新增`);
    await enter(page, save);
    await expect(form.getByRole('listitem')).toHaveText(`${uid}：已新增`);

    const row = page.getByRole('listitem').filter({ hasText: `欄位優惠 ${id}` });
    await row.getByRole('button', { name: `編輯 ${uid}` }).press('Enter');
    await expect(form.getByRole('heading')).toHaveText(`編輯 ${uid}`);
    await expect(form.getByLabel('編號', { exact: true })).toBeFocused();
    await expect(form.getByLabel('最低消費（NT$）')).toHaveValue('1200');
    await expect(form.getByLabel('商品編號')).toHaveValue('5, 9');
    await typeInto(page, form.getByLabel('總張數'), '30');
    await typeInto(page, form.getByLabel('原因'), '限量');
    await enter(page, check);
    await expect(form.getByRole('listitem')).toHaveText(`${uid}：將變更`);
    await enter(page, save);
    await expect(form.getByRole('listitem')).toHaveText(`${uid}：已變更`);
    await row.getByText('結束這張優惠券').press('Enter');
    await typeInto(page, row.getByLabel('結束原因'), '活動結束');
    await enter(page, row.getByRole('button', { name: '結束', exact: true }));
    await expect(row).toContainText(/；已於 .* 結束$/);
  });
});
