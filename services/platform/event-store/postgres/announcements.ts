import type pg from 'pg';
import { loop, type Loop, sleep } from '../../timing.ts';
import { asPosition, type Position } from '../port.ts';
import type { ReaderHealth } from '../reader-health.ts';
import { destroyableClient } from './own-socket.ts';
import { CHANNEL, head as headStatement } from './statements.ts';

const NAME = 'listener';

/**
 * Detects appends by other processes: by notifications on a separate connection, and by polling, because a notification
 * is lost with its connection. Runs while the store has subscriptions.
 */
export class Announcements {
  readonly #config: pg.ClientConfig;
  readonly #writer: string;
  readonly #pollMs: number;
  readonly #heard: (head: Position) => void;
  readonly #health: ReaderHealth;
  #running: Loop | undefined;

  constructor(config: pg.ClientConfig, writer: string, pollMs: number, heard: (head: Position) => void, health: ReaderHealth) {
    this.#config = config;
    this.#writer = writer;
    this.#pollMs = pollMs;
    this.#heard = heard;
    this.#health = health;
  }

  start(): void {
    this.#running ??= loop((stopping) => this.#listen(stopping), {
      restMs: () => this.#pollMs * (0.25 + Math.random() / 2),
      onError: (error) => this.#health.failed(NAME, error),
    });
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  async #listen(stopping: AbortSignal): Promise<void> {
    const { client, destroy } = destroyableClient({ ...this.#config, application_name: 'event store listen', query_timeout: 5_000 });
    const broken = new AbortController();
    const ended = AbortSignal.any([stopping, broken.signal]);
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    client.on('notification', ({ payload }) => {
      const [position, writer] = (payload ?? '').split(' ');
      // The process has already signalled its own appends.
      if (position !== undefined && writer !== this.#writer) this.#heard(asPosition(position));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      while (!ended.aborted) {
        const { rows } = await client.query<{ position: bigint }>(headStatement);
        this.#health.succeeded(NAME);
        if (rows[0]) this.#heard(asPosition(rows[0].position));
        await sleep(this.#pollMs, ended);
      }
    } finally {
      destroy();
    }
  }
}
