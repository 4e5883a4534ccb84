import type { Outside } from './checkouts.ts';
import { writeHistories } from './history.ts';
import { runClient, startServer } from './processes.ts';
import { count, median, type Figure } from './table.ts';

export type EvidenceOptions = { postgres: Outside; eventStore: Outside; quick: boolean };

/** The tree of the history, and `npm run verify` beside reading alone, in Postgres and in EventStoreDB. */
export async function benchEvidence({ postgres, eventStore, quick }: EvidenceOptions): Promise<Figure[]> {
  const figures = await tree(quick ? 500_000 : 10_000_000);
  const rounds = quick ? 1 : 5;
  await writeHistories(postgres, quick ? 2_000 : 20_000);
  figures.push(...(await verify('Postgres', postgres, { rounds, aim: 0.4, peer: 'reading alone', storePid: postgres.databasePid })));
  const server = eventStore.eventStoreUrl === undefined ? await startServer('eventstore-server.ts', {}) : undefined;
  try {
    const own = { ...eventStore, eventStoreUrl: eventStore.eventStoreUrl ?? String(server?.said['url']) };
    await writeHistories(own, quick ? 1_000 : 8_000);
    figures.push(...(await verify('EventStoreDB', own, { rounds, aim: 0.6, peer: "the client's readAll", storePid: server?.pid })));
  } finally {
    await server?.stop();
  }
  return figures;
}

async function tree(leaves: number): Promise<Figure[]> {
  const built = await runClient<{ leaves: number; ms: number; cpuMs: number; bytes: number; tileBytes: number }>('evidence-tree.ts', [
    String(leaves),
  ]);
  const perSecond = (built.leaves * 1_000) / built.ms;
  const kilobytes = (bytes: number): string => `${count(bytes / 1_000)} kB`;
  return [
    {
      what: `Merkle tree over ${count(built.leaves)} events`,
      value: `${count(perSecond)} leaves/s`,
      limit: `${count((built.leaves * 1_000) / built.cpuMs)} in a second of processor time`,
      aim: '≥ 200,000',
      met: perSecond >= 200_000,
    },
    { what: '  its memory; roots of its tiles', value: `${kilobytes(built.bytes)}; ${kilobytes(built.tileBytes)}` },
  ];
}

type Beside = { rounds: number; aim: number; peer: string; storePid: number | undefined };
type Run = { events: number; readMs: number; verifyMs: number; readCpu: number; verifyCpu: number };

async function verify(
  store: string,
  { databaseUrl, eventStoreUrl = '' }: Outside,
  { rounds, aim, peer, storePid = 0 }: Beside,
): Promise<Figure[]> {
  const env = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl, STORE_PID: String(storePid) };
  const { runs } = await runClient<{ runs: Run[] }>('evidence-verify.ts', [String(rounds)], env);
  const rate = (of: 'readMs' | 'verifyMs'): string => count(median(runs.map((run) => (run.events * 1_000) / run[of])));
  const cpu = (of: 'readCpu' | 'verifyCpu'): string => `${median(runs.map((run) => (run[of] * 1_000) / run.events)).toFixed(1)} µs`;
  const ratio = median(runs.map(({ readMs, verifyMs }) => readMs / verifyMs));
  return [
    {
      what: `verify on ${store}, ${count(runs[0]?.events ?? 0)} events`,
      value: `${rate('verifyMs')} events/s`,
      limit: `${rate('readMs')} ${peer}`,
      ratio,
      aim: `≥ ${aim}`,
      met: ratio >= aim,
    },
    {
      what: '  processor time of an event, with the server',
      value: cpu('verifyCpu'),
      limit: `${cpu('readCpu')} ${peer}`,
      ratio: median(runs.map(({ readCpu, verifyCpu }) => readCpu / verifyCpu)),
    },
  ];
}
