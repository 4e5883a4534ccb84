import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { aborted, loop, type Loop, sleep } from '@nordhaut/platform/timing';

const MAIN = fileURLToPath(new URL('../../services/shop/main.ts', import.meta.url));
const FOLLOW = new URL('../lib/follow-launcher.mjs', import.meta.url).href;
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--disable-warning=DEP0123'];
/** ms before a process that ended is started again */
const REST = 500;

export type Supervised = {
  name: string;
  /** of its health checks */
  url: string;
  /** undefined while it is down */
  pid(): number | undefined;
  kill(signal: NodeJS.Signals): void;
  /** Ends the process and does not start it again. */
  stop(): Promise<void>;
};

/** Runs a process of the shop, and starts it again whenever it ends, as an orchestrator does. */
export function supervise(options: {
  name: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  url: string;
}): Supervised {
  const { name, url } = options;
  const log = createWriteStream(options.logFile, { flags: 'a' });
  let child: ChildProcess | undefined;
  const run = async (): Promise<void> => {
    // The channel shows the child that this process has ended.
    child = spawn(process.execPath, [...NODE_FLAGS, '--import', FOLLOW, MAIN, ...options.args], {
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    await once(child, 'exit');
    child = undefined;
  };
  const running = loop(run, { restMs: REST });
  return {
    name,
    url,
    pid: () => child?.pid,
    kill: (signal) => void child?.kill(signal),
    async stop() {
      const stopped = running.stop();
      child?.kill('SIGTERM');
      await stopped;
      log.end();
    },
  };
}

/** What runs beside the processes of the shop: the broker. */
export type Restartable = {
  /** Resolves when it has ended. */
  ended(): Promise<void>;
  /** Starts it again with its data. @throws where it does not start */
  restart(): Promise<void>;
};

/** Starts something again whenever it ends, until `stop`. Stop the keeper before the thing itself. */
export function keepRunning(one: Restartable, onError: (error: Error) => void): Loop {
  return loop(
    async (signal) => {
      await Promise.race([one.ended(), aborted(signal)]);
      await sleep(REST, signal);
      // A restart can fail, for instance while the port is still in use. The next run tries again.
      if (!signal.aborted) await one.restart();
    },
    { restMs: 0, onError },
  );
}

/** Runs a job of the shop. @throws Error with its output where it fails */
export async function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(output.trim() || `${args.join(' ')} ended with code ${code}`);
}

/** Whether a process is ready. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );
