import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from './embedded-binaries.ts';
import { lockKey } from './lock-key.ts';
import { postgresUser, type RunAs, spawnIds } from './system-user.ts';

export type EmbeddedPostgres = {
  /** of the database `nordhaut` */
  url: string;
  /** process id of the server */
  pid(): number;
  /** false where another living process started the server; then stop() leaves it running */
  owned: boolean;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Holds the cluster, its password and its log; made where it is missing. */
  directory: string;
  /** A free one where it is left out. */
  port?: number;
  /** Server settings beside the sensible ones, e.g. `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
};

// The driver has both, its types have neither.
type Unrefable = pg.Client & { ref(): void; unref(): void };

const USER = 'nordhaut';
const DATABASE = 'nordhaut';
const START_TIMEOUT_MS = 60_000;

// One machine, one shop: small memory, nothing durable given up. 100 connections are enough for every pool of the
// shop; no replica, so the write-ahead log need not serve one.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  jit: 'off',
};

/**
 * Starts the PostgreSQL that npm brought, with its data in `directory`. A server that a killed shop left behind is
 * taken over; one that died is recovered by PostgreSQL itself, and revived when it dies later on.
 * @throws Error with one sentence that says what is in the way
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const directory = resolve(options.directory);
  mkdirSync(directory, { recursive: true });
  // The server's own user has to get to the cluster; everything beside it stays closed.
  if (process.getuid?.() === 0) chmodSync(directory, 0o711);
  const as = postgresUser(binaries.postgres, directory);
  const cluster = join(directory, 'cluster');
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise(binaries, as, directory);

  const server = new Server(binaries, as, directory, options);
  await server.start();
  return {
    url: server.url(DATABASE),
    pid: () => runningPid(cluster) ?? 0,
    get owned() {
      return server.owned;
    },
    stop: () => server.stop(),
  };
}

class Server {
  owned = false;
  readonly #binaries: Binaries;
  readonly #as: RunAs;
  readonly #directory: string;
  readonly #cluster: string;
  readonly #options: EmbeddedOptions;
  #port = 0;
  #owner: pg.Client | undefined;
  #stopping = false;
  #reviving: Promise<void> | undefined;

  constructor(binaries: Binaries, as: RunAs, directory: string, options: EmbeddedOptions) {
    this.#binaries = binaries;
    this.#as = as;
    this.#directory = directory;
    this.#cluster = join(directory, 'cluster');
    this.#options = options;
  }

  url(database: string): string {
    return `postgres://${USER}:${this.#password()}@127.0.0.1:${this.#port}/${database}`;
  }

  async start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await this.#connectToRunning())) {
      if (Date.now() > deadline)
        throw new Error(`The embedded PostgreSQL did not start in ${START_TIMEOUT_MS / 1000} s; its log says: ${this.#lastLogLine()}`);
      if (runningPid(this.#cluster) === undefined) await this.#launch();
      await sleep(50);
    }
  }

  /** Fast shutdown: sessions are cut, transactions rolled back, everything committed is on disk. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#reviving;
    (this.#owner as Unrefable | undefined)?.ref();
    await this.#owner?.end();
    if (!this.owned) return;
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      const pid = runningPid(this.#cluster);
      if (pid !== undefined) process.kill(pid, signal);
      for (let waited = 0; waited < 15_000; waited += 25) {
        if (runningPid(this.#cluster) === undefined) return;
        await sleep(25);
      }
    }
  }

  /** The session that holds the ownership lock; true once the server answers with the shop's database in it. */
  async #connectToRunning(): Promise<boolean> {
    const port = Number(readPidFile(this.#cluster)[3]);
    // Before it is ready it may yet find its port taken, and who answers there is another server.
    if (!isReady(this.#cluster) || !port) return false;
    this.#port = port;
    const client = new pg.Client({
      connectionString: this.url('postgres'),
      connectionTimeoutMillis: 5_000,
      application_name: 'nordhaut owner',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const known = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (known.rowCount === 0) await client.query(`create database ${DATABASE}`).catch(ignoreDuplicate);
      this.owned = await ownershipOf(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      if ((error as { code?: string }).code === '28P01')
        throw new Error(`The embedded PostgreSQL in ${this.#directory} does not take the password kept beside it.`);
      return false;
    }
    this.#owner = client;
    // It must not keep a process alive that has nothing else to do.
    (client as Unrefable).unref();
    client.once('end', () => {
      if (this.owned && !this.#stopping) this.#reviving = this.#revive();
    });
    return true;
  }

  /** The server died under a living shop: bring it back on the same port, so that pools find it again. */
  async #revive(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.start();
        return;
      } catch {
        await sleep(1_000);
      }
    }
  }

  async #launch(): Promise<void> {
    if (this.#port === 0) this.#port = this.#options.port ?? (await freePort());
    // A stale file whose process number now belongs to some other program would keep PostgreSQL from starting.
    rmSync(join(this.#cluster, 'postmaster.pid'), { force: true });
    const settings = Object.entries({ ...SETTINGS, ...this.#options.settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command, args] = this.#as.commandLine(this.#binaries.postgres, ['-D', this.#cluster, '-p', String(this.#port), ...settings]);
    const log = openSync(this.#logFile(), 'w', 0o600);
    // Detached: Ctrl-C in the terminal must reach the shop alone, which stops the server when it is done with it.
    const child = spawn(command, args, { cwd: '/', detached: true, stdio: ['ignore', log, log], ...spawnIds(this.#as) });
    closeSync(log);
    child.unref();
    const early = await Promise.race([
      new Promise<string>((settle) => {
        child.once('error', (error) => settle(error.message));
        child.once('exit', () => settle(this.#lastLogLine()));
      }),
      this.#becomesReady(),
    ]);
    child.removeAllListeners('exit');
    if (early === undefined) return;
    if (early.includes('already exists') || early.includes('still in use')) return void (await sleep(200));
    throw new Error(`The embedded PostgreSQL does not start: ${early}`);
  }

  async #becomesReady(): Promise<undefined> {
    for (let waited = 0; waited < START_TIMEOUT_MS; waited += 20) {
      if (isReady(this.#cluster)) return undefined;
      await sleep(20);
    }
    return undefined;
  }

  #password(): string {
    return readFileSync(passwordFile(this.#directory), 'utf8').trim();
  }

  #logFile(): string {
    return join(this.#directory, 'postgres.log');
  }

  #lastLogLine(): string {
    if (!existsSync(this.#logFile())) return 'nothing';
    const lines = readFileSync(this.#logFile(), 'utf8').trim().split('\n');
    return lines.findLast((line) => /FATAL|ERROR|error/.test(line)) ?? lines.at(-1) ?? 'nothing';
  }
}

const passwordFile = (directory: string): string => join(directory, 'password');

/** Made aside and moved into place: a start that was killed half-way leaves no half a cluster. */
async function initialise(binaries: Binaries, as: RunAs, directory: string): Promise<void> {
  const cluster = join(directory, 'cluster');
  const fresh = join(directory, `cluster.new-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  if (!existsSync(passwordFile(directory))) writeFileSync(passwordFile(directory), randomBytes(18).toString('hex'), { mode: 0o600 });
  if (as.uid !== undefined) chownSync(fresh, as.uid, as.gid as number);
  const passwordForUser = `${fresh}.password`;
  writeFileSync(passwordForUser, readFileSync(passwordFile(directory)), { mode: 0o600 });
  if (as.uid !== undefined) chownSync(passwordForUser, as.uid, as.gid as number);
  // The built-in locale sorts the same on every machine, whatever its system libraries.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const [command, args] = as.commandLine(binaries.initdb, [
    '-D',
    fresh,
    '-U',
    USER,
    '--auth=scram-sha-256',
    `--pwfile=${passwordForUser}`,
    ...locale,
  ]);
  const output = await new Promise<string | undefined>((settle) => {
    const child = spawn(command, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...spawnIds(as) });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', (error) => settle(error.message));
    child.on('close', (code) => settle(code === 0 ? undefined : said.trim().split('\n').at(-1)));
  });
  rmSync(passwordForUser, { force: true });
  if (output !== undefined) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The embedded PostgreSQL could not make its data directory in ${directory}: ${output}`);
  }
  try {
    renameSync(fresh, cluster);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

/** A killed owner's session lives on for a moment; a living one keeps the lock. */
async function ownershipOf(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const answer = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey('embedded-postgres owner')]);
    if (answer.rows[0]?.got) return true;
    await sleep(50);
  }
  return false;
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Whether the server of this cluster is alive and takes connections: the last line of its file says so. */
const isReady = (cluster: string): boolean => runningPid(cluster) !== undefined && readPidFile(cluster)[7]?.trim() === 'ready';

/** The server's process id, if it is alive and really is the server of this cluster. */
function runningPid(cluster: string): number | undefined {
  const [pid, dataDirectory] = readPidFile(cluster);
  const number = Number(pid);
  if (!number || dataDirectory === undefined) return undefined;
  try {
    process.kill(number, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  if (process.platform !== 'linux') return number;
  try {
    return readFileSync(`/proc/${number}/cmdline`, 'utf8').split('\0').includes(cluster) ? number : undefined;
  } catch {
    return undefined;
  }
}

function ignoreDuplicate(error: Error & { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}

const freePort = (): Promise<number> =>
  new Promise((settle, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
