import { alive, heading } from '../harness/buyer.ts';
import { expectStill } from '../harness/checks.ts';
import { importCoupons } from '../harness/coupons.ts';
import { DESK, expect, PHONE, test } from '../harness/test.ts';

/** A document that is a 404 makes the browser write an error to the console. */
const NOT_FOUND = /status of 404/;
/** The picture of the home page's first slide. */
const FIRST_PICTURE = /\/(first-four|group)-cutout-/;

type Hits = { hits: object[] };

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the help centre begins at its landing, and a choice of its folded list opens the page', async ({ page }) => {
    await page.goto('/help');
    await expect(page).toHaveURL(/\/help\/cs-landing$/);
    await alive(page);
    const fold = page.getByRole('main').locator('details').first();
    await fold.locator('summary').click();
    await fold.getByRole('link', { name: '付款選項' }).click();
    await expect(heading(page)).toHaveText('付款選項');
    await expect(page.getByRole('main').locator('details').first()).not.toHaveAttribute('open');
    await page.goBack();
    await expect(heading(page)).toHaveText('客服中心');
  });

  test('the results of the search name no keys, which a phone does not have', async ({ page }) => {
    await page.goto('/about');
    await alive(page);
    await page.getByRole('link', { name: '搜尋' }).first().click();
    await page.getByRole('combobox', { name: '要找什麼？' }).fill('修護');
    const status = page.getByRole('dialog').getByRole('status');
    await expect(status).toHaveText(/^\d+ 項建議/, { useInnerText: true });
    await expect(status).not.toHaveText(/上下鍵/, { useInnerText: true });
  });

  test('the benefits show one kind of member at a time and one open question', async ({ page }) => {
    await page.goto('/vip-rights');
    await alive(page);
    const table = page.getByRole('table');
    await expect(table.getByRole('columnheader', { name: '創始會員' })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: '好友' })).toBeHidden();
    await page.getByText('好友', { exact: true }).first().click();
    await expect(table.getByRole('columnheader', { name: '好友' })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: '創始會員' })).toBeHidden();
    const questions = page.locator('details[name=vip-faq]');
    await questions.nth(0).locator('summary').click();
    await questions.nth(2).locator('summary').click();
    await expect(page.locator('details[name=vip-faq][open]')).toHaveCount(1);
    await expect(questions.nth(2)).toHaveAttribute('open');
  });
});

test.describe('on a computer', () => {
  test.use(DESK);

  test('a questionnaire names what is missing; sent a second time it gets the thanks of the first and keeps its answers', async ({
    page,
    request,
  }) => {
    await page.goto('/questionnaire/skin-check');
    await alive(page);
    await page.getByLabel('一天洗幾次臉？').fill('兩次');
    await page.getByRole('button', { name: '提交' }).click();
    const summary = page.getByRole('alert').filter({ hasText: '有必填的題目尚未填寫，請確認' });
    await expect(summary.getByRole('link')).toHaveCount(2);
    await summary.getByRole('link').first().click();
    await expect(page.getByRole('group', { name: '您覺得自己是哪種膚質？' })).toBeFocused();
    const fill = async (): Promise<void> => {
      await page.getByLabel('乾性').check();
      await page.getByLabel('容易泛紅').check();
      await page.getByLabel('居住地區').fill('北部');
      await page.getByLabel('不敢笑').check();
    };
    await fill();
    await expect(page.getByLabel('一天洗幾次臉？')).toHaveValue('兩次');
    const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/questionnaires/skin-check'));
    await page.getByRole('button', { name: '提交' }).click();
    expect((await sending).postDataJSON()).toEqual({
      answers: { skin: 'dry', worries: ['redness'], city: 'north', tightness: 4, routine: '兩次' },
    });
    const thanks = page.getByRole('main').getByRole('status').filter({ hasText: '收到了，謝謝您的三分鐘' });
    await expect(thanks).toBeVisible();
    await expect(page.getByRole('button', { name: '提交' })).toHaveCount(0);

    await page.reload();
    await alive(page);
    await page.getByLabel('一天洗幾次臉？').fill('三次');
    await fill();
    await page.getByRole('button', { name: '提交' }).click();
    await expect(thanks).toBeVisible();
    // The same without the page: the browser's cookie names the visitor. A required question counts at every sending.
    const answers = { skin: 'dry', worries: ['redness'], city: 'north', tightness: 2, routine: '一次' };
    expect((await page.request.post('/api/content/questionnaires/skin-check', { data: { answers } })).status()).toBe(200);
    expect((await request.post('/api/content/questionnaires/skin-check', { data: { answers: {} } })).status()).toBe(400);
  });

  test('the home page leads to a skin type and to articles without category 9', async ({ page }) => {
    await page.goto('/');
    await alive(page);
    await expect(page.getByRole('region', { name: '主打' }).getByRole('listitem')).toHaveCount(5);
    const articles = page.getByRole('list', { name: '保養知識' });
    await expect(articles.getByRole('listitem')).toHaveCount(6);
    await expect(articles.getByText('品牌日誌')).toHaveCount(0);
    await expect(page.getByRole('list', { name: '顏色是保養步驟' }).getByRole('listitem')).toHaveText([
      '潔淨',
      '補水',
      '功能保養',
      '鎖水滋養',
    ]);
    // One pause button, and a part of the line for each slide.
    const hero = page.getByRole('region', { name: '主打' });
    await hero.getByRole('button', { name: '第 3 項' }).click();
    await expect(hero.getByRole('button', { name: '第 3 項' })).toHaveAttribute('aria-current', 'true');
    await expect(hero.getByRole('button', { name: '暫停輪播' })).toHaveCount(1);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^乾性肌/ })
      .click();
    await expect(page).toHaveURL(/\/skin-type\/dry$/);
    await expect(heading(page)).toHaveText('乾性肌');
  });

  test('the first picture of the home page loads before those of the later slides, which load when somebody swipes', async ({ page }) => {
    const later: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/img/content/carousel/')) later.push(request.url());
    });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(FIRST_PICTURE, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await alive(page);
    await page.waitForTimeout(500);
    expect(later).toEqual([]);
    release();
    await expect.poll(() => later.length, 'after the first picture').toBeGreaterThan(0);

    later.length = 0;
    const held = new Promise<void>(() => {});
    await page.unroute(FIRST_PICTURE);
    await page.route(FIRST_PICTURE, () => held);
    await page.goto('/', { waitUntil: 'commit' });
    await alive(page);
    expect(later).toEqual([]);
    const row = page.getByRole('list', { name: '主打' });
    await row.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }));
    const second = row.getByRole('listitem').nth(1).locator('picture img');
    await expect.poll(() => second.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('the page of sensitive skin: two symptoms suggest it, and what one compares oneself with has a second picture', async ({
    page,
    browser,
  }) => {
    await page.goto('/skin-type/sensitive');
    await alive(page);
    await test.step('two symptoms', async () => {
      const result = page.getByRole('status', { name: '自我檢測結果' });
      await page.getByRole('checkbox').nth(0).check();
      await expect(result).toContainText('目前看起來還算穩定');
      await page.getByRole('checkbox').nth(3).check();
      await expect(result).toContainText('您的肌膚可能偏敏感');
    });
    await test.step('the second picture appears by pointer, touch and key', async () => {
      const entry = page.getByRole('listitem').filter({ hasText: '喝杯熱湯' });
      const second = entry.locator('img').nth(1);
      await expect(second).toHaveCSS('opacity', '0');
      await entry.hover();
      await expect(second).toHaveCSS('opacity', '1');
      await page.mouse.move(0, 0);
      const box = page.getByRole('checkbox', { name: '看第二張圖：湯碗旁的臉頰浮出淡紅色', exact: false });
      await box.press('Space');
      await expect(second).toHaveCSS('opacity', '1');
      await box.press('Space');
      await expect(second).toHaveCSS('opacity', '0');

      const phone = await browser.newPage({ ...PHONE, hasTouch: true, isMobile: true, storageState: await page.context().storageState() });
      await phone.goto(page.url());
      await phone.getByText('喝杯熱湯').tap();
      await expect(phone.getByRole('listitem').filter({ hasText: '喝杯熱湯' }).locator('img').nth(1)).toHaveCSS('opacity', '1');
      await phone.close();
    });
  });

  test('an article notes where its reader came from, outside its canonical address', async ({ page }) => {
    await page.goto('/');
    await alive(page);
    await page.getByRole('list', { name: '保養知識' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/blog\/[^?]+\?f=O$/);
    await page.goto('/blog/plum-rain-notes');
    await expect(page).toHaveURL(/\/blog\/plum-rain-notes\?f=B$/);
    // A mark that is there stays, whatever it is.
    await page.goto('/blog/plum-rain-notes?f=%3Cx%3E&f=B#body');
    await alive(page);
    await expect(page).toHaveURL(/\?f=%3Cx%3E&f=B#body$/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/blog\/plum-rain-notes$/);
    await page.goto('/blog/plum-rain-notes?f=O');
    await alive(page);
    await expect(page).toHaveURL(/\?f=O$/);
    const contents = page.getByRole('navigation', { name: '本篇內容' });
    const second = contents.getByRole('link').nth(1);
    await second.click();
    await expect(second).toHaveAttribute('aria-current', 'location');
  });

  test('the tab of the campaigns is in the address, and a past campaign says so', async ({ page }) => {
    await page.goto('/event?filter=past');
    const tabs = page.getByRole('navigation', { name: '活動', exact: true });
    await expect(tabs.getByRole('link', { name: '已結束的活動' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    await expect(heading(page)).toHaveText(/^\[已結束\]/);
    await expect(page.getByRole('navigation', { name: '目前位置' })).toContainText('已結束的活動');
  });

  test('a campaign names the code of its coupon', async ({ page }) => {
    await importCoupons();
    // The read model of the coupons follows.
    await expect(async () => {
      await page.goto('/event/three-for-your-hands');
      await expect(page.getByRole('main')).toContainText('會員在購物車輸入優惠碼 HAND_3_GET_1', { timeout: 1_000 });
    }).toPass();
  });

  test('filters of the reviews are in the address; a visitor is asked to sign in first', async ({ page }) => {
    await page.goto('/comments/product/repair-essence');
    await alive(page);
    await page.setViewportSize(PHONE.viewport);
    const name = await page.getByText('Repair Essence', { exact: true }).boundingBox();
    expect(name?.height, 'one line on a phone').toBeLessThan(30);
    await page.setViewportSize(DESK.viewport);
    const filters = page.getByRole('form', { name: '篩選評價' });
    await filters.locator('select[name="score"]').selectOption('5');
    await filters.getByRole('button', { name: '套用' }).click();
    await expect(page).toHaveURL(/[?&]score=5/);
    await filters.getByRole('link', { name: '清除' }).click();
    await expect(page).not.toHaveURL(/score=/);
    await page.getByRole('button', { name: '寫評價' }).click();
    await expect(page.getByRole('region', { name: '訊息' }).getByText('請先登入會員')).toBeVisible();
    await expect(page).toHaveURL(/\/login\?redirect=%2Fcomments%2Fproduct%2Frepair-essence/);
  });
});

test.describe('what the layout settings announce', () => {
  test.use({ ...PHONE, hasSeenPopup: false });

  test('the popup is shown once per device; a closed banner stays closed, and neither moves the page', async ({ page }) => {
    const popup = page.getByRole('dialog', { name: '新會員購物滿 NT$1,000，送旅行裝潔膚露、化妝水與滋養霜' });
    const banner = page.getByRole('complementary', { name: '公告' });
    await page.goto('/');
    await expect(popup).toBeVisible();
    expect(await popup.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('welcome-mobile');
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(banner.getByRole('link')).toHaveAttribute('href', '/vip-rights');
    await expectStill(page);
    await banner.getByRole('button', { name: '關閉公告' }).click();
    await expect(banner).toBeHidden();

    await page.reload();
    await alive(page);
    await expect(banner).toBeHidden();
    await expectStill(page);
    expect(await page.evaluate(() => localStorage.getItem('popup-welcome-travel-set'))).toBe('1');
    await expect(popup).toHaveCount(0);
  });
});

test.describe('what the layout settings announce, on a computer', () => {
  test.use({ ...DESK, hasSeenPopup: false });

  test('the popup has its picture for computers; seen there, it stays away at a phone’s width too', async ({ page }) => {
    const popup = page.getByRole('dialog', { name: /^新會員購物滿/ });
    await page.goto('/');
    await expect(popup).toBeVisible();
    expect(await popup.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('welcome-pc');
    await popup.getByRole('button', { name: '關閉' }).click();
    await page.setViewportSize(PHONE.viewport);
    await page.reload();
    await alive(page);
    await page.waitForLoadState('networkidle');
    await expect(popup).toHaveCount(0);
  });
});

test.describe('a product', () => {
  test.use({ ...DESK, consoleMay: NOT_FOUND });

  test('names its campaigns; one that is not launched leads back to the page that one came from', async ({ page }) => {
    await page.goto('/product/repair-essence');
    await alive(page);
    const campaigns = page.getByRole('region', { name: '相關活動' });
    const name = (await campaigns.getByRole('link').first().locator('span > span').first().textContent()) ?? '';
    await campaigns.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/event\//);
    await expect(heading(page)).toContainText(name);

    const direct = await page.goto('/product/no-such-product');
    expect(direct?.status()).toBe(404);
    await expect(heading(page)).toHaveText('找不到這個頁面');
    await page.goto('/product/no-such-product', { referer: new URL('/product', page.url()).href });
    await expect(page.getByRole('region', { name: '訊息' }).getByText('這項商品目前沒有上架，已回到上一頁。')).toBeVisible();
    await expect(heading(page)).toHaveText('系列商品');
    // The product is there, only this page of its reviews is not.
    await page.goto('/product/repair-essence?page=999', { referer: new URL('/product', page.url()).href });
    await alive(page);
    await expect(page.getByRole('button', { name: '回到首頁' }).or(page.getByRole('link', { name: '回到首頁' }))).toBeVisible();
    await expect(page.getByRole('region', { name: '訊息' }).getByText('這項商品目前沒有上架')).toHaveCount(0);
    await expect(page).toHaveURL(/page=999$/);
  });
});

test.describe('addresses of nothing', () => {
  test.use({ ...DESK, consoleMay: NOT_FOUND });

  test('are a 404', async ({ page, request }) => {
    for (const path of [
      '/skin-type/oily',
      '/blog/no-such-article',
      '/blog?category=777',
      '/blog?page=1000000000',
      '/event/no-such-campaign',
      '/event?filter=unactive',
      '/blog?category=x',
      '/comments/product/nothing',
      '/comments/product/repair-essence?score=9',
      '/comments/product/repair-essence?gender=NOBODY',
      '/comments/product/repair-essence?age=21-31',
      '/comments/product/repair-essence?skin=stone',
      '/comments/product/repair-essence?sort=random',
      '/comments/product/repair-essence?page=1000000000',
      '/comments/product/repair-essence?page=-1',
      '/product/repair-essence?page=1000000000',
      '/product?feature=invisible',
      '/questionnaire/no-such-questions',
    ])
      expect((await request.get(path)).status(), path).toBe(404);
    // Slugs with every kind of unicode: control signs, reversed text, parts of a character, bytes that are no text.
    const slugs = [
      '%00',
      '%0A',
      '%1B%5B31m',
      '%E2%80%AE',
      '%EF%BB%BF',
      'e%CC%81',
      '%F0%A0%AE%B7',
      '%F0%9F%91%A9%E2%80%8D%F0%9F%94%AC',
      '%ED%A0%80',
      '%FF',
      '%',
      '%E4%BF',
      '..%2F..%2Fetc',
      'a%2Fb',
      '%5C',
      `${'%E9%95%B7'.repeat(300)}`,
    ];
    for (const slug of slugs)
      for (const folder of ['product', 'blog', 'event', 'comments/product', 'comments/post', 'questionnaire', 'skin-type']) {
        const path = `/${folder}/${slug}`;
        const answer = await request.get(path, { maxRedirects: 0 });
        expect([400, 404, 414], path).toContain(answer.status());
        expect(await answer.text(), path).not.toContain('Unexpected');
      }
    const missing = await page.goto('/comments/post/nothing');
    expect(missing?.status()).toBe(404);
    await expect(heading(page)).toHaveText('404 找不到此評論');
  });

  test('the page of the search asks for words where there is nothing to look for, and takes any length', async ({ page }) => {
    for (const q of ['ㄅ', '！？', ' ']) {
      expect((await page.goto(`/search?q=${encodeURIComponent(q)}`))?.status(), q).toBe(200);
      await expect(page.getByRole('main').getByRole('status'), q).toHaveText('輸入中文或英文，一個字也可以。');
    }
    for (const q of ['霜', 'e', '霜'.repeat(500), `${'a'.repeat(59)}👩‍🔬👩‍🔬`]) {
      expect((await page.goto(`/search?q=${encodeURIComponent(q)}`))?.status(), q).toBe(200);
      await alive(page);
      await expect(page.getByRole('main').getByRole('status'), q).toContainText(/ \d+ 項結果|沒有和/);
    }
  });

  test('the search says where its results match in part', async ({ page }) => {
    await page.goto(`/search?q=${encodeURIComponent('運費多少')}`);
    await alive(page);
    await expect(page.getByRole('main').getByRole('status')).toHaveText('沒有和「運費多少」完全相符的內容，這 1 項有一部分相符。');
    await expect(page.getByRole('main').getByRole('link', { name: /^運費怎麼算/ })).toBeVisible();
    await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '搜尋' }).click();
    const box = page.getByRole('dialog', { name: '搜尋' });
    await box.getByRole('combobox').fill('運費多少');
    await expect(box.getByRole('status')).toContainText('1 項部分相符的建議');
  });

  test('the page of the search does not count more results than it shows', async ({ page }) => {
    const q = encodeURIComponent('的');
    const kinds = ['product', 'ingredient', 'post', 'event', 'help'];
    const found = await Promise.all(
      kinds.map(async (kind) => ((await (await page.request.get(`/api/content/search?q=${q}&limit=50&kind=${kind}`)).json()) as Hits).hits),
    );
    expect(found.flat().length).toBeGreaterThan(50);
    await page.goto(`/search?q=${q}`);
    await expect(page.getByRole('main').getByRole('status')).toHaveText('和「的」最相符的 50 項結果。試試長一點的字詞。');
  });

  test('the page of the search has its results by kind', async ({ page }) => {
    await page.goto(`/search?q=${encodeURIComponent('保濕')}`);
    const products = page.getByRole('region', { name: /^商品 \d+$/ });
    await expect(products.getByRole('link', { name: /保濕化妝水/ })).toBeVisible();
    const kinds = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    expect(new Set(kinds).size).toBe(kinds.length);
    const counts = kinds.map((text) => Number(/\d+$/.exec(text)?.[0]));
    await expect(page.getByRole('status').filter({ hasText: '項結果' })).toContainText(
      `有 ${counts.reduce((sum, count) => sum + count, 0)} 項結果`,
    );
    await products.getByRole('link', { name: /保濕化妝水/ }).click();
    await expect(heading(page)).toHaveText('保濕化妝水');
  });

  test('a result of the help opens its question', async ({ page }) => {
    await page.goto(`/search?q=${encodeURIComponent('退貨')}`);
    await alive(page);
    const result = page
      .getByRole('region', { name: /^客服中心 \d+$/ })
      .getByRole('link')
      .first();
    const id = (await result.getAttribute('href'))?.split('#')[1] ?? '';
    await result.click();
    await expect(heading(page)).toHaveText('常見問題');
    await expect(page.locator(`[id="${id}"]`)).toHaveAttribute('open');
    await expect(page.locator(`[id="${id}"] summary`)).toBeInViewport();
    await expect(page.locator('main section details[open]')).toHaveCount(1);
  });

  test('the field of the navigation: results while somebody types; at 200 % the choice in view; a search that fails', async ({
    page,
    context,
  }) => {
    const field = page.getByRole('combobox', { name: '要找什麼？' });
    const options = page.getByRole('option');
    await page.goto('/about');
    await alive(page);
    await test.step('results while somebody types', async () => {
      await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '搜尋' }).click();
      await expect(field).toBeFocused();
      // A half-typed word, with the syllable that the input method has not turned into a character yet.
      await field.fill('修護精ㄏㄨ');
      await expect(options.first()).toContainText('修護精華液');
      await expect(page.getByRole('status').filter({ hasText: /^\d+ 項建議，用上下鍵選擇$/ })).toBeVisible();
      await field.press('ArrowDown');
      await expect(options.first()).toHaveAttribute('aria-selected', 'true');
      await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
      await field.press('ArrowUp');
      await expect(field).not.toHaveAttribute('aria-activedescendant');
      await field.fill('zzzz');
      await expect(page.getByRole('dialog')).toContainText('沒有和「zzzz」相符的內容');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const opener = page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '搜尋' });
      await expect(opener, 'the focus is back').toBeFocused();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: '關閉搜尋' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
      await field.fill('神經醯胺');
      await expect(options.first()).toBeVisible();
      await field.press('Enter');
      await expect(page).toHaveURL(/\/search\?q=/);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goBack();
      await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '搜尋' }).click();
      await field.fill('修護精');
      await expect(options.first()).toContainText('修護精華液');
      await field.press('ArrowDown');
      await field.press('Enter');
      await expect(heading(page)).toHaveText('修護精華液');
    });
    await test.step('at 200 % the keyboard’s choice stays in view; a search that fails says why', async () => {
      await page.setViewportSize({ width: DESK.viewport.width / 2, height: DESK.viewport.height / 2 });
      await page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '搜尋' }).click();
      await field.fill('保濕');
      await expect(options).toHaveCount(8);
      for (let presses = 0; presses < 8; presses++) await field.press('ArrowDown');
      await expect(options.last()).toHaveAttribute('aria-selected', 'true');
      await expect(options.last()).toBeInViewport({ ratio: 1 });
      await field.press('ArrowDown');
      await expect(field).toBeInViewport({ ratio: 1 });
      await context.setOffline(true);
      await field.fill('修護');
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText('目前沒有網路連線，請確認連線後再試一次。');
      await context.setOffline(false);
    });
  });
});

test.describe('without script', () => {
  test.use({ ...PHONE, javaScriptEnabled: false });

  test('each slide of the home page has its picture', async ({ page }) => {
    await page.goto('/');
    const slides = page.getByRole('list', { name: '主打' }).getByRole('listitem');
    await expect(slides).toHaveCount(5);
    for (const slide of await slides.all()) {
      await slide.scrollIntoViewIfNeeded();
      const picture = slide.getByRole('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
  });

  test('questions unfold, filters work and the search answers', async ({ page }) => {
    await page.goto('/help/faq');
    const question = page.getByRole('main').locator('section details').first();
    await question.locator('summary').click();
    await expect(question.locator('p').first()).toBeVisible();
    await page.goto('/product/repair-essence');
    for (const name of ['DETAIL', 'SHIPPING', 'COMMENT']) await expect(page.getByRole('tabpanel', { name }), name).toBeVisible();
    await expect(page.getByRole('tablist', { name: '商品說明', exact: true })).toBeHidden();
    await page.goto('/comments/product/repair-essence');
    await expect(page.getByRole('button', { name: '寫評價' }), 'its form needs script').toBeHidden();
    await page.getByLabel('排序').selectOption('stars-asc');
    await page.getByRole('button', { name: '套用' }).click();
    await expect(page).toHaveURL(/sort=stars-asc/);
    await page.goto('/search');
    await page.getByRole('searchbox').fill('神經醯胺');
    await page.getByRole('main').getByRole('button', { name: '搜尋' }).click();
    await expect(page.getByRole('status').filter({ hasText: '項結果' })).toBeVisible();
  });
});
