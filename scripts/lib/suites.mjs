import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { findK6 } from './k6.mjs';
import { missingForKafka } from './kafka.mjs';
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
        ['tsc', '--noEmit', '-p', 'infra/load'],
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
        ['node', '--disable-warning=ExperimentalWarning', 'scripts/checks/compose.mjs'],
      ]),
  },
  { name: 'vitest', run: (args) => vitest(args) },
  { name: 'kafka', run: (args) => withKafka(() => vitest(args, 'vitest.kafka.config.ts')) },
  { name: 'e2e', run: (args) => playwright(args) },
  // Where the events live in a gRPC store, and where every role is a process and the bus is Kafka: the journeys that could
  // differ there (web/playwright.config.ts).
  { name: 'e2e-eventstore', run: (args) => playwright(args, 'eventstore') },
  { name: 'e2e-cluster', run: (args) => withKafka(() => playwright(args, 'cluster')) },
  { name: 'load', run: load },
  { name: 'drill', run: (args) => withKafka(() => drill(args)) },
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

function vitest(args, config = 'vitest.config.ts') {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runLoudly('vitest', ['run', '--config', config, ...reporters, ...args], { env: toolEnvironment(findNode()) });
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

/** Left out where there is no Java for a real broker. */
async function withKafka(run) {
  const missing = await missingForKafka();
  if (missing !== undefined) return { passed: 0, failed: 0, skipped: 1, trouble: `left out, ${missing}` };
  return run();
}

async function playwright(args, setUp = 'all-in-one') {
  const config = ['playwright.config.ts', 'web/playwright.config.ts', 'web/e2e/playwright.config.ts'].find((file) =>
    existsSync(inRoot(file)),
  );
  if (config === undefined) return { passed: 0, failed: 1, skipped: 0, trouble: 'there is no Playwright configuration' };
  await ensureBuilt();
  const chromium = await ensureChromium();
  return withReport(async (report) => {
    const code = await runLoudly('playwright', ['test', '--config', config, '--reporter=list,json', ...args], {
      env: toolEnvironment(findNode(), {
        E2E_SETUP: setUp,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        ...(chromium && { CHROMIUM_PATH: chromium }),
      }),
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

/** The smoke profile on a shop of its own; each bound that has to hold counts as a test. Left out where k6 cannot be had. */
async function load(args) {
  const k6 = await findK6();
  if ('missing' in k6) return { passed: 0, failed: 0, skipped: 1, trouble: `left out, ${k6.missing.split('\n')[0]}` };
  const folder = inRoot('.data', 'load', 'smoke-test');
  const result = join(folder, 'result.json');
  rmSync(result, { force: true });
  const code = await runLoudly('node', ['scripts/load.mjs', 'smoke', '--out', folder, ...args], { env: toolEnvironment(findNode()) });
  if (!existsSync(result)) return { passed: 0, failed: 1, skipped: 0, trouble: `ended with code ${code} before it could report` };
  const { thresholds } = JSON.parse(readFileSync(result, 'utf8'));
  const failed = thresholds.filter(({ ok }) => !ok).length;
  return { passed: thresholds.length - failed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped: 0 };
}

/** Everything in a distributed shop killed in turn, under load where k6 can be had; each blow and each promise counts. */
async function drill(args) {
  const k6 = await findK6();
  await ensureBuilt();
  return withReport(async (report) => {
    const options = ['--report', report, ...('missing' in k6 ? ['--no-load'] : []), ...args];
    const code = await runLoudly('node', ['scripts/drill.mjs', ...options], { env: toolEnvironment(findNode()) });
    const count = ({ outcomes, findings }) => {
      const broken = findings.filter(({ against }) => against.length > 0).length;
      return { passed: outcomes.length + findings.length - broken, failed: broken, skipped: 0 };
    };
    return { code, count };
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
