import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { membersFor, planOf } from '../../infra/load/plan.ts';
import { ensureBuilt } from '../lib/build.mjs';
import { findK6 } from '../lib/k6.mjs';
import { CannotRun, type LoadOptions } from './arguments.ts';
import { readJournal } from './journal.ts';
import { startOwnShop, unusedEngines, type OwnShop } from './own-shop.ts';
import { reconcileOrders } from './kept-orders.ts';
import { pageOf } from './page.ts';
import { DATABASE, GENERATOR, processSeries, watchProcesses, WHOLE_MACHINE, type Source } from './processes.ts';
import { tellProgress } from './progress.ts';
import { reconcileReports } from './reported.ts';
import { resultOf, type K6Summary } from './result.ts';
import { makeFolder, writeResult } from './result-file.ts';
import type { LoadResult } from './result-shape.ts';
import { filesOf, runK6, type Ended, type Files } from './run-k6.ts';
import { sliceSecondsFor } from './series.ts';
import { tableOf } from './table.ts';
import { createTimeline } from './timeline.ts';
import { count, rate } from './words.ts';

/** Exit codes. */
const CODES = { held: 0, broken: 1, couldNotRun: 2 } as const;
/** k6's exit codes after a complete run: success, or broken thresholds. */
const RAN = [0, 99];
/** seconds between two looks at the processes: two in each slice, within these limits */
const LOOK_EVERY = { least: 1, most: 5 };

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a profile, writes its result and returns the exit code. @throws CannotRun */
export async function runLoad(options: LoadOptions, stopped: AbortSignal): Promise<number> {
  const k6 = await findK6();
  if ('missing' in k6) throw new CannotRun(k6.missing);
  if (options.target === undefined) await ensureBuilt();
  else await answers('shop', options.target, '/livez');
  if (options.simulators !== undefined) await answers('simulators', options.simulators, '/control/clock');

  const plan = planOf(options.wish);
  const members = options.members ?? membersFor(plan);
  const loadBefore = loadavg()[0] ?? 0;
  const startedAt = new Date();
  const out = options.out ?? join('.data', 'load', `${plan.profile}-${startedAt.toISOString().slice(0, 19).replaceAll(':', '')}`);
  const files = filesOf(resolve(out));
  emptyFolder(files, resolve(out));
  const ordersFile = options.ordersFile ?? files.orders;
  makeFolder(dirname(ordersFile));

  if (options.target === undefined) {
    const unused = unusedEngines(process.env);
    if (unused) say(unused);
    say(`Starting a shop for the run${members > 0 ? `, with ${count(members)} members` : ''} …`);
  }
  const own = options.target === undefined ? await startOwnShop({ log: files.shopLog, members, stopped }) : undefined;
  try {
    const target = options.target ?? own?.url ?? '';
    const simulators = options.simulators ?? own?.simulatorsUrl;
    const kinds = plan.journeys.map(({ name }) => name).join(', ');
    say(`${plan.profile}: ${rate(plan.rate)} for ${count(plan.seconds)} s (${kinds}) against ${target}${own ? ', started for it' : ''} …`);
    let generator: number | undefined;
    const sources = [
      ...sourcesOf(options, target, own),
      { name: GENERATOR, pid: () => generator },
      { name: WHOLE_MACHINE, machine: true as const },
    ];
    const every = Math.max(LOOK_EVERY.least, Math.min(LOOK_EVERY.most, sliceSecondsFor(plan.seconds) / 2));
    const watch = watchProcesses(sources, every * 1000, process.env['METRICS_TOKEN']);
    const began = Date.now();
    const progress = options.verbose ? undefined : tellProgress(files.journal, say);
    let ended: Ended;
    try {
      const seconds = plan.seconds + plan.grace;
      ended = await runK6(k6, options, { target, simulators, members, files, stopped, seconds, began: (pid) => (generator = pid) });
    } finally {
      progress?.stop();
      // Also where k6 failed: the timer would keep this process.
      await watch.stop();
    }
    const watched = await watch.stop();

    const timeline = createTimeline(plan, (Date.now() - began) / 1000);
    const journal = await readJournal(files.journal, timeline.add);
    writeFileSync(ordersFile, journal.orders.map((orderNo) => `${orderNo}\n`).join(''));
    const summary = summaryOf(files, ended, journal.problems);
    const overTime = timeline.series();
    // Of a shopper whom a stop cut off, the report may be there and the note missing.
    const exact = own !== undefined && !plan.tolerant && !ended.wasStopped;
    const reports =
      simulators === undefined || (journal.agreed === 0 && !exact)
        ? []
        : await reconcileReports(simulators, journal, { since: startedAt.getTime(), exact });
    // A drill reconciles its orders itself, and a stopped run has orders under way.
    const kept = plan.tolerant || ended.wasStopped ? undefined : await reconcileOrders(target, simulators, journal.orders);
    for (const [problem, times] of kept?.problems ?? []) journal.problems.set(problem, times);
    const result = resultOf(summary, journal, {
      plan,
      target,
      simulators,
      shop: options.about ?? (own ? 'one process and its PostgreSQL, started for the run' : 'not named (--about)'),
      machine: machine(),
      loadBefore: Math.round(loadBefore * 10) / 10,
      leftOut: options.leftOut,
      members,
      series: { ...overTime, ...processSeries(watched, { ...overTime, startedAt: timeline.startedAt() ?? startedAt.getTime() }) },
      startedAt,
      k6: k6.version,
      ordersFile,
      wasStopped: ended.wasStopped,
      reports: [...reports, ...(kept?.bounds ?? [])],
    });
    publish(result, files);
    return result.verdict === 'pass' ? CODES.held : result.verdict === 'fail' ? CODES.broken : CODES.couldNotRun;
  } finally {
    await own?.stop();
  }
}

/** The processes of the shop. Of a shop that was started for the run, the database's is known too. */
function sourcesOf({ metrics }: LoadOptions, target: string, own: OwnShop | undefined): Source[] {
  if (metrics.length > 0) return metrics.map(({ name, url }) => ({ name, metrics: url }));
  const shop = { name: 'shop', metrics: `${target}/metrics` };
  return own ? [shop, { name: DATABASE, pid: own.databasePid }] : [shop];
}

const machine = (): LoadResult['machine'] => ({
  cores: cpus().length,
  model: cpus()[0]?.model.trim() ?? '',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  node: process.version,
});

/** Makes the folder of the result, and deletes the files of an earlier run because k6 appends to files. @throws CannotRun */
function emptyFolder(files: Files, out: string): void {
  makeFolder(out);
  for (const file of Object.values(files)) rmSync(file, { force: true });
}

/**
 * @param path that only this kind of server has, where an exchange of two addresses would give a run without parcels
 * @throws CannotRun when the server does not answer; k6 would only report that all calls fail
 */
async function answers(what: string, url: string, path: string): Promise<void> {
  const answer = await fetch(url + path, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (!answer) throw new CannotRun(`Nothing answers at ${url}.`);
  if (!answer.ok) throw new CannotRun(`The server at ${url} is not the ${what}: ${path} answers ${answer.status}.`);
}

/** k6's summary. @throws CannotRun with k6's output when there is no summary */
function summaryOf(files: Files, { code, wasStopped }: Ended, problems: ReadonlyMap<string, number>): K6Summary {
  if (existsSync(files.summary) && (RAN.includes(code) || wasStopped)) return JSON.parse(readFileSync(files.summary, 'utf8')) as K6Summary;
  const words = existsSync(files.log) ? readFileSync(files.log, 'utf8').trim().split('\n').slice(-10).join('\n') : '';
  throw new CannotRun([`k6 ended with code ${code}.`, words, ...problems.keys()].filter(Boolean).join('\n'));
}

function publish(result: LoadResult, files: Files): void {
  writeResult(files.result, result);
  writeFileSync(files.page, pageOf(result));
  process.stdout.write(
    `\n${tableOf(result)}\n\nReport: ${relative(process.cwd(), files.page)} and ${relative(process.cwd(), files.result)}\n`,
  );
}
