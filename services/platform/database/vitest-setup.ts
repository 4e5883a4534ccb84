import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './embedded.ts';

const PREFIX = 'nordhaut-test-';
/** Linux's file system in memory. On a disk, the kernel looks long for a free place for each file of a new database. */
const IN_MEMORY = '/dev/shm';
/** Bytes that must be free there: several times what a run takes. */
const ROOM = 4 * 1024 ** 3;

/** The two users of all tests need no password, whose proof takes a third of the time of a connection. Users that a test makes do. */
const SIGN_IN = ['host all nordhaut,test_shop 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n');

/**
 * Starts one PostgreSQL for the whole test run. Each test creates its own database in it (`testDatabase()`). Durability is
 * off, because the data is deleted after the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  for (const folder of [tmpdir(), IN_MEMORY]) removeLeftovers(folder);
  const directory = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
  const signIn = join(directory, 'sign-in.conf');
  writeFileSync(signIn, SIGN_IN);
  const server = await startEmbeddedPostgres({
    directory,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '500', autovacuum_naptime: '5s', hba_file: signIn },
  });
  process.env['TEST_DATABASE_URL'] = server.ownerUrl;
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
    delete process.env['TEST_DATABASE_URL'];
  };
}

const hasRoom = (): boolean => {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > ROOM && freemem() > 2 * ROOM;
};

/** Removes the servers and data of killed runs. */
function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!owner || isAlive(owner)) continue;
    const directory = join(folder, name);
    try {
      const [pid] = readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8').split('\n');
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory)) process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // No server runs there.
    }
    rmSync(directory, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
