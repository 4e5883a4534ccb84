import type pg from 'pg';
import { type EventFilter, type Position, START } from '../port.ts';

type Queries = Pick<pg.Pool, 'query'>;

/** Counts what stands after a position, up to `limit`, from the indexes alone. */
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

export type Patrol = {
  /** positions without an event, as far as the last round and this one have seen */
  missing: number;
  /** how far this round has come */
  upTo: Position;
};

/** Positions in one look: a few milliseconds from the index. */
const SLICE = 20_000;

/**
 * Positions follow one another without a gap: whoever reads on from one misses nothing. This walks them round and
 * round, a slice with every look, and counts holes: rows that somebody deleted or a restore lost.
 * (Whether what stands there was changed is for the hash chain to tell, `npm run verify`.)
 */
export function createPatrol(pool: Queries, slice = SLICE): { look(): Promise<Patrol> } {
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
      const told: Patrol = { missing: Math.max(missing, lastRound), upTo };
      if (found < BigInt(slice)) {
        lastRound = missing;
        missing = 0;
        upTo = START;
      }
      return told;
    },
  };
}
