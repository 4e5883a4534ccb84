import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/**
 * The outcome of a suite: `{ passed, failed, skipped, trouble?, failures, flaky, files }`. `failures` are
 * `{ test, error }`, `flaky` are names of tests that passed at a second try, `files` are `{ file, ms }`.
 */
export const outcome = (counts, { failures = [], flaky = [], files = [] } = {}) => ({ skipped: 0, ...counts, failures, flaky, files });

/** The outcome of a suite that failed as a whole. */
export const failure = (error) =>
  outcome({ passed: 0, failed: 1, trouble: firstLine(error) }, { failures: [{ test: '(outside every test)', error: firstLine(error) }] });

/** The outcome of a run of vitest, from its JSON report. */
export function vitestOutcome({ numPassedTests, numPendingTests = 0, numTodoTests = 0, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = pathOf(name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ test: `${file} (the file itself)`, error: firstLine(message) }];
    return failed.map(({ ancestorTitles, title, failureMessages }) => ({
      test: [file, ...ancestorTitles, title].join(' › '),
      error: firstLine(failureMessages[0]),
    }));
  });
  const counts = { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests };
  return outcome(counts, {
    failures,
    files: testResults.map(({ name, startTime, endTime }) => ({ file: pathOf(name), ms: endTime - startTime })),
  });
}

/** The outcome of a run of Playwright, from its JSON report. */
export function playwrightOutcome({ suites = [], errors = [] }) {
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  const of = (status) => tests.filter((test) => test.status === status);
  const failures = of('unexpected').map(({ name, error }) => ({ test: name, error }));
  // Errors outside every test, such as a set-up that failed.
  if (failures.length === 0) failures.push(...errors.map(({ message }) => ({ test: '(outside every test)', error: firstLine(message) })));
  const times = new Map();
  for (const { file, ms } of tests) times.set(file, (times.get(file) ?? 0) + ms);
  return outcome(
    { passed: of('expected').length + of('flaky').length, failed: failures.length, skipped: of('skipped').length },
    { failures, flaky: of('flaky').map(({ name }) => name), files: [...times].map(([file, ms]) => ({ file, ms })) },
  );
}

function testsOf({ title, specs = [], suites = [] }, above) {
  const path = title ? [...above, title] : above;
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      file: spec.file,
      name: [...path, spec.title].join(' › '),
      status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      error: firstLine(results.map(({ error }) => error?.message).findLast(Boolean)),
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, path))];
}

const SLOWEST = 10;
/** More are not listed by name: then the run as a whole is broken. */
const MOST_NAMED = 40;

/** The last lines of `npm test`: slowest files, flaky and failed tests, then one line for each suite and the total. */
export function closing(suites) {
  const list = (title, lines) => (lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), '']);
  const failures = suites.flatMap(({ name, failures: all }) => all.map(({ test, error }) => `${name}: ${test}\n      ${error}`));
  const named = failures.slice(0, MOST_NAMED);
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
  const failed = suites.reduce((sum, suite) => sum + suite.failed, 0);
  return [
    ...suites.flatMap(({ name, files }) => list(`Slowest files of ${name}`, slowest(files))),
    ...list(
      'Flaky: failed, then passed',
      suites.flatMap(({ name, flaky }) => flaky.map((test) => `${name}: ${test}`)),
    ),
    ...list('Failed', failures.length > named.length ? [...named, `and ${failures.length - named.length} more`] : named),
    ...suites.map(suiteLine),
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}

const slowest = (files) =>
  files
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);

/** Counts of one suite, and its time beside its budget. A suite over its budget does not fail, because machines differ. */
export function suiteLine({ name, passed, failed, skipped, flaky, trouble, ms, budget }) {
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped ? [`${skipped} skipped`] : []),
    ...(flaky.length ? [`${flaky.length} flaky`] : []),
  ];
  const over = ms > budget * 1000 ? ', OVER its budget' : '';
  return `${failed === 0 ? '✓' : '✗'} ${name}: ${counts.join(', ')} (${(ms / 1000).toFixed(1)} s of ${budget} s${over})${trouble ? `: ${trouble}` : ''}`;
}

const pathOf = (file) => relative(root, file);

/** The first line of an error, without colours. */
export const firstLine = (message = '') => stripVTControlCharacters(message).trim().split('\n')[0].slice(0, 300);
