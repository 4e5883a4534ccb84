import { execFileSync, spawnSync } from 'node:child_process';
import { EmbeddedPostgresError } from './embedded-binaries.ts';

type Ids = { uid: number; gid: number };

/** How to run a PostgreSQL program. */
export type RunAs = {
  /** of the user who must own the cluster; undefined: the user of this process */
  ids?: Ids;
  commandLine(program: string, args: readonly string[]): { command: string; args: readonly string[]; ids?: Ids };
};

/**
 * PostgreSQL refuses to run as root. For root it runs as the system user `postgres`, which is created if it is missing.
 * For any other user it runs as that user.
 */
export function postgresUser(postgres: string, directory: string): RunAs {
  if (process.getuid?.() !== 0) return { commandLine: (command, args) => ({ command, args }) };

  const ids = idsOf('postgres') ?? createUser();
  const asUser: RunAs = { ids, commandLine: (command, args) => ({ command, args, ids }) };
  if (starts(asUser, postgres, directory)) return asUser;

  // Only root may enter the project's folder (for example below /root): give the server the right to pass through
  // directories. Containers grant only the wider of the two rights.
  const switchUser = ['--reuid', String(ids.uid), '--regid', String(ids.gid), '--clear-groups'];
  for (const right of ['+dac_read_search', '+dac_override']) {
    const options = [...switchUser, '--inh-caps', right, '--ambient-caps', right];
    const withRight: RunAs = { ids, commandLine: (program, args) => ({ command: 'setpriv', args: [...options, '--', program, ...args] }) };
    if (starts(withRight, postgres, directory)) return withRight;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot run as root, and its user cannot enter ${directory}: move the project out of a directory that only root may enter, or name a database in DATABASE_URL.`,
  );
}

function starts(as: RunAs, postgres: string, directory: string): boolean {
  const { command, args, ids } = as.commandLine('sh', ['-c', 'cd "$0" && exec "$1" --version', directory, postgres]);
  return spawnSync(command, args, { cwd: '/', stdio: 'ignore', ...ids }).status === 0;
}

function idsOf(name: string): Ids | undefined {
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function createUser(): Ids {
  // Debian and the like, then Alpine.
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], { stdio: 'ignore' });
  if (!idsOf('postgres')) spawnSync('adduser', ['-S', '-D', '-H', 'postgres'], { stdio: 'ignore' });
  const ids = idsOf('postgres') ?? idsOf('nobody');
  if (ids) return ids;
  throw new EmbeddedPostgresError('PostgreSQL cannot run as root and no system user could be made for it: start the shop as another user.');
}
