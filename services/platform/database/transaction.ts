import type pg from 'pg';
import { lockKey } from './lock-key.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * Runs `work` in a transaction and commits. An error rolls back.
 * @param begin the statement that begins it, if settings or a savepoint belong to it
 */
export const inTransaction = <T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> =>
  committing(pool, async (client) => {
    await client.query(begin);
    return work(client);
  });

/** The same under the named lock: of all processes that use the database, one at a time does `work`. */
export const inLockedTransaction = <T>(pool: pg.Pool, name: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (client) => {
    await client.query('select pg_catalog.pg_advisory_xact_lock($1::bigint)', [lockKey(name)]);
    return work(client);
  });

/** As `inTransaction`, for work that begins the transaction itself, together with its first statement. */
export async function committing<T>(pool: Pick<pg.Pool, 'connect'>, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed));
    // A session that began while the database was read-only stays read-only, so it is replaced.
    if (isUnavailable(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether the same transaction may succeed later: a store is unavailable, or other transactions were in its way. */
export const isPassing = (error: unknown): boolean =>
  isUnavailable(error) || ['40001', '40P01', '55P03'].includes((error as { code?: string }).code ?? '');
