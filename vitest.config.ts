import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['services/**/*.test.ts', 'scripts/**/*.test.ts', 'web/app/**/*.test.ts', 'web/console/**/*.test.ts'],
    // Tests that need a Kafka broker have their own run: vitest.kafka.config.ts.
    exclude: [...configDefaults.exclude, '**/*.kafka.test.ts'],
    globalSetup: ['services/platform/database/vitest-setup.ts'],
    pool: 'forks',
    // The files of one worker share its modules: a third less processor time. The set-up file undoes what a file left changed.
    isolate: false,
    setupFiles: ['scripts/lib/vitest-shared.ts'],
    // Two more than the two processors: tests of a whole shop wait for time limits and for other processes.
    maxWorkers: 4,
    // Long enough for the slowest machine. No assertion depends on these limits: only a test that fails reaches them.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
  },
});
