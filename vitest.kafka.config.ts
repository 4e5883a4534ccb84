import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests that need a real Kafka broker, and with it Java: `npm run test:kafka`. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['services/**/*.kafka.test.ts', 'scripts/**/*.kafka.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['services/platform/database/vitest-setup.ts', 'services/platform/bus/kafka/testing/vitest-setup.ts'],
    // One file at a time, and long limits: the tests start brokers and processes, also on a busy machine.
    maxWorkers: 1,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
