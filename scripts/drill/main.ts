import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cluster, startCluster } from '../cluster/cluster.ts';
import { say } from '@nordhaut/shop/tool';
import { account } from './accounts.ts';
import { type Case, cases } from './cases.ts';
import { type Load, sentencesOf, startLoad } from './load.ts';
import { type Probe, startProbe } from './probe.ts';
import { type Outcome, outcomeOf, table } from './report.ts';
import { watchCluster } from './watch.ts';

/**
 * `npm run drill`: the distributed shop under load, and everything in it killed in turn. Prints what it did to buyers,
 * and ends with 1 where a promise was broken.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '5' },
    only: { type: 'string' },
    report: { type: 'string' },
    'no-load': { type: 'boolean', default: false },
  },
});

/** Buyers that are watched closely, beside the load. */
const PROBES = 3;
/** ms of calm that each case is given at least, and may take at most */
const CALM = 4_000;
const MOST = 120_000;

const struck = cases.filter(({ name }) => values.only === undefined || name.includes(values.only));
const directory = mkdtempSync(join(tmpdir(), 'nordhaut-drill-'));
say('Starting the distributed shop …');
const cluster = await startCluster({
  directory,
  env: {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '10000',
    CASH_LIMIT: 'off',
    SOCKETS_PER_ADDRESS: '100000',
    SIMULATORS_PACE: 'off',
    CHECKOUT_GRACE: '6000',
    TAPPAY_TIMEOUT: '5000',
    CHECKOUT_SWEEP_INTERVAL: '500',
    // What a carrier's call could not bring because nobody answered is asked for after seconds, not after minutes.
    PARCEL_POLL_PACE: '0.005',
    PARCEL_POLL_RATE: '100',
  },
  onProgress: (what) => say(`  ${what} …`),
});
let sound = false;
let load: Load | undefined;
try {
  sound = await drill(cluster);
} catch (error) {
  say((error as Error).message);
} finally {
  await load?.stop();
  await cluster.stop();
  if (sound) rmSync(directory, { recursive: true, force: true });
  else say(`What the processes said is in ${directory}.`);
}
process.exit(sound ? 0 : 1);

async function drill(running: Cluster): Promise<boolean> {
  const watch = watchCluster(running.database.url);
  load = values['no-load'] ? undefined : startLoad(running, { rate: values.rate, out: join(directory, 'load') });
  const probes = Array.from({ length: PROBES }, () => startProbe(running));
  await sleep(CALM);
  const outcomes: Outcome[] = [];
  for (const one of struck) {
    outcomes.push(await strike(running, one, probes, watch.samples));
    const { recovered } = outcomes.at(-1) as Outcome;
    say(`${one.name}: everything in order again after ${(recovered / 1000).toFixed(1)} s`);
  }
  const loaded = await load?.end();
  await Promise.all(probes.map((probe) => probe.stop()));
  await settled(running, watch.samples);
  await watch.stop();

  say(`\nHow long a buyer waited at most for each, while it was going on:\n\n${table(outcomes)}\n`);
  if (loaded) say(`${sentencesOf(loaded)}\n`);
  const answered = [...probes.flatMap(({ placed }) => placed), ...(loaded?.orders ?? [])];
  const missed = probes.flatMap((probe) => probe.missed);
  if (loaded && loaded.pushMissed + loaded.pushOutOfOrder > 0)
    missed.push(`${loaded.pushMissed} missed and ${loaded.pushOutOfOrder} out of order in the load`);
  const findings = await account(running, answered, missed);
  say(`${answered.length} orders were answered.`);
  for (const { promise, against } of findings) {
    say(against.length === 0 ? `✓ ${promise}` : `✗ ${promise}: ${against.length} against, e.g. ${against.slice(0, 3).join('; ')}`);
  }
  if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ outcomes, load: loaded, findings }, null, 2));
  return findings.every(({ against }) => against.length === 0);
}

async function strike(
  running: Cluster,
  one: Case,
  probes: readonly Probe[],
  samples: ReturnType<typeof watchCluster>['samples'],
): Promise<Outcome> {
  const from = Date.now();
  await one.strike(running, samples.at(-1));
  await sleep(CALM);
  const left = (): number => from + MOST - Date.now();
  await running.allReady(left());
  // Each buyer has had an order, a look-up and a push that began after the blow, and nobody is behind.
  const served = ({ waits }: Probe): boolean =>
    ['order', 'look-up', 'push'].every((what) => waits.some((wait) => wait.what === what && wait.from > from));
  const calm = (): boolean => [...(samples.at(-1)?.behind.values() ?? [])].every(({ ageMs }) => ageMs < 1_000);
  const whatIsMissing = (): string =>
    [
      ...probes.map((probe, index) => (served(probe) ? '' : `buyer ${index + 1} waits for ${probe.doing()}`)),
      ...[...(samples.at(-1)?.behind ?? [])].map(([name, { events, ageMs }]) =>
        ageMs < 1_000 ? '' : `${name} is ${events} events behind`,
      ),
    ]
      .filter(Boolean)
      .join(', ');
  while (!(probes.every(served) && calm())) {
    if (left() < 0) throw new Error(`${one.name}: not in order again after ${MOST / 1000} s; ${whatIsMissing()}`);
    await sleep(50);
  }
  return outcomeOf({ name: one.name, leads: one.leads, from, to: Date.now(), probes, samples });
}

async function settled(running: Cluster, samples: ReturnType<typeof watchCluster>['samples']): Promise<void> {
  const since = Date.now();
  await running.allReady();
  const quiet = (): boolean => {
    const last = samples.at(-1);
    return last !== undefined && last.at > since && [...last.behind.values()].every(({ events }) => events === 0);
  };
  while (!quiet()) {
    if (Date.now() > since + MOST) throw new Error(`the read models did not catch up in ${MOST / 1000} s`);
    await sleep(100);
  }
}
