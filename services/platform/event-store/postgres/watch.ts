import type pg from 'pg';
import { type EventFilter, type Position, START } from '../port.ts';

type Queries = Pick<pg.Pool, 'query'>;

/** Counts the events after a position, up to `limit`, from the indexes alone. */
export const countAfter =
  (pool: Queries) =>
  async (after: Position, { categories, types }: EventFilter, limit: number): Promise<number> => {
    const { rows } = await pool.query<{ count: bigint }>(
      `select count(*) from (
         select from event_store.events
         where position > $1 and ($2::text[] is null or category = any ($2)) and ($3::text[] is null or type = any ($3))
         limit $4) wanted`,
      [after, categories ?? null, types ?? null, limit],
    );
    return Number(rows[0]?.count ?? 0n);
  };

/** Positions per call: a few milliseconds from the index. */
const SLICE = 20_000;

/**
 * Positions have no gaps, so a reader that continues after one misses nothing. The patrol walks all positions again and
 * again, one slice per call, and counts gaps: rows that were deleted, or lost by a restore. (The hash chain shows whether
 * an event was changed: `npm run verify`.) `missing`: those that the last round and this one found; `upTo`: where this one is
 */
export function createPatrol(pool: Queries, slice = SLICE): { look(): Promise<{ missing: number; upTo: Position }> } {
  let upTo: Position = START;
  let missing = 0;
  let lastRound = 0;
  return {
    async look() {
      const { rows } = await pool.query<{ found: bigint; last: Position | null }>(
        `select count(*) as found, max(position) as last
         from (select position from event_store.events where position > $1 order by position limit $2) slice`,
        [upTo, slice],
      );
      const { found = 0n, last = null } = rows[0] ?? {};
      if (last !== null) {
        missing += Number(last - upTo - found);
        upTo = last;
      }
      const told = { missing: Math.max(missing, lastRound), upTo };
      if (found < BigInt(slice)) {
        lastRound = missing;
        missing = 0;
        upTo = START;
      }
      return told;
    },
  };
}
