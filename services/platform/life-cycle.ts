import closeWithGrace from 'close-with-grace';
import type { Role } from './role.ts';
import type { Logger } from './telemetry/logger.ts';

/** A role that can end by itself says so through `died`; the process then ends with it. */
export type RunnableRole = Role & { died?: Promise<unknown> };

export type RunningRoles = {
  /** stops in reverse order; the second call waits for the first */
  stop(): Promise<void>;
  /** resolves with the reason when a role died; never otherwise */
  died: Promise<Error>;
};

/**
 * Starts roles one after another. Where one fails, those that run are stopped in reverse and its error is thrown.
 * A role that fails to stop is logged and does not keep the others from stopping.
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
      // A role that ends while everything stops did what it was told.
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
  /** ms that stopping may take before the process ends anyway; default 10,000 */
  deadline?: number;
  /** a process above this one stops it: the terminal's Ctrl-C, which reaches all of them, is left to that one */
  isWorker?: boolean;
  /** called once everything runs */
  onStarted?: () => void;
  /** called after everything stopped, e.g. for the pool and the embedded database */
  onStopped?: () => Promise<void>;
};

/**
 * Runs the process: starts the roles, and stops them on SIGINT, SIGTERM, an uncaught error, or the death of one of
 * them. A second signal ends the process at once. A start that fails is told in one line on standard error, and the
 * process ends with exit code 1.
 */
export async function runRoles(roles: readonly RunnableRole[], options: RunOptions): Promise<void> {
  const { logger, deadline = 10_000 } = options;
  if (options.isWorker) process.on('SIGINT', () => undefined);
  let running: RunningRoles | undefined;
  let starting: Promise<RunningRoles> | undefined;
  let death: Error | undefined;
  const grace = closeWithGrace(
    { delay: deadline, skip: options.isWorker ? ['SIGINT'] : [], logger: { error: (message?: unknown) => logger.error(String(message)) } },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'stopping because of an error');
      else if (signal) logger.info({ signal }, 'stopping');
      // A signal during the start: let the start end, then stop what it brought up.
      const up = running ?? (await starting?.catch(() => undefined));
      await up?.stop();
      await options.onStopped?.();
      if (death) process.exit(1);
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
    death = reason;
    logger.fatal({ err: reason }, 'a role died');
    grace.close();
  });
  options.onStarted?.();
}

/** The sentence alone where the error was made for people, else the whole trace. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'ConfigError' || error.name === 'CannotListen' ? error.message : (error.stack ?? error.message);
}
