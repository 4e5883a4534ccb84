import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests of the rules, without those of a whole shop, for mutation testing: `npm run mutants`. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['services/{cart,checkout,contracts,evidence,logistics,ordering,promotions,support}/**/*.test.ts'],
  },
});
