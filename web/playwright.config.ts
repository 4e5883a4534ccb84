import { defineConfig } from '@playwright/test';
import { refused } from './e2e/harness/consent.ts';

/**
 * The set-up of the shop (harness/shop.ts). In the second and the third set-up only the journeys run whose tag names the
 * set-up: `@eventstore` with the events in a gRPC store, `@cluster` with one process per role and Kafka. The pages are the
 * same there. infra/decisions/030-journeys-per-set-up.md says which journeys these are and why.
 */
const setUp = process.env['E2E_SETUP'] || 'all-in-one';

/** The journeys of `npm test`: all tests share one shop and its simulators, and each test is a new visitor. */
export default defineConfig({
  testDir: './e2e',
  ...(setUp !== 'all-in-one' && { grep: new RegExp(`@${setUp}\\b`) }),
  outputDir: '../test-results',
  globalSetup: './e2e/harness/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  retries: process.env['CI'] ? 1 : 0,
  // Long enough for the slowest machine. No test passes or fails by these limits unless something is broken.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // The global set-up sets this address when the shop runs; each worker reads this file after that.
    ...(process.env['E2E_SHOP'] && { baseURL: process.env['E2E_SHOP'], storageState: refused(process.env['E2E_SHOP']) }),
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace costs processor time in every journey, so only the repetition of a failed test has one. Without a repetition,
    // the picture and the page's text say what failed; `npm test -- --only e2e FILE --trace on` records a trace.
    trace: { mode: 'on-first-retry', screenshots: false },
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
        // The tabs of a visitor share a process. Contexts never do.
        '--process-per-site',
        // A page lives for seconds, too short to gain from optimised code. Without the optimising compilers it needs a tenth less of the
        // processor.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
});
