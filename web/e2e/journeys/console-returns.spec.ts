import type { Page } from '@playwright/test';
import { act, enter, REASON, typeInto } from '../harness/console-keys.ts';
import { registerMember } from '../harness/members.ts';
import { cardToTheDoor, codToTheDoor, orderOf, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { becomeStaff, inviteByTool, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

const statusOf = (page: Page) => page.getByRole('article').getByText('目前狀態').locator('+ p');

/** The shopper's open page of an order. */
async function follow(page: Page, orderNo: string): Promise<void> {
  await page.goto(`/search-order?id=${orderNo}`);
  await expect(page.getByRole('article').getByRole('status').getByText('已連線')).toBeVisible();
}

/** Waits for a state of the parcel, so that nothing of the carrier comes between a form and its command. */
const reached = (page: Page, orderNo: string, code: string) =>
  expect.poll(async () => (await orderOf(page.request, orderNo)).timeline.map((entry) => entry.code)).toContain(code);

test.describe('by keyboard alone', () => {
  let support: Page;
  test.beforeEach(async ({ browser }) => {
    support = await (await browser.newContext(DESK)).newPage();
    await becomeStaff(support, '林客服', 'view,reveal,act,refund');
  });
  test.afterEach(() => support.context().close());

  test('support refuses opened goods, and the shopper reads why', async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    for (const code of [3001, 3003]) await moveParcel(orderNo, code);
    await reached(page, orderNo, '3003');
    expect((await page.request.post(`/api/orders/${orderNo}/return`, { data: { returnComment: '不適合膚況' } })).ok()).toBe(true);
    await follow(page, orderNo);
    await expect(statusOf(page)).toHaveText('退貨審核中');
    await openOrder(support, orderNo);
    const form = support.getByRole('form', { name: '婉拒退貨' });
    // Within the seven days the law allows one reason only: the preview closes the others.
    await act(support, '婉拒退貨', async () => {
      await support.keyboard.press('Tab');
      const reason = form.getByLabel('婉拒原因（顧客會看到）');
      await expect(reason).toBeFocused();
      await expect(reason.locator(':checked'), 'nobody chose what the buyer reads').toHaveText('請選擇');
      await form.getByLabel('原因', { exact: true }).fill('瓶身已開封');
      await form.getByRole('button', { name: '確認送出' }).click();
      await expect(reason, 'the browser asks for the choice').toBeFocused();
      await reason.selectOption('超過申請期限');
      await expect(form.getByRole('button', { name: '確認送出' })).toBeDisabled();
      await reason.selectOption('商品已拆封');
    });
    await expect(page.getByRole('article'), 'without a reload').toContainText('退貨申請未通過');
    await expect(page.getByRole('article')).toContainText('商品已拆封');
    await expect(page.getByRole('article')).not.toContainText(REASON);
  });

  test('a cash order comes back: its receipt approved by somebody else, its account revealed for a reason, and the transfer noted', async ({
    page,
    browser,
  }) => {
    const items = [{ productId: 5, quantity: 5, tier: 'ORIGIN' } as const];
    const orderNo = await placeOrder(page.request, { ...codToTheDoor(), items, recipient: { ...RECIPIENT, email: '' } });
    await moveParcel(orderNo, 3003);
    await reached(page, orderNo, '3003');
    const bankAccount = { bankCode: '822', accountNo: '123456789012', holder: '王大明' };
    const wish = { returnComment: '不適合膚況', bankAccount };
    expect((await page.request.post(`/api/orders/${orderNo}/return`, { data: wish })).ok()).toBe(true);
    await follow(page, orderNo);
    await openOrder(support, orderNo);
    await act(support, '通過退貨', () => expect(support.getByRole('form', { name: '通過退貨' })).toContainText('請先致電收件人'));
    await expect(statusOf(page)).toHaveText('退貨中');
    await act(
      support,
      '收到退回商品',
      () => expect(support.getByText('此處理須由兩人決定')).toBeVisible(),
      undefined,
      '已送出，等待另一位同仁覆核',
    );
    await expect(statusOf(page)).toHaveText('退貨中');
    const other = await (await browser.newContext(DESK)).newPage();
    // Two accounts that one person opened count as one person.
    await becomeStaff(other, '鄭主管', 'view,act,refund', await inviteByTool('鄭主管', 'view,act,refund'));
    await openOrder(other, orderNo);
    const waiting = other.getByRole('region', { name: '待覆核的退貨收貨' });
    await expect(waiting).toContainText('請先確認商品確實已退回倉庫');
    await typeInto(other, waiting.getByLabel('覆核原因'), '已入庫');
    await enter(other, waiting.getByRole('button', { name: '同意登記收到退貨' }));
    await expect(waiting).toHaveCount(0);
    await other.context().close();
    await expect(support.getByRole('main')).not.toContainText(bankAccount.accountNo);
    await support.getByRole('button', { name: '顯示個人資料' }).press('Enter');
    await expect(support.getByRole('dialog').getByLabel('原因')).toBeFocused();
    await support.keyboard.type('匯款退款');
    await support.keyboard.press('Tab');
    await support.keyboard.press('Enter');
    await expect(support.getByRole('region', { name: '個人資料' })).toContainText(`822 ${bankAccount.accountNo} 王大明`);
    await act(support, '登記已匯款', undefined, /^登記已匯款 NT\$[\d,]+$/);
    await expect(statusOf(page), 'without a reload').toHaveText('已退款');
    expect(support.url()).not.toContain(RECIPIENT.phone);
  });

  test('support cancels an order before hand-over, and the card gets its money back', async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await reached(page, orderNo, '300');
    await follow(page, orderNo);
    await openOrder(support, orderNo);
    const form = support.getByRole('form', { name: '取消訂單' });
    await act(support, '取消訂單', async () => {
      await expect(form.getByRole('row', { name: /^訂單狀態/ })).toContainText('訂單已取消');
    });
    await expect(statusOf(page), 'without a reload').toContainText('訂單已取消');
    await expect(support.getByRole('button', { name: '取消訂單', exact: true })).toBeDisabled();
    await expect(support.getByRole('region', { name: '付款與退款' })).toContainText(/完成退款 NT\$[\d,]+（訂單取消，退回信用卡）/);
  });

  test('support notes the state of a parcel abroad, and the shopper sees it', async ({ page }) => {
    const hongKong = { zip: '', city: '香港', district: '港島', area: '中西區', phoneArea: '+852', phone: '61234567' } as const;
    const delivery = { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' } as const;
    const orderNo = await placeOrder(page.request, { ...cardToTheDoor(), delivery, recipient: { ...RECIPIENT, ...hongKong } });
    await follow(page, orderNo);
    await expect(statusOf(page)).toHaveText('訂單處理中');
    await openOrder(support, orderNo);
    const form = support.getByRole('form', { name: '登錄海外包裹狀態' });
    await act(support, '登錄海外包裹狀態', async () => {
      await form.getByLabel('包裹狀態（顧客會立即看到）').selectOption('已出貨');
    });
    await expect(statusOf(page), 'without a reload').toHaveText('已出貨');
  });

  test('a member gets credit for an order, and it is taken back', async ({ page }) => {
    await registerMember(page.request);
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await reached(page, orderNo, '300');
    await page.goto('/member/coupon');
    await expect(page.getByRole('main')).toContainText('可用餘額 NT$0');
    await openOrder(support, orderNo);
    const form = support.getByRole('form', { name: '贈送購物金' });
    await act(support, '贈送購物金', async () => {
      await support.keyboard.press('Tab');
      await expect(form.getByLabel('購物金金額（NT$）')).toBeFocused();
      // Digit by digit: an emptied field stays empty.
      await support.keyboard.press('End');
      for (const _ of '100') await support.keyboard.press('Backspace');
      await support.keyboard.type('60');
      await expect(form.getByLabel('購物金金額（NT$）')).toHaveValue('60');
      await expect(form.getByRole('row', { name: /^客服贈送的購物金/ })).toContainText('NT$60');
    });
    await expect(page.getByRole('main'), 'without a reload').toContainText('可用餘額 NT$60');
    await act(support, '收回購物金', undefined, /^收回購物金 /);
    await expect(page.getByRole('main'), 'without a reload').toContainText('可用餘額 NT$0');
  });

  test('goods are exchanged: agreed while they travel back, and sent with nothing due', async ({ page }) => {
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    for (const code of [3001, 3003]) await moveParcel(orderNo, code);
    await reached(page, orderNo, '3003');
    expect((await page.request.post(`/api/orders/${orderNo}/return`, { data: { returnComment: '送錯商品' } })).ok()).toBe(true);
    await openOrder(support, orderNo);
    await act(support, '通過退貨');
    const form = support.getByRole('form', { name: '換貨' });
    await act(support, '換貨', () => expect(form.getByRole('row', { name: /^換貨與補寄/ })).toBeVisible());
    await act(support, '收到退回商品');
    await support
      .getByRole('link', { name: /^[0-9A-Z]{16}$/ })
      .first()
      .press('Enter');
    await expect(support.getByRole('heading', { level: 1 })).not.toContainText(orderNo);
    await expect(support.getByRole('main')).toContainText(`訂單 ${orderNo} 的換貨`);
    const state = support.getByRole('region', { name: '當時的訂單' });
    for (const sum of ['應付 NT$0', '已收NT$0', '已退NT$0', '本店尚須退給顧客NT$0']) await expect(state).toContainText(sum);
  });
});
