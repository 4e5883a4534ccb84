import { expectAccessible, expectNoSidewaysScroll } from '../harness/checks.ts';
import { agree, fillCard, mainButton, toPayStep } from '../harness/buyer.ts';
import { addProject } from '../harness/groups.ts';
import { fillCart, MASTERCARD } from '../harness/orders.ts';
import { asAdministrator, becomeStaff, joinConsole, openConsole } from '../harness/staff.ts';
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
    await becomeStaff(page, '許客服', rights);
    await openConsole(page, 'tables/product');
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

/** Changes a row as an administrator does. */
async function changeRow(table: string, property: string, value: number | string, fields: object) {
  const asked = { table, conditions: [{ property, operator: '==', value }] };
  const { data } = await asAdministrator<{ data: { row_version: string }[] }>('/api/get/', asked);
  await asAdministrator('/api/update/', { ...asked, updateData: { ...fields, row_version: data[0]?.row_version } });
}

/** An article of a test's own, which no page lists yet. */
async function addPost() {
  const id = 100_000 + Math.floor(Math.random() * 900_000);
  const data = {
    post_id: id,
    category_id: 1,
    post_slug: `editors-${id}`,
    post_title: '換季保養',
    post_content: `<p>${'第一段。'.repeat(30)}</p>`,
  };
  const rest = { post_title_en: '', post_summary: '', post_banner: '', post_banner_alt: '', post_recommend: '[]', post_products: '[]' };
  await asAdministrator('/api/set/', { table: 'post', data: { ...data, ...rest, post_is_published: false } });
  return { id, text: data.post_content, change: (fields: object) => changeRow('post', 'post_id', id, fields) };
}

test('of two editors of a field, the second one reads all of what would be replaced, and what the rest of the row holds', async ({
  page,
}) => {
  const { id, text, change } = await addPost();
  await becomeStaff(page, '許客服', 'view,act');
  await openConsole(page, `tables/post?after=${id - 1}`);
  const opens = page.getByRole('button', { name: `修改 ${id}` });
  await opens.click();
  const content = page.getByLabel('post_content');
  const others = page.getByRole('list', { name: '其他人的變更' });
  const save = page.getByRole('button', { name: '儲存' });
  await content.fill('<p>我的內文</p>');
  await change({ post_content: `${text}<p>同事補上的一段</p>`, post_is_published: true, post_create_at: '2051-03-31T00:00' });
  await save.click();
  await expect(others.getByRole('listitem')).toHaveText([
    `內文（您也改了這一欄，儲存後會取代）：${text}<p>同事補上的一段</p>`,
    '發布時間（post_create_at）：2051-03-31T00:00',
    '已發布（post_is_published）：是',
  ]);
  await expect(page.getByText('您輸入的內容都還在，儲存後會取代同一欄位的變更。')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);

  await change({ post_title: '入秋保養' });
  await save.click();
  await expect(others.getByRole('listitem')).toHaveText(['標題（post_title）：入秋保養']);
  await expect(page.getByText('您輸入的內容都還在。')).toBeVisible();

  await change({ post_title: '入秋保養' });
  await save.click();
  await expect(page.getByText('其他人的變更不影響您可以修改的欄位，可直接再儲存一次。')).toBeVisible();
  await expect(others).toHaveCount(0);

  await page.getByRole('button', { name: '關閉' }).click();
  await expect(page.getByRole('row').filter({ has: opens }), 'the list has the newest row').toContainText('入秋保養');
  await opens.click();
  await expect(page.getByLabel('post_content')).toHaveValue(`${text}<p>同事補上的一段</p>`);
});

test('support reads that a field which only an administrator writes was changed', async ({ page }) => {
  const address = `prices-${Date.now()}`;
  await addProject(address);
  await becomeStaff(page, '許客服', 'view,act');
  await openConsole(page, 'tables/group_project');
  const row = page.getByRole('row').filter({ hasText: address });
  await row.getByRole('button', { name: /^修改/ }).click();
  await page.getByLabel('group_project_name').fill('新的名稱');
  const project = Number(await row.getByRole('rowheader').textContent());
  const prices = JSON.stringify([{ product_id: 5, price: 480 }]);
  await changeRow('group_project', 'group_project_id', project, { group_project_products: prices });
  await page.getByRole('button', { name: '儲存' }).click();
  await expect(page.getByRole('list', { name: '其他人的變更' })).toContainText(/^商品與團購價（group_project_products）：.*480/);
  await expectNoSidewaysScroll(page, 320);
  await page.getByRole('button', { name: '儲存' }).click();
  await expect(row).toContainText('新的名稱');
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
