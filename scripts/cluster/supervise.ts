import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../services/shop/main.ts', import.meta.url));
const FOLLOW = new URL('../lib/follow-launcher.mjs', import.meta.url).href;
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];
/** ms before a process that ended is started again */
const REST = 500;

export type Supervised = {
  name: string;
  /** where it tells its health */
  url: string;
  /** undefined while it is down */
  pid(): number | undefined;
  /** how often it was started again */
  restarts(): number;
  kill(signal: NodeJS.Signals): void;
  /** Not started again from now on. */
  stop(): Promise<void>;
};

/** Keeps one process of the shop running, as an orchestrator does: what ends by itself or by force is started again. */
export function supervise(options: {
  name: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  url: string;
}): Supervised {
  const stopping = new AbortController();
  const log = createWriteStream(options.logFile, { flags: 'a' });
  let child: ChildProcess | undefined;
  let starts = 0;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      starts += 1;
      // The channel only tells it that this process is gone, however that ended.
      child = spawn(process.execPath, [...NODE_FLAGS, '--import', FOLLOW, MAIN, ...options.args], {
        env: options.env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child.stdout?.pipe(log, { end: false });
      child.stderr?.pipe(log, { end: false });
      await once(child, 'exit');
      child = undefined;
      await sleep(REST, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    log.end();
  })();
  return {
    name: options.name,
    url: options.url,
    pid: () => child?.pid,
    restarts: () => starts - 1,
    kill: (signal) => void child?.kill(signal),
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      await running;
    },
  };
}

/** What runs beside the processes of the shop, and is started again in the same way. */
export type Restartable = {
  /** Resolves when it has ended, by whatever cause. */
  ended(): Promise<void>;
  /** Starts it again, with what it had. @throws where it does not start */
  restart(): Promise<void>;
};

/** Starts it again whenever it ends, until `stop`. Stop the keeping before the thing itself. */
export function keepRunning(one: Restartable, onTrouble: (error: Error) => void): { restarts(): number; stop(): Promise<void> } {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve(), { once: true }));
  let restarts = 0;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.race([one.ended(), stopped]);
      await sleep(REST, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        await one.restart();
        restarts += 1;
      } catch (error) {
        // The port may still be taken for a moment: the next round tries again.
        onTrouble(error as Error);
      }
    }
  })();
  return {
    restarts: () => restarts,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Runs a job of the shop to its end. @throws Error with what it wrote, where it fails */
export async function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(words.trim() || `${args.join(' ')} ended with code ${code}`);
}

/** Whether a process says that it is ready. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );
