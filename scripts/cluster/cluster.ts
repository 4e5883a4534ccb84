import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@nordhaut/platform/database';
import { type Broker, startBroker } from '../kafka/broker.ts';
import { loop, sleep } from '@nordhaut/platform/timing';
import { withHeapLimit } from '../lib/heap.mjs';
import { freePort } from '../whole-shop/fixtures/free-port.ts';
import { startGateway } from './gateway.ts';
import { isReady, keepRunning, runToEnd, supervise, type Supervised } from './supervise.ts';

export type ClusterOptions = {
  /** holds the database, the broker's log and a log file for each process */
  directory: string;
  /** of the gateway; default a free one */
  port?: number;
  simulatorsPort?: number;
  /** name of a process → its roles; default `PROCESSES` */
  processes?: Readonly<Record<string, readonly string[]>>;
  /** settings for all processes, e.g. EVENTSTORE_URL */
  env?: Record<string, string>;
  onProgress?: (what: string) => void;
  /** The cluster runs for a few minutes, as in a test. Its broker then starts with less work. */
  brief?: boolean;
};

export type Cluster = {
  url: string;
  simulatorsUrl: string;
  database: EmbeddedPostgres;
  broker: Broker;
  processes: Supervised[];
  /** the environment of the processes, for tools on the same stores */
  env: NodeJS.ProcessEnv;
  /** Resolves when every process is ready. @throws after `ms` */
  allReady(ms?: number): Promise<void>;
  stop(): Promise<void>;
};

/** Two processes for each role that serves visitors; one for each other role, and one that stands by for all of those. */
const PROCESSES: Readonly<Record<string, readonly string[]>> = {
  simulators: ['simulators'],
  projector: ['projector'],
  relay: ['relay'],
  poller: ['poller'],
  sweeper: ['sweeper', 'evidence', 'messaging', 'rewards', 'tracking'],
  forgetter: ['forgetter'],
  standby: ['projector', 'relay', 'poller', 'sweeper', 'evidence', 'forgetter', 'messaging', 'rewards', 'tracking'],
  'http-1': ['http'],
  'http-2': ['http'],
  'realtime-1': ['realtime'],
  'realtime-2': ['realtime'],
};

const START_TIME = 120_000;
/** ms between two health checks */
const HEALTH_INTERVAL = 250;

/**
 * A distributed shop on this machine: the embedded PostgreSQL as the server, a real Kafka broker, a process for each role,
 * and a gateway. Every process that ends is started again, the database and the broker too.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { directory, processes = PROCESSES, onProgress = () => undefined, brief = false } = options;
  mkdirSync(directory, { recursive: true });
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    onProgress('PostgreSQL');
    const database = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), settings: { max_connections: '300' } });
    undo.push(() => database.stop());
    onProgress('Kafka');
    const broker = await startBroker({ directory: join(directory, 'kafka'), sustained: !brief });
    undo.push(() => broker.stop());
    const keeper = keepRunning(broker, (error) => onProgress(`Kafka could not be started again, trying once more: ${error.message}`));
    undo.push(keeper.stop);

    const port = options.port ?? (await freePort());
    const simulatorsPort = options.simulatorsPort ?? (await freePort());
    const env = environment(options, database.url, broker.brokers, port, simulatorsPort);
    onProgress('migrations and topics');
    await runToEnd(['--job', 'migrate'], { ...env, DATABASE_OWNER_URL: database.ownerUrl });
    await runToEnd(['--job', 'topics'], env);

    onProgress(`${Object.keys(processes).length} processes`);
    const running: Supervised[] = [];
    for (const [name, roles] of Object.entries(processes)) {
      const own = await freePort();
      running.push(
        supervise({
          name,
          args: roles.flatMap((role) => ['--role', role]),
          env: { ...env, PORT: String(own) },
          logFile: join(directory, `${name}.log`),
          url: `http://127.0.0.1:${own}`,
        }),
      );
    }
    undo.push(() => Promise.all(running.map((one) => one.stop())));

    const health = watchHealth(running);
    undo.push(health.stop);
    const withRole = (role: string) => () =>
      running.filter(({ name, url }) => processes[name]?.includes(role) && health.ready.has(url)).map(({ url }) => url);
    const gateway = await startGateway({ port, upstreams: { http: withRole('http'), realtime: withRole('realtime') } });
    undo.push(gateway.stop);

    const allReady = async (ms = START_TIME): Promise<void> => {
      for (const deadline = Date.now() + ms; health.ready.size < running.length; await sleep(50)) {
        if (Date.now() < deadline) continue;
        const missing = running.filter(({ url }) => !health.ready.has(url)).map(({ name }) => name);
        throw new Error(`${missing.join(', ')} not ready after ${ms / 1000} s; their logs are in ${directory}`);
      }
    };
    await allReady();
    return {
      url: `http://127.0.0.1:${port}`,
      simulatorsUrl: `http://localhost:${simulatorsPort}`,
      database,
      broker,
      processes: running,
      env,
      allReady,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function environment(
  { directory, env = {} }: ClusterOptions,
  databaseUrl: string,
  brokers: string,
  port: number,
  simulatorsPort: number,
): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    // Without the cache of compiled modules, each start of a process spends a second more.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NODE_OPTIONS: withHeapLimit(process.env['NODE_OPTIONS']),
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: brokers,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: 'loopback',
    SIMULATORS: 'on',
    SIMULATORS_PORT: String(simulatorsPort),
    // Polling needs sticky sessions, which the gateway does not have.
    SOCKET_POLLING: 'off',
    ...env,
  };
}

function watchHealth(processes: readonly Supervised[]): { ready: ReadonlySet<string>; stop(): Promise<unknown> } {
  const ready = new Set<string>();
  const check = async (url: string): Promise<void> => void ((await isReady(url)) ? ready.add(url) : ready.delete(url));
  const loops = processes.map(({ url }) => loop(() => check(url), { restMs: HEALTH_INTERVAL }));
  return { ready, stop: () => Promise.all(loops.map((one) => one.stop())) };
}
