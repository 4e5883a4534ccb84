import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './embedded.ts';

const PREFIX = 'nordhaut-test-';

/**
 * One PostgreSQL for a whole test run; every test takes a database of its own in it (`testDatabase()`).
 * Its data dies with the run, so it need not reach the disk. A server named in TEST_DATABASE_URL is used instead.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined;
  sweep();
  const directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startEmbeddedPostgres({
    directory,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300', autovacuum_naptime: '5s' },
  });
  process.env['TEST_DATABASE_URL'] = server.url;
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
    delete process.env['TEST_DATABASE_URL'];
  };
}

/** A run that was killed could not stop its server. */
function sweep(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!owner || isAlive(owner)) continue;
    const directory = join(tmpdir(), name);
    try {
      const [pid] = readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8').split('\n');
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory)) process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // no server runs there any more
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
