import type { Page } from '@playwright/test';
import {
  agree,
  chooseDelivery,
  fillCard,
  fillPerson,
  heading,
  mainButton,
  openShipping,
  resultOf,
  toPay,
  viewOrder,
} from '../harness/buyer.ts';
import { VISA } from '../harness/orders.ts';
import { expect, PHONE, test } from '../harness/test.ts';
import { parcelsOf } from '../harness/simulators.ts';

/** Chooses a store of the chain on the map, the one of this name or the first. @returns its name */
async function chooseStore(page: Page, chain: '7-11' | '全家 FamilyMart', store = ''): Promise<string> {
  await page.getByRole('radio', { name: chain, exact: true }).check();
  await page.getByRole('button', { name: '選擇門市' }).click();
  await expect(page.getByRole('heading', { name: `${chain} 取貨門市` })).toBeVisible();
  const entry = page.getByRole('listitem').filter({ hasText: store }).first();
  const name = (await entry.locator('strong').textContent()) ?? '';
  await entry.getByRole('button', { name: /^選擇/ }).click();
  await expect(heading(page)).toHaveText('付款與配送');
  await expect(page.getByRole('status').filter({ hasText: '店號' })).toContainText(name);
  return name;
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a store of each chain, chosen on the map, and an order to the second one', { tag: '@cluster' }, async ({ page }) => {
    await openShipping(page);
    await fillPerson(page);
    await chooseDelivery(page, '超商取貨');
    await mainButton(page, '下一步：確認與付款').click();
    await expect(page.getByRole('alert').filter({ hasText: '收件資料未填寫完整' })).toContainText('尚未選擇門市');

    await chooseStore(page, '7-11', '敦南門市');
    const name = await chooseStore(page, '全家 FamilyMart');
    await expect(page.getByLabel('姓氏'), 'what was typed has survived the map').toHaveValue('王');
    await expect(page.getByLabel('手機號碼')).toHaveValue('0912345678');
    await expect(page).not.toHaveURL(/fromcvs/);

    await toPay(page);
    await fillCard(page, VISA);
    await agree(page);
    await mainButton(page, '確認付款').click();
    await page.getByRole('button', { name: '通過' }).click();
    const orderNo = await resultOf(page);
    await expect(heading(page)).toHaveText('付款成功');
    const [parcel, ...more] = await parcelsOf(orderNo);
    expect([parcel, more]).toMatchObject([{ subtype: 'FAMIC2C', collects: false }, []]);

    await viewOrder(page, orderNo);
    const order = page.getByRole('article');
    // Number and name are of one store, and not of the one before.
    await expect(order).toContainText(`全家 ${name}（店號 ${parcel?.storeId}）`);
    await expect(order).toContainText('取貨編號');
    await expect(order).toContainText('商品到店後顯示');
  });

  test('a map that is slow to come is said to be on its way', async ({ page }) => {
    // The browser keeps the page while it waits for the map. Playwright cannot look at it meanwhile, so here the map never comes.
    await page.addInitScript(() => {
      HTMLFormElement.prototype.submit = () => requestAnimationFrame(() => requestAnimationFrame(() => (document.title = 'asked')));
    });
    await openShipping(page);
    await chooseDelivery(page, '超商取貨');
    const choose = page.getByRole('button', { name: /^(選擇門市|開啟門市地圖)/ });
    await choose.click();
    await expect(page).toHaveTitle('asked');
    expect(await choose.textContent()).toBe('開啟門市地圖…');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    await expect(choose).toHaveText('選擇門市');
  });

  test('back from the map without a store loses nothing', async ({ page }) => {
    await openShipping(page);
    await fillPerson(page);
    await chooseDelivery(page, '超商取貨');
    await page.getByRole('button', { name: '選擇門市' }).click();
    await page.getByRole('button', { name: '取消，回到上一頁' }).click();
    await expect(heading(page)).toHaveText('付款與配送');
    await expect(page.getByRole('radio', { name: /^超商取貨/ })).toBeChecked();
    await expect(page.getByLabel('名字')).toHaveValue('大明');
    await expect(page.getByText('尚未選擇門市')).toBeVisible();
  });

  test('a store that cannot be read says so and is read again', async ({ page }) => {
    await openShipping(page);
    await chooseDelivery(page, '超商取貨');
    await page.getByRole('button', { name: '選擇門市' }).click();
    const stores = '**/api/chosen-store';
    await page.route(stores, (route) => route.abort('connectionreset'));
    const entry = page.getByRole('listitem').first();
    const name = (await entry.locator('strong').textContent()) ?? '';
    await entry.getByRole('button', { name: /^選擇/ }).click();
    await expect(heading(page)).toHaveText('付款與配送');
    const unread = page.getByRole('alert').filter({ hasText: '無法讀取取貨門市' });
    await expect(unread).toBeVisible();
    await page.unroute(stores);
    await unread.getByRole('button', { name: '再試一次' }).click();
    await expect(page.getByRole('status').filter({ hasText: '店號' })).toContainText(name);
    await expect(unread).toHaveCount(0);
  });
});
