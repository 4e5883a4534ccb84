import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { goEnvironment, k6Folder, type K6 } from '../lib/k6.mjs';
import type { LoadOptions } from './arguments.ts';

/** The output files of a run. */
export const filesOf = (out: string) => ({
  summary: join(out, 'k6-summary.json'),
  journal: join(out, 'journal.ndjson'),
  log: join(out, 'k6.log'),
  shopLog: join(out, 'shop.log'),
  result: join(out, 'result.json'),
  page: join(out, 'report.html'),
  orders: join(out, 'orders.txt'),
});
export type Files = ReturnType<typeof filesOf>;

export type Ended = { code: number; wasStopped: boolean };

/** k6's exit code after a signal to stop. */
const EXTERNAL_ABORT = 105;

/**
 * Runs the scripts to their end. The first signal to stop makes k6 write its summary; the second ends it.
 */
export function runK6(
  k6: K6,
  options: LoadOptions,
  at: {
    target: string;
    simulators: string | undefined;
    members: number;
    files: Files;
    stopped: AbortSignal;
    /** gets k6's process id */
    began: (pid: number | undefined) => void;
  },
): Promise<Ended> {
  const { wish, verbose } = options;
  const { files, stopped } = at;
  const args = [
    ...k6.args,
    'run',
    '--no-usage-report',
    ...(verbose ? [] : ['--quiet', '--no-color', `--log-output=file=${files.log}`]),
    '--log-format=raw',
    `--console-output=${files.journal}`,
    'main.ts',
  ];
  const settings = {
    LOAD_PROFILE: wish.profile,
    LOAD_TARGET: at.target,
    LOAD_SIMULATORS: at.simulators,
    LOAD_RATE: wish.rate,
    LOAD_DURATION: wish.duration,
    LOAD_JOURNEYS: wish.journeys?.join(','),
    LOAD_TOLERANT: wish.tolerant ? 'yes' : undefined,
    LOAD_MAX_VUS: wish.maxVus,
    LOAD_MEMBERS: at.members === 0 ? undefined : at.members,
    LOAD_SUMMARY: files.summary,
  };
  const child = spawn(k6.command, args, {
    cwd: k6Folder,
    // Prevents k6 from searching for extensions on the internet; these scripts need none.
    env: { ...goEnvironment(), ...cleaned(settings), K6_AUTO_EXTENSION_RESOLUTION: 'false' },
    stdio: ['ignore', verbose ? 'inherit' : 'ignore', verbose ? 'inherit' : 'ignore'],
  });
  at.began(child.pid);
  const hurry = (): boolean => child.kill('SIGKILL');
  const stop = (): void => {
    child.kill('SIGINT');
    process.once('SIGINT', hurry);
  };
  if (stopped.aborted) stop();
  stopped.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      stopped.removeEventListener('abort', stop);
      process.off('SIGINT', hurry);
      resolve({ code: code ?? 1, wasStopped: stopped.aborted || code === EXTERNAL_ABORT || code === null });
    });
  });
}

const cleaned = (settings: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
