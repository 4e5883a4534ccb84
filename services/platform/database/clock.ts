import type pg from 'pg';

export type DatabaseClock = { now: () => Date; stop(): void };

export type DatabaseClockOptions = {
  pool: Pick<pg.Pool, 'query'>;
  /** Called with the ms that this machine's clock is ahead of the database's (or, below 0, behind), when that begins to matter. */
  onSkew?: (ms: number) => void;
  /** ms between two looks at the database's clock; default 30,000 */
  everyMs?: number;
};

/** ms that clocks may differ without a word; a look is never better than the way to the database and back. */
const TOLERATED = 2_000;
const LOOKS = 3;

/**
 * The database's clock, told without asking it each time. All processes of a shop go by it: which events are young,
 * whose grace is over and when an order was placed must not depend on how well the clock of the machine is set that
 * one of them happens to run on. Between two looks time passes as this machine measures it, whatever its clock is
 * set to meanwhile.
 */
export async function databaseClock({ pool, onSkew, everyMs = 30_000 }: DatabaseClockOptions): Promise<DatabaseClock> {
  let base = 0;
  let told = false;

  async function look(): Promise<void> {
    let shortest = Number.POSITIVE_INFINITY;
    for (let count = 0; count < LOOKS; count++) {
      const before = performance.now();
      const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
      const after = performance.now();
      if (after - before >= shortest) continue;
      shortest = after - before;
      base = (rows[0] as { ms: number }).ms - (before + after) / 2;
    }
    const skew = Date.now() - (base + performance.now());
    if (Math.abs(skew) > TOLERATED && !told) onSkew?.(Math.round(skew));
    told = Math.abs(skew) > TOLERATED;
  }

  await look();
  // What was seen last holds on while the database is away.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  timer.unref();
  return { now: () => new Date(base + performance.now()), stop: () => clearInterval(timer) };
}
