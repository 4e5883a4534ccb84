import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { REMOVED_CALLS } from '../vite/removed-calls.ts';
import { agree, alive, mainButton, resultOf, toPayStep } from './harness/buyer.ts';
import { CLIENT, CONSOLE, manifest, scriptsOf, SERVER } from './harness/built.ts';
import { fillCart } from './harness/orders.ts';
import { DESK, expect, PHONE, test } from './harness/test.ts';

/** Script of a page in kB (gzip), with everything that it fetches later (design/web.md, "Budgets and acceptance"). */
const CONTENT = 130;
const PRODUCT = 140;
const CHECKOUT = 165;
const SUPPORT = 220;

const gzipped = (paths: Iterable<string>, build = CLIENT): number =>
  [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(build + path), { level: 9 }).length, 0) / 1000;

/** The text of built files. */
const scriptOf = (build: string, paths: readonly string[]): string => paths.map((path) => readFileSync(build + path, 'utf8')).join('');

/** Waits one second, in which a hydrated page fetches the rest. */
const fetchedAll = (page: Page): Promise<void> => page.waitForTimeout(1_000);

for (const { route, most } of [
  { route: 'home', most: CONTENT },
  { route: 'product-list', most: CONTENT },
  { route: 'not-found', most: CONTENT },
  { route: 'skin-type', most: CONTENT },
  { route: 'about', most: CONTENT },
  { route: 'vip-rights', most: CONTENT },
  { route: 'product-instruction', most: CONTENT },
  { route: 'help-faq', most: CONTENT },
  { route: 'article', most: CONTENT },
  { route: 'event', most: CONTENT },
  { route: 'group', most: CONTENT },
  { route: 'product-comments', most: CONTENT },
  { route: 'search', most: CONTENT },
  { route: 'questionnaire', most: CONTENT },
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

test('the checkout and the pages of an order load no schemas', () => {
  const { routes } = manifest();
  for (const route of ['payment', 'result', 'search-order'])
    expect(scriptOf(CLIENT, routes[`routes/${route}`]?.imports ?? []), route).not.toContain('._zod');
  expect(scriptOf(CLIENT, routes['routes/member-order']?.imports ?? []), 'the name is in schemas').toContain('._zod');
});

test(`the support console needs at most ${SUPPORT} kB of script, none of which is in the shop's bundles`, () => {
  const own = scriptsOf(CONSOLE);
  expect(gzipped(own, CONSOLE)).toBeGreaterThan(50);
  expect(gzipped(own, CONSOLE)).toBeLessThanOrEqual(SUPPORT);
  const textOf = (build: string) => (path: string) => readFileSync(build + path, 'utf8');
  // Calls and words that only the console has.
  for (const mark of ['/api/support/', '客服後台']) {
    expect(
      own.some((path) => textOf(CONSOLE)(path).includes(mark)),
      `the console has ${mark}`,
    ).toBe(true);
    expect(
      scriptsOf(CLIENT).filter((path) => textOf(CLIENT)(path).includes(mark)),
      mark,
    ).toEqual([]);
  }
});

test('pages have the production build of the router, in the browser and on the server', () => {
  for (const all of [scriptOf(CLIENT, scriptsOf(CLIENT)), scriptOf(SERVER, scriptsOf(SERVER))]) {
    expect(all).toContain('useLocation() may be used only in the context of a <Router> component');
    expect(all).not.toContain('No routes matched location');
  }
});

test('the app calls no function by a name whose calls the build removes', () => {
  const calls = new RegExp(String.raw`\b(${REMOVED_CALLS.map((name) => RegExp.escape(name)).join('|')})\(`);
  for (const [folder, known] of [
    ['../app/', 'root.tsx'],
    ['../../services/contracts/', 'index.ts'],
  ] as const) {
    const own = fileURLToPath(new URL(folder, import.meta.url));
    const sources = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((path) => /^(?!node_modules\/).*\.tsx?$/.test(path));
    expect(sources).toContain(known);
    expect(sources.filter((path) => calls.test(readFileSync(own + path, 'utf8')))).toEqual([]);
  }
});

test('the server has the production build of React only, whatever its NODE_ENV is', () => {
  const all = scriptOf(SERVER, ['/index.js', ...scriptsOf(SERVER)]);
  expect(all).toContain('renderToPipeableStream');
  expect(all.match(/process\.env\.NODE_ENV/g) ?? []).toEqual([]);
});

test.describe('in a browser', () => {
  test.use({ ...DESK, alone: true });

  /** The shop's scripts that the page has fetched so far, without those of the card processor. */
  function fetchedBy(page: Page): { kilobytes: () => number; forget: () => void } {
    const paths = new Set<string>();
    page.on('request', (request) => {
      const { pathname, origin } = new URL(request.url());
      if (origin === process.env['E2E_SHOP'] && /^\/assets\/.*\.js$/.test(pathname)) paths.add(pathname);
    });
    return { kilobytes: () => gzipped(paths), forget: () => paths.clear() };
  }

  test('content and product pages stay within their script budget to the end of the page', async ({ page }) => {
    const scripts = fetchedBy(page);
    for (const { path, most } of [
      { path: '/', most: CONTENT },
      { path: '/product', most: CONTENT },
      // With the cart and the form, which are loaded after the page.
      { path: '/group/sunlight-salon', most: PRODUCT },
      { path: '/product/repair-essence', most: PRODUCT },
    ]) {
      scripts.forget();
      await page.goto(path);
      await alive(page);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await fetchedAll(page);
      expect(scripts.kilobytes(), path).toBeGreaterThan(50);
      expect(scripts.kilobytes(), path).toBeLessThanOrEqual(most);
    }
  });

  test('each checkout step and the pages of the order stay within their script budget', async ({ page }) => {
    const scripts = fetchedBy(page);
    await fillCart(page.request);
    await toPayStep(page, '貨到付款');
    for (const { step, most } of [
      { step: 'CART', most: CHECKOUT },
      { step: 'SHIPPING', most: CHECKOUT },
      { step: 'PAY', most: CHECKOUT },
    ]) {
      scripts.forget();
      await page.goto(`/payment?to=${step}`);
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'NT$1,860' })).toBeVisible();
      await fetchedAll(page);
      expect.soft(scripts.kilobytes(), step).toBeLessThanOrEqual(most);
    }
    await agree(page);
    await mainButton(page, '送出訂單').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂單已成立');
    const orderNo = await resultOf(page);
    for (const path of [`/result?order_number=${orderNo}&type=cod`, `/search-order?id=${orderNo}`]) {
      // The page before may still fetch what it begins after its socket.
      await page.goto('/robots.txt');
      scripts.forget();
      const socket = page.waitForEvent('websocket');
      await page.goto(path);
      await socket;
      expect.soft(scripts.kilobytes(), `${path}, with its socket`).toBeLessThanOrEqual(CHECKOUT);
    }
  });

  for (const path of ['/product', '/product/repair-essence'])
    test(`what comes and goes in ${path} does not style the whole page again`, async ({ page, browser }) => {
      await page.setViewportSize(PHONE.viewport);
      await page.goto(path);
      await alive(page);
      await browser.startTracing(page, { categories: ['devtools.timeline'] });
      const elements = await page.evaluate(() => {
        const bar = document.createElement('section');
        bar.innerHTML = '<button disabled></button><input type="checkbox" checked>';
        const last = document.querySelector('main')?.lastElementChild;
        for (const change of [() => document.body.prepend(bar), () => bar.remove(), () => last?.append(bar), () => bar.remove()]) {
          change();
          void document.body.offsetHeight;
        }
        return document.querySelectorAll('body *').length;
      });
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
        traceEvents: { name: string; args: { elementCount?: number } }[];
      };
      const styled = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : []));
      expect(styled.length).toBeGreaterThan(3);
      expect(Math.max(...styled)).toBeLessThan(elements / 2);
    });
});
