import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@nordhaut/platform/database';
import { freePort } from '../../../scripts/whole-shop/fixtures/free-port.ts';

const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--disable-warning=DEP0123'];
const MAIN = fileURLToPath(new URL('../../../services/shop/main.ts', import.meta.url));
const CLUSTER = fileURLToPath(new URL('../../../scripts/cluster/main.ts', import.meta.url));
const MEMORY_EVENT_STORE = fileURLToPath(new URL('../../../scripts/whole-shop/fixtures/memory-event-store.ts', import.meta.url));
/** The digest of the sources that draw pictures, and the pictures that runs with these sources have drawn. */
const DRAWN_FROM = fileURLToPath(new URL('../../public/img/product/.nordhaut-stamp', import.meta.url));
const DRAWN = fileURLToPath(new URL('../../../.data/drawings-of-tests/', import.meta.url));
/** ms until the shop must answer; the first start creates a database cluster */
const START_TIME = 120_000;

export type RunningShop = { url: string; simulatorsUrl: string; databaseUrl: string; dataDir: string; stop(): Promise<void> };

/**
 * The set-up of the shop in a run: all roles in one process on the embedded PostgreSQL; the same with the events in a gRPC
 * event store; or one process for each role, with Kafka.
 */
export type SetUp = 'all-in-one' | 'eventstore' | 'cluster';

/**
 * Starts the shop as `npm start` or `npm run cluster` does, with pages, on free ports and an empty data folder. Shop and
 * simulators have different host names, so that bank and store map are another site, as in production: the map's POST
 * has no `SameSite=Lax` cookies.
 */
export async function startShop(setUp: SetUp = 'all-in-one', env: Record<string, string> = {}): Promise<RunningShop> {
  const folder = mkdtempSync(join(tmpdir(), 'nordhaut-e2e-'));
  shareDrawings(setUp === 'cluster' ? join(folder, 'cluster') : folder);
  const [port, simulatorsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _, ...inherited } = process.env;
  const eventStore = setUp === 'eventstore' ? await startEventStore() : undefined;
  const child = spawn(process.execPath, [...NODE_FLAGS, setUp === 'cluster' ? CLUSTER : MAIN], {
    env: {
      ...inherited,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: url,
      // Passkeys belong to a host name, never to an address in numbers.
      CONSOLE_URL: `http://localhost:${port}`,
      SIMULATORS: 'on',
      SIMULATORS_PORT: String(simulatorsPort),
      SIMULATORS_PACE: 'off',
      CHECK_ANSWERS: 'on',
      RATE_LIMIT_FACTOR: '1000',
      CASH_LIMIT: 'off',
      // A worker's administrator and all whom they invite count as one person, who gives credit in many journeys.
      REFUNDS_ALONE_A_DAY: '1000',
      CHECKOUT_GRACE: '6000',
      TAPPAY_TIMEOUT: '5000',
      CHECKOUT_SWEEP_INTERVAL: '200',
      ...(eventStore && { EVENTSTORE_URL: eventStore.url }),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    await end(child);
    if (eventStore) await end(eventStore.child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(child, url);
    return {
      url,
      simulatorsUrl: `http://localhost:${simulatorsPort}`,
      databaseUrl: await databaseOf(join(folder, setUp === 'cluster' ? 'cluster' : '')),
      dataDir: folder,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The shop finds the pictures that earlier runs drew from the same sources. They are the same files each time, and a run that
 * draws them all needs minutes of processor time.
 */
function shareDrawings(dataFolder: string): void {
  const own = readFileSync(DRAWN_FROM, 'utf8').trim();
  mkdirSync(join(DRAWN, own), { recursive: true });
  for (const name of readdirSync(DRAWN)) if (name !== own) rmSync(join(DRAWN, name), { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  symlinkSync(join(DRAWN, own), join(dataFolder, 'drawings'));
}

async function startEventStore(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MEMORY_EVENT_STORE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: line.toString().trim(), child };
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + START_TIME; ; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`the shop ended with code ${child.exitCode} before it was ready`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`the shop was not ready in ${START_TIME / 1000} s`);
  }
}

/** The address of the shop's running server. This call does not own the server, so its stop leaves the server running. */
async function databaseOf(folder: string): Promise<string> {
  const server = await startEmbeddedPostgres({ directory: join(folder, 'postgres') });
  await server.stop();
  return server.url;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await gone;
  clearTimeout(late);
}
