import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test';
import { type Kept, seesNoPopup } from './consent.ts';

export { expect };

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const DESK = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false };

type Fixtures = {
  /** errors that a page may write to the console in this test */
  consoleMay: RegExp | undefined;
  /** The browser has seen the popup of the home page, so that it is on no page. */
  hasSeenPopup: boolean;
  /** The test has a new browser context, with an empty cache. */
  alone: boolean;
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
  alone: [false, { option: true }],
  context: async (
    { browser, kept, alone, hasSeenPopup, viewport, isMobile, hasTouch, javaScriptEnabled, permissions, storageState },
    use,
    { project },
  ) => {
    const device = { viewport, isMobile, hasTouch, javaScriptEnabled };
    const cookies = typeof storageState === 'object' ? storageState.cookies : [];
    const options = { ...device, storageState: { cookies, origins: [] } };
    // These are all options of a context that tests use; another one needs its place here.
    const kind = JSON.stringify({ ...device, hasSeenPopup });
    const make = () => openContext(browser, project.use as BrowserContextOptions, options, hasSeenPopup);
    if (alone) {
      const context = await make();
      if (permissions) await context.grantPermissions(permissions);
      await use(context);
      await context.close();
      return;
    }
    const room = await kept(
      `visitors ${kind}`,
      async () => new Room(),
      (room) => room.close(),
    );
    const context = await room.enter(make, cookies);
    if (permissions) await context.grantPermissions(permissions);
    await lend(context, use);
    await room.leave();
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
  hasSeenPopup = true,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    ...(locale && { locale }),
    ...(timezoneId && { timezoneId }),
    ...(storageState && { storageState }),
    ...more,
  });
  if (hasSeenPopup) await seesNoPopup(context);
  return context;
}

/**
 * A context that tests of a worker share. Its first page stays open, so that the pages of all these tests have one process
 * (`--process-per-site`), which compiles each script once.
 */
export const openShared = async (...options: Parameters<typeof openContext>): Promise<BrowserContext> =>
  withFirstPage(await openContext(...options));

async function withFirstPage(context: BrowserContext): Promise<BrowserContext> {
  await (await context.newPage()).goto('/robots.txt');
  return context;
}

/**
 * A context for one visitor after the other, with a page that stays open (`openShared`). Each visitor finds no cookie, nothing in
 * a storage, and no rule of a visitor before: only the browser's cache stays. A context whose clock a visitor changed ends with
 * this visitor, because it cannot be set back.
 */
class Room {
  #context: BrowserContext | undefined;
  #clockIsChanged = false;

  async enter(make: () => Promise<BrowserContext>, cookies: Kept['cookies']): Promise<BrowserContext> {
    const context = this.#context;
    if (!context) return (this.#context = this.#watched(await withFirstPage(await make())));
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
    const session = await context.newCDPSession(context.pages()[0] as Page);
    for (const origin of ORIGINS()) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
    await context.addCookies(cookies);
    return context;
  }

  async leave(): Promise<void> {
    if (this.#clockIsChanged) await this.close();
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
    this.#clockIsChanged = false;
  }

  #watched(context: BrowserContext): BrowserContext {
    const install = context.clock.install.bind(context.clock);
    context.clock.install = (options) => {
      this.#clockIsChanged = true;
      return install(options);
    };
    return context;
  }
}

/** Everything that a visitor's pages come from: the shop, its console, and the simulated providers. */
const ORIGINS = (): string[] => {
  const shop = process.env['E2E_SHOP'] ?? '';
  return [shop, shop.replace('127.0.0.1', 'localhost'), process.env['E2E_SIMULATORS'] ?? ''];
};

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
