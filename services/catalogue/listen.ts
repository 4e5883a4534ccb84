import type { Logger } from '@nordhaut/platform/telemetry';
import type pg from 'pg';
import { CATALOGUE_CHANNEL } from './tables.ts';

const RECONNECT_AFTER = 1_000;

/**
 * Calls `onChange` for every announced change. It listens on its own connection and reconnects if that is lost;
 * announcements may have been missed then, so it calls `onChange` too. Resolves once it listens or has begun to try.
 */
export async function listenForChanges(pool: pg.Pool, onChange: () => void, logger: Logger): Promise<() => Promise<void>> {
  let client: pg.PoolClient | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    let taken: pg.PoolClient | undefined;
    try {
      taken = await pool.connect();
      const connection = taken;
      connection.on('notification', ({ channel }) => {
        if (channel === CATALOGUE_CHANNEL) onChange();
      });
      connection.on('error', (error) => lost(connection, error));
      await connection.query(`listen ${CATALOGUE_CHANNEL}`);
      if (stopped) return connection.release(true);
      client = connection;
    } catch (error) {
      lost(taken, error);
    }
  }

  const released = new WeakSet<pg.PoolClient>();
  function lost(connection: pg.PoolClient | undefined, error: unknown): void {
    if (connection && !released.has(connection)) {
      released.add(connection);
      connection.release(true);
    }
    if (stopped || (client && client !== connection)) return;
    client = undefined;
    logger.warn({ err: error }, 'no announcements of catalogue changes for the moment');
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().then(onChange, () => undefined);
    }, RECONNECT_AFTER);
    retry.unref();
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    // The pool must not reuse this connection: it still listens.
    if (client && !released.has(client)) client.release(true);
  };
}
