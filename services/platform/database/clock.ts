import type pg from 'pg';

export type DatabaseClock = { now: () => Date; stop(): void };

export type DatabaseClockOptions = {
  pool: Pick<pg.Pool, 'query'>;
  /**
   * Called once each time the clock of this machine begins to differ from the database's by more than 2 s. The argument is
   * the difference in ms; it is positive where this machine is ahead.
   */
  onSkew?: (ms: number) => void;
  /** ms between two readings of the database's clock; default 30,000 */
  everyMs?: number;
};

/** ms; a reading cannot be more exact than a round trip to the database */
const TOLERATED_SKEW = 2_000;
const SAMPLES = 3;

/**
 * The database's clock, without a query for each call. All processes use it, so that grace periods and the dates of orders
 * do not depend on the clock of the machine. Between two readings the monotonic clock counts; if the database is away, the
 * last reading stays valid.
 */
export async function databaseClock({ pool, onSkew, everyMs = 30_000 }: DatabaseClockOptions): Promise<DatabaseClock> {
  let base = 0;
  let isSkewed = false;

  async function read(): Promise<void> {
    let shortest = Number.POSITIVE_INFINITY;
    for (let count = 0; count < SAMPLES; count++) {
      const before = performance.now();
      const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
      const after = performance.now();
      if (after - before >= shortest) continue;
      shortest = after - before;
      base = (rows[0] as { ms: number }).ms - (before + after) / 2;
    }
    const skew = Date.now() - (base + performance.now());
    const wasSkewed = isSkewed;
    isSkewed = Math.abs(skew) > TOLERATED_SKEW;
    if (isSkewed && !wasSkewed) onSkew?.(Math.round(skew));
  }

  await read();
  const timer = setInterval(() => void read().catch(() => undefined), everyMs);
  timer.unref();
  return { now: () => new Date(base + performance.now()), stop: () => clearInterval(timer) };
}
