import { describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { closing, failure, playwrightOutcome, suiteLine, vitestOutcome } from './outcome.mjs';
import { inRoot } from './paths.mjs';

const vitestReport = {
  numPassedTests: 1,
  numPendingTests: 2,
  testResults: [
    {
      name: inRoot('services/cart/cart.test.ts'),
      status: 'failed',
      message: '',
      startTime: 1_000,
      endTime: 3_500,
      assertionResults: [
        { ancestorTitles: ['a cart'], title: 'adds a line', status: 'passed', failureMessages: [] },
        {
          ancestorTitles: ['a cart'],
          title: 'removes a line',
          status: 'failed',
          failureMessages: ['\u001B[31mError: 1 is not 2\u001B[39m\n  at x'],
        },
      ],
    },
    {
      name: inRoot('web/app/x.test.ts'),
      status: 'failed',
      message: 'SyntaxError: no\nat y',
      startTime: 0,
      endTime: 100,
      assertionResults: [],
    },
  ],
};

const run = (status: string, duration: number, message?: string) => ({ status, duration, ...(message && { error: { message } }) });
const playwrightReport = {
  errors: [],
  suites: [
    {
      title: 'journeys/cash.spec.ts',
      specs: [{ title: 'pays', file: 'journeys/cash.spec.ts', tests: [{ status: 'expected', results: [run('passed', 1_000)] }] }],
      suites: [
        {
          title: 'on a phone',
          specs: [
            {
              title: 'pays later',
              file: 'journeys/cash.spec.ts',
              tests: [{ status: 'flaky', results: [run('failed', 500, 'Error: late'), run('passed', 700)] }],
            },
            {
              title: 'pays never',
              file: 'journeys/cash.spec.ts',
              tests: [
                { status: 'unexpected', results: [run('failed', 300, 'Error: first'), run('failed', 300, 'Error: second\n  Locator: x')] },
              ],
            },
          ],
        },
      ],
    },
  ],
};

describe('the outcome of a suite', () => {
  test('has each failed test of vitest by file and title, with the first line of its error', () => {
    expect(vitestOutcome(vitestReport)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
      failures: [
        { test: 'services/cart/cart.test.ts › a cart › removes a line', error: 'Error: 1 is not 2' },
        { test: 'web/app/x.test.ts (the file itself)', error: 'SyntaxError: no' },
      ],
      flaky: [],
      files: [
        { file: 'services/cart/cart.test.ts', ms: 2_500 },
        { file: 'web/app/x.test.ts', ms: 100 },
      ],
    });
  });

  test('counts a flaky journey as passed, and names it', () => {
    expect(playwrightOutcome(playwrightReport)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      failures: [{ test: 'journeys/cash.spec.ts › on a phone › pays never', error: 'Error: second' }],
      flaky: ['journeys/cash.spec.ts › on a phone › pays later'],
      files: [{ file: 'journeys/cash.spec.ts', ms: 2_800 }],
    });
  });

  test('fails with an error outside every journey', () => {
    expect(playwrightOutcome({ suites: [], errors: [{ message: 'the shop was not ready\nat z' }] })).toMatchObject({
      failed: 1,
      failures: [{ error: 'the shop was not ready' }],
    });
  });
});

describe('the end of npm test', () => {
  const suite = (more: object) => ({
    ...vitestOutcome({ numPassedTests: 3, testResults: [] }),
    name: 'vitest',
    ms: 9_000,
    budget: 10,
    ...more,
  });

  test('names what failed and what was flaky, and ends with the total', () => {
    const journeys = { ...playwrightOutcome(playwrightReport), name: 'e2e', ms: 2_000, budget: 1 };
    expect(closing([suite({}), journeys]).split('\n')).toEqual([
      'Slowest files of e2e',
      '     2.8 s  journeys/cash.spec.ts',
      '',
      'Flaky: failed, then passed',
      '  e2e: journeys/cash.spec.ts › on a phone › pays later',
      '',
      'Failed',
      '  e2e: journeys/cash.spec.ts › on a phone › pays never',
      '      Error: second',
      '',
      '✓ vitest: 3 passed, 0 failed (9.0 s of 10 s)',
      '✗ e2e: 2 passed, 1 failed, 1 flaky (2.0 s of 1 s, OVER its budget)',
      '5 passed, 1 failed',
    ]);
  });

  test('says which suite was left out or ended early', () => {
    expect(suiteLine(suite({ skipped: 1, trouble: 'left out, no Java' }))).toBe(
      '✓ vitest: 3 passed, 0 failed, 1 skipped (9.0 s of 10 s): left out, no Java',
    );
    expect(closing([{ ...failure('ended with code 1\nmore'), name: 'drill', ms: 0, budget: 70 }])).toContain(
      'drill: (outside every test)\n      ended with code 1\n',
    );
  });

  test('lists at most ten files and forty failures', () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ file: `f${at}`, ms: at, test: `t${at}`, error: 'no' }));
    const lines = closing([suite({ failed: 50, failures: many, files: many })]).split('\n');
    expect(lines.filter((line: string) => line.includes(' s  f'))).toHaveLength(10);
    expect(lines).toContain('  and 10 more');
  });
});
