import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { sleep } from '@nordhaut/platform/timing';
import { createKafkaClient } from '../../services/platform/bus/kafka/client.ts';
import { findJava } from '../lib/kafka.mjs';
import { findJars, infra } from './jars.ts';

export type Broker = {
  /** host:port, as KAFKA_BROKERS wants it */
  brokers: string;
  /** of the Java process; 0 while it does not run */
  pid(): number;
  /** Resolves when the process has ended; at once where none runs. */
  ended(): Promise<void>;
  /** Kills the process; resolves when it has ended. */
  kill(): Promise<void>;
  /** Starts it again with its data, at the same address; stops it first where it runs. Resolves when it answers. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type BrokerOptions = {
  /** holds the broker's data, configuration and log; existing data is used again */
  directory: string;
  /** The broker has to carry much for long, as in a cluster or a benchmark. Without it the broker starts in half the time. */
  sustained?: boolean;
};

type Ports = { port: number; controllerPort: number };

const HEAP = '512m';
const START_TIME = 60_000;
const STOP_TIME = 10_000;

/**
 * A real Kafka broker without Docker: one Java process that is broker and controller. It ends with this process, also when
 * this one is killed. For tests and for a cluster on one machine.
 * @throws Error with one sentence where Java or Maven is missing, or that names the log where it does not start
 */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const directory = resolve(options.directory);
  mkdirSync(directory, { recursive: true });
  const [java, jars] = await Promise.all([findJava(), findJars()]);
  const ports = await portsOf(directory);
  const brokers = `127.0.0.1:${ports.port}`;
  const properties = join(directory, 'server.properties');
  const data = join(directory, 'data');
  const filled: Record<string, string> = { directory: data, port: String(ports.port), controllerPort: String(ports.controllerPort) };
  const template = readFileSync(join(infra, 'server.properties'), 'utf8');
  writeFileSync(
    properties,
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => filled[name] ?? ''),
  );

  // The second compiler takes two fifths of the processor time of a start, and pays off only after minutes of load.
  const compilers = options.sustained ? [] : ['-XX:TieredStopAtLevel=1'];
  const jvm = ['-Xms128m', `-Xmx${HEAP}`, '-XX:+UseSerialGC', ...compilers, '-cp', join(jars, '*')];
  if (!existsSync(join(data, 'meta.properties'))) await format(java, jvm, properties);

  const log = join(directory, 'broker.log');
  const command = [java, ...jvm, `-Dlog4j2.configurationFile=${join(infra, 'log4j2.properties')}`, 'kafka.Kafka', properties];
  let guard: ChildProcess | undefined;
  let pid = 0;

  async function start(): Promise<void> {
    // Its own process group: Ctrl-C reaches only this process, which stops its children in order.
    const started = spawn('sh', [join(infra, 'guard.sh'), log, ...command], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    guard = started;
    started.once('exit', (_code, signal) => {
      // The guard was killed, and the broker would keep its port.
      if (signal !== null && pid !== 0) process.kill(pid, 'SIGKILL');
      pid = 0;
    });
    const [output] = (await Promise.race([once(started.stdout, 'data'), once(started, 'exit')])) as [Buffer | number | null];
    if (!Buffer.isBuffer(output)) throw new Error(`The Kafka broker could not be started; see ${log}.`);
    pid = Number(output.toString());
    started.stdout.destroy();
    // The pipe between both must not keep this process alive.
    started.unref();
    (started.stdin as Socket).unref();
    await answers(brokers, () => pid !== 0, log);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = guard;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.ref();
    const gone = once(running, 'exit');
    if (pid !== 0) process.kill(pid, signal);
    const late = setTimeout(() => pid !== 0 && process.kill(pid, 'SIGKILL'), STOP_TIME);
    await gone;
    clearTimeout(late);
  }

  try {
    await start();
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    brokers,
    pid: () => pid,
    async ended() {
      if (guard && guard.exitCode === null && guard.signalCode === null) await once(guard, 'exit');
    },
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM');
      await start();
    },
    stop: () => end('SIGTERM'),
  };
}

/** Gives the data folder its id. */
async function format(java: string, jvm: string[], properties: string): Promise<void> {
  // The tool would read a leading dash as an option.
  const id = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url').replace(/^-/, 'N');
  const args = [...jvm, 'kafka.tools.StorageTool', 'format', '--standalone', '-t', id, '-c', properties];
  await promisify(execFile)(java, args).catch((error: Error & { stderr?: string; stdout?: string }) => {
    const lines = `${error.stdout ?? ''}${error.stderr ?? ''}`.split('\n');
    const said = lines.find((line) => /error|exception/i.test(line)) ?? error.message;
    throw new Error(`The Kafka broker could not format its data folder: ${said.slice(0, 300)}`, { cause: error });
  });
}

/** Clients remember the broker's address, so it uses the same ports again, unless another process has taken them. */
async function portsOf(directory: string): Promise<Ports> {
  const file = join(directory, 'ports.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Ports>) : {};
  const port = (await listenOnce(known.port)) ?? ((await listenOnce(0)) as number);
  let controllerPort = (await listenOnce(known.controllerPort)) ?? port;
  while (controllerPort === port) controllerPort = (await listenOnce(0)) as number;
  const ports: Ports = { port, controllerPort };
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

/** The port, if it is free; any free one for 0. */
async function listenOnce(port: number | undefined): Promise<number | undefined> {
  if (port === undefined) return undefined;
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const address = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return address.port;
}

async function answers(brokers: string, runs: () => boolean, log: string): Promise<void> {
  const settings = { brokers: [brokers], topic: 'none', partitions: 1, replication: 1, ssl: false };
  const client = createKafkaClient(settings, silentLogger(), 'start');
  const deadline = Date.now() + START_TIME;
  while (Date.now() < deadline && runs()) {
    const up = await client.withAdmin(async (admin) => (await admin.describeCluster()).brokers.length > 0).catch(() => false);
    if (up) return;
    await sleep(100);
  }
  const last =
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .findLast((line) => / (ERROR|FATAL) |Exception/.test(line)) ?? 'nothing';
  throw new Error(`The Kafka broker did not start; ${log} says: ${last.slice(0, 300)}`);
}
