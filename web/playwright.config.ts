import { defineConfig } from '@playwright/test';

/** The journeys of `npm test`: one shop with its simulated outside world for all, one visitor for each test. */
export default defineConfig({
  testDir: './e2e',
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
