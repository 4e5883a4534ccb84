import { defineConfig } from '@playwright/test';

/**
 * What runs where the events live in a gRPC store, or every role is a process and the bus is Kafka. The pages are the
 * same there, so these are the journeys whose outcome passes through the event store or from process to process.
 */
const BEHIND_THE_PAGES: Readonly<Record<string, readonly string[]>> = {
  // Appends with an expected revision, subscriptions, and orders that two requests change at once.
  eventstore: ['card', 'cash', 'cancel', 'return', 'paying-anew', 'second-window', 'status'],
  // The same, and what one process writes and another one answers: the store from the map, the look-up.
  cluster: ['card', 'cash', 'cancel', 'return', 'paying-anew', 'second-window', 'status', 'pickup', 'look-up'],
};
const journeys = BEHIND_THE_PAGES[process.env['E2E_SETUP'] ?? ''];

/** The journeys of `npm test`: one shop with its simulated outside world for all, one visitor for each test. */
export default defineConfig({
  testDir: './e2e',
  ...(journeys && {
    testMatch: journeys.map((name) => `journeys/${name}.spec.ts`),
    // These are about the pages alone, or repeat another journey's way through the shop for another screen or card.
    grepInvert: /@page/,
  }),
  outputDir: '../test-results',
  globalSetup: './e2e/harness/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // Known once the set-up has started the shop: the workers read this file again.
    ...(process.env['E2E_SHOP'] && { baseURL: process.env['E2E_SHOP'] }),
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
