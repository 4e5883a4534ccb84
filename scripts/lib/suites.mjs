import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { findK6 } from './k6.mjs';
import { missingForKafka } from './kafka.mjs';
import { findNode } from './node.mjs';
import { failure, firstLine, outcome, playwrightOutcome, vitestOutcome } from './outcome.mjs';
import { inRoot } from './paths.mjs';
import { runLoudly, runQuietly, toolEnvironment } from './run.mjs';

/**
 * The suites of `npm test`, in the order in which they run: fast ones first. `budget` is the time in seconds that a suite may
 * take on two quiet cores, on a machine that has everything installed: together 20 minutes. `run(args)` returns an outcome
 * (outcome.mjs). A test is a test case where the tool counts them, and a command otherwise. `beside` names a suite that leaves
 * more than half of the processor time free; this suite runs at the same time. Then it prints nothing before its end, and what
 * it printed only if it failed: `run(args, { quietly: true })`.
 */
export const suites = [
  {
    name: 'typecheck',
    budget: 25,
    beside: 'kafka',
    run: () => commands(['tsc --noEmit -p tsconfig.json', 'tsc --noEmit -p infra/load', 'npm run --silent typecheck -w web']),
  },
  {
    name: 'lint',
    budget: 20,
    beside: 'kafka',
    run: () =>
      commands([
        'oxlint --type-aware --deny-warnings',
        'depcruise --config .dependency-cruiser.cjs services web/app web/console scripts',
        'biome format --max-diagnostics=20 .',
        'node scripts/checks/tracked-files.mjs',
        'node scripts/checks/colours.mjs',
        'node --disable-warning=ExperimentalWarning scripts/checks/compose.mjs',
      ]),
  },
  // The events are in a gRPC store; then every role is a process, and the bus is Kafka. Only the journeys that could
  // differ there run (infra/decisions/030-journeys-per-set-up.md).
  {
    name: 'e2e-eventstore',
    budget: 40,
    beside: 'kafka',
    run: (args, options) => playwright('e2e-eventstore', args, { setUp: 'eventstore', ...options }),
  },
  {
    name: 'e2e-cluster',
    budget: 60,
    beside: 'kafka',
    run: (args, options) => withKafka(() => playwright('e2e-cluster', args, { setUp: 'cluster', ...options })),
  },
  // Its tests wait for brokers and processes that take over.
  { name: 'kafka', budget: 100, run: (args) => withKafka(() => vitest('kafka', args, 'vitest.kafka.config.ts')) },
  { name: 'vitest', budget: 420, run: (args) => vitest('vitest', args) },
  { name: 'e2e', budget: 380, run: (args) => playwright('e2e', args) },
  { name: 'load', budget: 35, run: load },
  { name: 'drill', budget: 120, run: (args) => withKafka(() => drill(args)) },
];

/** @returns each suite in turn, with those that run in turn while it runs */
export function sideBySide(chosen) {
  const isChosen = (name) => chosen.some((suite) => suite.name === name);
  const own = chosen.filter(({ beside }) => !isChosen(beside));
  return own.map((suite) => ({ suite, beside: chosen.filter(({ beside }) => beside === suite.name) }));
}

/**
 * A suite may take this many times its budget, which is plenty on a slow machine. Then it is ended and failed, so that the
 * suites after it still run and the one that hung is named.
 */
const PATIENCE = 4;

/** Runs the command of the suite until it ends or its time is over. `unfinished()` says what had not ended by then. */
async function withinLimit(name, command, args, options, unfinished = () => '') {
  const limit = PATIENCE * suites.find((suite) => suite.name === name).budget;
  let over = false;
  const onLimit = () => {
    over = true;
  };
  const code = await runLoudly(command, args, { ...options, limit: limit * 1000, onLimit });
  if (over) throw new Error(`ended after ${limit} s${unfinished()}`);
  return code;
}

/** Runs the commands two at a time, and prints the output of those that fail. */
async function commands(list) {
  const waiting = [...list];
  const failures = [];
  const work = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      const [command, ...args] = line.split(' ');
      const { code, output } = await runQuietly(command, args, { env: toolEnvironment(findNode()) });
      if (code === 0) continue;
      failures.push({ test: line, error: firstLine(output) });
      process.stdout.write(`✗ ${line}\n${output}\n`);
    }
  };
  await Promise.all([work(), work()]);
  return outcome({ passed: list.length - failures.length, failed: failures.length }, { failures });
}

function vitest(name, args, config = 'vitest.config.ts') {
  return withReport(vitestOutcome, (report) => {
    const UNFINISHED_FILES = `${report}.unfinished`;
    const own = '--reporter=./scripts/lib/unfinished-files.mjs';
    const reporters = ['--reporter=default', own, '--reporter=json', `--outputFile.json=${report}`];
    const env = toolEnvironment(findNode(), { UNFINISHED_FILES });
    const unfinished = () => `; not finished: ${readFileSync(UNFINISHED_FILES, 'utf8') || 'nothing'}`;
    return withinLimit(name, 'vitest', ['run', '--config', config, ...reporters, ...args], { env }, unfinished);
  });
}

const leftOut = (reason) => outcome({ passed: 0, failed: 0, skipped: 1, trouble: `left out, ${reason}` });

/** Left out where there is no Java for a real broker. */
async function withKafka(run) {
  const missing = await missingForKafka();
  return missing === undefined ? run() : leftOut(missing);
}

async function playwright(name, args, { setUp = 'all-in-one', quietly = false } = {}) {
  await ensureBuilt();
  const chromium = await ensureChromium();
  return withReport(playwrightOutcome, async (report) => {
    const printed = `${report}.txt`;
    const output = quietly ? openSync(printed, 'w') : 'inherit';
    let code;
    try {
      code = await withinLimit(name, 'playwright', ['test', '--config', 'web/playwright.config.ts', '--reporter=list,json', ...args], {
        stdio: ['inherit', output, output],
        env: toolEnvironment(findNode(), {
          E2E_SETUP: setUp,
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          ...(chromium && { CHROMIUM_PATH: chromium }),
        }),
      });
    } finally {
      if (quietly) {
        closeSync(output);
        if (code !== 0) process.stdout.write(readFileSync(printed, 'utf8'));
      }
    }
    return code;
  });
}

/** The smoke profile against its own shop; each threshold counts as a test. Left out where k6 is not available. */
async function load(args) {
  const k6 = await findK6();
  if ('missing' in k6) return leftOut(k6.missing.split('\n')[0]);
  const folder = inRoot('.data', 'load', 'smoke-test');
  rmSync(join(folder, 'result.json'), { force: true });
  return withReport(
    ({ thresholds }) => {
      const broken = thresholds.filter(({ ok }) => !ok);
      const failures = broken.map(({ metric, demand, measured }) => ({ test: `${metric}: ${demand}`, error: `measured ${measured}` }));
      return outcome({ passed: thresholds.length - broken.length, failed: broken.length }, { failures });
    },
    () => withinLimit('load', 'node', ['scripts/load.mjs', 'smoke', '--out', folder, ...args], { env: toolEnvironment(findNode()) }),
    join(folder, 'result.json'),
  );
}

/** Kills each part of a distributed shop in turn, under load where k6 is available. Each case and each promise counts. */
async function drill(args) {
  const k6 = await findK6();
  await ensureBuilt();
  return withReport(
    ({ outcomes, findings }) => {
      const broken = findings.filter(({ violations }) => violations.length > 0);
      const failures = broken.map(({ promise, violations }) => ({
        test: promise,
        error: `${violations.length} violations, e.g. ${violations[0]}`,
      }));
      return outcome({ passed: outcomes.length + findings.length - broken.length, failed: broken.length }, { failures });
    },
    (report) => {
      const options = ['--report', report, ...('missing' in k6 ? ['--no-load'] : []), ...args];
      return withinLimit('drill', 'node', ['scripts/drill.mjs', ...options], { env: toolEnvironment(findNode()) });
    },
  );
}

/** The outcome that `read` makes of the JSON report that `run` writes. */
async function withReport(read, run, file) {
  const folder = mkdtempSync(join(tmpdir(), 'nordhaut-test-'));
  const report = file ?? join(folder, 'report.json');
  try {
    const code = await run(report);
    if (!existsSync(report)) return failure(`ended with code ${code} without a report`);
    const result = read(JSON.parse(readFileSync(report, 'utf8')));
    // An error outside every test (an unhandled rejection, an empty selection) fails the run without failing a test.
    if (code !== 0 && result.failed === 0)
      return { ...result, ...failure(`ended with code ${code}`), passed: result.passed, files: result.files };
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
