import { execFileSync, spawnSync } from 'node:child_process';

/** How to run a PostgreSQL program: its command line and the user it runs as. */
export type RunAs = {
  uid?: number;
  gid?: number;
  commandLine(program: string, args: string[]): [command: string, args: string[]];
};

/**
 * PostgreSQL refuses to run as root. As root it runs as the system user `postgres`, made here where there is none;
 * everyone else runs it as themselves.
 */
export function postgresUser(postgres: string, directory: string): RunAs {
  const direct: RunAs = { commandLine: (program, args) => [program, args] };
  if (process.getuid?.() !== 0) return direct;

  const { uid, gid } = idsOf('postgres') ?? makeUser();
  const asUser: RunAs = { ...direct, uid, gid };
  if (starts(asUser, postgres, directory)) return asUser;

  // The project stands where only root may enter (/root, say): let the server pass through directories all the same.
  // Containers grant the wider of the two rights only.
  const ids = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  for (const right of ['+dac_read_search', '+dac_override']) {
    const rights = ['--inh-caps', right, '--ambient-caps', right];
    const asGuest: RunAs = { commandLine: (program, args) => ['setpriv', [...ids, ...rights, '--', program, ...args]], uid, gid };
    if (starts(asGuest, postgres, directory)) return asGuest;
  }
  throw new Error(
    `PostgreSQL cannot run as root, and its user cannot enter ${directory}: move the project out of a directory that only root may enter, or name a database in DATABASE_URL.`,
  );
}

/** Options for spawn: the ids go there only where no helper program changes them. */
export const spawnIds = (as: RunAs): { uid?: number; gid?: number } =>
  as.commandLine('', [])[0] === 'setpriv' || as.uid === undefined ? {} : { uid: as.uid, gid: as.gid as number };

function starts(as: RunAs, postgres: string, directory: string): boolean {
  const [command, args] = as.commandLine('sh', ['-c', 'cd "$0" && exec "$1" --version', directory, postgres]);
  return spawnSync(command, args, { cwd: '/', stdio: 'ignore', ...spawnIds(as) }).status === 0;
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function makeUser(): { uid: number; gid: number } {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']],
    ['adduser', ['-S', '-D', '-H', 'postgres']],
  ];
  for (const [command, args] of ways) {
    spawnSync(command, args, { stdio: 'ignore' });
    const ids = idsOf('postgres');
    if (ids) return ids;
  }
  const nobody = idsOf('nobody');
  if (nobody) return nobody;
  throw new Error('PostgreSQL cannot run as root and no system user could be made for it: start the shop as another user.');
}
