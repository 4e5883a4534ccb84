import type { Page } from '@playwright/test';
import { alive, cartLink, heading } from '../harness/buyer.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

const region = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });
const titles = (page: Page, name: string) => region(page, name).getByRole('heading', { level: 3 });

test.describe('on a computer', () => {
  test.use(DESK);

  test('the home page has its selling points, star products, commitments and benefits', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('list', { name: '購物保障' }).getByRole('listitem')).toHaveText([
      '滿 NT$1,000 免運',
      '七天鑑賞期',
      '首購折 NT$200（滿千）',
      '邀請碼送好友 NT$100',
    ]);
    await expect(titles(page, '明星商品')).toHaveCount(3);
    await expect(titles(page, '我們的四個承諾')).toHaveCount(4);
    await expect(titles(page, '會員的三項禮遇')).toHaveText(['生日當月的心意', '購物金回饋', '推薦好友，雙方都有']);
    const skins = region(page, '依膚質選購');
    await expect(skins.getByRole('list').first().getByRole('link')).toHaveCount(4);
    await expect(skins.getByRole('list', { name: '依膚況選購' }).getByRole('link')).toHaveCount(7);
    const order = region(page, '手上有哪幾瓶，就照號碼用').getByRole('link');
    await expect(order).toHaveText([/^01/, /^02/, /^03/, /^04/, /^05/, /^06/, /^07/, /^08/]);
    for (const type of ['sensitive', 'dry', 'combination', 'fragile'])
      await expect(page.getByRole('main').locator(`a[href="/skin-type/${type}"]`).first()).toBeVisible();
  });

  test('the list leads to the active campaigns and to the founding members’ benefits', async ({ page }) => {
    await page.goto('/product');
    const row = page.getByRole('list', { name: '進行中的活動' });
    await expect(row.getByRole('listitem').first()).toBeVisible();
    await expect(row).not.toContainText('天後開始');
    await page.getByRole('region', { name: '創始會員' }).getByRole('link', { name: '看會員禮遇' }).click();
    await expect(heading(page)).toHaveText('會員禮遇');
  });

  test('a campaign with products has their tag, size, prices and stars, and each opens in a new tab', async ({ page }) => {
    await page.goto('/event/sets-fifteen-percent-off');
    const cards = region(page, '活動商品').getByRole('listitem');
    await expect(cards).toHaveCount(3);
    await expect(cards.filter({ hasText: '再享 85 折' }), 'the tag').toHaveCount(3);
    await expect(cards.filter({ hasText: / ml/ }), 'a set has no size').toHaveCount(0);

    await page.goto('/event/autumn-barrier-care');
    const essence = cards.filter({ hasText: '修護精華液' });
    await expect(essence).toContainText('30 ml');
    await expect(essence).toContainText('NT$1,680');
    await expect(essence).toContainText(/\d\.\d{2}（\d+）/);
    const opened = page.waitForEvent('popup');
    await essence.getByRole('link').click();
    await expect(heading(await opened)).toHaveText('修護精華液');

    // The campaign of all products names each one that is launched.
    await page.goto('/event/all-products-free-sample');
    const { products } = (await (await page.request.get('/api/products')).json()) as { products: { available: boolean }[] };
    await expect(cards).toHaveCount(products.filter(({ available }) => available).length);
  });

  test('a campaign with a text shows it, and its links lead on', async ({ page }) => {
    await page.goto('/event/skin-consultation-day');
    await expect(heading(page)).toHaveText(/^\[已結束\] 一對一膚況諮詢日/);
    await expect(page.locator('.article')).toContainText(/\S/);
    await expect(region(page, '活動商品')).toHaveCount(0);
    await page.getByRole('navigation', { name: '目前位置' }).getByRole('link', { name: '優惠活動' }).click();
    await expect(heading(page)).toHaveText('優惠活動');
  });

  test('the articles are in pages and categories, and Back keeps both', async ({ page }) => {
    await page.goto('/blog');
    await alive(page);
    const tiles = page.getByRole('main').getByRole('article');
    await expect(tiles).toHaveCount(12);
    const pages = page.getByRole('navigation', { name: '文章頁碼' });
    await pages.getByRole('link', { name: '第 2 頁' }).click();
    await expect(page).toHaveURL(/\/blog\?page=2$/);
    // The address changes before the articles do.
    await expect(pages.locator('[aria-current=page]')).toHaveAccessibleName('第 2 頁');
    const last = tiles.last().getByRole('link');
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    const title = (await last.textContent()) ?? '';
    await last.click();
    await expect(heading(page)).toHaveText(title);
    await expect(region(page, '接著讀').getByRole('article').first()).toBeVisible();
    await page.getByRole('link', { name: '往下閱讀' }).click();
    await expect(page.locator('#body')).toBeInViewport();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/blog\?page=2$/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    await page.getByRole('navigation', { name: '文章分類' }).getByRole('link', { name: '品牌日誌' }).click();
    await expect(page).toHaveURL(/category=9$/);
    await expect(tiles.filter({ hasNotText: '品牌日誌' })).toHaveCount(0);
  });

  test('the help centre has its list beside each page, and the way to the instructions opens a new tab', async ({ page }) => {
    await page.goto('/help/cs-landing');
    await alive(page);
    const list = page.getByRole('main').getByRole('navigation').filter({ visible: true }).filter({ hasText: '付款選項' });
    for (const [name, says] of [
      ['聯絡我們', /採購/],
      ['常見問題', /購物/],
      ['付款選項', /3D/],
      ['退換貨須知', /七天/],
      ['服務條款', /契約|條款/],
      ['隱私權政策', /個人資料/],
    ] as const) {
      await list.getByRole('link', { name, exact: true }).click();
      await expect(heading(page)).toHaveText(name);
      await expect(page.getByRole('main')).toContainText(says);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
    const opened = page.waitForEvent('popup');
    await list.getByRole('link', { name: /^商品使用說明/ }).click();
    await expect(heading(await opened)).toHaveText('商品使用說明');
    await list.getByRole('link', { name: '訂單查詢' }).click();
    await expect(heading(page)).toHaveText('線上訂單查詢');
  });

  test('the brand’s carousel advances every three seconds', async ({ page }) => {
    await page.clock.install();
    await page.goto('/about');
    await alive(page);
    const row = page.getByRole('list', { name: '品牌的四個片段' });
    await page.clock.runFor(3_200);
    await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(300);
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a page of a skin type recommends its steps, says which are required, and puts them into the cart', async ({ page }) => {
    await page.goto('/skin-type/dry');
    await alive(page);
    const steps = region(page, '建議的保養順序').getByRole('listitem');
    await expect(steps).toHaveText([/^步驟 1必須/, /^步驟 2必須/, /^步驟 3非必須/, /^步驟 4非必須/, /^步驟 5必須/]);
    await expect(steps.first()).toContainText('150 ml');
    await expect(steps.first()).toContainText('NT$880');
    await expect(steps.first()).toContainText('NT$760');
    await expect(region(page, '今天就可以開始的幾瓶').getByRole('listitem')).toHaveCount(3);
    await expect(titles(page, '每一瓶都有的四個保證')).toHaveCount(4);
    await expect(page.getByRole('group', { name: /最近一個月/ }), 'the self-check is of the sensitive page').toHaveCount(0);
    await steps.last().getByRole('button').click();
    const bar = page.getByRole('region', { name: '已加入購物車' });
    await bar.getByRole('button', { name: '取消' }).click();
    await expect(bar).toBeHidden();
    await expect(cartLink(page)).toHaveAccessibleName('購物車，1 件商品');
    await page.getByRole('navigation', { name: '看看其他膚質' }).getByRole('link', { name: '脆弱肌' }).click();
    await expect(heading(page)).toHaveText('脆弱肌');
    await expect(steps).toHaveText([/^步驟 1必須/, /^步驟 2非必須/, /^步驟 3必須/, /^步驟 4非必須/, /^步驟 5必須/]);
  });

  test('rows of cards run to the edges of the screen', async ({ page }) => {
    for (const [path, list] of [
      ['/', '保養知識'],
      ['/product', '進行中的活動'],
      ['/product/repair-essence', '使用步驟'],
      ['/product-instruction', '溫和潔膚露的使用步驟'],
      ['/about', '品牌的四個片段'],
    ] as const) {
      await page.goto(path);
      const row = await page.getByRole('list', { name: list, exact: true }).boundingBox();
      expect([row?.x, row?.width], path).toEqual([0, PHONE.viewport.width]);
    }
  });

  test('a review from elsewhere says so, and pictures are whole on the page of their review', async ({ page }) => {
    await page.goto('/comments/product/gentle-cleanser?sort=stars-asc&page=2');
    const global = page.locator('#reviews article').filter({ hasText: '全球評價' }).first();
    await expect(global.getByRole('link', { name: /^來源/ })).toHaveAttribute('href', /^https:/);
    await page.goto('/comments/post/gentle-cleanser-25');
    const picture = page.getByRole('img', { name: '窗台上四只空的潔膚露瓶，其中一只插著迷迭香' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(640);
    expect((await picture.boundingBox())?.width).toBeGreaterThan(300);
  });
});

test.describe('without script', () => {
  test.use({ ...PHONE, javaScriptEnabled: false });

  test('every page can be read, and its lists lead on', async ({ page }) => {
    for (const [path, h1, says] of [
      ['/', /由 01 到 08/, '明星商品'],
      ['/product/repair-essence', '修護精華液', '全成分'],
      ['/skin-type/sensitive', '敏感肌', '必須'],
      ['/blog/plum-rain-notes', /梅雨筆記/, '接著讀'],
      ['/event', '優惠活動', '剩'],
      ['/event/autumn-barrier-care', /換季屏障週/, '修護精華液'],
      ['/comments', '商品評價', '則'],
      ['/comments/post/gentle-cleanser-25', '第五瓶', '已購買'],
      ['/product-instruction', '商品使用說明', '日夜皆可使用'],
      ['/about', '少一點，照順序', '10,000'],
      ['/tattoo-care', /刺青之後/, '第 1–3 天'],
      ['/vip-rights', '會員禮遇', '創始會員'],
      ['/help/contact-us', '聯絡我們', '採購'],
      ['/help/return-order', '退換貨須知', '七天'],
      ['/questionnaire/skin-check', '三分鐘膚況問卷', '提交'],
    ] as const) {
      await page.goto(path);
      await expect(heading(page), path).toHaveText(h1);
      await expect(heading(page), path).toBeVisible();
      await expect(page.getByRole('main').getByText(says).filter({ visible: true }).first(), path).toBeVisible();
    }
    await page.goto('/blog');
    await page.getByRole('navigation', { name: '文章頁碼' }).getByRole('link', { name: '第 2 頁' }).click();
    await expect(page).toHaveURL(/page=2$/);
    await page.goto('/event');
    await page.getByRole('navigation', { name: '活動', exact: true }).getByRole('link', { name: '已結束的活動' }).click();
    await expect(page).toHaveURL(/filter=past$/);
  });
});
