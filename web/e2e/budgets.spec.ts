import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { agree, alive, mainButton, resultOf, toPayStep, viewOrder } from './harness/buyer.ts';
import { fillCart } from './harness/orders.ts';
import { DESK, expect, test } from './harness/test.ts';

/** Script of a page in kB (gzip), with all that it fetches later by itself (design/web.md, "Budgets and acceptance"). */
const CONTENT = 130;
const PRODUCT = 140;
const CHECKOUT = 165;

const CLIENT = fileURLToPath(new URL('../build/client', import.meta.url));
const gzipped = (paths: Iterable<string>): number => [...paths].reduce((sum, path) => sum + statSync(`${CLIENT}${path}.gz`).size, 0) / 1000;

type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, { module: string; imports: string[] } | undefined> };

/** What the build says each route needs; the router's own list of files. */
function manifest(): Manifest {
  const name = readdirSync(`${CLIENT}/assets`).find((file) => /^manifest-.*\.js$/.test(file)) ?? '';
  const text = readFileSync(`${CLIENT}/assets/${name}`, 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

for (const { route, most } of [
  { route: 'home', most: CONTENT },
  { route: 'product-list', most: CONTENT },
  { route: 'not-found', most: CONTENT },
  { route: 'product-detail', most: PRODUCT },
  { route: 'payment', most: CHECKOUT },
  { route: 'result', most: CHECKOUT },
  { route: 'search-order', most: CHECKOUT },
]) {
  test(`the build of ${route} needs at most ${most} kB of script`, () => {
    const { entry, routes } = manifest();
    const parts = [entry, routes['root'], routes[`routes/${route}`]];
    const files = parts.flatMap((part) => (part ? [part.module, ...part.imports] : []));
    expect(parts, 'the route is in the build').not.toContain(undefined);
    expect(gzipped(new Set(files))).toBeLessThanOrEqual(most);
  });
}

test.describe('as a browser loads it', () => {
  test.use(DESK);

  /** The shop's own scripts that the page has fetched so far; the card processor's come from its origin. */
  function scriptsOf(page: Page): { kilobytes: () => number; forget: () => void } {
    const paths = new Set<string>();
    page.on('request', (request) => {
      const { pathname, origin } = new URL(request.url());
      if (origin === process.env['E2E_SHOP'] && /^\/assets\/.*\.js$/.test(pathname)) paths.add(pathname);
    });
    return { kilobytes: () => gzipped(paths), forget: () => paths.clear() };
  }

  test('content and product pages, read to the end', async ({ page }) => {
    const scripts = scriptsOf(page);
    for (const { path, most } of [
      { path: '/', most: CONTENT },
      { path: '/product', most: CONTENT },
      { path: '/product/repair-essence', most: PRODUCT },
    ]) {
      scripts.forget();
      await page.goto(path);
      await alive(page);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      expect(scripts.kilobytes(), path).toBeGreaterThan(50);
      expect(scripts.kilobytes(), path).toBeLessThanOrEqual(most);
    }
  });

  test('checkout, all steps of it, and the order that follows', async ({ page }) => {
    const scripts = scriptsOf(page);
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    await page.waitForLoadState('networkidle');
    expect(scripts.kilobytes(), 'cart, shipping and pay').toBeLessThanOrEqual(CHECKOUT);
    await agree(page);
    await mainButton(page, '送出訂單').click();
    const orderNo = await resultOf(page);
    scripts.forget();
    await page.goto(`/result?order_number=${orderNo}&type=cod`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂單已成立');
    await page.waitForTimeout(1_000);
    expect(scripts.kilobytes(), 'result').toBeLessThanOrEqual(CHECKOUT);
    await viewOrder(page, orderNo);
    scripts.forget();
    await page.reload();
    await expect(page.getByText('已連線')).toBeVisible();
    expect(scripts.kilobytes(), 'look-up, with its socket').toBeLessThanOrEqual(CHECKOUT);
  });
});
