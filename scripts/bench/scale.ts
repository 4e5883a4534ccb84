import { availableParallelism } from 'node:os';
import { clientRun, shopEnvironment, type Outside, type Run } from './checkouts.ts';
import { freePort } from '../whole-shop/fixtures/free-port.ts';
import { cpuSeconds, startServer } from './processes.ts';
import { count, ms, type Figure } from './table.ts';

const CLIENTS = 32;
const WARM_UP_SECONDS = 4;

/**
 * Whole checkouts a second with 1, 2 and 3 HTTP processes on one port, and one process for the rest of the roles:
 * what one more process brings on this machine, and which processor time bounds it.
 */
export async function benchScale(outside: Outside, options: { seconds: number; port: number }): Promise<Figure[]> {
  const { seconds, port } = options;
  const figures: Figure[] = [];
  let one: Run | undefined;
  for (const processes of [1, 2, 3]) {
    const env = shopEnvironment(outside, port);
    const rest = await startServer('shop-server.ts', { ...env, ROLES: 'projector,sweeper,poller', PORT: String(await freePort()) });
    const http = await startServer('shop-server.ts', { ...env, ROLES: 'http', WEB_CONCURRENCY: String(processes) });
    try {
      const url = String(http.said['url']);
      await clientRun('shop', url, CLIENTS, WARM_UP_SECONDS);
      const pids = { http: http.pid, rest: rest.pid, Postgres: outside.databasePid, simulators: outside.simulatorsPid };
      const before = cpuOf(pids);
      const run = await clientRun('shop', url, CLIENTS, seconds);
      if (run.errors > 0) throw new Error(`${run.errors} checkouts failed: ${run.firstError}`);
      one ??= run;
      const cpu = { ...difference(before, cpuOf(pids)), client: run.cpuSeconds };
      figures.push(
        {
          what: `checkouts/s, ${processes} HTTP process${processes > 1 ? 'es' : ''} and one for the rest, ${CLIENTS} clients`,
          value: `${count(run.perSecond)}, p95 ${ms(run.p95)}`,
          limit: `${count(one.perSecond)} with one`,
          ratio: run.perSecond / one.perSecond,
        },
        { what: `  cores in use, of ${availableParallelism()}`, value: coresInUse(cpu, seconds) },
      );
    } finally {
      await http.stop();
      await rest.stop();
    }
  }
  return figures;
}

type Pids = Record<string, number>;
const cpuOf = (pids: Pids): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid) ?? Number.NaN]));

const difference = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? Number.NaN)]));

const coresInUse = (cpu: Record<string, number>, seconds: number): string =>
  [...Object.entries(cpu), ['all', Object.values(cpu).reduce((sum, one) => sum + one, 0)] as const]
    .map(([name, used]) => `${name} ${(used / seconds).toFixed(2)}`)
    .join(', ');
