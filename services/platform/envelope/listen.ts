import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Listening = { stop(): Promise<void> };

const RETRY_MS = 500;

/**
 * LISTEN on a connection of its own. `onWake` runs for each notification, and whenever the connection comes or goes,
 * since what is sent while nobody listens is gone. Never rejects: a database that is away is tried again.
 */
export function listen(pool: pg.Pool, channel: string, onWake: () => void): Listening {
  const stopping = new AbortController();
  let current: pg.Client | undefined;

  async function once(): Promise<void> {
    const client = new pg.Client(pool.options);
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    try {
      await client.connect();
      // A process that is otherwise done must not be kept alive by this connection.
      (client as unknown as { unref(): void }).unref();
      current = client;
      client.on('notification', onWake);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      onWake();
      if (!stopping.signal.aborted) await ended;
    } finally {
      current = undefined;
      onWake();
      await client.end().catch(() => undefined);
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await once().catch(() => undefined);
      await sleep(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await current?.end().catch(() => undefined);
      await running;
    },
  };
}
