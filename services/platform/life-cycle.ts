import closeWithGrace from 'close-with-grace';
import type { Role } from './role.ts';
import type { Logger } from './telemetry/logger.ts';

/** `died` resolves or rejects when the role ends by itself; the process ends then as well. */
export type RunnableRole = Role & { died?: Promise<unknown> };

export type RunningRoles = {
  /** stops in reverse order; the second call waits for the first */
  stop(): Promise<void>;
  /** resolves with the reason when a role dies; never otherwise */
  died: Promise<Error>;
};

/**
 * Starts roles one after another. If one fails, this stops the started roles in reverse order and throws the error.
 * A role that fails to stop is logged; the other roles still stop.
 */
export async function startRoles(roles: readonly RunnableRole[], logger: Logger): Promise<RunningRoles> {
  const started: RunnableRole[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopAll(started, logger));
  const { promise: died, resolve: reportDeath } = Promise.withResolvers<Error>();
  for (const role of roles) {
    try {
      await role.start();
    } catch (error) {
      await stop();
      throw error;
    }
    started.push(role);
    watch(role, (reason) => {
      // During a stop, the end of a role is expected.
      if (stopping === undefined) reportDeath(reason);
    });
    logger.debug({ role: role.name }, 'role started');
  }
  return { stop, died };
}

function watch(role: RunnableRole, report: (reason: Error) => void): void {
  role.died?.then(
    () => report(new Error(`${role.name} ended by itself`)),
    (error: unknown) => report(new Error(`${role.name} died`, { cause: error })),
  );
}

async function stopAll(started: readonly RunnableRole[], logger: Logger): Promise<void> {
  for (const role of started.toReversed()) {
    try {
      await role.stop();
      logger.debug({ role: role.name }, 'role stopped');
    } catch (error) {
      logger.error({ err: error, role: role.name }, 'role did not stop in good order');
    }
  }
}

export type RunOptions = {
  logger: Logger;
  /** ms after which the process ends even if the stop is not complete; default 10,000 */
  deadline?: number;
  /** The parent process stops a worker with SIGTERM. A worker ignores SIGINT, because Ctrl-C signals all processes at once. */
  isWorker?: boolean;
  /** called when all roles run */
  onStarted?: () => void;
  /** called after all roles have stopped, to close the stores; also after a failed start */
  onStopped?: () => Promise<void>;
};

/**
 * Runs the process: starts the roles in order. On SIGINT, SIGTERM, an uncaught error or the death of a role, it stops the
 * roles in reverse order, one after another, and then calls `onStopped`. After `deadline`, or at a second signal, the
 * process ends at once. If the start fails, the process writes the reason to standard error and ends with exit code 1.
 */
export async function runRoles(roles: readonly RunnableRole[], options: RunOptions): Promise<void> {
  const { logger, deadline = 10_000 } = options;
  if (options.isWorker) process.on('SIGINT', () => undefined);
  let running: RunningRoles | undefined;
  let starting: Promise<RunningRoles> | undefined;
  let diedOf: Error | undefined;
  const grace = closeWithGrace(
    { delay: deadline, skip: options.isWorker ? ['SIGINT'] : [], logger: { error: (message?: unknown) => logger.error(String(message)) } },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'stopping because of an error');
      else if (signal) logger.info({ signal }, 'stopping');
      // A signal during the start: wait until the start ends, then stop the started roles.
      const up = running ?? (await starting?.catch(() => undefined));
      await up?.stop();
      await options.onStopped?.();
      if (diedOf) process.exit(1);
    },
  );
  try {
    starting = startRoles(roles, logger);
    running = await starting;
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    logger.debug({ err: error }, 'start failed');
    await options.onStopped?.();
    grace.uninstall();
    process.exit(1);
  }
  void running.died.then((reason) => {
    diedOf = reason;
    logger.fatal({ err: reason }, 'a role died');
    grace.close();
  });
  options.onStarted?.();
}

/** The message only for errors that are written for operators; otherwise the whole trace. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'ConfigError' || error.name === 'CannotListen' ? error.message : (error.stack ?? error.message);
}
