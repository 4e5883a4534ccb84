import type { MemberAnswer } from '@nordhaut/contracts';
import { registerMember } from '../harness/members.ts';
import { cardToStore, cardToTheDoor, codToTheDoor, placeOrder } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { becomeStaff, inviteByTool, joinConsole, openConsole, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

test('support corrects an invoice, changes a closed store, asks the carrier and sends a mail again; each effect is seen before', async ({
  page,
  browser,
}) => {
  const orderNo = await placeOrder(page.request, cardToStore('UNIMARTC2C'));
  await moveParcel(orderNo, 2104);
  await page.goto(`/search-order?id=${orderNo}`);
  await expect(page.getByRole('article')).toContainText('目前狀態取貨門市異動，客服處理中');

  const support = await (await browser.newContext(DESK)).newPage();
  await becomeStaff(support, '林客服', 'view,act');
  await openOrder(support, orderNo);
  const acted = support.getByText(/^已完成，訂單狀態：/);

  await support.getByRole('button', { name: '更正發票資料', exact: true }).click();
  const invoice = support.getByRole('form', { name: '更正發票資料' });
  await invoice.getByLabel('發票種類').selectOption({ label: '公司統一編號' });
  await invoice.getByLabel('統一編號', { exact: true }).fill('04595257');
  await invoice.getByLabel('發票抬頭').fill('日光股份有限公司');
  await expect(invoice.getByRole('row', { name: /發票/ })).toContainText('公司統一編號');
  await invoice.getByLabel('原因', { exact: true }).fill('顧客要報帳');
  await invoice.getByRole('button', { name: '確認送出' }).click();
  await expect(acted).toBeVisible();

  await support.getByRole('button', { name: '改選取貨門市', exact: true }).click();
  const store = support.getByRole('form', { name: '改選取貨門市' });
  await store.getByLabel('新的門市代號').fill('991182');
  await expect(store.getByRole('table')).toContainText('門市');
  await store.getByLabel('原因', { exact: true }).fill('顧客來電改選');
  await store.getByRole('button', { name: '確認送出' }).click();
  await expect(acted).toBeVisible();
  await expect(page.getByRole('article')).toContainText('店號 991182');

  await support.getByText('查詢物流、重寄信件、解除貨到付款限制').click();
  const errands = support.getByRole('group').filter({ hasText: '查詢物流、重寄信件' });
  await errands.getByLabel('原因', { exact: true }).fill('顧客詢問');
  await errands.getByRole('button', { name: '立即查詢物流' }).click();
  await expect(errands.getByText(/^物流(沒有新的|回報了新的)狀態$/)).toBeVisible();
  await expect(errands.getByLabel('原因', { exact: true }), 'the next one has a reason of its own').toHaveValue('');
  await errands.getByRole('button', { name: '立即查詢物流' }).click();
  await expect(errands.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await errands.getByLabel('原因', { exact: true }).fill('顧客未收到信');
  const mails = errands.getByRole('region', { name: '此訂單的信件' });
  const again = mails.getByRole('button', { name: /^重寄/ }).first();
  await expect(again).toBeVisible();
  await again.click();
  await expect(mails.getByRole('status')).toHaveText(/^(已安排重新寄出|剛寄出過或今日已達上限，請稍後再試)$/);
  await support.context().close();
});

test('a form keeps what was typed while its user writes a note, and the note is no change by others', async ({ page }) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  await becomeStaff(page, '林客服', 'view,act');
  await openOrder(page, orderNo);
  await page.getByRole('button', { name: '取消訂單', exact: true }).click();
  const form = page.getByRole('form', { name: '取消訂單' });
  await form.getByLabel('原因', { exact: true }).fill('顧客來電取消');
  await page.getByLabel('新增備註').fill('顧客來電');
  await page.getByRole('button', { name: '儲存備註' }).click();
  await expect(page.getByRole('region', { name: '備註' }).getByRole('listitem')).toContainText('顧客來電');
  await expect(form.getByLabel('原因', { exact: true })).toHaveValue('顧客來電取消');
  await form.getByRole('button', { name: '確認送出' }).click();
  await expect(page.getByText(/^已完成，訂單狀態：訂單已取消/)).toBeVisible();
});

test('who approves a proposal that was withdrawn at the same time reads that nothing was approved, where the keyboard goes on', async ({
  page,
  browser,
}) => {
  const items = [{ productId: 5, quantity: 5, tier: 'ORIGIN' } as const];
  const orderNo = await placeOrder(page.request, { ...cardToTheDoor(), items });
  await becomeStaff(page, '林客服', 'view,act,refund');
  await openOrder(page, orderNo);
  await page.getByRole('button', { name: '善意退款', exact: true }).click();
  const form = page.getByRole('form', { name: '善意退款' });
  await form.getByLabel('退款金額（NT$）').fill('3500');
  await form.getByLabel('原因', { exact: true }).fill('瓶身破損');
  await form.getByRole('button', { name: '確認送出' }).click();
  await expect(page.getByText('已送出，等待另一位同仁覆核')).toBeVisible();

  const other = await (await browser.newContext(DESK)).newPage();
  await becomeStaff(other, '鄭主管', 'view,act,refund', await inviteByTool('鄭主管', 'view,act,refund'));
  await openOrder(other, orderNo);
  const withdrawn = Promise.withResolvers<void>();
  await other.route('**/proposals/**', async (route) => {
    await withdrawn.promise;
    await route.continue();
  });
  const waiting = other.getByRole('region', { name: '待覆核的退款' });
  await waiting.getByLabel('覆核原因').fill('已確認');
  await waiting.getByRole('button', { name: '同意退款' }).click();
  const own = page.getByRole('region', { name: '待覆核的退款' });
  await own.getByLabel('撤回原因').fill('金額有誤');
  await own.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(waiting, 'the page of the other one loads what happened').toHaveCount(0);
  withdrawn.resolve();
  await expect(page.getByText('已撤回提案', { exact: true })).toBeFocused();
  await expect(other.getByText('這筆提案已由他人處理，您的覆核沒有送出。')).toBeFocused();
  await expect(other.getByRole('main').getByRole('alert').filter({ hasText: /./ }), 'nothing is left to send').toHaveCount(0);
  await other.context().close();
});

test('who writes a note beside the form of an act handles the order until both are done', async ({ page, browser }) => {
  const orderNo = await placeOrder(page.request, codToTheDoor());
  await becomeStaff(page, '林客服', 'view,act');
  await openOrder(page, orderNo);
  const other = await (await browser.newContext(DESK)).newPage();
  await becomeStaff(other, '陳客服', 'view,act');
  await openOrder(other, orderNo);
  /** Whether the page says, from here on, that its user handles the order. */
  const isEditing = async () => ((await page.waitForRequest('**/presence')).postDataJSON() as { editing: boolean }).editing;

  await page.getByRole('button', { name: '取消訂單', exact: true }).click();
  const form = page.getByRole('form', { name: '取消訂單' });
  await expect(form).toBeVisible();
  const note = page.getByLabel('新增備註');
  await note.fill('顧客來電');
  await page.getByRole('button', { name: '儲存備註' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '顧客來電' }).first()).toBeVisible();
  expect(await isEditing(), 'the form is open').toBe(true);
  await expect(other.getByText('林客服正在處理此訂單')).toBeVisible();

  await note.fill('還沒寫完');
  await form.getByRole('button', { name: '關閉' }).click();
  await expect(form).toHaveCount(0);
  expect(await isEditing(), 'the note is half typed').toBe(true);
  await note.fill('');
  await expect(other.getByText('林客服正在檢視此訂單')).toBeVisible();
  await other.context().close();
});

test('from an order, support finds its member, and from the member the other orders', async ({ page }) => {
  await registerMember(page.request);
  const orders = [await placeOrder(page.request, cardToTheDoor()), await placeOrder(page.request, cardToTheDoor())];
  await becomeStaff(page, '林客服', 'view');
  await openOrder(page, orders[0] ?? '');
  const parcel = page.getByRole('region', { name: '包裹與通知' });
  await expect(parcel, 'whom to ask for, without a reason').toContainText(/收件人王○明，09••••678/);
  await parcel.getByRole('link', { name: /^邀請碼/ }).click();
  await page.getByRole('link', { name: '此會員的訂單' }).click();
  await expect(page.getByRole('row')).toHaveCount(1 + orders.length);
  for (const orderNo of orders) await expect(page.getByRole('link', { name: orderNo })).toBeVisible();
});

test('the log of views leads to the member whose data somebody saw', async ({ page }) => {
  await registerMember(page.request);
  const { member } = (await (await page.request.get('/api/member')).json()) as MemberAnswer;
  const code = member.user_invite_code;
  const name = `許客服${crypto.randomUUID().slice(0, 4)}`;
  await becomeStaff(page, name);
  const shown = page.getByRole('region', { name: '這位會員', exact: true });
  await openConsole(page, `members?code=${code}`);
  await expect(shown).toBeVisible();
  await page.getByRole('link', { name: '檢視紀錄' }).click();
  await page.getByLabel('人員').selectOption(name);
  await page.getByRole('button', { name: '查詢' }).click();
  const row = page.getByRole('region', { name: '檢視紀錄' }).getByRole('row').filter({ hasText: '檢視會員購物金' });
  await row.getByRole('link', { name: `會員 ${code}` }).click();
  await expect(shown).toBeVisible();
});

test('the page of an order leads to those who looked at it, and why', async ({ page }) => {
  const orderNo = await placeOrder(page.request, codToTheDoor());
  const name = `許稽核${crypto.randomUUID().slice(0, 4)}`;
  await becomeStaff(page, name);
  await openOrder(page, orderNo);
  const reveal = `${new URL(page.url()).origin}/api/support/orders/${orderNo}/reveal`;
  expect((await page.request.post(reveal, { data: { reason: '核對收件人' } })).ok()).toBe(true);
  await page.getByRole('link', { name: '誰看過此訂單' }).click();
  const rows = page.getByRole('region', { name: '檢視紀錄' }).getByRole('row').filter({ hasText: name });
  await expect(rows.filter({ hasText: '顯示個資' })).toContainText('核對收件人');
  await expect(rows.filter({ hasText: '檢視訂單（遮罩）' })).toHaveCount(1);
});

test('support sees what a corrected birthday changes before it is corrected', async ({ page }) => {
  const email = await registerMember(page.request);
  await joinConsole(page, '林客服', 'view,act');
  await page.getByRole('link', { name: '會員', exact: true }).click();
  await page.getByText('更正會員生日', { exact: true }).click();
  const form = page.getByRole('form', { name: '更正會員生日' });
  await form.getByLabel('會員的電子郵件').fill(email);
  await form.getByLabel('正確的生日').fill('1990-05-04');
  await form.getByRole('button', { name: '預覽更正' }).click();
  await expect(form.getByRole('row', { name: /^生日/ })).toContainText('1990/05/');
  await form.getByLabel('更正原因').fill('會員出示證件');
  await form.getByRole('button', { name: '更正', exact: true }).click();
  await expect(form).toContainText('生日已更正');
  for (const label of ['會員的電子郵件', '正確的生日', '更正原因']) await expect(form.getByLabel(label)).toHaveValue('');
  const { member } = (await (await page.request.get('/api/member')).json()) as { member: { user_birthday: string } };
  expect(member.user_birthday).toContain('1990-05-04');
});
