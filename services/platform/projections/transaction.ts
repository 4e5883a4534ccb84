import type pg from 'pg';

/** Runs `work`, which begins the transaction itself, and commits; any error rolls back. */
export async function committing<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether the database was away or busy, which says nothing about the statement. */
export function isPassing(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    ['40001', '40P01', '55P03'].includes(code) ||
    (code === '' && /connection|timeout exceeded|not queryable|was closed/i.test(message))
  );
}
