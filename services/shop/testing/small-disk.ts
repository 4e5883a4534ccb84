import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@nordhaut/platform/database';
import { testDatabase } from '@nordhaut/platform/database/testing';
import pg from 'pg';

/** A database whose disk can be filled and emptied again. */
export type SmallDisk = { url: string; fill(): Promise<void>; free(): Promise<void>; drop(): Promise<void> };

/**
 * A PostgreSQL of its own on a file system in memory, which really is full. Where this process may not mount one, the
 * events table refuses with the error that a full disk gives.
 */
export async function smallDisk(): Promise<SmallDisk> {
  const directory = mkdtempSync(join(tmpdir(), 'nordhaut-disk-'));
  if (!mount(directory)) {
    rmSync(directory, { recursive: true });
    return pretended();
  }
  const server = await startEmbeddedPostgres({
    directory: join(directory, 'pg'),
    settings: { min_wal_size: '32MB', max_wal_size: '48MB' },
  });
  const ballast = join(directory, 'ballast');
  return {
    url: server.url,
    async fill() {
      // Ends with an error, since it writes until nothing more fits.
      quietly('dd', 'if=/dev/zero', `of=${ballast}`, 'bs=1M');
    },
    free: async () => rmSync(ballast, { force: true }),
    async drop() {
      await server.stop();
      quietly('umount', directory);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const mount = (directory: string): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  quietly('mount', '-t', 'tmpfs', '-o', 'size=140m,mode=755', 'tmpfs', directory);

function quietly(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function pretended(): Promise<SmallDisk> {
  const database = await testDatabase();
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  return {
    url: database.url,
    fill: () =>
      run(`create or replace function full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        create trigger full_disk before insert on event_store.events for each statement execute function full_disk();
        alter table event_store.events enable always trigger full_disk`),
    free: () => run('drop trigger full_disk on event_store.events'),
    drop: () => database.drop(),
  };
}
