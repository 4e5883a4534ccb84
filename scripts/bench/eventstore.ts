import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../whole-shop/fixtures/free-port.ts';
import { clientRun, shopEnvironment, warmUp, warmUpCheckouts, WITHOUT_MAILS, type Outside, type Run } from './checkouts.ts';
import { writeHistories } from './history.ts';
import { benchLive } from './live.ts';
import { cpuSeconds, runClient, startServer, type Child } from './processes.ts';
import { causeOf, probeStalls, readStalls } from './stalls.ts';
import { count, median, ms, quantile, spread, type Figure } from './table.ts';

const CLIENTS = [32, 8, 1];
/** ms until the work after the last answer is done */
const REST = 1_000;
/** a parcel on its way: placed and handed to the carrier, in one append */
const ON_ITS_WAY = 2;

type Calls = Record<'append' | 'read' | 'readStream' | 'subscribe', number>;
/** `pid` and `calls`: only of the in-memory server. */
type Store = { url: string; pid?: number; calls?: () => Promise<Calls>; stop(): Promise<void> };
/** `stallsFile`: where its process writes its own stalls */
type Side = { server: Child; kind: 'shop' | 'bare'; stallsFile: string };

export type EventStoreOptions = {
  /** creates an empty database; ids of processes, and the simulators */
  outside: (database: string) => Promise<Outside>;
  /** the real server to measure; without it, each part starts an in-memory one */
  url: string | undefined;
  quick: boolean;
};

/**
 * The shop on EventStoreDB beside programs that use its client alone, on the same server in the same run: checkouts, live
 * push, a rebuild and a copy of the store.
 */
export async function benchEventStore({ outside, url, quick }: EventStoreOptions): Promise<Figure[]> {
  const source = await outside('eventstore_source');
  const parts: Record<string, (own: Outside, store: Store) => Promise<Figure[]>> = {
    checkouts: (own, store) => checkouts(own, store, { rounds: quick ? 1 : 3, seconds: quick ? 3 : 5, warmUp: warmUpCheckouts(quick) }),
    calls: (own) => callCosts(own, quick ? { rounds: 1, calls: 1_000 } : { rounds: 5, calls: 4_000 }),
    live: (own) => live(own, quick ? [200] : [1_000, 5_000]),
    rebuild: (own) => rebuild(own, quick ? { orders: 1_000, rounds: 1 } : { orders: 8_000, rounds: 3 }),
    copy: (own) => copy(source, clientEnvironment(own), quick ? { orders: 1_000, rounds: 1 } : { orders: 4_000, rounds: 3 }),
  };
  const figures: Figure[] = [];
  // All parts on a real server are one shop, so they share a database. In memory, each part has a fresh server.
  const shared = url === undefined ? undefined : { ...(await outside('eventstore')), eventStoreUrl: url };
  for (const [name, part] of Object.entries(parts)) {
    const store = url === undefined ? await inMemory() : { url, stop: () => Promise.resolve() };
    try {
      const own = shared ?? { ...(await outside(`eventstore_${name}`)), eventStoreUrl: store.url };
      figures.push(...(await part(own, store)));
    } finally {
      await store.stop();
    }
  }
  return figures;
}

async function inMemory(): Promise<Store> {
  const server = await startServer('eventstore-server.ts', {});
  const calls = async (): Promise<Calls> => {
    const socket = connect(Number(server.said['countsPort']), '127.0.0.1');
    await once(socket, 'connect');
    return JSON.parse(await text(socket)) as Calls;
  };
  return { url: String(server.said['url']), pid: server.pid, calls, stop: server.stop };
}

const clientEnvironment = ({ databaseUrl, eventStoreUrl = '' }: Outside): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  EVENTSTORE_URL: eventStoreUrl,
});

/** `cpu`: seconds of the program, of the event store and of Postgres */
type Measured = { run: Run; cpu: Record<'program' | 'store' | 'postgres', number>; causes: ReturnType<typeof causeOf>[] };

async function checkouts(outside: Outside, store: Store, options: { rounds: number; seconds: number; warmUp: number }): Promise<Figure[]> {
  const { rounds, seconds } = options;
  const folder = await mkdtemp(join(tmpdir(), 'nordhaut-stalls-'));
  const side = async (kind: Side['kind'], entry: string, env: Record<string, string>): Promise<Side> => {
    const stallsFile = join(folder, kind);
    await writeFile(stallsFile, '');
    return { kind, stallsFile, server: await startServer(entry, { ...env, STALLS_FILE: stallsFile }) };
  };
  const shop = await side('shop', 'shop-server.ts', { ...shopEnvironment(outside, await freePort()), ...WITHOUT_MAILS });
  const bare = await side('bare', 'bare-eventstore-server.ts', clientEnvironment(outside));
  const probe = probeStalls(store.url, folder);
  const drive = async ({ kind, server, stallsFile }: Side, clients: number): Promise<Measured> => {
    const pids = { program: server.pid, store: store.pid, postgres: outside.databasePid };
    const before = used(pids);
    const run = await clientRun(kind, String(server.said['url']), clients, seconds);
    if (run.errors > 0) throw new Error(`${run.errors} checkouts failed: ${run.firstError}`);
    const after = used(pids);
    const cpu = { program: after.program - before.program, store: after.store - before.store, postgres: after.postgres - before.postgres };
    const stalls = run.outliers.length === 0 ? [] : [...probe.stalls, ...readStalls(stallsFile)];
    return { run, cpu, causes: run.outliers.map((outlier) => causeOf(outlier, stalls)) };
  };
  try {
    for (const side of [bare, shop]) await warmUp(async () => (await drive(side, 32)).run, options.warmUp);
    const figures: Figure[] = [];
    for (const clients of CLIENTS) {
      const runs: { own: Measured; peer: Measured }[] = [];
      for (let round = 0; round < rounds; round++) {
        // The sides alternate in going first.
        const peerFirst = round % 2 === 0 ? await drive(bare, clients) : undefined;
        const own = await drive(shop, clients);
        runs.push({ own, peer: peerFirst ?? (await drive(bare, clients)) });
      }
      figures.push(...figuresOf(clients, runs));
    }
    // Its reads would be counted.
    await probe.stop();
    return [...figures, await callsOf(shop, store, seconds)];
  } finally {
    await probe.stop();
    await shop.server.stop();
    await bare.server.stop();
    await rm(folder, { recursive: true });
  }
}

type Pids = Record<'program' | 'store' | 'postgres', number | undefined>;
const used = ({ program, store, postgres }: Pids): Record<keyof Pids, number> => {
  const of = (pid: number | undefined): number => (pid === undefined ? undefined : cpuSeconds(pid)) ?? Number.NaN;
  return { program: of(program), store: of(store), postgres: of(postgres) };
};

function figuresOf(clients: number, runs: readonly { own: Measured; peer: Measured }[]): Figure[] {
  const [own, peer] = [runs.map((one) => one.own), runs.map((one) => one.peer)];
  const perSecond = own.map(({ run }) => run.perSecond);
  const ratio = median(runs.map((one) => one.own.run.perSecond / one.peer.run.perSecond));
  const [slow, peerSlow] = [slowest(own), slowest(peer)];
  const [cpu, peerCpu] = [cpuOf(own), cpuOf(peer)];
  return [
    {
      what: `EventStoreDB: checkouts/s, ${clients} clients`,
      value: `${count(median(perSecond))} (${spread(perSecond)})`,
      limit: `${count(median(peer.map(({ run }) => run.perSecond)))} bare`,
      ratio,
      aim: '≥ 0.6 of bare',
      met: ratio >= 0.6,
    },
    {
      what: '  p50 / p95 / p99.9; outliers',
      value: slow.text,
      limit: `${peerSlow.text} bare`,
      ratio: slow.ratio,
      aim: 'p99.9 ≤ 10 × p50',
      met: slow.ratio <= 10,
    },
    {
      what: '  CPU per checkout',
      value: `shop ${cpu.text}`,
      limit: `bare ${peerCpu.text}`,
      ratio: cpu.program / peerCpu.program,
      aim: '≤ 2 × bare',
      met: cpu.program / peerCpu.program <= 2,
    },
  ];
}

/** Over the checkouts of all rounds. An outlier takes more than ten times the median of its round; its cause is counted. */
function slowest(measured: readonly Measured[]): { text: string; ratio: number } {
  const times = measured.flatMap(({ run }) => run.times).toSorted((a, b) => a - b);
  const [p50, p95, p999] = [quantile(times, 0.5), quantile(times, 0.95), quantile(times, 0.999)];
  const causes = measured.flatMap((one) => one.causes);
  const counted = [...new Set(causes)].map((cause) => `${causes.filter((one) => one === cause).length} ${cause}`);
  const outliers = `${causes.length} of ${count(times.length)}${counted.length > 0 ? ` (${counted.join(', ')})` : ''}`;
  return { text: `${[p50, p95, p999].map(ms).join(' / ')}; ${outliers}`, ratio: p999 / p50 };
}

/** ms of processor time for one checkout */
function cpuOf(measured: readonly Measured[]): { program: number; text: string } {
  const each = (of: keyof Measured['cpu']): number => median(measured.map(({ run, cpu }) => (cpu[of] * 1_000) / run.checkouts));
  const [program, store, postgres] = [each('program'), each('store'), each('postgres')];
  const parts = { '': program, 'server ': store, 'Postgres ': postgres };
  const text = Object.entries(parts)
    .filter(([, value]) => !Number.isNaN(value))
    .map(([name, value]) => `${name}${value.toFixed(2)} ms`)
    .join(', ');
  return { program, text };
}

/** One client, so that a checkout never meets another one. */
async function callsOf(shop: Side, { calls }: Store, seconds: number): Promise<Figure> {
  const what = 'EventStoreDB: calls for one checkout';
  if (!calls) return { what, value: 'not counted: only the in-memory server counts them' };
  await sleep(REST);
  const before = await calls();
  const { checkouts: made } = await clientRun(shop.kind, String(shop.server.said['url']), 1, seconds);
  await sleep(REST);
  const after = await calls();
  const each = (method: keyof Calls): number => (after[method] - before[method]) / made;
  const [appends, reads] = [each('append'), each('readStream')];
  return {
    what,
    value: `${appends.toFixed(2)} appends, ${reads.toFixed(2)} reads of streams, ${(each('read') - reads).toFixed(2)} of the log`,
    limit: '6 appends, 6 reads bare',
    aim: '≤ 8 appends, ≤ 2 reads',
    met: appends <= 8 && reads <= 2,
  };
}

async function live(outside: Outside, sockets: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const each of sockets) figures.push(...(await benchLive(outside, { sockets: each, orders: 50, port: await freePort() })));
  return figures.map((figure) => ({ ...figure, what: `EventStoreDB: ${figure.what}` }));
}

async function callCosts(outside: Outside, { rounds, calls }: { rounds: number; calls: number }): Promise<Figure[]> {
  type Costs = Record<'append' | 'bareAppend' | 'read' | 'bareRead', number>;
  const { runs } = await runClient<{ runs: Costs[] }>('eventstore-calls.ts', [String(rounds), String(calls)], clientEnvironment(outside));
  const figure = (what: string, own: keyof Costs, bare: keyof Costs): Figure => ({
    what: `EventStoreDB: CPU of one ${what}`,
    value: `${median(runs.map((run) => run[own])).toFixed(3)} ms`,
    limit: `${median(runs.map((run) => run[bare])).toFixed(3)} ms, the client alone`,
    ratio: median(runs.map((run) => run[own] / run[bare])),
  });
  return [figure('append', 'append', 'bareAppend'), figure('read of three events', 'read', 'bareRead')];
}

async function rebuild(outside: Outside, { orders, rounds }: { orders: number; rounds: number }): Promise<Figure[]> {
  await writeHistories(outside, orders);
  type Rebuilt = { runs: { events: number; rebuildMs: number; readMs: number }[] };
  const { runs } = await runClient<Rebuilt>('eventstore-rebuild.ts', [String(rounds)], clientEnvironment(outside));
  const rate = (of: 'rebuildMs' | 'readMs'): string => count(median(runs.map((run) => (run.events * 1_000) / run[of])));
  const ratio = median(runs.map(({ rebuildMs, readMs }) => readMs / rebuildMs));
  return [
    {
      what: `EventStoreDB: rebuild of orders, ${count(runs[0]?.events ?? 0)} events`,
      value: `${rate('rebuildMs')} events/s`,
      limit: `${rate('readMs')} events/s, the client's readAll of the same log`,
      ratio,
      aim: '≥ 0.5 of the client',
      met: ratio >= 0.5,
    },
  ];
}

async function copy(
  source: Outside,
  target: Record<string, string>,
  { orders, rounds }: { orders: number; rounds: number },
): Promise<Figure[]> {
  await writeHistories(source, orders, ON_ITS_WAY);
  type Copied = { events: number; appends: number; runs: { copyMs: number; plainMs: number }[] };
  const env = { ...target, DATABASE_URL: source.databaseUrl };
  const { events, appends, runs } = await runClient<Copied>('eventstore-copy.ts', [String(rounds)], env);
  const rate = (of: 'copyMs' | 'plainMs'): string => count(median(runs.map((run) => (appends * 1_000) / run[of])));
  const ratio = median(runs.map(({ copyMs, plainMs }) => plainMs / copyMs));
  return [
    {
      what: `EventStoreDB: copy-store, ${count(events)} events in ${count(appends)} appends`,
      value: `${rate('copyMs')} appends/s`,
      limit: `${rate('plainMs')} the client alone, one after another`,
      ratio,
      aim: '≥ 0.8 of the client',
      met: ratio >= 0.8,
    },
  ];
}
