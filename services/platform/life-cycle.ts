import closeWithGrace from 'close-with-grace';
import type { Role } from './role.ts';
import type { Logger } from './telemetry/logger.ts';

export type RunningRoles = {
  /** stops in reverse order; the second call waits for the first */
  stop(): Promise<void>;
};

/**
 * Starts roles one after another. If one fails, this stops the started roles in reverse order and throws the error.
 * A role that fails to stop is logged; the other roles still stop.
 */
export async function startRoles(roles: readonly Role[], logger: Logger): Promise<RunningRoles> {
  const started: Role[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopAll(started, logger));
  for (const role of roles) {
    try {
      await role.start();
    } catch (error) {
      await stop();
      throw error;
    }
    started.push(role);
    logger.debug({ role: role.name }, 'role started');
  }
  return { stop };
}

async function stopAll(started: readonly Role[], logger: Logger): Promise<void> {
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
 * Runs the process: starts the roles in order. On SIGINT, SIGTERM or an uncaught error, it stops the roles in reverse order,
 * one after another, and then calls `onStopped`. After `deadline`, or at a second signal, the process ends at once. If the
 * start fails, the process writes the reason to standard error and ends with exit code 1.
 */
export async function runRoles(roles: readonly Role[], options: RunOptions): Promise<void> {
  const { logger, deadline = 10_000 } = options;
  if (options.isWorker) process.on('SIGINT', () => undefined);
  const starting = startRoles(roles, logger);
  const grace = closeWithGrace(
    { delay: deadline, skip: options.isWorker ? ['SIGINT'] : [], logger: { error: (message?: unknown) => logger.error(String(message)) } },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'stopping because of an error');
      else if (signal) logger.info({ signal }, 'stopping');
      // A signal during the start: wait until the start ends, then stop the started roles.
      const running = await starting.catch(() => undefined);
      await running?.stop();
      await options.onStopped?.();
    },
  );
  try {
    await starting;
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    logger.debug({ err: error }, 'start failed');
    await options.onStopped?.();
    grace.uninstall();
    process.exit(1);
  }
  options.onStarted?.();
}

/** Errors whose message is a sentence for the operator. */
const FOR_OPERATORS = new Set([
  'ConfigError',
  'EmbeddedPostgresError',
  'CannotListen',
  'KafkaTrouble',
  'NotACopy',
  'BrokenHistory',
  'StoreUnavailable',
  'WrongUsage',
]);

/** The message of an error for operators, otherwise the whole trace. */
export function sentenceOf(error: unknown): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return FOR_OPERATORS.has(name) ? message : (stack ?? message);
}
