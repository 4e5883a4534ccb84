import pg from 'pg';
import { aborted, type Loop, loop } from '../timing.ts';

const RETRY_MS = 500;

/**
 * LISTEN on a separate connection. `onWake` runs for each notification, and each time the connection is opened or
 * closed, because notifications may have been missed. Reconnects until `stop`.
 * @param onError called with the first error of each outage
 */
export function listen(pool: pg.Pool, channel: string, onWake: () => void, onError?: (error: Error) => void): Loop {
  return loop(
    async (stopping, alive) => {
      const client = new pg.Client(pool.options);
      const broken = new AbortController();
      client.on('error', (error) => broken.abort(error));
      client.on('end', () => broken.abort(new Error('the connection ended')));
      try {
        await client.connect();
        // This connection alone does not keep the process alive.
        client.unref();
        client.on('notification', onWake);
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
        onWake();
        alive();
        await aborted(AbortSignal.any([stopping, broken.signal]));
        broken.signal.throwIfAborted();
      } finally {
        onWake();
        await client.end().catch(() => undefined);
      }
    },
    { restMs: RETRY_MS, ref: false, onError: (error, failures) => failures === 1 && onError?.(error) },
  );
}
