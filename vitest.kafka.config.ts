import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests that need a real Kafka broker, and with it Java: `npm run test:kafka`. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['services/**/*.kafka.test.ts', 'scripts/**/*.kafka.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['services/platform/database/vitest-setup.ts', 'services/platform/bus/kafka/testing/vitest-setup.ts'],
    // Brokers are killed here, and everything has its deadlines: one file at a time.
    maxWorkers: 1,
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
