import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['services/**/*.test.ts', 'scripts/**/*.test.ts', 'web/app/**/*.test.ts'],
    // They need a broker, and have a run of their own: vitest.kafka.config.ts.
    exclude: [...configDefaults.exclude, '**/*.kafka.test.ts'],
    globalSetup: ['services/platform/database/vitest-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
