import { alive, cartLink, heading } from '../harness/buyer.ts';
import { expectAccessible } from '../harness/checks.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

test.describe('on a computer', () => {
  test.use(DESK);

  test('the jump bar counts down, pauses on hover and focus, and Escape cancels it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/product');
    await alive(page);
    const add = page.getByRole('button', { name: '加入購物車：保濕化妝水' }).first();
    const bar = page.getByRole('region', { name: '已加入購物車' });
    await add.click();
    await expect(bar).toContainText('4 秒後前往結帳');
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();

    await add.click();
    await bar.hover();
    await expect(bar).toContainText('倒數已暫停');
    await page.clock.runFor(4_500);
    await expect(page).toHaveURL(/\/product$/);
    await page.mouse.move(10, 10);
    await bar.getByRole('button', { name: '取消' }).focus();
    await expect(bar).toContainText('倒數已暫停');
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await expect(page).toHaveURL(/\/product$/);

    await add.click();
    await page.mouse.move(10, 10);
    await page.clock.runFor(4_500);
    await expect(heading(page), 'the countdown ends').toHaveText('購物車');
    await expect(bar).toBeHidden();
    await expect(cartLink(page)).toHaveAccessibleName('購物車，3 件商品');
  });

  test('the quantity field corrects invalid input and says why', async ({ page }) => {
    await page.goto('/product/balancing-toner');
    await alive(page);
    const quantity = page.getByRole('textbox', { name: '保濕化妝水的數量' });
    for (const [typed, message, left] of [
      ['三', '請確認商品數量為數字！', '1'],
      ['1.5', '請確認商品數量為數字！', '1'],
      ['-1', '請確認商品數量為數字！', '1'],
      ['0', '商品數量最少為 1。', '1'],
      ['100', '超過單次只能購買上限 99 個品項！', '99'],
      ['1000000000', '超過單次只能購買上限 99 個品項！', '99'],
    ] as const) {
      await quantity.fill(typed);
      await quantity.press('Enter');
      await expect(page.getByRole('main')).toContainText(message);
      await expect(quantity).toHaveValue(left);
    }
    await quantity.fill('２');
    await quantity.press('Enter');
    await expect(quantity).toHaveValue('2');
    await expect(page.getByRole('status', { name: '價格' })).toContainText('NT$1,960');
    await page.getByRole('button', { name: '減少一件保濕化妝水' }).click();
    await expect(quantity).toHaveValue('1');
  });

  test('the filter is in the address and announces its results', async ({ page }) => {
    await page.goto('/product');
    await alive(page);
    await page.getByRole('navigation', { name: '依膚況篩選' }).getByRole('link', { name: '毛孔粗大' }).click();
    await expect(page).toHaveURL(/feature=enlarged-pores/);
    await expect(heading(page)).toHaveText('適合「毛孔粗大」');
    await expect(page.locator('#announce-polite')).toHaveText(/毛孔粗大，共 \d+ 項商品/);
    await page.goBack();
    await expect(heading(page)).toHaveText('系列商品');
  });
});

const NOT_FOUND = /status of 404/;

test.describe('an unknown page', () => {
  test.use({ ...PHONE, consoleMay: NOT_FOUND });

  test('asks before it goes to the home page', async ({ page }) => {
    await page.goto('/no-such-page');
    await alive(page);
    const home = page.getByRole('main').getByRole('link', { name: '回到首頁' });
    const dialog = page.getByRole('dialog', { name: '確定要返回首頁嗎？' });
    await home.click();
    await dialog.getByRole('button', { name: '留在這一頁' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(home).toBeFocused();
    await expect(page).toHaveURL(/\/no-such-page$/);
    await home.click();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: '返回首頁' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(heading(page)).toHaveText(/由 01 到 08/);
  });
});

test.describe('an unknown page, without script', () => {
  test.use({ ...PHONE, javaScriptEnabled: false, consoleMay: NOT_FOUND });

  test('has a plain link to the home page', async ({ page }) => {
    await page.goto('/no-such-page');
    await page.getByRole('main').getByRole('link', { name: '回到首頁' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('menu, product, gallery and the sticky bar', async ({ page }) => {
    await page.goto('/');
    await alive(page);
    await page.getByRole('button', { name: '選單', exact: true }).click();
    await page.locator('#mobile-menu').getByRole('link', { name: '系列商品' }).click();
    await expect(heading(page)).toHaveText('系列商品');
    await expect(heading(page)).toBeFocused();
    await expect(page.locator('#mobile-menu')).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: '保濕滋養霜' }).first().click();
    await expect(heading(page)).toHaveText('保濕滋養霜');
    await page.getByRole('button', { name: '看圖片 2' }).click();
    await expect(page.getByRole('img', { name: /圖片 2，共 \d 張/ })).toBeVisible();
    const bar = page.getByRole('region', { name: '購買列' });
    await page.getByRole('button', { name: '加入購物車', exact: true }).scrollIntoViewIfNeeded();
    await expect(bar, 'one way to buy in view is enough').toHaveCount(0);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(bar).toBeInViewport();
    await bar.getByRole('button', { name: '加入購物車：保濕滋養霜' }).click();
    await expect(cartLink(page)).toHaveAccessibleName('購物車，1 件商品');
  });
});
