import type { Page } from '@playwright/test';
import { alive, heading } from '../harness/buyer.ts';
import { registerMember } from '../harness/members.ts';
import { DESK, expect, test } from '../harness/test.ts';

const region = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });

/** Words of the footer that are not the heading of their page. */
const HEADINGS: Record<string, RegExp> = { 刺青後的保養: /^刺青之後/, 品牌故事: /^少一點，照順序/, 訂單查詢: /^線上訂單查詢$/ };

test.describe('on a computer', () => {
  test.use(DESK);

  test('a set says what is in it, and which trial products come with each bottle', async ({ page }) => {
    await page.goto('/product/daily-basics-set');
    await alive(page);
    await expect(page.getByRole('list', { name: '到貨與鑑賞' })).toContainText('附 3 份試用品');
    await expect(region(page, '組合內容').getByRole('listitem')).toHaveCount(3);
    const samples = page.getByRole('list', { name: '隨附試用品' });
    await expect(samples.getByRole('listitem')).toHaveText([
      '溫和潔膚露 七天試用品 10 ml',
      '保濕化妝水 七天試用品 10 ml',
      '保濕滋養霜 七天試用品 5 ml',
    ]);
    await expect(samples.getByRole('link'), 'trial products have no page').toHaveCount(0);
    await region(page, '組合內容')
      .getByRole('link', { name: /保濕化妝水/ })
      .click();
    await expect(heading(page)).toHaveText('保濕化妝水');
    await expect(page.getByRole('list', { name: '到貨與鑑賞' })).toContainText('附 10 ml 試用品');
    await expect(samples, 'a single one is named once').toHaveCount(0);
    // The only product without a trial product says what it has instead (spec/1 §9).
    await page.goto('/product/firming-essence');
    await expect(page.getByRole('list', { name: '到貨與鑑賞' })).not.toContainText('試用品');
    await expect(page.getByRole('list', { name: '到貨與鑑賞' })).toContainText('七天無條件退貨');
  });

  test('the tab COMMENT has the reviews, and its filters and pages leave it open', async ({ page }) => {
    await page.goto('/product/repair-essence');
    await alive(page);
    const tab = page.getByRole('tab', { name: 'COMMENT' });
    const panel = page.getByRole('tabpanel', { name: 'COMMENT' });
    await expect(panel).toBeHidden();
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('article')).toHaveCount(5);
    await expect(panel).toContainText(/\d\.\d{2}/);
    const filters = panel.getByRole('form', { name: '篩選評價' });
    await filters.locator('select[name=score]').selectOption('4');
    await filters.getByRole('button', { name: '套用' }).click();
    await expect(page).toHaveURL(/\/product\/repair-essence\?score=4/);
    await expect(panel).toBeVisible();
    await expect(panel.getByRole('article').filter({ hasNotText: /^4 顆星/ })).toHaveCount(0);
    await expect(panel.getByRole('article').first()).toBeVisible();
    await filters.getByRole('link', { name: '清除' }).click();
    await expect(page).not.toHaveURL(/score=/);
    await expect(panel.getByRole('article')).toHaveCount(5);
    await panel.getByRole('navigation', { name: '評價頁碼' }).getByRole('link', { name: '第 2 頁' }).click();
    await expect(panel.getByRole('navigation', { name: '評價頁碼' }).locator('[aria-current=page]')).toHaveAccessibleName('第 2 頁');
    await expect(page).toHaveURL(/page=2/);
    const third = panel.getByRole('article').nth(2).getByRole('heading');
    const title = await third.textContent();
    await third.getByRole('link').click();
    await expect(heading(page)).toHaveText(title ?? '');
    await page.goBack();
    await expect(panel, 'Back opens the tab again').toBeVisible();
    await expect(third).toHaveText(title ?? '');
    await page.reload();
    await expect(panel, 'the address opens the tab').toBeVisible();
  });

  test('every link of the footer leads to a page with its heading', async ({ page, request }) => {
    await page.goto('/');
    await alive(page);
    const footer = page.getByRole('contentinfo');
    const links = await footer
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => ({ href: link.getAttribute('href') ?? '', label: (link.textContent ?? '').trim() })));
    expect(links.length).toBeGreaterThan(18);
    for (const { href, label } of links) {
      expect((await request.get(href)).status(), href).toBe(200);
      await footer.getByRole('link', { name: label, exact: true }).first().click();
      await expect(page).toHaveURL(new URL(href, page.url()).href);
      await expect(heading(page), label).toHaveText(HEADINGS[label] ?? label);
    }
    // Mail, phone and the pages elsewhere come from the configuration.
    await expect(footer.locator('a[href^="mailto:"]')).toHaveText(/@/);
    await expect(footer.locator('a[href^="tel:"]')).toHaveText(/\d/);
    for (const name of ['LINE', 'Facebook', 'Instagram'])
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', /^https:/);
  });

  test('the tabs of the campaigns show a loading screen while they load, and for 0.3 s', async ({ page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.clock.install();
    await page.goto('/event');
    await alive(page);
    const loading = page.getByRole('main').getByRole('status', { name: '載入活動中' });
    await expect(loading, 'the server’s page has nothing to load').toHaveCount(0);
    await page.route(/\/event\.data\?/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('main').getByRole('link', { name: '已結束的活動' }).click();
    await expect(loading).toBeVisible();
    const answered = page.waitForResponse(/\/event\.data\?/);
    release();
    await (await answered).finished();
    await expect(page).toHaveURL(/filter=past$/);
    await expect(loading, 'a quick answer does not end it').toBeVisible();
    await page.clock.runFor(310);
    await expect(loading).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  });

  test('a review that is changed keeps the gender and the age that its author told', async ({ page }) => {
    await registerMember(page.request);
    await page.goto('/comments/product/repair-essence');
    await alive(page);
    const form = page.getByRole('form', { name: /寫評價$/ });
    const send = async (title: string): Promise<void> => {
      const answer = page.waitForResponse(/\/api\/content\/reviews\/own/);
      await page.getByRole('button', { name: '寫評價' }).click();
      await answer;
      await form.getByRole('radio', { name: '5 顆星' }).press('Space');
      await form.getByLabel('標題').fill(title);
      if (title === '第一次寫') {
        await form.getByLabel('性別').selectOption({ label: '女性' });
        await form.getByLabel('年齡').selectOption({ label: '41–50 歲' });
      }
      await form.getByRole('button', { name: '送出評價' }).click();
      await expect(form).toHaveCount(0);
    };
    await send('第一次寫');
    await send('改過的標題');
    const { review } = (await (await page.request.get('/api/content/reviews/own?productId=3')).json()) as { review: object };
    expect(review).toMatchObject({ title: '改過的標題', gender: 'FEMALE', ageGroup: '41-50' });
  });

  test('the form of a review asks for gender and age only where the member lacks them', async ({ page }) => {
    await registerMember(page.request);
    await page.goto('/comments/product/repair-essence');
    await alive(page);
    const open = () => page.getByRole('button', { name: '寫評價' }).click();
    const form = page.getByRole('form', { name: /寫評價$/ });
    await open();
    for (const label of ['性別', '年齡']) await expect(form.getByLabel(label)).toBeVisible();
    for (const [data, asked, known] of [
      [{ user_gender: 'FEMALE' }, ['年齡'], ['性別']],
      [{ user_birthday: '1990-05-20' }, [], ['性別', '年齡']],
    ] as const) {
      expect((await page.request.patch('/api/member', { data })).ok()).toBe(true);
      const answer = page.waitForResponse(/\/api\/content\/reviews\/own/);
      await page.reload();
      await alive(page);
      await open();
      await answer;
      for (const label of asked) await expect(form.getByLabel(label)).toBeVisible();
      for (const label of known) await expect(form.getByLabel(label)).toHaveCount(0);
    }
    await form.getByRole('radio', { name: '5 顆星' }).press('Space');
    await form.getByLabel('標題').fill('資料已經有了');
    await form.getByRole('button', { name: '送出評價' }).click();
    await expect(form).toHaveCount(0);
    await page.goto('/comments/product/repair-essence?sort=newest&gender=FEMALE&age=31-40');
    await expect(page.locator('#reviews article').filter({ hasText: '資料已經有了' })).toContainText('女性・31–40 歲');
  });

  test('the form of a review opens for a member who clicks before the page knows the session, and not where it has ended', async ({
    page,
  }) => {
    await registerMember(page.request);
    const ended = { status: 401, code: 'UNAUTHORISED', message: '請先登入', correlationId: '' };
    for (const isEnded of [false, true])
      await test.step(isEnded ? 'ended' : 'signed in', async () => {
        const { promise: held, resolve: release } = Promise.withResolvers<void>();
        await page.unrouteAll();
        await page.route(/\/api\/member$/, async (route) => {
          await held;
          await (isEnded ? route.fulfill({ status: 401, json: ended }) : route.continue());
        });
        await page.goto('/comments/product/repair-essence');
        await alive(page);
        const button = page.getByRole('button', { name: '寫評價' });
        await button.click();
        await expect(button).toHaveAttribute('aria-busy', 'true');
        release();
        if (isEnded) await expect(page).toHaveURL(/\/login\?redirect=%2Fcomments%2Fproduct%2Frepair-essence%23reviews$/);
        else await expect(page.getByRole('form', { name: /寫評價$/ })).toBeVisible();
      });
  });

  test('the usage guide shows four steps at once, and a picture that is being drawn has a placeholder', async ({ page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/img\/content\/usage\/01-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/product-instruction');
    await alive(page);
    const steps = page.locator('#use-01').getByRole('region', { name: /使用步驟$/ });
    const slides = steps.getByRole('listitem');
    await expect(slides).toHaveCount(4);
    await slides.first().scrollIntoViewIfNeeded();
    for (const slide of await slides.all()) await expect(slide).toBeInViewport({ ratio: 0.5 });
    const tops = await slides.evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect().top));
    expect(new Set(tops).size, 'one row').toBe(1);
    await expect(steps.getByRole('button'), 'four of four are there').toHaveCount(0);
    const picture = slides.first().locator('img');
    const behind = () => picture.evaluate((image) => getComputedStyle(image).backgroundImage);
    expect(await behind()).toContain('/img/drawn/placeholder.svg');
    release();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('/img/content/usage/01-1');
  });
});
