import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './embedded.ts';
import { dropTemplates } from './testing.ts';

const PREFIX = 'nordhaut-test-';

/**
 * Starts one PostgreSQL for the whole test run. Each test creates its own database in it (`testDatabase()`). Durability is
 * off, because the data is deleted after the run. If TEST_DATABASE_URL names a server, that one is used.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // In the names of the databases, because several runs may share a server.
  process.env['TEST_RUN'] = randomBytes(4).toString('hex');
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return () => dropTemplates(given);
  removeLeftovers();
  const directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startEmbeddedPostgres({
    directory,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300', autovacuum_naptime: '5s' },
  });
  process.env['TEST_DATABASE_URL'] = server.ownerUrl;
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
    delete process.env['TEST_DATABASE_URL'];
  };
}

/** Removes the servers and data of killed runs. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!owner || isAlive(owner)) continue;
    const directory = join(tmpdir(), name);
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
