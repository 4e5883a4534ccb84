import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { planOf } from '../../infra/load/plan.ts';
import { ensureBuilt } from '../lib/build.mjs';
import { findK6 } from '../lib/k6.mjs';
import { CannotRun, help, type LoadOptions, readArguments } from './arguments.ts';
import { readJournal } from './journal.ts';
import { startOwnShop } from './own-shop.ts';
import { pageOf } from './page.ts';
import { resultOf, type K6Summary, type LoadResult } from './result.ts';
import { filesOf, runK6, type Ended, type Files } from './run-k6.ts';
import { tableOf } from './table.ts';
import { count, rate } from './words.ts';

/** Exit codes. */
const CODES = { held: 0, broken: 1, couldNotRun: 2 } as const;
/** k6's exit codes after a complete run: success, or broken thresholds. */
const RAN = [0, 99];

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

try {
  process.exitCode = await main();
} catch (error) {
  say(error instanceof CannotRun ? error.message : ((error as Error).stack ?? String(error)));
  process.exitCode = CODES.couldNotRun;
}

async function main(): Promise<number> {
  let options: LoadOptions | undefined;
  try {
    options = readArguments(process.argv.slice(2));
  } catch (error) {
    if (error instanceof CannotRun) throw new CannotRun(`${error.message}\n\n${help}`);
    throw error;
  }
  if (!options) {
    process.stdout.write(`${help}\n`);
    return CODES.held;
  }
  const k6 = await findK6();
  if ('missing' in k6) throw new CannotRun(k6.missing);
  if (options.target === undefined) await ensureBuilt();
  else await answers('shop', options.target);
  if (options.simulators !== undefined) await answers('simulators', options.simulators);

  const plan = planOf(options.wish);
  const startedAt = new Date();
  const out = options.out ?? join('.data', 'load', `${plan.profile}-${startedAt.toISOString().slice(0, 19).replaceAll(':', '')}`);
  const files = filesOf(resolve(out));
  emptyFolder(files, resolve(out));

  const own = options.target === undefined ? await startOwnShop(files.shopLog, stopping.signal) : undefined;
  try {
    const target = options.target ?? own?.url ?? '';
    const simulators = options.simulators ?? own?.simulatorsUrl;
    const kinds = plan.journeys.map(({ name }) => name).join(', ');
    say(`${plan.profile}: ${rate(plan.rate)} for ${count(plan.seconds)} s (${kinds}) against ${target}${own ? ', started for it' : ''} …`);
    const ended = await runK6(k6, options, { target, simulators, files, stopped: stopping.signal });
    const journal = await readJournal(files.journal);
    const ordersFile = options.ordersFile ?? files.orders;
    writeFileSync(ordersFile, journal.orders.map((orderNo) => `${orderNo}\n`).join(''));
    const summary = summaryOf(files, ended, journal.problems);
    const facts = { plan, target, simulators, startedAt, k6: k6.version, ordersFile, wasStopped: ended.wasStopped };
    const result = resultOf(summary, journal, facts);
    publish(result, files);
    return result.verdict === 'pass' ? CODES.held : result.verdict === 'fail' ? CODES.broken : CODES.couldNotRun;
  } finally {
    await own?.stop();
  }
}

/** Makes the folder of the result, and deletes the files of an earlier run because k6 appends to files. */
function emptyFolder(files: Files, out: string): void {
  mkdirSync(out, { recursive: true });
  for (const file of Object.values(files)) rmSync(file, { force: true });
}

/** @throws CannotRun when the server does not answer; k6 would only report that all calls fail */
async function answers(what: string, url: string): Promise<void> {
  const answer = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (!answer) throw new CannotRun(`Nothing answers at ${url}.`);
  if (!answer.ok) throw new CannotRun(`The server at ${url} is no ${what}: /livez answers ${answer.status}.`);
}

/** k6's summary. @throws CannotRun with k6's output when there is no summary */
function summaryOf(files: Files, { code, wasStopped }: Ended, problems: ReadonlyMap<string, number>): K6Summary {
  if (existsSync(files.summary) && (RAN.includes(code) || wasStopped)) return JSON.parse(readFileSync(files.summary, 'utf8')) as K6Summary;
  const words = existsSync(files.log) ? readFileSync(files.log, 'utf8').trim().split('\n').slice(-10).join('\n') : '';
  throw new CannotRun([`k6 ended with code ${code}.`, words, ...problems.keys()].filter(Boolean).join('\n'));
}

function publish(result: LoadResult, files: Files): void {
  writeFileSync(files.result, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(files.page, pageOf(result));
  process.stdout.write(
    `\n${tableOf(result)}\n\nReport: ${relative(process.cwd(), files.page)} and ${relative(process.cwd(), files.result)}\n`,
  );
}
