import type { Page } from '@playwright/test';
import { dayOf } from '@nordhaut/contracts';
import { makePrime } from '@nordhaut/simulators';
import { openCart, toPay, fillShipping, orderByCash } from '../harness/buyer.ts';
import { openMemberPage, registerMember, signIn } from '../harness/members.ts';
import { cardToStore, cardToTheDoor, codToTheDoor, fillCart, orderOf, placeOrder, RECIPIENT, STORES, VISA } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

const openOrders = (page: Page): Promise<void> => openMemberPage(page, 'order', '我的訂單');
const cardOf = (page: Page, orderNo: string) => page.getByRole('article').filter({ hasText: orderNo.slice(0, 4) });
const status = (page: Page) => page.getByRole('article').getByText('目前狀態').locator('+ p');

async function openOrder(page: Page, orderNo: string): Promise<void> {
  await openOrders(page);
  await expect(page.getByRole('article').first().getByRole('heading'), 'first in its card').toHaveText(/^.{3,}，訂單 [0-9A-Z]{16}$/);
  await page.getByRole('link', { name: `訂單 ${orderNo}` }).click();
  await expect(page).toHaveURL(`/member/order?order_number=${orderNo}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂單明細');
}

test('a member prints an order, on paper of both directions', async ({ page }) => {
  await registerMember(page.request);
  await openOrder(page, await placeOrder(page.request, codToTheDoor()));
  await page.emulateMedia({ media: 'print' });
  const order = page.getByRole('article');
  for (const width of [680, 1000]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(order.getByRole('heading', { name: '訂單資訊' })).toBeVisible();
    expect((await order.boundingBox())?.width).toBe(width);
  }
  for (const other of ['會員中心', '主選單']) await expect(page.getByRole('navigation', { name: other })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a member cancels an order before the hand-over', async ({ page }) => {
    await registerMember(page.request);
    const orderNo = await placeOrder(page.request, codToTheDoor());
    await openOrder(page, orderNo);
    await page.getByRole('button', { name: '取消訂單' }).click();
    const dialog = page.getByRole('dialog', { name: '確定要取消訂單嗎？' });
    await dialog.getByRole('radio', { name: '重複訂購' }).check();
    await dialog.getByRole('button', { name: '確定取消訂單' }).click();
    await expect(page.getByText('訂單已取消').first()).toBeVisible();
    await expect(page.getByRole('button', { name: '取消訂單' })).toHaveCount(0);
    await page.getByRole('link', { name: '回我的訂單' }).click();
    await expect(page.getByRole('article')).toContainText('取消');
  });

  test('a member returns an order: who sends it, from where, and why', async ({ page }) => {
    const email = await registerMember(page.request);
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await openOrder(page, orderNo);
    await page.getByRole('button', { name: '退貨申請' }).click();
    const form = page.getByRole('region', { name: '退貨申請' });
    const send = form.getByRole('button', { name: '送出' });
    await form.getByRole('radio', { name: '其他' }).check();
    await send.click();
    for (const message of ['請填寫退貨人姓名', '請填寫退貨人手機號碼', '請填寫退貨地址', '請填寫退貨原因'])
      await expect(form).toContainText(message);
    await expect(form.getByPlaceholder('退貨原因 (必填)'), 'the first fault of the page').toBeFocused();

    const lookUps: unknown[] = [];
    page.on('request', (request) => request.url().endsWith('/api/zip') && lookUps.push(request.postDataJSON()));
    const address = form.getByLabel('退貨地址');
    await address.pressSequentially('不存在的地方');
    await expect(form).toContainText('此地址查無對應的郵遞區號，請確認地址是否正確');
    expect(lookUps, 'one look-up after the last key').toEqual([{ adrs: '不存在的地方' }]);
    await address.fill('臺北市大安區信義路三段134巷1號');
    await expect(form.getByText(/^郵遞區號 106\d*/)).toBeVisible();

    await form.getByRole('checkbox', { name: '同配送地址' }).check();
    await expect(form.getByLabel('退貨人姓名')).toHaveValue(RECIPIENT.firstName + RECIPIENT.lastName);
    await expect(form.getByLabel('退貨人手機號碼')).toHaveValue(RECIPIENT.phone);
    await expect(address).toHaveValue(new RegExp(RECIPIENT.address));
    await expect(form.getByText(/^郵遞區號 106\d*/)).toBeVisible();
    await form.getByPlaceholder('退貨原因 (必填)').fill('不小心買了兩次');

    // The session ends: what was typed comes back after the sign-in.
    await page.context().clearCookies({ name: /session|signed-in/ });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.waitForURL(/\/login\?redirect=/);
    await signIn(page, email);
    await expect(form.getByLabel('退貨人姓名')).toHaveValue(RECIPIENT.firstName + RECIPIENT.lastName);
    await expect(form.getByRole('radio', { name: '其他' })).toBeChecked();
    await expect(form.getByText(/^郵遞區號 106\d*/)).toBeVisible();
    await send.click();
    const dialog = page.getByRole('dialog', { name: '確定要送出退貨申請嗎？' });
    await expect(dialog).toContainText('不小心買了兩次');
    const sent = page.waitForRequest((request) => request.url().endsWith('/return'));
    await dialog.getByRole('button', { name: '確定送出' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      SenderName: '王大明',
      SenderZipCode: expect.stringMatching(/^106/),
    });
    await expect(page.getByText('我們已收到您的退貨申請', { exact: true }).first()).toBeVisible();
    await expect(status(page)).toHaveText('退貨審核中');
    await expect.poll(async () => (await orderOf(page.request, orderNo)).displayStatus.code).toBe('RETURN_APPLY');
  });
});

test.describe('on a computer', () => {
  test.use({ ...DESK, consoleMay: /ERR_INTERNET_DISCONNECTED/ });

  test('the list and an order change live in two tabs while the carrier reports', { tag: '@cluster' }, async ({ page, context }) => {
    await registerMember(page.request);
    await openOrders(page);
    await expect(page.getByRole('main')).toContainText('目前沒有訂單');
    const orderNo = await placeOrder(page.request, cardToTheDoor());
    await expect(cardOf(page, orderNo), 'a new order appears').toContainText('訂單處理中');
    await expect(page.getByText('已連線')).toBeVisible();

    const detail = await context.newPage();
    await openOrder(detail, orderNo);
    await expect(detail.getByText('已連線')).toBeVisible();
    await moveParcel(orderNo, 3006);
    await expect(status(detail)).toHaveText('配送中');
    await expect(cardOf(page, orderNo)).toContainText('配送中');
    // What was missed while away is repeated.
    await context.setOffline(true);
    await expect(page.getByText('離線').first()).toBeVisible();
    await moveParcel(orderNo, 3003);
    await context.setOffline(false);
    await expect(status(detail)).toHaveText('已送達');
    await expect(cardOf(page, orderNo)).toContainText('已送達');
    await expect(page.getByLabel('訂購年份').getByRole('option')).toHaveCount(2);
    await page.getByLabel('訂購年份').selectOption(dayOf(new Date()).slice(0, 4));
    await expect(page).toHaveURL(/\?year=\d{4}$/);
    await expect(cardOf(page, orderNo)).toBeVisible();
  });

  test('the list says what it loads', async ({ page }) => {
    await registerMember(page.request);
    await placeOrder(page.request, cardToTheDoor());
    let held = Promise.withResolvers<void>();
    await page.route('**/api/member/orders*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/member/order');
    await expect(page.getByText('訂單載入中').first()).toBeVisible();
    held.resolve();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByText('已連線')).toBeVisible();
    held = Promise.withResolvers();
    await placeOrder(page.request, cardToTheDoor());
    await expect(page.getByRole('status').filter({ hasText: '正在更新最新訂單狀態' })).toBeVisible();
    held.resolve();
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  test('a list of more than twenty orders has a second page', async ({ page }) => {
    await registerMember(page.request);
    const placed: string[] = [];
    for (let count = 0; count < 21; count++) placed.push(await placeOrder(page.request, codToTheDoor()));
    await openOrders(page);
    await expect(page.getByRole('article')).toHaveCount(20);
    await expect(cardOf(page, placed[0] as string)).toHaveCount(0);
    await page.getByRole('button', { name: '載入更多訂單' }).click();
    await expect(page.getByRole('article')).toHaveCount(21);
    await expect(cardOf(page, placed[0] as string)).toBeVisible();
    await expect(page.getByRole('button', { name: '載入更多訂單' })).toHaveCount(0);
  });

  test('an order shows the numbers of its parcel: BookingNote, CVSPaymentNo and CVSValidationNo', async ({ page }) => {
    await registerMember(page.request);
    const home = await placeOrder(page.request, cardToTheDoor());
    const store = await placeOrder(page.request, cardToStore('UNIMARTC2C'));
    const article = page.getByRole('article');
    await expect.poll(async () => (await orderOf(page.request, home)).order.tracking?.number ?? '').not.toBe('');
    await openOrder(page, home);
    await expect(article).toContainText(`物流編號${(await orderOf(page.request, home)).order.tracking?.number}`);
    await expect.poll(async () => (await orderOf(page.request, store)).order.facts.pickup?.code ?? '').not.toBe('');
    const { pickup } = (await orderOf(page.request, store)).order.facts;
    expect(pickup?.validationNo).toMatch(/./);
    await openOrder(page, store);
    await expect(article).toContainText(`取貨編號${pickup?.code}`);
    await expect(article).toContainText(`驗證碼${pickup?.validationNo}`);
    await expect(article).toContainText(`${STORES.UNIMARTC2C.name}`);
    await expect(article).toContainText(STORES.UNIMARTC2C.address);
  });

  test('an order that waits for the bank has the way there', async ({ page }) => {
    await registerMember(page.request);
    const orderNo = await placeOrder(page.request, {
      ...cardToTheDoor(),
      payment: { type: 'CREDIT', prime: makePrime(VISA, Date.now()) },
    });
    await openOrder(page, orderNo);
    await page.getByRole('link', { name: /^前往 3D 驗證，付款 NT\$/ }).click();
    await expect(page.getByRole('heading', { name: '信用卡 3D 驗證' })).toBeVisible();
    await page.getByRole('button', { name: '通過' }).click();
    await page.waitForURL(/\/result\?/);
    await openOrder(page, orderNo);
    await expect(status(page)).toHaveText('訂單處理中');
  });

  test('the order keeps its address in the profile where the member wants it', async ({ page }) => {
    await registerMember(page.request);
    await openMemberPage(page, 'info', '會員資料');
    await expect(page.getByLabel('詳細地址')).toHaveValue('');
    await fillCart(page.request);
    await openCart(page);
    await fillShipping(page, '貨到付款');
    await page.getByRole('checkbox', { name: /^記住收件資料/ }).check();
    await toPay(page);
    await orderByCash(page);
    await openMemberPage(page, 'info', '會員資料');
    await expect(page.getByLabel('詳細地址')).toHaveValue(RECIPIENT.address);
    await expect(page.getByLabel('縣市')).toHaveValue(RECIPIENT.city);
  });
});
