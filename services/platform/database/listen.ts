import pg from 'pg';
import { aborted, type Loop, loop, sleep } from '../timing.ts';
import { destroyableClient } from './own-socket.ts';

const RETRY_MS = 500;

export type ListenOptions = {
  /** gets each error of an outage; `failures`: in a row, this one included */
  onError?: (error: Error, failures: number) => void;
  /** Looks for what was not announced, at once and then every `everyMs`. If the query times out, the connection is replaced. */
  look?: { ask: (client: pg.Client) => Promise<void>; everyMs: number };
};

/**
 * LISTEN on a separate connection. `onWake` runs for each notification, with its text, and each time the connection is opened
 * or closed, because notifications may have been missed. Reconnects until `stop`.
 */
export function listen(
  config: pg.ClientConfig,
  channel: string,
  onWake: (text?: string) => void,
  { onError, look }: ListenOptions = {},
): Loop {
  return loop(
    async (stopping, alive) => {
      const { client, destroy } = destroyableClient(config);
      const broken = new AbortController();
      const ended = AbortSignal.any([stopping, broken.signal]);
      client.on('error', (error) => broken.abort(error));
      client.on('end', () => broken.abort(new Error('the connection ended')));
      client.on('notification', ({ payload }) => onWake(payload));
      try {
        await client.connect();
        // This connection alone does not keep the process alive.
        client.unref();
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
        onWake();
        while (!ended.aborted) {
          await look?.ask(client);
          alive();
          await (look ? sleep(look.everyMs, ended, { ref: false }) : aborted(ended));
        }
        broken.signal.throwIfAborted();
      } finally {
        onWake();
        destroy();
      }
    },
    { restMs: () => RETRY_MS * (0.5 + Math.random()), ref: false, ...(onError && { onError }) },
  );
}
