import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { sleep } from '../timing.ts';
import { writeOnce } from '../write-once.ts';
import { type Binaries, EmbeddedPostgresError, findBinaries } from './embedded-binaries.ts';
import { tryLock } from './lock-key.ts';
import { ensureShopUser, setPassword } from './users.ts';
import { postgresUser, type RunAs } from './system-user.ts';

export type EmbeddedPostgres = {
  /** of the database `nordhaut`, as the shop user; the first migration gives it its rights */
  url: string;
  /** the same as the owner of the events, a superuser */
  ownerUrl: string;
  /** process id of the server */
  pid(): number;
  /** `false` while another running process owns the server; then stop() leaves it running */
  owned: boolean;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** for the cluster, its password and its log; created if it is missing */
  directory: string;
  /** default: a free port */
  port?: number;
  /** server settings in addition to `SETTINGS`, e.g. `{ fsync: 'off' }` */
  settings?: Record<string, string>;
};

const OWNER = 'nordhaut';
const SHOP_USER = 'nordhaut_shop';
const DATABASE = 'nordhaut';
const START_TIMEOUT_MS = 60_000;

// For one shop on one machine: little memory, full durability. 100 connections are enough for every pool of the shop. No
// replica reads the write-ahead log.
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
 * Starts the PostgreSQL that npm installed, with its data in `directory`. It takes over a server that a killed shop left
 * running, and restarts a server that ends later. PostgreSQL itself recovers the data.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await startIn(options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL cannot use the folder ${options.directory} (${(error as Error).message}): name another one in DATA_DIR, or a database in DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function startIn(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const directory = resolve(options.directory);
  mkdirSync(directory, { recursive: true });
  // The server's user must reach the cluster. The other files of the directory stay private.
  if (process.getuid?.() === 0) chmodSync(directory, 0o711);
  const as = postgresUser(binaries.postgres, directory);
  const cluster = join(directory, 'cluster');
  const logFile = join(directory, 'postgres.log');
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise(binaries, as, directory);

  let port = 0;
  let owned = false;
  let owner: pg.Client | undefined;
  let isStopping = false;
  let reviving: Promise<void> | undefined;
  const url = (database: string, user = OWNER): string => `postgres://${user}:${passwordOf(directory, user)}@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await connectToRunning())) {
      if (Date.now() > deadline)
        throw new EmbeddedPostgresError(
          `The embedded PostgreSQL did not start in ${START_TIMEOUT_MS / 1000} s; its log says: ${lastLineOf(logFile)}`,
        );
      if (runningPid(cluster) === undefined) await launch();
      await sleep(50);
    }
  }

  /** Fast shutdown: sessions are cut, transactions rolled back, everything committed is on disk. */
  async function stop(): Promise<void> {
    isStopping = true;
    await reviving;
    owner?.ref();
    await owner?.end();
    if (!owned) return;
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      const pid = runningPid(cluster);
      if (pid !== undefined) process.kill(pid, signal);
      for (let waited = 0; waited < 15_000; waited += 25) {
        // Another process that uses the data has started a server of its own, which must run on.
        if (runningPid(cluster) !== pid || pid === undefined) return;
        await sleep(25);
      }
    }
  }

  /** Opens the session that holds the ownership lock. @returns whether the server answers and has the shop's database */
  async function connectToRunning(): Promise<boolean> {
    const runningPort = Number(readPidFile(cluster)[3]);
    // Until the server is ready, another server may answer at its port.
    if (!isReady(cluster) || !runningPort) return false;
    port = runningPort;
    const client = new pg.Client({ connectionString: url('postgres'), connectionTimeoutMillis: 5_000, application_name: 'nordhaut owner' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const known = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (known.rowCount === 0) await client.query(`create database ${DATABASE}`).catch(ignoreDuplicate);
      await prepareShopUser(client);
      owned = await tryLock(client, 'embedded-postgres owner', 500);
    } catch (error) {
      await client.end().catch(() => undefined);
      if ((error as { code?: string }).code === '28P01')
        throw new EmbeddedPostgresError(`The embedded PostgreSQL in ${directory} does not take the password kept beside it.`);
      return false;
    }
    owner = client;
    // This connection alone does not keep the process alive.
    client.unref();
    client.once('end', () => {
      if (!isStopping) reviving = revive();
    });
    return true;
  }

  /** A data folder of an earlier release has no shop user. */
  async function prepareShopUser(client: pg.Client): Promise<void> {
    const isNew = createPassword(directory, SHOP_USER);
    await ensureShopUser(client, url(DATABASE, SHOP_USER));
    if (isNew) await setPassword(client, url(DATABASE, SHOP_USER));
  }

  /**
   * Restarts a server that died, or whose owner has ended, on the same port, so that the pools can reconnect. A tool may have
   * started the server before the shop, and end first.
   */
  async function revive(): Promise<void> {
    while (!isStopping) {
      try {
        return await start();
      } catch {
        await sleep(1_000);
      }
    }
  }

  async function launch(): Promise<void> {
    if (port === 0) port = options.port ?? (await freePort());
    // PostgreSQL would not start if the process id in a stale file now belongs to another program.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    const settings = Object.entries({ ...SETTINGS, ...options.settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const { command, args, ids } = as.commandLine(binaries.postgres, ['-D', cluster, '-p', String(port), ...settings]);
    const log = openSync(logFile, 'w', 0o600);
    // Detached: Ctrl-C in the terminal must only reach the shop, which stops the server at its own end.
    const child = spawn(command, args, { cwd: '/', detached: true, stdio: ['ignore', log, log], ...ids });
    closeSync(log);
    child.unref();
    const ended = new AbortController();
    let reason = '';
    child.once('error', ({ message }) => {
      reason = message;
      ended.abort();
    });
    child.once('exit', () => ended.abort());
    for (const deadline = Date.now() + START_TIMEOUT_MS; !ended.signal.aborted; await sleep(20, ended.signal)) {
      if (isReady(cluster) || Date.now() > deadline) return;
    }
    reason ||= lastLineOf(logFile);
    // The previous server is still ending, or another process started one first.
    if (reason.includes('already exists') || reason.includes('still in use')) return sleep(200);
    throw new EmbeddedPostgresError(`The embedded PostgreSQL does not start: ${reason}`);
  }

  await start();
  return {
    url: url(DATABASE, SHOP_USER),
    ownerUrl: url(DATABASE),
    pid: () => runningPid(cluster) ?? 0,
    get owned() {
      return owned;
    },
    stop,
  };
}

function lastLineOf(logFile: string): string {
  if (!existsSync(logFile)) return 'nothing';
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  return lines.findLast((line) => /FATAL|ERROR|error/.test(line)) ?? lines.at(-1) ?? 'nothing';
}

const passwordFile = (directory: string, user = OWNER): string => join(directory, user === OWNER ? 'password' : `password-${user}`);
const passwordOf = (directory: string, user: string): string => readFileSync(passwordFile(directory, user), 'utf8').trim();

/** @returns false if the user has a password */
const createPassword = (directory: string, user: string): boolean =>
  writeOnce(passwordFile(directory, user), randomBytes(18).toString('hex'));

/** Creates the cluster under a temporary name and then renames it, so a killed start leaves no incomplete cluster. */
async function initialise(binaries: Binaries, as: RunAs, directory: string): Promise<void> {
  const cluster = join(directory, 'cluster');
  const fresh = join(directory, `cluster.new-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  createPassword(directory, OWNER);
  if (as.ids) chownSync(fresh, as.ids.uid, as.ids.gid);
  const passwordForUser = `${fresh}.password`;
  writeFileSync(passwordForUser, readFileSync(passwordFile(directory)), { mode: 0o600 });
  if (as.ids) chownSync(passwordForUser, as.ids.uid, as.ids.gid);
  // The built-in locale sorts the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['-D', fresh, '-U', OWNER, '--auth=scram-sha-256', `--pwfile=${passwordForUser}`, ...locale];
  const { command, args, ids } = as.commandLine(binaries.initdb, options);
  try {
    await promisify(execFile)(command, args, { cwd: '/', ...ids });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const { message, stderr } = error as Error & { stderr?: string };
    const lines = stderr?.trim().split('\n') ?? [];
    // initdb's last lines say what it cleans up, and the lines after the reason name the statement.
    const reason = /(?:FATAL|PANIC|error): +(.*)/.exec(stderr ?? '')?.[1] || lines.at(-1) || message;
    throw new EmbeddedPostgresError(`The embedded PostgreSQL could not make its data directory in ${directory}: ${reason}`);
  } finally {
    rmSync(passwordForUser, { force: true });
  }
  try {
    renameSync(fresh, cluster);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Whether the server of this cluster runs and accepts connections, by the last line of its pid file. */
const isReady = (cluster: string): boolean => runningPid(cluster) !== undefined && readPidFile(cluster)[7]?.trim() === 'ready';

/** The process id of the server, if it runs and belongs to this cluster. */
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

async function freePort(): Promise<number> {
  await using probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  return (probe.address() as AddressInfo).port;
}
