import type { Locator, Page } from '@playwright/test';
import { alive, mainButton, openCart, registerBox, toShipping } from '../harness/buyer.ts';
import { expectNoSidewaysScroll, linesOf } from '../harness/checks.ts';
import { CART, codToTheDoor, fillCart, placeOrder } from '../harness/orders.ts';
import { becomeStaff, openConsole } from '../harness/staff.ts';
import { expect, PHONE, test } from '../harness/test.ts';

test.use(PHONE);

/** A buyer whose system replaces the colours of all pages, such as the contrast themes of Windows. */
test.describe('with forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

  test('a rating shows as many stars as it has, and the pager shows its page', async ({ page }) => {
    const starsOf = async (rating: number): Promise<Buffer> => {
      await page.goto(`/comments/product/repair-essence?score=${rating}`);
      await alive(page);
      return page.getByRole('article').getByText('★★★★★').first().locator('..').screenshot();
    };
    expect(await starsOf(1)).not.toEqual(await starsOf(5));

    const pages = page.getByRole('navigation', { name: '評價頁碼' });
    const colourOf = (name: string): Promise<string> =>
      pages.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(await colourOf('第 1 頁')).not.toBe(await colourOf('第 2 頁'));
  });

  test('what cannot be pressed looks so, and a dialog has an edge', async ({ page }) => {
    await fillCart(page.request, [
      { productId: 5, quantity: 1, tier: 'ORIGIN' },
      { productId: 33, quantity: 1, tier: 'ADDITIONAL' },
    ]);
    await openCart(page);
    const colourOf = (name: RegExp): Promise<string> =>
      mainButton(page, name)
        .first()
        .evaluate((button) => getComputedStyle(button).color);
    expect(await colourOf(/^已加購/)).not.toBe(await colourOf(/^加購/));

    await mainButton(page, '使用優惠券').click();
    await expect(page.getByRole('dialog')).toHaveCSS('outline-style', 'solid');
  });

  test('on a dark theme, drawings have the colour of the text beside them', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const colourOf = (element: Locator, of: 'color' | 'fill'): Promise<string> =>
      element.evaluate((one, of) => getComputedStyle(one)[of], of);
    await fillCart(page.request);
    await openCart(page);
    const free = page.getByText('已達免運門檻，免運費').locator('..');
    expect(await colourOf(free.locator('svg'), 'color')).toBe(await colourOf(free, 'color'));

    await becomeStaff(page, '林客服', 'view');
    await openConsole(page, 'insight');
    const orders = page.getByRole('region', { name: '訂單數' });
    expect(await colourOf(orders.locator('rect').last(), 'fill')).toBe(await colourOf(orders.getByRole('heading'), 'color'));
  });
});

/** A buyer's own styles of the least distances that a page must bear (WCAG 1.4.12, "Text Spacing"). */
const spaceTexts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const own = new CSSStyleSheet();
    own.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets = [own];
  });

test.describe('with wider texts', () => {
  test('ratings stay in their column, and a name of a fact in its line', async ({ page }) => {
    await page.goto('/event/all-products-free-sample');
    await alive(page);
    await spaceTexts(page);
    await expectNoSidewaysScroll(page, 320);

    await page.goto(`/search-order?id=${await placeOrder(page.request, codToTheDoor())}`);
    const name = page.getByRole('term').filter({ hasText: '訂購日期' });
    await expect(name).toBeVisible();
    await spaceTexts(page);
    expect(await linesOf(name)).toEqual(['訂購日期']);
  });

  test('what gets the focus lies under no bar', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/product/repair-essence');
    await alive(page);
    expect(await coveredWithFocus(page), 'on the page of a product').toEqual([]);
    await spaceTexts(page);
    expect(await coveredWithFocus(page), 'with wider texts').toEqual([]);
    await page.setViewportSize(PHONE.viewport);
    expect(await coveredWithFocus(page), 'with wider texts, on a larger phone').toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });

    await fillCart(page.request, [...CART, { productId: 33, quantity: 1, tier: 'ADDITIONAL' }]);
    await openCart(page);
    await spaceTexts(page);
    await expect(mainButton(page, '使用優惠券')).toBeVisible();
    expect(await coveredWithFocus(page), 'in the cart').toEqual([]);
    await toShipping(page);
    await expect(page.getByLabel('郵遞區號')).toBeVisible();
    // The registration comes after the first focus of a field, and moves what is below it.
    await page.getByLabel('詳細地址').focus();
    await expect(registerBox(page)).toBeVisible();
    expect(await coveredWithFocus(page), 'in the form').toEqual([]);
  });
});

/** px, the height of a button */
const LINE = 48;

/** Goes through the main part of the page with Tab. @returns what lay under a bar at the bottom while it had the focus */
async function coveredWithFocus(page: Page): Promise<string[]> {
  const covered: string[] = [];
  let last = '';
  await page.locator('main').focus();
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(async (line) => {
      // The bar of a product comes and goes with the scroll position.
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
      const focused = document.activeElement as HTMLElement;
      if (!focused.closest('main')) return;
      const { top, bottom } = focused.getBoundingClientRect();
      const bars = [...document.querySelectorAll('main *')].filter((one) => {
        const { position, bottom } = getComputedStyle(one);
        return (position === 'fixed' || position === 'sticky') && bottom === '0px';
      });
      // Of what is higher than a line, such as a panel, the beginning is in view.
      const middle = top + Math.min(bottom - top, line) / 2;
      const isUnder = bars.some((bar) => !bar.contains(focused) && bar.getBoundingClientRect().top < middle);
      return { name: focused.ariaLabel ?? focused.textContent.trim() + focused.id, isUnder };
    }, LINE);
    if (!at && last !== '') break;
    if (!at) continue;
    last = at.name;
    if (at.isUnder) covered.push(at.name);
  }
  expect(last, 'Tab reached the main part').not.toBe('');
  return covered;
}

test('at 400 % zoom no bar lies over the text of a product', async ({ page }) => {
  const button = page.getByRole('button', { name: '加入購物車', exact: true });
  const bar = page.getByRole('region', { name: '購買列' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/product/repair-essence');
  await alive(page);
  await page.getByRole('heading', { name: '您可能也會需要' }).scrollIntoViewIfNeeded();
  await expect(button).not.toBeInViewport();
  await expect(bar).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(bar).toBeHidden();
});

test('at 400 % zoom the buttons of a dialog leave room for its text', async ({ page }) => {
  const orderNo = await placeOrder(page.request, codToTheDoor());
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`/search-order?id=${orderNo}`);
  await page.getByRole('button', { name: '取消訂單' }).click();
  const dialog = page.getByRole('dialog', { name: '確定要取消訂單嗎？' });
  const keep = dialog.getByRole('button', { name: '保留訂單' });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await expect(keep, 'the buttons come after the text, and do not stand over it').not.toBeInViewport();
  await keep.click();
  await expect(dialog).toHaveCount(0);
});
