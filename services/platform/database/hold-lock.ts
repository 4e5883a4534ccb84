import pg from 'pg';
import { lockKey, tryLock } from './lock-key.ts';
import { clientConfig } from './pool.ts';

export type LockOptions = {
  url: string;
  /** The task, e.g. `import of coupons`. One process of all that use the database does it at a time. */
  name: string;
  /** the error where another one holds the lock; without it, the call waits for the lock */
  busy?: () => Error;
  /** ms until `busy`; default: 0. The server ends the session of a killed process only after a moment. */
  patienceMs?: number;
};

/**
 * Does `work` while it holds a lock. The lock has a connection of its own: tasks that each hold a connection of the pool and wait for
 * another one would block each other. If that connection breaks, the lock is free while `work` goes on.
 */
export async function holdingLock<Result>({ url, name, busy, patienceMs }: LockOptions, work: () => Promise<Result>): Promise<Result> {
  const holder = new pg.Client(clientConfig(url, name));
  holder.on('error', () => undefined);
  try {
    await holder.connect();
    // The session is idle while `work` goes on, and a server that ends idle sessions would free the lock.
    await holder.query('set idle_session_timeout to 0');
    if (busy) {
      if (!(await tryLock(holder, name, patienceMs))) throw busy();
    } else await holder.query('select pg_advisory_lock($1)', [lockKey(name)]);
    return await work();
  } finally {
    await holder.end().catch(() => undefined);
  }
}
