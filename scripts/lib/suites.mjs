import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { findNode } from './node.mjs';
import { inRoot } from './paths.mjs';
import { runLoudly, toolEnvironment } from './run.mjs';

/**
 * What `npm test` runs, in this order. `run(args)` answers `{ passed, failed, skipped, trouble? }`: whole test cases where the
 * tool counts them, else one for each command.
 */
export const suites = [
  {
    name: 'typecheck',
    run: () =>
      commands([
        ['tsc', '--noEmit', '-p', 'tsconfig.json'],
        ['npm', 'run', '--silent', 'typecheck', '-w', 'web'],
      ]),
  },
  {
    name: 'lint',
    run: () =>
      commands([
        ['oxlint', '--type-aware', '--deny-warnings'],
        ['depcruise', '--config', '.dependency-cruiser.cjs', 'services', 'web/app', 'scripts'],
        ['biome', 'format', '--max-diagnostics=20', '.'],
        ['node', 'scripts/checks/tracked-files.mjs'],
        ['node', 'scripts/checks/colours.mjs'],
      ]),
  },
  { name: 'vitest', run: vitest },
  { name: 'e2e', run: playwright },
];

async function commands(list) {
  let failed = 0;
  for (const [command, ...args] of list) {
    const code = await runLoudly(command, args, { env: toolEnvironment(findNode()) });
    if (code === 0) continue;
    failed += 1;
    process.stdout.write(`✗ ${command} ${args.join(' ')}\n`);
  }
  return { passed: list.length - failed, failed, skipped: 0 };
}

function vitest(args) {
  return withReport(async (report) => {
    const code = await runLoudly('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args], {
      env: toolEnvironment(findNode()),
    });
    return {
      code,
      count: ({ numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0, testResults }) => ({
        passed: numPassedTests,
        // A file that does not even load has no tests to fail.
        failed: numFailedTests + testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
        skipped: numPendingTests + numTodoTests,
      }),
    };
  });
}

async function playwright(args) {
  const config = ['playwright.config.ts', 'web/playwright.config.ts', 'web/e2e/playwright.config.ts'].find((file) =>
    existsSync(inRoot(file)),
  );
  if (config === undefined) return { passed: 0, failed: 1, skipped: 0, trouble: 'there is no Playwright configuration' };
  await ensureBuilt();
  const chromium = await ensureChromium();
  return withReport(async (report) => {
    const code = await runLoudly('playwright', ['test', '--config', config, '--reporter=list,json', ...args], {
      env: toolEnvironment(findNode(), { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...(chromium && { CHROMIUM_PATH: chromium }) }),
    });
    return {
      code,
      count: ({ stats, errors }) => ({
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
        skipped: stats.skipped,
      }),
    };
  });
}

async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'nordhaut-test-'));
  const report = join(folder, 'report.json');
  try {
    const { code, count } = await run(report);
    if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, trouble: `ended with code ${code} before it could report` };
    const counts = count(JSON.parse(readFileSync(report, 'utf8')));
    // An error outside every test (an unhandled rejection, an empty selection) fails the run without failing a test.
    if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1, trouble: `ended with code ${code}` };
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
