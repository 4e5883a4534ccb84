import type pg from 'pg';
import type { Role } from '../role.ts';

/**
 * Reports the health of the database. A read-only database is a remark and not a failure: all processes use the same
 * database, look-ups and pages still work, and commands answer 503 until it accepts writes.
 */
export const databaseRole = (pool: Pick<pg.Pool, 'query'>): Role => ({
  name: 'database',
  start: () => Promise.resolve(),
  notReady: () =>
    pool.query('select 1').then(
      () => undefined,
      (error: Error) => `the database does not answer: ${error.message}`,
    ),
  async remarks() {
    const { rows } = await pool.query<{ reads: string; standby: boolean }>(
      "select current_setting('transaction_read_only') as reads, pg_is_in_recovery() as standby",
    );
    const [{ reads, standby } = { reads: 'off', standby: false }] = rows;
    if (reads !== 'on') return [];
    return [
      `the database only reads (${standby ? 'a standby' : 'it was switched to read-only'}): commands are refused until it writes again`,
    ];
  },
  stop: () => Promise.resolve(),
});
