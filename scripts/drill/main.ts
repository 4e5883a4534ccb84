import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Cluster, startCluster } from '../cluster/cluster.ts';
import { sleep } from '@nordhaut/platform/timing';
import { say, tell, WrongUsage } from '@nordhaut/shop/tool';
import { type Case, cases } from './cases.ts';
import { type Load, startLoad, summaryOf } from './load.ts';
import { type Probe, startProbe } from './probe.ts';
import { prepareMembers } from './promotions.ts';
import { reconcile } from './reconcile.ts';
import { type Outcome, outcomeOf, table } from './report.ts';
import { type Sample, watchCluster } from './watch.ts';

/**
 * `npm run drill`: runs the distributed shop under load and kills each part of it in turn. It prints the effects on buyers
 * and ends with 1 when a promise was broken.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '5' },
    only: { type: 'string' },
    report: { type: 'string' },
    'no-load': { type: 'boolean', default: false },
  },
});

/** Number of buyers whose waits are measured, in addition to the load. */
const PROBES = 3;
/** Minimum and maximum duration of a case, in ms. */
const LEAST = 4_000;
const MOST = 120_000;

const chosen = cases.filter(({ name }) => values.only === undefined || name.includes(values.only));
// A drill that kills nothing would keep every promise.
if (chosen.length === 0) {
  tell(new WrongUsage(`No case has "${values.only}" in its name; there are: ${cases.map(({ name }) => name).join('; ')}.`));
  process.exit();
}
const directory = mkdtempSync(join(tmpdir(), 'nordhaut-drill-'));
say('Starting the distributed shop …');
const cluster = await startCluster({
  directory,
  brief: true,
  env: {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '10000',
    CASH_LIMIT: 'off',
    SOCKETS_PER_ADDRESS: '100000',
    SIMULATORS_PACE: 'off',
    CHECKOUT_GRACE: '6000',
    UNCHARGED_PATIENCE: '6000',
    TAPPAY_TIMEOUT: '5000',
    CHECKOUT_SWEEP_INTERVAL: '500',
    // The poller queries parcels after seconds, not minutes, to get a status whose webhook failed.
    PARCEL_POLL_PACE: '0.005',
    PARCEL_POLL_RATE: '100',
    // A case waits until every reader has caught up, so none may rest for long.
    CONVERSIONS_PACE: '500',
  },
  onProgress: (what) => say(`  ${what} …`),
});
let isKept = false;
let load: Load | undefined;
try {
  isKept = await drill(cluster);
} catch (error) {
  say((error as Error).message);
} finally {
  await load?.stop();
  await cluster.stop();
  if (isKept) rmSync(directory, { recursive: true, force: true });
  else say(`The logs are in ${directory}.`);
}
process.exit(isKept ? 0 : 1);

async function drill(running: Cluster): Promise<boolean> {
  const watch = watchCluster(running.database.url);
  if (!values['no-load']) await prepareMembers(running);
  load = values['no-load'] ? undefined : startLoad(running, { rate: values.rate, out: join(directory, 'load') });
  const probes = Array.from({ length: PROBES }, () => startProbe(running));
  // Nothing is killed before: the launcher refuses a target that does not answer.
  await load?.begun();
  await sleep(LEAST);
  const outcomes: Outcome[] = [];
  for (const one of chosen) {
    const outcome = await run(running, one, probes, watch.samples);
    outcomes.push(outcome);
    say(`${one.name}: everything works again after ${(outcome.recovered / 1000).toFixed(1)} s`);
  }
  const loaded = await load?.end();
  await Promise.all(probes.map((probe) => probe.stop()));
  await caughtUp(running, watch.samples);
  await watch.stop();

  say(`\nThe longest wait of a buyer during each case:\n\n${table(outcomes)}\n`);
  if (loaded) say(`${summaryOf(loaded)}\n`);
  const answered = [...probes.flatMap(({ placed }) => placed), ...(loaded?.orders ?? [])];
  const missed = probes.flatMap((probe) => probe.missed);
  if (loaded && loaded.pushMissed + loaded.pushOutOfOrder > 0)
    missed.push(`${loaded.pushMissed} missed and ${loaded.pushOutOfOrder} out of order in the load`);
  const findings = await reconcile(running, answered, missed);
  say(`${answered.length} orders were answered.`);
  for (const { promise, violations } of findings)
    say(
      violations.length === 0 ? `✓ ${promise}` : `✗ ${promise}: ${violations.length} violations, e.g. ${violations.slice(0, 3).join('; ')}`,
    );
  if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ outcomes, load: loaded, findings }, null, 2));
  return findings.every(({ violations }) => violations.length === 0);
}

/** Kills something and waits until everything works again. */
async function run(running: Cluster, one: Case, probes: readonly Probe[], samples: readonly Sample[]): Promise<Outcome> {
  const from = Date.now();
  await one.kill(running, samples.at(-1));
  await sleep(LEAST);
  const left = (): number => from + MOST - Date.now();
  await running.allReady(left());
  // Wait until each buyer got an order, a look-up and a push that began after the kill, and every reader has caught up.
  const served = ({ waits }: Probe): boolean =>
    ['order', 'look-up', 'push'].every((what) => waits.some((wait) => wait.what === what && wait.from > from));
  const behind = () => [...(samples.at(-1)?.behind ?? [])].filter(([, { ageMs }]) => ageMs >= 1_000);
  const missing = (): string[] => [
    ...probes.flatMap((probe, index) => (served(probe) ? [] : [`buyer ${index + 1} waits for ${probe.doing()}`])),
    ...behind().map(([name, { events }]) => `${name} is ${events} events behind`),
  ];
  while (missing().length > 0) {
    if (left() < 0) throw new Error(`${one.name}: does not work again after ${MOST / 1000} s; ${missing().join(', ')}`);
    await sleep(50);
  }
  return outcomeOf({ name: one.name, leads: one.leads, from, to: Date.now(), probes, samples });
}

/** Waits until the read models have all events. */
async function caughtUp(running: Cluster, samples: readonly Sample[]): Promise<void> {
  const since = Date.now();
  await running.allReady();
  /** undefined before the first sample */
  const behind = (): string[] | undefined => {
    const last = samples.at(-1);
    if (last === undefined || last.at <= since) return undefined;
    return [...last.behind].flatMap(([name, { events }]) => (events > 0 ? `${name} by ${events} events` : []));
  };
  for (let left = behind(); left?.length !== 0; left = behind()) {
    if (Date.now() > since + MOST) throw new Error(`the readers did not catch up in ${MOST / 1000} s: ${left?.join(', ') ?? 'no sample'}`);
    await sleep(100);
  }
}
