import { expectAccessible, expectNoSidewaysScroll } from '../harness/checks.ts';
import { appendPoison, differsFromStatement } from '../harness/console-data.ts';
import { importCoupons, takeCoupon } from '../harness/coupons.ts';
import { registerMember } from '../harness/members.ts';
import { cardToTheDoor, codToTheDoor, orderOf, placeOrder, RECIPIENT, sendOrder } from '../harness/orders.ts';
import { type RunningShop, startShop } from '../harness/shop.ts';
import { captureCharges, moveParcel } from '../harness/simulators.ts';
import { becomeStaff, inviteByTool, joinConsole, openConsole, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);
const SENDER = {
  SenderName: '王大明',
  SenderCellPhone: RECIPIENT.phone,
  SenderZipCode: RECIPIENT.zip,
  SenderAddress: `${RECIPIENT.city}${RECIPIENT.district}${RECIPIENT.address}`,
};

test('a poison event: support sees since when the order is held, operators see it masked, and other orders go on', async ({
  page,
  browser,
}) => {
  const [orderNo, other] = [await placeOrder(page.request, codToTheDoor()), await placeOrder(page.request, codToTheDoor())];
  await appendPoison(orderNo, 'SECRET-3006');
  await becomeStaff(page, '林客服', 'view,act');
  await openOrder(page, orderNo);
  await expect(page.getByText(/此訂單自 \d{4}\/\d\d\/\d\d .* 起暫停更新/)).toBeVisible();
  await expect(page.getByText(/^暫停更新前的狀態：/)).toBeVisible();
  await expect(page.getByRole('main'), 'the warning is read before the figures').toContainText(/起暫停更新.*訂單金額/s);
  await expect(page.getByRole('region', { name: '選取的事件' })).toBeVisible();
  await expect(page.getByText('恢復更新之前，無法處理此訂單')).toBeVisible();
  await expect(page.getByText('系統發生錯誤')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('SECRET-3006');
  await expectAccessible(page);
  await openOrder(page, other);
  await expect(page.getByText(/目前狀態：/)).toBeVisible();
  await expect(page.getByText(/起暫停更新/)).toHaveCount(0);
  await moveParcel(other, 3001);
  await expect.poll(async () => (await orderOf(page.request, other)).timeline.at(-1)?.code).toBe('3001');

  const operator = await (await browser.newContext(DESK)).newPage();
  await joinConsole(operator, '維運人員', 'view,administer');
  await operator.getByRole('link', { name: '無法讀取' }).click();
  const table = operator.getByRole('region', { name: '無法讀取的事件' });
  const row = table
    .getByRole('row')
    .filter({ hasText: `order-${orderNo}` })
    .first();
  await expect(async () => {
    await operator.reload();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText('NOT_JSON');
  await expect(row).toContainText(/20\d\d\/\d\d\/\d\d/);
  await row.getByText('顯示').click();
  await expect(table).not.toContainText('SECRET-3006');
  await expectAccessible(operator);
  await expectNoSidewaysScroll(operator, 390);
  await expectAccessible(operator);
  await operator.context().close();
});

test('a difference to the statement is worked off: taken, done, and gone for everybody', async ({ page, browser }) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  await differsFromStatement(orderNo, 777);
  await joinConsole(page, '許客服', 'view,act');
  await page.getByRole('link', { name: '工作清單' }).click();
  await page.getByRole('link', { name: /^對帳差異/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: orderNo });
  await expect(row).toContainText('商店沒有此筆請款：商店 NT$0，金流 NT$777');
  await expect(row).toContainText('尚無同仁接手');
  await row.getByRole('button', { name: '由我處理' }).click();
  await expect(row).toContainText('處理人：許客服');
  await expect(row, 'its button is gone').toBeFocused();

  const other = await (await browser.newContext(DESK)).newPage();
  await becomeStaff(other, '曾客服', 'view,act');
  await openConsole(other, 'tasks/reconciliation');
  const same = other.getByRole('listitem').filter({ hasText: orderNo });
  await expect(same).toContainText('處理人：許客服');
  await expect(same.getByRole('button')).toHaveCount(0);
  await row.getByRole('button', { name: '標示完成' }).click();
  await expect(row).toHaveCount(0);
  const said = page.getByRole('main').getByRole('status');
  await expect(said).toHaveText(new RegExp(`^已標示完成：.*${orderNo}`));
  await expect(said).toBeFocused();
  await other.getByRole('button', { name: '重新整理' }).click();
  await expect(same).toHaveCount(0);
  await expectAccessible(page);
  await other.context().close();
});

test('a return comes back without its gift: the gift is deducted, and the shopper gets what the preview said', async ({
  page,
  browser,
}) => {
  await importCoupons();
  await registerMember(page.request);
  await takeCoupon(page.request, 'JOURNEY_PICK');
  const gifts = ['NHCP080', 'NH02BT050T'];
  const orderNo = await placeOrder(page.request, { ...cardToTheDoor(), coupons: [{ uid: 'JOURNEY_PICK', gifts }] });
  await captureCharges(orderNo);
  for (const code of [3001, 3003]) await moveParcel(orderNo, code);
  await expect.poll(async () => (await orderOf(page.request, orderNo)).timeline.map(({ code }) => code)).toContain('3003');
  const wish = await page.request.post(`/api/orders/${orderNo}/return`, { data: { returnComment: '不適合膚況', ...SENDER } });
  expect(wish.ok(), await wish.text()).toBe(true);
  await page.goto(`/search-order?id=${orderNo}`);
  const { total } = (await orderOf(page.request, orderNo)).order;

  const support = await (await browser.newContext(DESK)).newPage();
  await becomeStaff(support, '林客服', 'view,act,refund');
  await openOrder(support, orderNo);
  await support.getByRole('button', { name: '通過退貨', exact: true }).click();
  const approval = support.getByRole('form', { name: '通過退貨' });
  await approval.getByLabel('原因', { exact: true }).fill('七日內');
  await approval.getByRole('button', { name: '確認送出' }).click();
  await expect(support.getByRole('button', { name: '收到退回商品', exact: true })).toBeVisible();
  // The goods are on their way, so nobody has to take the row.
  await support.goto(`${new URL(support.url()).origin}/console/tasks/return-review`);
  const waiting = support.getByRole('region', { name: '等待中，無須處理' }).getByRole('listitem').filter({ hasText: orderNo });
  await expect(async () => {
    await support.getByRole('button', { name: '重新整理' }).click();
    await expect(waiting).toContainText(/等顧客將商品交給物流退回，期限 20\d\d.*，您無須處理/, { timeout: 1_000 });
  }).toPass();
  await expect(waiting.getByRole('button')).toHaveCount(0);
  await expect(waiting).not.toContainText('尚無同仁接手');
  await expect(support.getByRole('navigation', { name: '清單' }).getByRole('link', { name: /^退貨處理/ })).toContainText(/等待中 [1-9]/);
  await expectAccessible(support);
  await expectNoSidewaysScroll(support, 390);
  await support.setViewportSize(DESK.viewport);
  await openOrder(support, orderNo);
  await support.getByRole('button', { name: '收到退回商品', exact: true }).click();
  const form = support.getByRole('form', { name: '收到退回商品' });
  const kept = form.getByLabel('未退回的贈品：有機化妝棉');
  await expect(kept).toHaveAccessibleDescription('共 1 件，每件扣 NT$180');
  await kept.fill('1');
  const amount = `NT$${(total - 180).toLocaleString('en-US')}`;
  await expect(form.getByRole('table')).toContainText(amount);
  await form.getByLabel('原因', { exact: true }).fill('贈品未退回');
  await form.getByRole('button', { name: '確認送出' }).click();
  await expect(support.getByText(/^已完成，訂單狀態：/)).toBeVisible();
  await expect(support.getByRole('main')).toContainText(`收到退回商品，應退 ${amount}`);
  await expect(page.getByRole('article'), 'without a reload').toContainText(amount);
  await expect(page.getByRole('article').getByText('目前狀態').locator('+ p')).toHaveText('已退款');
  await support.context().close();
});

test('a cancelled parcel: the page and the list ask for the same, and the mark is the word of the warehouse', async ({ page }) => {
  const orderNo = await placeOrder(page.request, codToTheDoor());
  await expect.poll(async () => (await orderOf(page.request, orderNo)).timeline.map(({ code }) => code)).toContain('300');
  expect((await page.request.post(`/api/orders/${orderNo}/cancel`, { data: { reason: 'CHANGED_MIND' } })).ok()).toBe(true);
  await joinConsole(page, '林客服', 'view,act');
  const now = page.getByRole('region', { name: '現在' });
  const state = page.getByRole('region', { name: '當時的訂單' });
  // The parcel is stopped a moment after the cancellation. An open page holds back what happens later.
  await expect(async () => {
    await openOrder(page, orderNo);
    await expect(state).toContainText('倉庫尚未確認', { timeout: 1_000 });
  }).toPass();
  const asks = /請向倉庫確認包裹留在倉庫、不交給物流；倉庫回覆已留件後標示完成，期限 20\d\d/;
  await expect(now).toContainText(asks);
  await expect(async () => {
    await page.reload();
    await now.getByRole('link', { name: '工作清單：已取消，請勿出貨' }).click({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('工作清單');
  const row = page.getByRole('listitem').filter({ hasText: orderNo });
  await expect(row).toContainText(asks);
  await row.getByRole('button', { name: '標示完成' }).click();
  const done = row.getByRole('form', { name: '標示完成' });
  await expect(done.getByLabel('原因')).toBeFocused();
  await done.getByRole('button', { name: '關閉' }).press('Enter');
  await expect(row, 'the form that had the focus is gone').toBeFocused();
  await row.getByRole('button', { name: '標示完成' }).click();
  await expectAccessible(page);
  await done.getByLabel('原因').fill('倉庫來電回覆');
  await done.getByRole('button', { name: '確認送出' }).click();
  await expect(row).toHaveCount(0);
  await openOrder(page, orderNo);
  await expect(page.getByRole('main')).toContainText(/倉庫確認包裹 \w+ 留在倉庫，不會寄出/);
  await expect(state).toContainText('倉庫已確認留件，不會寄出');
  await expect(state).not.toContainText('倉庫尚未確認');
  await expect(now).toHaveText('無須處理');
});

test.describe('with the limit of cash orders', () => {
  /** A shop of its own: the others' journeys share one phone number. */
  let shop: RunningShop;
  test.beforeAll(async () => void (shop = await startShop('all-in-one', { CASH_LIMIT: 'on' })));
  test.afterAll(() => shop.stop());

  test('support lifts the block of a phone whose parcels were not collected, and the shopper can order in cash again', async ({
    browser,
  }) => {
    const shopper = (await browser.newContext({ baseURL: shop.url })).request;
    const send = () => sendOrder(shopper, codToTheDoor());
    const [first, second] = [(await send()).orderNo, (await send()).orderNo];
    const support = await (await browser.newContext(DESK)).newPage();
    await joinConsole(support, '林客服', 'view,act', await inviteByTool('林客服', 'view,act', shop));
    for (const orderNo of [first, second]) await moveParcel(orderNo, 5004, shop.simulatorsUrl);
    await expect.poll(async () => (await orderOf(shopper, second)).timeline.at(-1)?.code).toBe('5004');
    const { answer: refused } = await send();
    expect(await refused.json()).toMatchObject({ code: 'CASH_LIMIT' });

    await openOrder(support, first);
    const fold = support.getByText('查詢物流、重寄信件、解除貨到付款限制');
    const errands = support.getByRole('group').filter({ hasText: '查詢物流、重寄信件' });
    await fold.click();
    // The parcels count a moment after the carrier's report.
    await expect(async () => {
      await fold.click();
      await fold.click();
      await expect(errands.getByRole('row', { name: /計入的未取貨包裹/ })).toContainText('2 件', { timeout: 2_000 });
    }).toPass();
    await expect(errands.getByRole('row', { name: /貨到付款/ })).toContainText(/暫停至 20\d\d.*可使用/);
    await errands.getByLabel('原因', { exact: true }).fill('物流誤送');
    await errands.getByRole('button', { name: '解除此電話的貨到付款限制' }).click();
    await expect(errands.getByRole('status').filter({ hasText: '已解除：2 件未取貨包裹不再計入' })).toBeVisible();
    await expect(errands.getByRole('button', { name: '解除此電話的貨到付款限制' })).toBeDisabled();
    expect((await send()).answer.status()).toBe(201);
    await support.context().close();
  });
});

test('who saw a member is one link away from the page of the member, by the account and the order that was seen', async ({
  page,
  request,
}) => {
  await registerMember(request);
  const orderNo = await placeOrder(request, codToTheDoor());
  const { member } = (await (await request.get('/api/member')).json()) as { member: { user_invite_code: string } };
  await becomeStaff(page, '林稽核');
  await openOrder(page, orderNo);
  await expect(page.getByText(/目前狀態：/)).toBeVisible();
  await openConsole(page, `members?code=${member.user_invite_code}`);
  await page.getByRole('link', { name: '誰看過此會員的資料' }).click();
  const seen = page.getByRole('region', { name: '檢視紀錄' });
  await expect(seen.getByRole('row').filter({ hasText: orderNo })).toContainText(/林稽核.*檢視訂單（遮罩）/);
  await expect(seen.getByRole('row').filter({ hasText: '檢視會員購物金' })).toContainText(`會員 ${member.user_invite_code}`);
  await expectNoSidewaysScroll(page, 390);
});
