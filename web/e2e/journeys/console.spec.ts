import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, quietAfter, softly } from '../harness/checks.ts';
import { expectReachable } from '../harness/console-keys.ts';
import { cardToStore, cardToTheDoor, orderOf, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { becomeStaff, inviteByTool, joinByPasskey, joinConsole, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

test('a new member of the staff makes a passkey, signs out, and signs in with it', async ({ page }) => {
  await joinByPasskey(page, await inviteByTool('陳客服', 'view'));
  await expect(page).toHaveURL(/\/console\/?$/);
  await expect(page.getByRole('link', { name: '人員' })).toHaveCount(0);
  await page.getByRole('button', { name: '登出' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登入客服後台');
  await page.getByRole('button', { name: '使用通行金鑰登入' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂單');
});

test('support finds an order by phone, steps through its time by keyboard, and sees personal data for a reason', async ({
  page,
  request,
}) => {
  const orderNo = await placeOrder(request, cardToTheDoor());
  await joinConsole(page);
  await page.getByLabel('搜尋').fill(RECIPIENT.phone);
  await page.getByLabel('付款方式').selectOption('信用卡');
  await expect(page).toHaveURL(/payment=CREDIT/);
  await page.getByLabel('訂單金額起（NT$）').fill('1');
  await page.getByLabel('訂單金額迄（NT$）').fill('99999');
  // A Chinese keyboard types them like this.
  await page.getByLabel('電話末三碼').fill('６７８');
  await expect(page.getByLabel('電話末三碼')).toHaveValue('678');
  await page.getByLabel('電話末三碼').fill('');
  const found = page.getByRole('link', { name: orderNo });
  // The read model follows the order within a moment.
  await expect(async () => {
    await page.getByRole('button', { name: '搜尋' }).click();
    await expect(found).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(page.url()).not.toContain(RECIPIENT.phone);
  expect(page.url()).toMatch(/payment=CREDIT&amountFrom=1&amountTo=99999/);
  await found.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`訂單 ${orderNo}`);

  const state = page.getByRole('region', { name: '當時的訂單' });
  await expect(state).toContainText('已付款');
  await page.locator('[aria-current="true"]').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('[aria-current="true"]')).toBeFocused();
  await expect(page.locator('[aria-current="true"]')).toContainText('加入購物車');
  await expect(state).toContainText('此時訂單尚未成立');
  await page.getByLabel('跳到時間（臺北）').fill('2099-01-01T00:00');
  await expect(page).toHaveURL(/at=2098-12-31T16/);
  await expect(state).toContainText('已付款');
  await page.getByText('請求與追蹤').click();
  for (const name of ['請求編號', 'Idempotency-Key', '指令編號', '訂單關聯編號', '追蹤編號'])
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible();
  await page.getByLabel('跳到時間（臺北）').fill('2020-01-01T00:00');
  await expect(state).toContainText('此時訂單尚未成立');
  await page.locator('[aria-current="true"]').focus();
  // Each key waits for its step: the next one would begin at an event that the page no longer shows.
  const current = page.getByRole('region', { name: '選取的事件' }).getByRole('status');
  for (let place = 2; !(await current.innerText()).includes('訂單成立'); place++) {
    await page.keyboard.press('ArrowDown');
    await expect(current).toContainText(`第 ${place} 筆`);
  }
  await expect(page.locator('[aria-current="true"]')).toBeFocused();
  await expect(page.locator('[aria-current="true"]')).toContainText('訂單成立');
  await expect(page).toHaveURL(/at=0$/);
  await expect(state).toContainText('等待付款結果');
  await expect(state).not.toContainText(RECIPIENT.phone);

  await page.keyboard.press('Shift+End');
  await expect(page).toHaveURL(/at=0&with=[^&]+$/);
  await expect(page.locator('[aria-current="true"]')).toBeFocused();
  const compared = page.getByRole('region', { name: '比較兩個時間點' });
  await expect(compared.getByRole('row', { name: /^付款/ })).toContainText(/等待付款結果.*已付款/);
  await expect(compared).not.toContainText(RECIPIENT.phone);
  await compared.getByLabel('比較對象').selectOption('不比較');
  await expect(page).toHaveURL(/at=0$/);
  const causes = page.getByRole('region', { name: '起因與結果' });
  await expect(causes.getByRole('button', { name: /訂單成立.*選取的事件・訂單/ })).toBeVisible();
  await expect(causes.getByRole('button', { name: /(起因|結果)・結帳/ }).first()).toBeVisible();
  await expect(causes.getByRole('figure', { name: /^起因與結果橫跨.*結帳/ })).toBeVisible();

  await page.getByRole('button', { name: '檢查紀錄' }).click();
  await expect(page.getByText('雜湊鏈完整')).toBeVisible();
  await page.getByRole('button', { name: '顯示個人資料' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('顧客來電確認');
  await page.getByRole('dialog').getByRole('button', { name: '顯示', exact: true }).click();
  await expect(page.getByRole('region', { name: '個人資料' })).toContainText(RECIPIENT.phone);
  await page.getByRole('button', { name: '隱藏個人資料' }).click();

  const seen = page.getByRole('region', { name: '顧客當時看到的' });
  await expect(seen).toContainText('待3D驗證');
  await expect(seen).toContainText('到此時尚未寄出任何信');
  const place = await current.innerText();
  await moveParcel(orderNo, 3006);
  const waiting = page.getByRole('button', { name: /^有 \d+ 筆新事件$/ });
  await expect(waiting).toBeVisible();
  await expect(current, 'nothing moves until it is pressed').toHaveText(place);
  await waiting.click();
  await expect(waiting).toHaveCount(0);
  await expect(current, 'the selection stays').not.toHaveText(place);
  await page.locator('[aria-current="true"]').focus();
  await page.keyboard.press('End');
  await expect(seen).toContainText('配送中');
});

test('two people handle one return by keyboard: one wins, the other is told and keeps the words, and the shopper sees it', async ({
  page,
  browser,
}) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  expect((await page.request.post(`/api/orders/${orderNo}/return`, { data: { returnComment: '不適合膚況' } })).ok()).toBe(true);
  await page.goto(`/search-order?id=${orderNo}`);
  const status = page.getByRole('article').getByText('目前狀態').locator('+ p');
  await expect(status).toHaveText('退貨審核中');
  await expect(page.getByRole('article').getByRole('status').getByText('已連線')).toBeVisible();

  const [one, other] = await Promise.all(
    ['林客服', '陳客服'].map(async (name) => {
      const support = await (await browser.newContext(DESK)).newPage();
      await becomeStaff(support, name, 'view,act');
      await openOrder(support, orderNo);
      return support;
    }),
  );
  if (!one || !other) throw new Error('nobody signed in');
  await expect(one.getByText('陳客服正在檢視此訂單')).toBeVisible();
  // No timer of this page runs: what it says, it says at once.
  await other.clock.install();
  await other.clock.pauseAt(Date.now() + 60_000);
  await other.getByRole('button', { name: '婉拒退貨' }).press('Enter');
  await expect(one.getByText('陳客服正在處理此訂單')).toBeVisible();
  await other.clock.resume();
  const refusal = other.getByRole('form', { name: '婉拒退貨' });
  await refusal.getByLabel('婉拒原因（顧客會看到）').selectOption('商品已拆封');
  await refusal.getByLabel('原因', { exact: true }).fill('瓶身已開封');

  await one.getByText(/^目前不可用的處理（\d+）$/).click();
  await expect(one.getByRole('button', { name: '善意退款' })).toHaveAccessibleDescription('您的帳號沒有這項權限');
  await one.getByRole('button', { name: '通過退貨' }).press('Enter');
  const approval = one.getByRole('form', { name: '通過退貨' });
  await expect(approval.getByRole('heading')).toBeFocused();
  await expect(approval.getByRole('row', { name: /^訂單狀態/ })).toContainText('退貨中');
  await one.keyboard.press('Tab');
  await one.keyboard.type('七日內申請');
  await one.keyboard.press('Tab');
  await one.keyboard.press('Enter');
  await expect(one.getByText('已完成，訂單狀態：退貨中')).toBeVisible();
  await expect(one.getByRole('button', { name: '通過退貨' })).toBeFocused();
  await expect(status, 'without a reload').toHaveText('退貨中');

  await refusal.getByRole('button', { name: '確認送出' }).press('Enter');
  await expect(refusal.getByRole('alert')).toHaveText('此訂單已由他人更新，請確認變更後再送出');
  await expect(refusal.getByRole('list', { name: '其他人的變更' })).toContainText('林客服：退貨申請通過');
  await expect(refusal.getByLabel('原因', { exact: true })).toHaveValue('瓶身已開封');
  await Promise.all([one, other].map((support) => support.context().close()));
});

test('a line of the page shows its own sealed part, and an event that is far down shows its details below it', async ({
  page,
  request,
}) => {
  const orderNo = await placeOrder(request, cardToStore('UNIMARTC2C'));
  await expect.poll(async () => (await orderOf(request, orderNo)).order.facts.parcel).not.toBeNull();
  await becomeStaff(page, '林客服', 'view,reveal,act,refund');
  await openOrder(page, orderNo);
  const parcel = page.getByRole('region', { name: '包裹與通知' });
  await parcel.getByRole('button', { name: '顯示店名' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('顧客詢問取貨門市');
  await page.getByRole('dialog').getByRole('button', { name: '顯示', exact: true }).click();
  await expect(parcel.getByText(/（131386）/)).toBeFocused();
  await expect(parcel.getByRole('button', { name: '顯示查件號碼' })).toHaveCount(0);

  const details = page.getByRole('region', { name: '選取的事件' });
  for (const name of [/^已建立包裹 \w+（7-11 取貨）/, /^加入購物車/]) {
    const event = page.getByRole('button', { name }).first();
    await event.scrollIntoViewIfNeeded();
    await event.click();
    await expect(event).toHaveAttribute('aria-current', 'true');
    await expect(event).toBeInViewport();
    await expect(details.getByRole('heading', { name: '選取的事件' })).toBeInViewport();
  }
  // As far down as the last event of a long history.
  await page.setViewportSize({ width: DESK.viewport.width, height: 480 });
  await page.getByRole('button', { name: /^已建立包裹/ }).click();
  await expect(page.getByRole('heading', { name: /^當時的訂單/ }), 'beside the event').toBeInViewport();
  await page.setViewportSize(DESK.viewport);

  await page.getByRole('button', { name: '善意退款' }).click();
  // The notes are a part of the page, and none of the parcel that stands before them.
  await expect(page.getByRole('heading', { name: '備註', level: 2 })).toBeVisible();
  const form = page.getByRole('form', { name: '善意退款' });
  await expect(form.getByLabel('退款金額'), 'no amount is chosen before the person chose it').toHaveValue('');
  await expect(form).toContainText(
    /最多 NT\$[\d,]+（已收 NT\$[\d,]+；全額請改為取消訂單；(您可單獨決定|超過 NT\$[\d,]+ 須由另一位同仁覆核)）/,
  );
});

test('on a phone an event opens its details, and the way back leads to it', async ({ page, request }) => {
  const orderNo = await placeOrder(request, cardToTheDoor());
  await joinConsole(page, '林客服', 'view');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${new URL(page.url()).origin}/console/orders/${orderNo}`);
  const event = page.getByRole('button', { name: /^付款成功/ }).first();
  await event.click();
  const details = page.getByRole('region', { name: '選取的事件' });
  await expect(details.getByRole('heading', { name: '選取的事件' })).toBeInViewport();
  await expect(details).toContainText('付款成功');
  await details.getByRole('button', { name: '回到歷程' }).click();
  await expect(event).toBeFocused();
  await expect(event).toBeInViewport();
  await page.getByRole('button', { name: '選單' }).click();
  await page.getByRole('link', { name: '工作清單' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('工作清單');
  await expect(page.getByRole('link', { name: '工作清單' })).toBeHidden();
});

test('the pages of the console are accessible at both widths, and the Tab key reaches each control', async ({ page, request }) => {
  test.slow();
  const orderNo = await placeOrder(request, cardToTheDoor());
  await joinConsole(page);
  const origin = new URL(page.url()).origin;
  const quiet = quietAfter(page);
  for (const [path, shows] of [
    ['/', '訂單'],
    [`/orders/${orderNo}`, `訂單 ${orderNo}`],
    ['/tasks', '工作清單'],
    ['/parcels', '待出貨'],
    ['/invoices', '發票資料'],
    ['/insight', '營運數字'],
    ['/history', '紀錄狀態'],
    ['/poison', '無法讀取的事件'],
    ['/reviews', '商品評價'],
    ['/staff', '人員'],
    ['/coupons', '優惠券'],
    ['/members', '會員'],
    ['/muted', '會員不可購買的商品'],
    ['/tables', '資料表'],
    ['/inquiries', '企業採購詢問'],
    ['/questionnaires', '問卷回答'],
    ['/persons', '個資請求'],
    ['/errors', '錯誤紀錄'],
    ['/views', '檢視紀錄'],
    ['/changes', '變更紀錄'],
    ['/sign-in', '登入客服後台'],
    ['/join', '啟用客服帳號'],
  ] as const)
    await test.step(path, () =>
      softly(`${path} opens`, async () => {
        const isOrder = path.startsWith('/orders');
        const isSignIn = path === '/sign-in' || path === '/join';
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(`${origin}/console${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(shows);
        await quiet();
        if (isOrder) await expect(page.getByRole('region', { name: '當時的訂單' })).toContainText('已付款');
        else if (!isSignIn) await softly(`${path} by the Tab key`, () => expectReachable(page));
        await softly(`${path} at 1280 px`, () => expectAccessible(page));
        await softly(`${path} at 320 px`, () => expectNoSidewaysScroll(page, 320));
        await page.setViewportSize({ width: 390, height: 844 });
        await softly(`${path} at 390 px`, () => expectAccessible(page));
        expect.soft(await scrollingSideways(page), `${path} at 390 px`).toEqual([]);
      }),
    );
});

/** The graph of causes has as many columns as streams; everything else fits a phone. */
const scrollingSideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *:not(figure, select, textarea, input)')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map((element) => `<${element.localName} class="${element.className}"> is ${element.scrollWidth} wide`),
  );

test('on paper, an order has its facts and its history, and a list its rows; no form, button or menu', async ({ page, request }) => {
  const orderNo = await placeOrder(request, cardToTheDoor());
  await joinConsole(page);
  await page.getByLabel('搜尋').fill(orderNo);
  await expect(async () => {
    await page.getByRole('button', { name: '搜尋' }).click();
    await expect(page.getByRole('link', { name: orderNo })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const controls = page
    .locator('main')
    .locator('input, select, textarea, label, .btn, button.link:not(.fact), nav, details:has(label) > summary')
    .filter({ visible: true });
  const onPaper = async (shown: () => Promise<void>): Promise<void> => {
    await expect(controls.first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await shown();
    await expect(controls).toHaveCount(0);
    await page.emulateMedia({ media: null });
  };
  await onPaper(() => expect(page.getByRole('link', { name: orderNo })).toBeVisible());
  await page.getByRole('link', { name: orderNo }).click();
  await expect(page.getByRole('region', { name: '當時的訂單' })).toContainText('已付款');
  await page.locator('main [id^="event-"]').filter({ hasText: '訂單成立' }).first().click();
  await page.getByText('請求與追蹤').click();
  await expect(page.getByText('證據包（ZIP）')).toBeVisible();
  const selected = page.getByRole('region', { name: '選取的事件' });
  await onPaper(async () => {
    for (const facts of [selected.locator('dt:text("起因") + dd'), selected.getByRole('region', { name: '此請求的其他事件' })])
      await expect(facts.getByRole('button').first()).toBeVisible();
    await expect(page.getByRole('region', { name: '金額', exact: true })).toBeVisible();
    await expect(page.locator('[aria-current="true"]')).toBeVisible();
    await expect(page.getByRole('region', { name: '當時的訂單' })).toContainText('訂單金額');
  });
  await page.getByRole('link', { name: '工作清單' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('工作清單');
  await onPaper(() => expect(page.getByRole('heading', { level: 1 })).toBeVisible());
});
