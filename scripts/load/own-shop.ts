import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../whole-shop/fixtures/free-port.ts';
import { withHeapLimit } from '../lib/heap.mjs';
import { CannotRun } from './arguments.ts';
import { readMetrics } from './metrics-text.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Maximum time of the start in ms; it includes the creation of a database. */
const START_TIME = 60_000;
const STOP_TIME = 20_000;
/** earlier orders of each seeded member */
const ORDERS = 3;
/** NT$ of shopping credit of each seeded member: more than a run spends */
const CREDIT = 1_000_000;
const ENGINES = ['DATABASE_URL', 'EVENTSTORE_URL', 'KAFKA_BROKERS'];
/** Settings that must not be inherited, because this shop is one process with new data. */
const FOREIGN = [...ENGINES, 'DATABASE_OWNER_URL', 'ROLES', 'WEB_CONCURRENCY', 'SIMULATORS_URL', 'NODE_ENV', 'ALLOWED_ORIGINS'];

export type OwnShop = {
  url: string;
  simulatorsUrl: string;
  /** process id of its database's server; undefined: it does not run */
  databasePid(): number | undefined;
  stop(): Promise<void>;
};

/** A sentence for the person who set an engine that the run would not load; undefined: none is set. */
export function unusedEngines(env: Record<string, string | undefined>): string | undefined {
  const set = ENGINES.filter((name) => env[name]);
  if (set.length === 0) return undefined;
  return `Not used: ${set.join(', ')}. The shop of the run has new data in a Postgres of its own. To load a shop with your engines, start it and name it with --target.`;
}

/**
 * Starts the whole shop in one process, on free ports and an empty data folder that is deleted at the end, and seeds the
 * members. The limits per address are off, because all shoppers have one address. @param log file for the shop's output
 * @throws CannotRun when the shop does not start
 */
export async function startOwnShop({ log, members, stopped }: { log: string; members: number; stopped: AbortSignal }): Promise<OwnShop> {
  const folder = mkdtempSync(join(tmpdir(), 'nordhaut-load-'));
  const [port, simulatorsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const output = openSync(log, 'a');
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name))),
    NODE_OPTIONS: withHeapLimit(process.env['NODE_OPTIONS']),
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    SIMULATORS: 'on',
    SIMULATORS_PORT: String(simulatorsPort),
    SIMULATORS_PACE: 'off',
    RATE_LIMIT_FACTOR: '100000',
    CASH_LIMIT: 'off',
    SOCKETS_PER_ADDRESS: '100000',
  };
  const run = (entry: string, args: readonly string[]): ChildProcess =>
    spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', file('../lib/follow-launcher.mjs'), file(entry), ...args],
      {
        env,
        stdio: ['ignore', output, output, 'ipc'],
      },
    );
  const child = run('../../services/shop/main.ts', []);
  const stop = async (): Promise<void> => {
    await end(child);
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(child, url, log, stopped);
    if (members > 0) {
      const seeding = ['--members', String(members), '--orders', String(ORDERS), '--credit', String(CREDIT)];
      await toEnd(run('../../services/tools/seed.ts', seeding), 'The members could not be seeded', stopped);
      const coupons = ['import', file('../../infra/load/coupons.json')];
      await toEnd(run('../../services/tools/coupons.ts', coupons), 'The coupons could not be imported', stopped);
      await caughtUp(url, stopped);
    }
    const pidFile = join(folder, 'postgres', 'cluster', 'postmaster.pid');
    return { url, simulatorsUrl: `http://localhost:${simulatorsPort}`, databasePid: () => pidIn(pidFile), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ready(child: ChildProcess, url: string, log: string, stopped: AbortSignal): Promise<void> {
  const said = (): string => readFileSync(log, 'utf8').trim().split('\n').slice(-10).join('\n');
  for (const deadline = Date.now() + START_TIME; ; await sleep(100)) {
    if (stopped.aborted) throw new CannotRun('Stopped before the load began.');
    if (child.exitCode !== null) throw new CannotRun(`The shop ended with code ${child.exitCode} before it was ready:\n${said()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new CannotRun(`The shop was not ready in ${START_TIME / 1000} s:\n${said()}`);
  }
}

/** Waits for a tool's end. `failed`: what the user reads where it fails */
async function toEnd(child: ChildProcess, failed: string, stopped: AbortSignal): Promise<void> {
  const stop = (): boolean => child.kill('SIGTERM');
  stopped.addEventListener('abort', stop, { once: true });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (stopped.aborted) throw new CannotRun('Stopped before the load began.');
    if (code !== 0) throw new CannotRun(`${failed}; shop.log of the result has the reason.`);
  } finally {
    stopped.removeEventListener('abort', stop);
  }
}

/** Waits until the read models have the seeded orders, so that the run does not measure this work. */
async function caughtUp(url: string, stopped: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + START_TIME; ; await sleep(100)) {
    if (stopped.aborted) throw new CannotRun('Stopped before the load began.');
    if (readMetrics(await (await fetch(`${url}/metrics`)).text()).eventsBehind === 0) return;
    if (Date.now() > deadline) throw new CannotRun(`The read models did not have the seeded orders after ${START_TIME / 1000} s.`);
  }
}

function pidIn(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return Number.isNaN(pid) ? undefined : pid;
  } catch {
    return undefined;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIME);
  await gone;
  clearTimeout(late);
}
