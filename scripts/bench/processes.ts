import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Child = {
  said: Record<string, unknown>;
  pid: number;
  stop(): Promise<void>;
  /** Stops it and returns its last JSON line. */
  stopAndHear(): Promise<Record<string, unknown>>;
};

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const begin = (entry: string, args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file(entry), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.once('exit', resolve));

/** Starts a server of this folder and waits for its first JSON line. @throws if it ends before */
export async function startServer(entry: string, env: Record<string, string>): Promise<Child> {
  const child = begin(entry, [], env);
  const exit = ended(child);
  const nextJson = jsonLines(child);
  const said = await Promise.race([
    nextJson(),
    exit.then((code) => {
      throw new Error(`${entry} ended with code ${code} before it was there`);
    }),
  ]);
  return {
    said,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
    stopAndHear: async () => {
      child.kill('SIGTERM');
      const last = await nextJson();
      await exit;
      return last;
    },
  };
}

/** Runs a client of this folder to its end and returns its JSON line. */
export async function runClient<Result>(entry: string, args: readonly string[], env: Record<string, string> = {}): Promise<Result> {
  const child = begin(entry, args, env);
  const exit = ended(child);
  const said = await Promise.race([
    jsonLines(child)(),
    exit.then((code) => {
      throw new Error(`${entry} ended with code ${code} and said nothing`);
    }),
  ]);
  await exit;
  return said as Result;
}

/**
 * The next JSON line of a child after the call; never resolves if the child ends without one. All output is read: a full pipe
 * would stop a child that writes to its log.
 */
function jsonLines(child: ChildProcess): () => Promise<Record<string, unknown>> {
  if (!child.stdout) throw new Error('no output to read');
  let take: ((line: Record<string, unknown>) => void) | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{"')) return;
    take?.(JSON.parse(line) as Record<string, unknown>);
    take = undefined;
  });
  return () => new Promise((resolve) => (take = resolve));
}

/** CPU seconds of a process and its children, ended ones included; undefined without /proc. */
export function cpuSeconds(pid: number): number | undefined {
  try {
    return processTree(pid).reduce((sum, one) => {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      // user, system, and both of children that have ended
      return sum + [11, 12, 13, 14].reduce((ticks, field) => ticks + Number(fields[field]), 0) / 100;
    }, 0);
  } catch {
    return undefined;
  }
}

/** Resident memory in MB of a process and its children; pages that Postgres processes share are counted once (PSS). */
export function memoryMb(pid: number): number | undefined {
  try {
    return processTree(pid).reduce(
      (sum, one) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024,
      0,
    );
  } catch {
    return undefined;
  }
}

function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]));
    } catch {
      // ended meanwhile
    }
  }
  const below = (pid: number): number[] => [pid, ...[...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => below(child))];
  return below(root);
}

/** Runs an entry of the shop to its end. */
export function runEntry(name: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const entry = fileURLToPath(new URL(`../../services/tools/${name}`, import.meta.url));
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with code ${code}`))));
  });
}

/** Whether a shop is ready; one that does not listen yet is not. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
