import { test as base, type ConsoleMessage, expect } from '@playwright/test';

export { expect };

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const DESK = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false };

type Fixtures = {
  /** what a page may write to the console in this test beyond what every page may */
  consoleMay: RegExp | undefined;
};

/** A refused order is a 4xx, which the browser writes down by itself; the page says it in words. */
const isRefusedCall = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource') && /\/(api|socket\.io)\//.test(message.location().url);

/** A visitor whose pages write no error to the console, whatever else the test is about. */
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
