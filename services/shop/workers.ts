import cluster, { type Worker } from 'node:cluster';
import { CannotListen } from '@nordhaut/platform/http';
import type { Role } from '@nordhaut/platform/role';
import type { Logger } from '@nordhaut/platform/telemetry';
import { backoff, sleep } from '@nordhaut/platform/timing';

export type WorkersOptions = {
  count: number;
  /** the roles of each process */
  roles: readonly string[];
  env: Record<string, string>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** ms after which a stopping worker is killed */
  deadline: number;
};

/** Wait between the end of a worker and the start of the next one. */
const REST = { first: 100, most: 10_000 };
/** ms; the end of a worker that ran longer counts as the first failure */
const SOUND = 30_000;

/** Processes that share one port (node:cluster). One that ends by itself is replaced, and only its own requests are lost. */
export function workersRole({ count, roles, env, logger, deadline }: WorkersOptions): Role {
  const stopping = new AbortController();
  const listening = new Set<number>();
  const slots: Promise<void>[] = [];
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);

  async function keepOne(): Promise<void> {
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      const began = Date.now();
      const worker = cluster.fork(env);
      worker.on('listening', () => listening.add(worker.id));
      const code = await endOf(worker);
      listening.delete(worker.id);
      if (stopping.signal.aborted) return;
      // The process itself has written the reason.
      fail(new CannotListen(`An HTTP process ended while it started (${code}); its message is above.`));
      if (Date.now() - began > SOUND) failures = 1;
      const restMs = backoff(failures, REST);
      logger.warn({ pid: worker.process.pid, code, restMs }, 'an HTTP process ended; another one replaces it');
      await sleep(restMs, stopping.signal);
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    for (const worker of running) worker.process.kill('SIGTERM');
    const late = setTimeout(() => running.forEach((worker) => worker.process.kill('SIGKILL')), deadline);
    await Promise.all(slots);
    clearTimeout(late);
  }

  return {
    name: 'http-workers',
    async start() {
      // The same entry file as this process, without the arguments of its launcher.
      cluster.setupPrimary({
        args: roles.flatMap((role) => ['--role', role]),
        execArgv: ['--disable-warning=ExperimentalWarning', '--disable-warning=DEP0123'],
      });
      slots.push(...Array.from({ length: count }, keepOne));
      try {
        while (listening.size < count) await Promise.race([sleep(20), failed]);
      } catch (error) {
        await stop();
        throw error;
      }
    },
    notReady: () =>
      Promise.resolve(listening.size === count ? undefined : `${count - listening.size} of ${count} HTTP processes are not up`),
    stop,
  };
}

const endOf = (worker: Worker): Promise<string | number> =>
  new Promise((resolve) => worker.once('exit', (code: number | null, signal: string | null) => resolve(signal ?? code ?? 0)));
