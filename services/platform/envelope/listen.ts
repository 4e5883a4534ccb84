import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Listening = { stop(): Promise<void> };

const RETRY_MS = 500;

/**
 * LISTEN on a connection of its own. `onWake` runs for each notification, and whenever the connection opens or closes,
 * because a notification without a listener is lost. Never rejects: it connects again after a failure.
 * @param onError gets the first error of each outage
 */
export function listen(pool: pg.Pool, channel: string, onWake: () => void, onError: (error: Error) => void = () => undefined): Listening {
  const stopping = new AbortController();
  let current: pg.Client | undefined;
  let isFailing = false;

  async function once(): Promise<void> {
    const client = new pg.Client(pool.options);
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    try {
      await client.connect();
      // This connection must not keep the process alive. (The types of `pg` lack the method.)
      (client as pg.Client & { unref(): void }).unref();
      current = client;
      client.on('notification', onWake);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      onWake();
      isFailing = false;
      if (!stopping.signal.aborted) await ended;
    } finally {
      current = undefined;
      onWake();
      await client.end().catch(() => undefined);
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await once().catch((error: Error) => {
        if (!isFailing && !stopping.signal.aborted) onError(error);
        isFailing = true;
      });
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
