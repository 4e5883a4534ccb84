import { expectAccessible, expectNoSidewaysScroll } from '../harness/checks.ts';
import { agree, fillCard, mainButton, toPayStep } from '../harness/buyer.ts';
import { addProject } from '../harness/groups.ts';
import { fillCart, MASTERCARD } from '../harness/orders.ts';
import { joinConsole } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

test('staff add a group project, see what is wrong at its field, change and delete it', async ({ page }) => {
  await joinConsole(page);
  await page.getByRole('link', { name: '資料表', exact: true }).click();
  await page.getByRole('link', { name: '團購專案' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('團購專案');
  await expect(page.getByRole('region', { name: '資料' })).toContainText('sunlight-salon');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1280, height: 800 });

  const address = `office-${Date.now()}`;
  await page.getByRole('button', { name: '新增資料' }).click();
  const form = page.getByRole('form', { name: '新增資料' });
  await form.getByLabel('group_project_name').fill('辦公室團購');
  await form.getByLabel('group_project_address').fill(address);
  await form.getByLabel('group_project_start').fill('2030-02-01');
  await form.getByLabel('group_project_end').fill('2030-01-01');
  await form.getByLabel('group_project_products').fill('[{"product_id":5,"price":500}]');
  await form.getByRole('button', { name: '新增' }).click();
  await expect(form.getByLabel('group_project_end')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByRole('alert').filter({ hasText: '資料內容不符合規定' })).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('group_project_end').fill('2030-02-28');
  await form.getByRole('button', { name: '新增' }).click();
  await expect(page.getByText('已新增')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: address.slice(0, 60) });
  await expect(row).toBeVisible();

  const told = page.getByRole('main').getByRole('status');
  await expect(told, 'the form that had the focus is gone').toBeFocused();
  await row.getByRole('button', { name: /^修改/ }).click();
  await expect(page.getByLabel('group_project_name'), 'the form is above the list').toBeFocused();
  await page.getByLabel('group_project_name').fill('辦公室的新團購');
  await page.getByRole('button', { name: '儲存' }).click();
  await expect(told).toHaveText('已儲存');
  await expect(row).toContainText('辦公室的新團購');
  expect((await page.request.get(`/api/group-projects/${address}`)).ok()).toBe(true);

  await row.getByRole('button', { name: /^刪除/ }).dblclick();
  await expect(row.getByRole('button', { name: /^取消刪除/ }), 'neither a double click nor a held key deletes').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: /^刪除/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const [held, sent] = [Promise.withResolvers<void>(), [] as string[]];
  await page.route('**/api/delete/', async (route) => {
    sent.push(route.request().url());
    await held.promise;
    await route.continue();
  });
  const removes = row.getByRole('button', { name: /^確定刪除/ });
  await removes.press('Enter');
  await expect(removes).toHaveAttribute('aria-disabled', 'true');
  await removes.press('Enter');
  held.resolve();
  await expect(row).toHaveCount(0);
  expect(sent).toHaveLength(1);
  await expect(told).toHaveText('已刪除');
  await expect(told).toBeFocused();
  expect((await page.request.get(`/api/group-projects/${address}`)).status()).toBe(404);

  await page.getByRole('link', { name: '變更紀錄' }).click();
  await page.getByRole('combobox', { name: '資料表' }).selectOption('團購專案');
  const log = page.getByRole('region', { name: '變更紀錄' });
  await log.getByRole('row').nth(1).getByRole('link').click();
  await expect(log.getByRole('row')).toHaveText([/時間/, /刪除團購專案/, /修改團購專案/, /新增團購專案/]);
  await log.getByText('1 個欄位').click();
  const change = log.getByRole('definition').filter({ hasText: '辦公室的新團購' });
  await expect(change.getByRole('deletion')).toHaveText('辦公室團購');
  await expect(change.getByRole('insertion')).toHaveText('辦公室的新團購');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
});

test('a product is found by its name; its price is in the form of an administrator only', async ({ page }) => {
  for (const [rights, prices] of [
    ['view,act', 0],
    ['view,act,administer', 1],
  ] as const) {
    await joinConsole(page, '許客服', rights);
    await page.goto(`${new URL(page.url()).origin}/console/tables/product`);
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '溫和潔膚露', exact: true }) });
    await expect(row.getByRole('rowheader')).toHaveText('5');
    await row.getByRole('button', { name: '修改 5' }).click();
    const form = page.getByRole('form', { name: '修改 5' });
    await expect(form.getByRole('heading')).toHaveText('修改 5 溫和潔膚露');
    await expect(form.getByLabel('product_is_launched')).toHaveAccessibleDescription(/0 缺貨中/);
    await expect(form.getByLabel('product_price')).toHaveCount(prices);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
});

test('of two editors of a row, the second one sees what the first one changed, and keeps what was typed', async ({ page }) => {
  const address = `editors-${Date.now()}`;
  await addProject(address);
  await joinConsole(page);
  const other = await page.context().newPage();
  for (const editor of [page, other]) {
    await editor.goto(`${new URL(page.url()).origin}/console/tables/group_project`);
    await editor.getByRole('row').filter({ hasText: address }).getByRole('button', { name: /^修改/ }).click();
  }
  await page.getByLabel('group_project_name').fill('我打了很久的名稱');
  await other.getByLabel('group_project_end').fill('2030-03-31');
  await other.getByRole('button', { name: '儲存' }).click();
  await expect(other.getByText('已儲存')).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: '儲存' }).click();
  await expect(page.getByRole('list', { name: '其他人的變更' })).toContainText('2030-03-31');
  await expect(page.getByLabel('group_project_name')).toHaveValue('我打了很久的名稱');
  await expect(page.getByLabel('group_project_end'), 'nothing of the first one is undone').toHaveValue('2030-03-31');
  await page.getByRole('button', { name: '儲存' }).click();
  await expect(page.getByText('已儲存')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: address })).toContainText('我打了很久的名稱');
});

test('an editor types a long text in one go', async ({ page }) => {
  await joinConsole(page);
  await page.getByRole('link', { name: '資料表', exact: true }).click();
  await page.getByRole('link', { name: '文章' }).click();
  await page.getByRole('button', { name: '新增資料' }).click();
  const summary = page.getByRole('form', { name: '新增資料' }).getByLabel('post_summary');
  const text = '換季的早晨，皮膚先知道。'.repeat(8);
  await summary.pressSequentially(text);
  await expect(summary).toHaveValue(text);
  await expect(summary).toBeFocused();
});

test('support reads in the error log that an answer about a card did not come', async ({ page, browser }) => {
  await fillCart(page.request);
  await toPayStep(page, '信用卡');
  await fillCard(page, MASTERCARD);
  await agree(page);
  await page.route('**/api/orders', (route) => (route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue()));
  // On a busy computer the page learns a moment later that the card's fields are complete, and asks to fill them in.
  await expect(async () => {
    const reported = page.waitForRequest('**/api/error-log', { timeout: 5_000 });
    await mainButton(page, '確認付款').click({ timeout: 1_000 });
    expect((await reported).postDataJSON()).toEqual({ code: 'ORDER_TAPPAY_NO_RESPONSE' });
  }).toPass();

  const desk = await browser.newContext(DESK);
  const staff = await desk.newPage();
  await joinConsole(staff, '許客服', 'view');
  const newest = staff.getByRole('region', { name: '錯誤紀錄' }).getByRole('row').nth(1);
  await expect(async () => {
    await staff.getByRole('link', { name: '錯誤紀錄' }).click();
    await staff.getByLabel('類型').selectOption('信用卡扣款沒有回應');
    await expect(newest).toContainText('由顧客的瀏覽器回報', { timeout: 1_000 });
  }).toPass();
  await expect(newest).toContainText('ORDER_TAPPAY_NO_RESPONSE');
  await expectAccessible(staff);
  await expectNoSidewaysScroll(staff, 320);
  await desk.close();
});
