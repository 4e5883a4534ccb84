import { test as base, type Browser, type BrowserContext, type BrowserContextOptions, type ConsoleMessage, expect } from '@playwright/test';
import { seesNoPopup } from './consent.ts';

export { expect };

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const DESK = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false };

type Fixtures = {
  /** errors that a page may write to the console in this test */
  consoleMay: RegExp | undefined;
  /** The browser has seen the popup of the home page, so that it is on no page. */
  hasSeenPopup: boolean;
};

type Workers = {
  /**
   * What several tests of a worker use, by its name: made at its first use, ended with the worker. All tests have this one worker
   * fixture, because Playwright starts another worker, with another browser, for tests with other worker fixtures.
   */
  kept: <Value>(name: string, make: () => Promise<Value>, end?: (value: Value) => Promise<void>) => Promise<Value>;
};

/** The browser logs a 4xx of the API by itself; the page shows the refusal as text. */
const isRefusedCall = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource') && /\/(api|socket\.io)\//.test(message.location().url);

/** In every test, the visitor's pages write no error to the console. */
export const test = base.extend<Fixtures, Workers>({
  kept: [
    async ({ browser: _ }, use) => {
      const made = new Map<string, Promise<unknown>>();
      const ends: (() => Promise<void>)[] = [];
      await use(<Value>(name: string, make: () => Promise<Value>, end?: (value: Value) => Promise<void>) => {
        const value = (made.get(name) as Promise<Value> | undefined) ?? make();
        if (!made.has(name) && end) ends.push(async () => end(await value));
        made.set(name, value);
        return value;
      });
      for (const end of ends) await end();
    },
    { scope: 'worker' },
  ],
  consoleMay: [undefined, { option: true }],
  hasSeenPopup: [true, { option: true }],
  context: async ({ context, hasSeenPopup }, use) => {
    if (hasSeenPopup) await seesNoPopup(context);
    await use(context);
  },
  page: async ({ page, consoleMay }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'error' || isRefusedCall(message) || consoleMay?.test(message.text())) return;
      complaints.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    expect(complaints, 'errors in the console').toEqual([]);
  },
});

/** A browser context with the options of the project, for the tests of a worker. */
export async function openContext(
  browser: Browser,
  { baseURL, locale, timezoneId, storageState }: BrowserContextOptions,
  more: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    ...(locale && { locale }),
    ...(timezoneId && { timezoneId }),
    ...(storageState && { storageState }),
    ...more,
  });
  await seesNoPopup(context);
  return context;
}

/**
 * A context that tests of a worker share. Its first page stays open, so that the pages of all these tests have one process
 * (`--process-per-site`), which compiles each script once.
 */
export async function openShared(...options: Parameters<typeof openContext>): Promise<BrowserContext> {
  const context = await openContext(...options);
  await (await context.newPage()).goto('/robots.txt');
  return context;
}

/** Lends a shared context, and closes the pages that the test opened in it. */
export async function lend(context: BrowserContext, use: (context: BrowserContext) => Promise<void>): Promise<void> {
  await use(context);
  for (const page of context.pages().slice(1)) await page.close();
}

/** For tests that leave nothing in the browser: those of a worker share one context of a phone. */
export const readerTest = test.extend({
  context: async ({ browser, kept }, use, { project }) =>
    lend(
      await kept(
        'reader',
        () => openShared(browser, project.use as BrowserContextOptions, PHONE),
        (reader) => reader.close(),
      ),
      use,
    ),
});
