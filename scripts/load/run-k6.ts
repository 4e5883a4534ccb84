import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { goEnvironment, k6Folder, type K6 } from '../lib/k6.mjs';
import { CannotRun, type LoadOptions } from './arguments.ts';

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
 * ms. k6 2.2 waits for each WebSocket: 60 s for the answer to an upgrade, and without a limit for the answer to a close frame.
 * A server that is gone without closing its connections would keep k6 running. `stop`: from the signal to the end of k6, or
 * from the time at which the run had to be over. `dump`: from SIGQUIT, on which Go prints what waits, to SIGKILL.
 */
const PATIENCE = { stop: 75_000, dump: 5_000 };
/** ms for the creation of the virtual users and for `setup` */
const START = 120_000;

/**
 * Runs the scripts to their end. The first signal to stop makes k6 write its summary; the second ends it.
 * @throws CannotRun when k6 cannot be started, and when it does not end in time; then its log says for what it waited
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
    /** seconds from the first arrival to the end of the last journey */
    seconds: number;
    /** gets k6's process id */
    began: (pid: number | undefined) => void;
    patience?: { stop: number; dump: number };
  },
): Promise<Ended> {
  const { wish, verbose } = options;
  const { files, stopped, patience = PATIENCE } = at;
  const args = [
    ...k6.args,
    'run',
    '--no-usage-report',
    ...(verbose ? [] : ['--quiet', '--no-color', `--log-output=file=${files.log}`]),
    '--log-format=raw',
    `--console-output=${files.journal}`,
    ...options.outputs.map((output) => `--out=${output}`),
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
    LOAD_STOP_WHEN_BROKEN: wish.untilItBreaks ? 'yes' : undefined,
    LOAD_MAX_VUS: wish.maxVus,
    LOAD_MEMBERS: at.members === 0 ? undefined : at.members,
    LOAD_SUMMARY: files.summary,
  };
  // What k6 prints besides its log: a panic of Go.
  const errors = verbose ? undefined : openSync(files.log, 'a');
  const child = spawn(k6.command, args, {
    cwd: k6Folder,
    // Prevents k6 from searching for extensions on the internet; these scripts need none.
    env: { ...goEnvironment(), ...cleaned(settings), K6_AUTO_EXTENSION_RESOLUTION: 'false' },
    stdio: ['ignore', verbose ? 'inherit' : 'ignore', errors ?? 'inherit'],
  });
  if (errors !== undefined) closeSync(errors);
  at.began(child.pid);
  const hurry = (): boolean => child.kill('SIGKILL');
  let late = '';
  const giveUp = (why: string): void => {
    late = why;
    child.kill('SIGQUIT');
    timer = setTimeout(hurry, patience.dump);
  };
  let timer = setTimeout(() => giveUp('the time of the run was over'), START + at.seconds * 1000 + patience.stop);
  const stop = (): void => {
    child.kill('SIGINT');
    process.once('SIGINT', hurry);
    clearTimeout(timer);
    timer = setTimeout(() => giveUp('it got the signal to stop'), patience.stop);
  };
  if (stopped.aborted) stop();
  stopped.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(new CannotRun(`k6 could not be started: ${error.message}.`));
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', stop);
      process.off('SIGINT', hurry);
      if (late) {
        const waits = verbose ? 'its output' : files.log;
        reject(
          new CannotRun(
            `k6 did not end within ${patience.stop / 1000} s after ${late}, and was killed. For what it waited is in ${waits}.`,
          ),
        );
        return;
      }
      resolve({ code: code ?? 1, wasStopped: stopped.aborted || code === EXTERNAL_ABORT || code === null });
    });
  });
}

const cleaned = (settings: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
