import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { asPosition, type Position } from '../port.ts';
import { CHANNEL, head as headStatement } from './statements.ts';

/**
 * Hears of appends by other processes: by notification on a connection of its own, and by asking anyway, since a
 * notification may be lost with the connection. Runs while somebody subscribes.
 */
export class Announcements {
  readonly #config: pg.ClientConfig;
  readonly #writer: string;
  readonly #pollMs: number;
  readonly #heard: (head: Position) => void;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(config: pg.ClientConfig, writer: string, pollMs: number, heard: (head: Position) => void) {
    this.#config = config;
    this.#writer = writer;
    this.#pollMs = pollMs;
    this.#heard = heard;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#listen().catch(() => undefined);
      await this.#pause(this.#pollMs * (0.25 + Math.random() / 2));
    }
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({ ...this.#config, application_name: 'event store listen', query_timeout: 5_000 });
    const broken = new AbortController();
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    client.on('notification', ({ payload }) => {
      const [position, writer] = (payload ?? '').split(' ');
      // One's own appends were signalled in the process already, and a little earlier.
      if (position !== undefined && writer !== this.#writer) this.#heard(asPosition(position));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      while (!broken.signal.aborted && !this.#stopping.signal.aborted) {
        const { rows } = await client.query<{ position: bigint }>(headStatement);
        if (rows[0]) this.#heard(asPosition(rows[0].position));
        await this.#pause(this.#pollMs, broken.signal);
      }
    } finally {
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }

  #pause(ms: number, also?: AbortSignal): Promise<unknown> {
    const signal = also ? AbortSignal.any([this.#stopping.signal, also]) : this.#stopping.signal;
    return sleep(ms, undefined, { signal }).catch(() => undefined);
  }
}
