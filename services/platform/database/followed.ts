import type pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { listen } from './listen.ts';

/** Interval of the poll that finds changes whose notification was lost, in ms. */
const POLL_EVERY = 3_000;

/** Reference data of the database in the memory of this process, under a version that counts up with every change. */
export type Followed<Value> = {
  /** Loads the value and follows its changes. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Afterwards this process sees every change committed before the call. @throws where the database cannot be read */
  refresh(): Promise<void>;
  /** Increases with every change; undefined before the first load. */
  version(): string | undefined;
  /** undefined before the first load */
  now(): Value | undefined;
};

export type FollowedOptions<Value> = {
  pool: pg.Pool;
  logger: Logger;
  /** on which a change is announced */
  channel: string;
  /** in log lines: `the content` */
  what: string;
  readVersion: () => Promise<bigint | undefined>;
  /** Version and value of one moment. */
  load: () => Promise<{ version: bigint; value: Value }>;
};

/** Keeps reference data in memory. A change arrives by notification within milliseconds, or with the next poll. */
export function follow<Value>({ pool, logger, channel, what, readVersion, load }: FollowedOptions<Value>): Followed<Value> {
  let current: { version: bigint; value: Value } | undefined;
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  let listening: ReturnType<typeof listen> | undefined;
  let poll: NodeJS.Timeout | undefined;

  async function read(): Promise<void> {
    if (current !== undefined && (await readVersion()) === current.version) return;
    const loaded = await load();
    // The connections of a pool may answer out of order. An older version must not replace a newer one.
    if (current === undefined || loaded.version >= current.version) current = loaded;
  }

  /** A read under way may have begun before the caller's change, so the caller waits for the next one. */
  function refresh(): Promise<void> {
    next ??= running.then(() => {
      const reading = read();
      running = reading.catch(() => undefined);
      next = undefined;
      return reading;
    });
    return next;
  }

  const refreshQuietly = (): void => {
    refresh().catch((err: unknown) => logger.warn({ err }, `${what} could not be refreshed`));
  };

  return {
    async start() {
      listening = listen(pool.options, channel, refreshQuietly, {
        onError: (err, failures) => failures === 1 && logger.warn({ err }, `no announcements of changes of ${what} for the moment`),
      });
      await refresh();
      poll = setInterval(refreshQuietly, POLL_EVERY);
      poll.unref();
    },
    async stop() {
      clearInterval(poll);
      await listening?.stop();
      await (next ?? running)?.catch(() => undefined);
    },
    refresh,
    version: () => current?.version.toString(),
    now: () => current?.value,
  };
}
