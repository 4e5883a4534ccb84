import { createHmac, type KeyObject } from 'node:crypto';
import type { Migration } from '@nordhaut/platform/database';
import { Rejected } from '@nordhaut/platform/http';
import type pg from 'pg';
import { messages } from './messages.ts';

/** Unknown codes per member and hour (decisions.md 52). */
const PER_MEMBER = 30;

export const attemptMigrations: Migration[] = [
  {
    name: 'promotions/002-code-attempts',
    expand: true,
    sql: `
      create table coupon_code_attempts (
        key bytea primary key,
        count integer not null,
        ends_at timestamptz not null
      )`,
  },
  {
    name: 'promotions/006-ended-code-attempts',
    expand: true,
    sql: 'create index on coupon_code_attempts (ends_at)',
  },
];

export type CodeAttempts = ReturnType<typeof codeAttempts>;

/**
 * Limits guesses of codes. The counters are rows, so several processes share them. Rows whose hour is over go with the guesses of
 * others. `factor`: of the limit, for load tests
 */
export function codeAttempts({ pool, key, clock, factor }: { pool: pg.Pool; key: KeyObject; clock: () => Date; factor: number }) {
  const most = Math.max(1, Math.round(PER_MEMBER * factor));
  return {
    /**
     * Counts a guess before it is answered. A code that the member may use counts for nothing, but is refused with the guesses. It
     * takes the same statement: a reader would not wait for guesses that are under way, so of many codes at once the right one would
     * overtake the others. The statement's time would also tell it from a wrong one when both look unknown.
     * @throws Rejected 429 with the seconds to wait
     */
    async allow(memberId: string, isGuess: boolean): Promise<void> {
      const own = createHmac('sha256', key).update(memberId).digest();
      const now = clock();
      const { rows } = await pool.query<{ count: number; ends_at: Date }>(
        `with gone as (
           delete from coupon_code_attempts where key = any(array(
             select key from coupon_code_attempts where ends_at <= $2 and key <> $1 order by ends_at limit 100 for update skip locked)))
         insert into coupon_code_attempts as held (key, count, ends_at) values ($1, $4, $2::timestamptz + interval '1 hour')
         on conflict (key) do update set
           count = case when held.ends_at <= $2 then $4 else least(held.count + $4, $3 + 1) end,
           ends_at = case when held.ends_at <= $2 then excluded.ends_at else held.ends_at end
         returning count, ends_at`,
        [own, now, most, Number(isGuess)],
      );
      const [row] = rows;
      if (row && row.count + Number(!isGuess) > most)
        throw new Rejected(
          { status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyCodes },
          { headers: { 'retry-after': String(Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1_000))) } },
        );
    },
  };
}
