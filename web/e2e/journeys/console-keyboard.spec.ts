import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/checks.ts';
import { act, chooseIn, enter, tabTo, typeInto } from '../harness/console-keys.ts';
import { registerMember } from '../harness/members.ts';
import { cardToStore, cardToTheDoor, codToTheDoor, orderOf, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { joinConsole, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

/** Opens a page of the console by its navigation: the focus is on the heading afterwards. */
async function visit(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name, exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

test.describe('by keyboard alone', () => {
  test('support corrects an invoice and chooses another store', async ({ page, browser }) => {
    const orderNo = await placeOrder(page.request, cardToStore('UNIMARTC2C'));
    await moveParcel(orderNo, 2104);
    await expect.poll(async () => (await orderOf(page.request, orderNo)).timeline.at(-1)?.code).toBe('2104');
    const support = await (await browser.newContext(DESK)).newPage();
    await joinConsole(support, '林客服', 'view,act');
    await openOrder(support, orderNo);
    const invoice = support.getByRole('form', { name: '更正發票資料' });
    await act(support, '更正發票資料', async () => {
      await chooseIn(support, invoice.getByLabel('發票種類'), '公司統一編號');
      await typeInto(support, invoice.getByLabel('統一編號', { exact: true }), '04595257');
      await typeInto(support, invoice.getByLabel('發票抬頭'), '日光股份有限公司');
      await expect(invoice.getByRole('row', { name: /發票/ })).toContainText('公司統一編號');
    });
    const store = support.getByRole('form', { name: '改選取貨門市' });
    await act(support, '改選取貨門市', async () => {
      await typeInto(support, store.getByLabel('新的門市代號'), '991182');
      await expect(store.getByRole('table')).toContainText('門市');
    });
    await page.goto(`/search-order?id=${orderNo}`);
    await expect(page.getByRole('article')).toContainText('店號 991182');
    await support.context().close();
  });

  test('support writes a note and withdraws it', async ({ page, browser }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    const support = await (await browser.newContext(DESK)).newPage();
    await joinConsole(support, '林客服', 'view,act');
    await openOrder(support, orderNo);
    const notes = support.getByRole('region', { name: '備註' });
    await notes.getByLabel('新增備註').focus();
    await support.keyboard.type('顧客希望週末送達');
    await enter(support, notes.getByRole('button', { name: '儲存備註' }));
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

  test('a person gets their file, and is forgotten', async ({ page, browser }) => {
    const orderNo = await placeOrder(page.request, codToTheDoor());
    expect((await page.request.post(`/api/orders/${orderNo}/cancel`, { data: {} })).ok()).toBe(true);
    const support = await (await browser.newContext(DESK)).newPage();
    await joinConsole(support, '馬客服');
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
