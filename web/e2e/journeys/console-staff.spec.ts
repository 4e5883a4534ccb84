import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '../harness/checks.ts';
import { cardToTheDoor, placeOrder, RECIPIENT } from '../harness/orders.ts';
import { anotherSignsIn, becomeStaff, inviteStaff, joinByPasskey, joinConsole, openOrder } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

test('an authenticator and a recovery code open an account once each; its rights change at the next page; its end signs it out', async ({
  page,
  browser,
}) => {
  const name = `葉客服${crypto.randomUUID().slice(0, 4)}`;
  const person = await (await browser.newContext(DESK)).newPage();
  const link = await inviteStaff(name, 'view');
  await person.goto(link.slice(0, link.indexOf('#') + 9));
  await expect(person.getByRole('alert'), 'a mail program cut it').toHaveText(/^此連結不完整或已使用/);
  await person.goto('about:blank');
  await person.goto(link);
  await person.getByRole('button', { name: '改用驗證器應用程式' }).click();
  const app = person.getByRole('form', { name: '驗證器' });
  const secret = (await app.getByText(/^[A-Z2-7 ]{16,}$/).innerText()).replaceAll(' ', '');
  await app.getByLabel('驗證器顯示的 6 位數字').fill(codeOf(secret));
  await app.getByRole('button', { name: '確認' }).click();
  await expect(heading(person)).toHaveText('帳號已啟用');
  const accountNo = await person
    .getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/)
    .first()
    .innerText();
  const codes = await person.getByRole('listitem').allInnerTexts();
  const [recovery = '', another = ''] = codes;
  await person.getByRole('link', { name: '我已保存，前往後台' }).click();
  await person.getByRole('button', { name: '登出' }).click();

  const signIn = async (code: string): Promise<void> => {
    const form = person.getByRole('form', { name: '使用驗證碼或復原碼登入' });
    if (!(await form.isVisible())) await person.getByText('使用驗證碼或復原碼', { exact: true }).click();
    await form.getByLabel('帳號編號').fill(accountNo);
    await form.getByLabel('驗證碼或復原碼').fill(code);
    await form.getByRole('button', { name: '登入', exact: true }).press('Enter');
  };
  await expect(heading(person)).toHaveText('登入客服後台');
  await signIn(recovery);
  await expect(heading(person)).toHaveText('訂單');
  await person.getByRole('button', { name: '登出' }).click();
  await expect(heading(person)).toHaveText('登入客服後台');
  await signIn(recovery);
  await expect(person.getByRole('alert')).toHaveText('登入失敗，請確認後再試');
  await signIn(another);
  await expect(heading(person)).toHaveText('訂單');
  await expect(person.getByRole('banner')).toContainText(`復原碼剩 ${codes.length - 2} 組`);

  const [code = ''] = await joinConsole(page);
  await page.getByRole('link', { name: '人員' }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByText('變更權限').click();
  const rights = row.getByRole('form', { name: `變更權限：${name}`, exact: true });
  await rights.getByRole('checkbox', { name: '顯示個資' }).check();
  await rights.getByLabel('變更原因').fill('接手個資請求');
  const save = rights.getByRole('button', { name: '儲存權限' });
  await save.press('Enter');
  const again = page.getByRole('form', { name: '再次確認身分' });
  await expect(again.getByText('此操作須再次確認是您本人')).toBeFocused();
  await expect(page.getByRole('form'), 'nobody changes what waits for the second factor').toHaveCount(1);
  await again.getByRole('button', { name: '取消' }).press('Enter');
  await expect(save, 'the keyboard goes on where it was').toBeFocused();
  await save.press('Enter');
  await again.getByLabel('驗證碼或復原碼').fill(code);
  await again.getByLabel('驗證碼或復原碼').press('Enter');
  await expect(page.getByText(`已變更 ${name} 的權限`)).toBeFocused();
  await expect(again).toHaveCount(0);
  await expect(row).toContainText('檢視訂單、顯示個資');
  await expectAccessible(page);
  await expect(person.getByRole('link', { name: '個資請求' })).toHaveCount(0);
  await person.reload();
  await expect(person.getByRole('link', { name: '個資請求' })).toBeVisible();

  await row.getByText('停用帳號').click();
  const leave = row.getByRole('form', { name: '停用帳號' });
  await leave.getByLabel('停用原因').fill('離職');
  await leave.getByRole('button', { name: '停用', exact: true }).click();
  await expect(row).toContainText('已停用');
  await expect(page.getByText(`已停用 ${name} 的帳號`), 'the form that had the focus is gone').toBeFocused();
  await person.reload();
  await expect(heading(person)).toHaveText('登入客服後台');
  await person.context().close();
});

test('an administrator is offered only the rights that they have, and no reset of who has more', async ({ page, browser }) => {
  const [more, same] = [`柯客服${crypto.randomUUID().slice(0, 4)}`, `余客服${crypto.randomUUID().slice(0, 4)}`];
  await becomeStaff(page, more, 'view,refund');
  const colleague = await (await browser.newContext(DESK)).newPage();
  const [recovery = ''] = await becomeStaff(colleague, same, 'view');
  const [code = ''] = await joinConsole(page, '許主管', 'view,administer');
  await page.getByRole('link', { name: '人員' }).click();
  const invite = page.getByRole('form', { name: '邀請人員' });
  for (const right of ['顯示個資', '處理訂單與內容', '退款']) await expect(invite.getByRole('checkbox', { name: right })).toBeDisabled();
  await expect(invite.getByText('您只能給予自己擁有的權限')).toBeVisible();
  await expectAccessible(page);
  await invite.getByRole('checkbox', { name: '管理（人員、優惠券、價格、信件）' }).check();
  await invite.getByLabel('姓名').fill('新同仁');
  await invite.getByRole('button', { name: '邀請' }).click();
  const again = page.getByRole('form', { name: '再次確認身分' });
  await again.getByLabel('驗證碼或復原碼').fill(code);
  await again.getByRole('button', { name: '確認', exact: true }).click();
  await expect(page.getByText('一次性連結')).toBeVisible();

  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `帳號歷程：${name}` });
  await expect(row(same).getByText('遺失登入方式')).toBeVisible();
  await row(same).getByText('帳號歷程').click();
  await expect(row(same)).toContainText('新增登入方式：驗證器');
  const confirm = `${new URL(page.url()).origin}/api/support/second-factor`;
  expect((await colleague.request.post(confirm, { data: { code: recovery } })).ok()).toBe(true);
  await colleague.context().close();
  await expect(row(more).getByText('遺失登入方式')).toHaveCount(0);
  await row(more).getByText('變更權限').click();
  const rights = row(more).getByRole('form', { name: '變更權限' });
  await expect(rights.getByRole('checkbox', { name: '顯示個資' })).toBeDisabled();
  await rights.getByRole('checkbox', { name: '退款' }).uncheck();
  await rights.getByLabel('變更原因').fill('調職');
  await rights.getByRole('button', { name: '儲存權限' }).click();
  await expect(row(more)).not.toContainText('退款；');
  await expect(row(same), 'a history that is open is read again with the list').toContainText('使用復原碼');
  await expect(rights.getByLabel('變更原因')).toHaveValue('');
  await expect(row(more).getByText('遺失登入方式')).toBeVisible();

  // A page whose session ended keeps what was typed, and no link that opens an account.
  const another = `另一位${crypto.randomUUID().slice(0, 4)}`;
  await invite.getByLabel('姓名').fill(another);
  await invite.getByRole('button', { name: '邀請' }).click();
  await expect(row(another)).toBeVisible();
  await expect(page.getByText('一次性連結')).toBeVisible();
  await expect(invite.getByLabel('姓名'), 'a second click invites nobody twice').toHaveValue('');
  await invite.getByLabel('姓名').fill(another);
  await page.context().clearCookies({ name: /console/ });
  await invite.getByRole('button', { name: '邀請' }).click();
  await expect(heading(page)).toHaveText('登入客服後台');
  await expect(page.getByText('一次性連結')).toHaveCount(0);
  await expect(page.getByLabel('姓名')).toHaveValue(another);
});

test('the figures of a day are in chart, table and file alike', async ({ page, request }) => {
  await placeOrder(request, cardToTheDoor());
  await joinConsole(page, '林客服', 'view');
  await page.getByRole('link', { name: '營運數字' }).click();
  await page.getByRole('button', { name: '近 7 天' }).click();
  await expect(page).toHaveURL(/from=.*&to=/);
  const chart = page.getByRole('region', { name: '訂單數', exact: true });
  await expect(chart).toContainText('當日送出的訂單，含付款失敗與日後取消的訂單');
  const today = () => new URL(page.url()).searchParams.get('to') ?? '';
  const shownToday = () => today().replaceAll('-', '/');
  await chart.getByText('訂單數的表格').click();
  const cell = chart.getByRole('row').filter({ hasText: shownToday() }).getByRole('cell');
  // The read model follows within a moment.
  await expect(async () => {
    await page.reload();
    await chart.getByText('訂單數的表格').click();
    expect(Number((await cell.innerText()).replaceAll(',', ''))).toBeGreaterThan(0);
  }).toPass();
  await page.setViewportSize({ width: 390, height: 844 });
  const day = await chart.getByText(shownToday(), { exact: true }).first().boundingBox();
  expect(day?.height, 'a phone shows the days of the chart in a size that people read').toBeGreaterThanOrEqual(12);
  await page.setViewportSize(DESK.viewport);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下載 CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^figures-.*-${today()}\\.csv$`));
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toMatch(/^day,orders,ordered/);
  expect(lines.slice(1).map((line) => line.split(',')[0])).toHaveLength(7);
  expect(Number(lines.at(-1)?.split(',')[1])).toBeGreaterThan(0);
  expect(lines.at(-1)?.startsWith(`${today()},`)).toBe(true);

  await page.context().clearCookies();
  await page.getByRole('button', { name: '下載 CSV' }).click();
  await expect(page.getByRole('heading', { level: 1 }), 'no refusal is saved as the file').toHaveText('登入客服後台');
});

test('who signs out leaves every page: other tabs, Back, and a page whose session ended elsewhere show nothing any more', async ({
  page,
}) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  await joinByPasskey(page, await inviteStaff('葉客服', 'view,reveal'));
  await openOrder(page, orderNo);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByRole('button', { name: '顯示個人資料' }).click();
  await tab.getByRole('dialog').getByLabel('原因').fill('顧客來電核對');
  await tab.getByRole('button', { name: '顯示', exact: true }).click();
  await expect(tab.getByText(RECIPIENT.address).first()).toBeVisible();
  const list = await page.context().newPage();
  await list.goto(new URL('/console/members', page.url()).href);
  await expect(heading(list)).toHaveText('會員');
  await page.bringToFront();
  await page.getByRole('button', { name: '登出' }).click();
  for (const one of [page, tab, list]) await expect(heading(one)).toHaveText('登入客服後台');
  await page.goBack();
  await expect(heading(page)).toHaveText('登入客服後台');
  await expect(tab.getByText(RECIPIENT.address)).toHaveCount(0);

  // Here the session ends where no page of this browser hears of it.
  await page.getByRole('button', { name: '使用通行金鑰登入' }).click();
  await expect(heading(page)).toHaveText(`訂單 ${orderNo}`);
  await expect(page.getByRole('heading', { name: '歷程' })).toBeVisible();
  await page.context().clearCookies({ name: /console/ });
  await expect(heading(page)).toHaveText('登入客服後台');
});

test('a page of one person does nothing as another one who signed in in a second tab: it asks for the sign-in and keeps what was typed', async ({
  page,
}) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  await joinByPasskey(page, await inviteStaff('葉客服', 'view,act'));
  await page.getByRole('link', { name: '會員', exact: true }).click();
  await page.getByText('更正會員生日', { exact: true }).click();
  await page.getByLabel('更正原因').fill('顧客出示證件');
  await page.getByLabel('會員的電子郵件').fill('nobody@example.com');

  await page.context().clearCookies({ name: /console/ });
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(heading(tab)).toHaveText('登入客服後台');
  await anotherSignsIn(tab, '陳客服', 'view,act');
  await expect(heading(tab)).toHaveText('會員');
  await openOrder(tab, orderNo);
  await expect(tab.getByText('陳客服', { exact: true })).toBeVisible();

  await page.bringToFront();
  await page.getByRole('button', { name: '預覽更正' }).click();
  await expect(heading(page)).toHaveText('登入客服後台');
  await page.getByRole('button', { name: '使用通行金鑰登入' }).click();
  await expect(heading(page)).toHaveText('會員');
  await expect(page.getByLabel('更正原因')).toHaveValue('顧客出示證件');
  // Now the other tab is of somebody whose session is no more; it asks by itself.
  await expect(heading(tab)).toHaveText('登入客服後台');
});

test('a session that ends while somebody types: the page and the typed text come back for the same person, and for nobody else', async ({
  page,
}) => {
  const orderNo = await placeOrder(page.request, cardToTheDoor());
  await joinByPasskey(page, await inviteStaff('葉客服', 'view,act,reveal'));
  await openOrder(page, orderNo);
  await page.getByRole('button', { name: '顯示個人資料' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('顧客來電核對');
  await page.getByRole('button', { name: '顯示', exact: true }).click();
  await expect(page.getByText(RECIPIENT.address).first()).toBeVisible();
  await page.getByLabel('新增備註').fill('顧客想改送門市');
  await page.getByRole('button', { name: '取消訂單' }).click();
  const cancel = page.getByRole('form', { name: '取消訂單' });
  await cancel.getByLabel('取消原因').selectOption('OTHER');
  await cancel.getByLabel('原因', { exact: true }).fill('顧客來電取消');
  await page.context().clearCookies({ name: /console/ });
  await expect(heading(page)).toHaveText('登入客服後台');
  await expect(page.getByText('已輸入的內容不會遺失')).toBeVisible();
  await expect(page.getByText(RECIPIENT.address)).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: '使用通行金鑰登入' }).click();
  await expect(heading(page)).toHaveText(`訂單 ${orderNo}`);
  await expect(cancel.getByLabel('取消原因')).toHaveValue('OTHER');
  await expect(cancel.getByLabel('原因', { exact: true })).toHaveValue('顧客來電取消');
  await expect(page.getByText(RECIPIENT.address)).toHaveCount(0);
  await page.getByRole('button', { name: '儲存備註' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '顧客想改送門市' })).toBeVisible();

  // A page that asks nothing by itself is told by its own command.
  await page.getByRole('link', { name: '會員', exact: true }).click();
  await page.getByText('更正會員生日', { exact: true }).click();
  await page.getByLabel('更正原因').fill('顧客出示證件');
  await page.getByLabel('會員的電子郵件').fill('nobody@example.com');
  await page.context().clearCookies({ name: /console/ });
  await page.getByRole('button', { name: '預覽更正' }).click();
  await expect(heading(page)).toHaveText('登入客服後台');
  await anotherSignsIn(page, '陳客服', 'view,act');
  await expect(heading(page)).toHaveText('訂單');
  await page.goBack();
  await expect(heading(page)).not.toHaveText('登入客服後台');
  await expect(page.getByText('顧客出示證件')).toHaveCount(0);
  await page.getByRole('link', { name: '會員', exact: true }).click();
  await page.getByText('更正會員生日', { exact: true }).click();
  await expect(page.getByLabel('更正原因')).toHaveValue('');
});
