import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../harness/checks.ts';
import { cardToStore, codToTheDoor, placeOrder } from '../harness/orders.ts';
import { moveParcel } from '../harness/simulators.ts';
import { inviteStaff, joinByPasskey, joinConsole } from '../harness/staff.ts';
import { DESK, expect, test } from '../harness/test.ts';

test.use(DESK);

test('the warehouse packs from the list: what is in each parcel, all pieces of one carrier, and nothing that has left', async ({
  page,
  browser,
}) => {
  const cash = await placeOrder((await browser.newContext(DESK)).request, codToTheDoor());
  const toStore = await placeOrder((await browser.newContext(DESK)).request, cardToStore('FAMIC2C'));
  await joinConsole(page, '黃倉管', 'view');
  await page.getByRole('link', { name: '待出貨' }).click();
  const parcels = page.getByRole('region', { name: '待包裝' }).getByRole('row');
  const byCash = parcels.filter({ hasText: cash });
  const inStore = parcels.filter({ hasText: toStore });
  await expect(byCash).toContainText(/黑貓宅急便.*物流編號 \d+/);
  await expect(byCash).toContainText(/× \d.*NT\$/);
  await expect(inStore).toContainText('全家');

  await page.getByLabel('物流').selectOption('全家');
  await expect(byCash).toHaveCount(0);
  await expect(inStore).toBeVisible();
  await expect(page).toHaveURL(/carrier=FAMIC2C/);
  const pieces = await page.getByRole('region', { name: '撿貨總表' }).getByRole('row').allInnerTexts();
  expect(pieces.length).toBeGreaterThan(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(inStore.getByText('× ').first()).toBeVisible();
  await page.setViewportSize(DESK.viewport);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下載 CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(`"${toStore}"`);
  expect(file).not.toContain(cash);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: '列印' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: '主選單' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await inStore.getByRole('button', { name: `已包裝：${toStore}` }).click();
  const packed = page.getByRole('region', { name: '已包裝，等物流收件' }).getByRole('row').filter({ hasText: toStore });
  await expect(packed).toBeVisible();
  await expect(inStore).toHaveCount(0);
  await packed.getByRole('button', { name: `改回待包裝：${toStore}` }).click();
  await expect(inStore).toBeVisible();

  await moveParcel(toStore, 3032);
  await expect(async () => {
    await page.getByRole('button', { name: '重新整理' }).click();
    await expect(inStore).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await page.getByLabel('物流').selectOption('全部');
  await expect(byCash).toBeVisible();
});

test('the data of invoices is a file of days, after the second factor', async ({ page, browser }) => {
  const orderNo = await placeOrder((await browser.newContext(DESK)).request, codToTheDoor());
  await joinByPasskey(page, await inviteStaff('許會計', 'view,reveal'));
  await page.getByRole('link', { name: '發票資料' }).click();
  // The order may be of the day before in Taipei when its midnight is in between.
  await page.getByLabel('成立日迄').fill(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: '匯出 CSV' }).click();
  const again = page.getByRole('form', { name: '再次確認身分' });
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), again.getByRole('button', { name: '使用通行金鑰' }).click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain(`"${orderNo}"`);
  await expect(again).toHaveCount(0);
});
