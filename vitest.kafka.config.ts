import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests that need a real Kafka broker, and therefore Java: `npm run test:kafka`. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['services/**/*.kafka.test.ts', 'scripts/**/*.kafka.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['services/platform/database/vitest-setup.ts', 'scripts/kafka/vitest-setup.ts'],
    // One file at a time, because these tests kill brokers and processes, and wait for others to take over.
    maxWorkers: 1,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
