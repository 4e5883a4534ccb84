import type pg from 'pg';
import { loop, type Loop, sleep } from '../../timing.ts';
import { asPosition, type Position } from '../port.ts';
import type { ReaderHealth } from '../reader-health.ts';
import { destroyableClient } from './own-socket.ts';
import { CHANNEL, head as headStatement } from './statements.ts';

const NAME = 'listener';

type AnnouncementsOptions = {
  config: pg.ClientConfig;
  /** of this process, whose own appends need no announcement */
  writer: string;
  pollMs: number;
  heard: (head: Position) => void;
  health: ReaderHealth;
};

/**
 * Detects appends by other processes: by notifications on a separate connection, and by polling, because a notification
 * is lost with its connection. Runs while the store has subscriptions.
 */
export function createAnnouncements({ config, writer, pollMs, heard, health }: AnnouncementsOptions) {
  let running: Loop | undefined;

  async function listen(stopping: AbortSignal): Promise<void> {
    const { client, destroy } = destroyableClient({ ...config, application_name: 'event store listen', query_timeout: 5_000 });
    const broken = new AbortController();
    const ended = AbortSignal.any([stopping, broken.signal]);
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    client.on('notification', ({ payload }) => {
      const [position, from] = (payload ?? '').split(' ');
      // The process has already signalled its own appends.
      if (position !== undefined && from !== writer) heard(asPosition(position));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      while (!ended.aborted) {
        const { rows } = await client.query<{ position: bigint }>(headStatement);
        health.succeeded(NAME);
        if (rows[0]) heard(asPosition(rows[0].position));
        await sleep(pollMs, ended);
      }
    } finally {
      destroy();
    }
  }

  return {
    start(): void {
      running ??= loop(listen, {
        restMs: () => pollMs * (0.25 + Math.random() / 2),
        onError: (error) => health.failed(NAME, error),
      });
    },
    async stop(): Promise<void> {
      await running?.stop();
    },
  };
}
