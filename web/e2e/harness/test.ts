import { test as base, type ConsoleMessage, expect } from '@playwright/test';

export { expect };

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const DESK = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false };

type Fixtures = {
  /** errors that a page may write to the console in this test */
  consoleMay: RegExp | undefined;
};

/** The browser logs a 4xx of the API by itself; the page shows the refusal as text. */
const isRefusedCall = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource') && /\/(api|socket\.io)\//.test(message.location().url);

/** In every test, the visitor's pages write no error to the console. */
export const test = base.extend<Fixtures>({
  consoleMay: [undefined, { option: true }],
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
