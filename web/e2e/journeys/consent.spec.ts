import { consentText, FULL_CONSENT, NO_CONSENT } from '@nordhaut/contracts';
import type { Page } from '@playwright/test';
import { alive, heading, openCart, toShipping } from '../harness/buyer.ts';
import { expectAccessible, expectLargeTargets, expectNoSidewaysScroll, expectStill } from '../harness/checks.ts';
import { UNDECIDED } from '../harness/consent.ts';
import { expect, PHONE, test } from '../harness/test.ts';

test.use({ ...PHONE, storageState: UNDECIDED, hasSeenPopup: false });

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie 同意' });
const cookies = async (page: Page) => new Map((await page.context().cookies()).map(({ name, value }) => [name, value]));
/** Names of cookies that identify a browser for somebody else than the shop. */
const IDENTIFIERS = ['_ga', '_fbp', 'consent-id'];

/** The names of the events that the page reports from now on. */
function reported(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/capi/' || request.method() !== 'POST') return;
    const { data } = request.postDataJSON() as { data: { event_name: string }[] };
    sent.push(...data.map(({ event_name: name }) => name));
  });
  return sent;
}

test('before a decision nothing identifies the browser; refusing is one click and is remembered', async ({ page }) => {
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  await alive(page);
  await expectStill(page);
  await expectAccessible(page);
  await expectLargeTargets(page);
  await expectNoSidewaysScroll(page, 320);
  const { width, height } = (await banner(page).getByRole('button', { name: '全部拒絕' }).boundingBox()) ?? { width: 0, height: 0 };
  expect(await banner(page).getByRole('button', { name: '全部同意' }).boundingBox()).toMatchObject({ width, height });
  expect([...(await cookies(page)).keys()].filter((name) => IDENTIFIERS.includes(name) || name === 'consent')).toEqual([]);

  await banner(page).getByRole('button', { name: '全部拒絕' }).click();
  await expect(banner(page)).toBeHidden();
  await page.goto('/product');
  await expect(heading(page)).toHaveText('系列商品');
  await expect(banner(page)).toBeHidden();
  const kept = await cookies(page);
  expect(kept.get('consent')).toBe(consentText(NO_CONSENT));
  expect(IDENTIFIERS.filter((name) => kept.has(name))).toEqual([]);
});

test('consent is given once, changed from the footer, and withdrawn with everything that it set', async ({ page }) => {
  await page.goto('/product');
  await banner(page).getByRole('button', { name: '全部同意' }).click();
  await expect(banner(page)).toBeHidden();
  const missing = async () => {
    const kept = await cookies(page);
    return IDENTIFIERS.filter((name) => !kept.has(name));
  };
  await expect.poll(missing).toEqual([]);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie 設定' }).click();
  await expect(heading(page)).toHaveText('Cookie 設定');
  const advertising = page.getByRole('checkbox', { name: '廣告成效' });
  await expect(advertising).toBeChecked();
  await advertising.uncheck();
  await page.getByRole('button', { name: '儲存勾選' }).click();
  await expect.poll(async () => (await cookies(page)).get('consent')).toBe(consentText({ ...FULL_CONSENT, advertising: false }));
  expect((await cookies(page)).has('_fbp')).toBe(false);

  await page.getByRole('button', { name: '全部拒絕' }).click();
  await expect.poll(async () => (await cookies(page)).get('consent')).toBe(consentText(NO_CONSENT));
  const kept = await cookies(page);
  expect(IDENTIFIERS.filter((name) => kept.has(name))).toEqual([]);
});

test('a list, and a click on a campaign and on the banner of all pages are reported', async ({ page }) => {
  const sent = reported(page);
  await page.goto('/product');
  await banner(page).getByRole('button', { name: '全部同意' }).click();
  await expect.poll(() => sent).toEqual(['view_item_list']);
  await page.getByRole('list', { name: '進行中的活動' }).getByRole('link').first().click();
  await expect.poll(() => sent).toEqual(['view_item_list', 'select_promotion']);
  // In a tab of its own: Playwright does not see a request that a page sends while it is left.
  await page
    .getByRole('complementary', { name: '公告' })
    .getByRole('link')
    .click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => sent).toEqual(['view_item_list', 'select_promotion', 'select_promotion']);
  // What comes later and should not come would stand before the next arrival.
  await page.getByRole('contentinfo').getByRole('link', { name: '系列商品' }).click();
  await expect.poll(() => sent).toEqual(['view_item_list', 'select_promotion', 'select_promotion', 'view_item_list']);
});

test('after an agreement the pages report; after the withdrawal they stop', async ({ page }) => {
  const sent = reported(page);
  await page.goto('/product/repair-essence');
  await alive(page);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
  await banner(page).getByRole('button', { name: '全部同意' }).click();
  await expect.poll(() => sent).toEqual(['view_item']);
  await page
    .getByRole('main')
    .getByRole('button', { name: /加入購物車/ })
    .first()
    .click();
  await expect.poll(() => sent).toEqual(['view_item', 'add_to_cart']);
  await page.goto('/payment');
  await expect.poll(() => sent).toEqual(['view_item', 'add_to_cart', 'view_cart']);
  expect((await cookies(page)).get('_ga_session')).toMatch(/^\d{10}$/);

  await page.goto('/cookie-settings');
  await alive(page);
  await expect(page.getByRole('checkbox', { name: '流量分析' })).toHaveAccessibleDescription(/Google Analytics/);
  const tops = await page.locator('main button').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size, 'the answers look the same').toBe(1);
  await page.getByRole('main').getByRole('button', { name: '全部拒絕' }).click();
  await expect.poll(async () => (await cookies(page)).get('consent')).toBe(consentText(NO_CONSENT));
  expect((await cookies(page)).has('_ga_session')).toBe(false);
  await page.getByRole('contentinfo').getByRole('link', { name: '系列商品' }).click();
  await expect(heading(page)).toHaveText('系列商品');
  await page.goto('/product/repair-essence');
  await alive(page);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie 設定' }).click();
  await expect(heading(page)).toHaveText('Cookie 設定');
  // What was reported without an agreement, and what the pages before sent late, would stand before the next arrival.
  await page.getByRole('main').getByRole('button', { name: '全部同意' }).click();
  await expect.poll(async () => (await cookies(page)).get('consent')).toBe(consentText(FULL_CONSENT));
  await page.getByRole('contentinfo').getByRole('link', { name: '系列商品' }).click();
  await expect.poll(() => sent).toEqual(['view_item', 'add_to_cart', 'view_cart', 'view_item_list']);
});

test('the open question covers neither the bars at the bottom nor messages', async ({ page }) => {
  await page.goto('/product/repair-essence');
  await alive(page);
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: /加入購物車/ })
    .first()
    .click();
  const bar = page.getByRole('region', { name: '已加入購物車' });
  await bar.getByRole('button', { name: '取消' }).click();
  await expect(bar).toBeHidden();
  await page.getByRole('heading', { name: '全成分' }).scrollIntoViewIfNeeded();
  await page.getByRole('region', { name: '購買列' }).getByRole('button').click();
  await bar.getByRole('button', { name: '立即前往' }).click();
  await expect(heading(page)).toHaveText('購物車');
  await toShipping(page);
  await openCart(page);
  await page.getByRole('button', { name: '移除修護精華液' }).first().click();
  await page.getByRole('button', { name: '關閉訊息' }).click();
  await expect(banner(page)).toBeVisible();
});

test('a browser that refuses cookies is told what does not work, and is asked nothing', async ({ page }) => {
  const words = banner(page).getByText('您的瀏覽器封鎖了 Cookie，因此無法使用購物車、結帳與登入');
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => Object.assign(window, { atStart: document.cookie })));
  await page.goto('/product/repair-essence');
  await expect(banner(page)).toBeVisible();
  await expect(words).toBeHidden();
  expect(await page.evaluate(() => (window as { atStart?: string }).atStart), 'no cookie stays of the one that is tried').toBe('');

  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} }));
  await page.reload();
  await expect(words).toBeVisible();
  await expect(banner(page).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});

test('at 400 % zoom, what the page says of refused cookies is its first part and covers nothing', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} }));
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/product/repair-essence');
  await alive(page);
  await expect(banner(page)).toBeInViewport();
  await page.getByRole('heading', { name: '全成分' }).scrollIntoViewIfNeeded();
  await expect(banner(page)).not.toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--banner'))).toBe('0px');
});

test('a box that is ticked before the settings have loaded stays ticked', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/consent', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/cookie-settings');
  await alive(page);
  const box = page.getByRole('main').getByRole('checkbox').first();
  await box.check();
  const answered = page.waitForResponse('**/api/consent');
  release();
  await (await answered).finished();
  await expectStill(page);
  await expect(box).toBeChecked();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the form of the banner leads to the settings, which confirm the decision', async ({ page }) => {
    await page.goto('/');
    await banner(page).getByRole('button', { name: '全部拒絕' }).click();
    await expect(page.getByRole('status').filter({ hasText: '已儲存您的選擇' })).toBeVisible();
    expect((await cookies(page)).get('consent')).toBe(consentText(NO_CONSENT));
  });
});
