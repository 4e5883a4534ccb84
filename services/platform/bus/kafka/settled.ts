import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { asPosition, type Position } from '../../event-store/port.ts';
import { type KafkaClient, type KafkaLogger, within } from './client.ts';
import { relayName } from './relay.ts';

export type SettledOptions = {
  client: KafkaClient;
  pool: pg.Pool;
  /** of the consumer: its row in bus_positions */
  name: string;
  /** its key in bus_partitions */
  places: string;
  logger: KafkaLogger;
  everyMs: number;
};

const LOOK_MS = 1_000;
const GOODBYE = 5_000;

/**
 * Keeps how far a durable consumer is in the store's own terms, beside its places in the topic: where it goes on when
 * it is given another topic, or the store itself to read. It stays behind what is parked, which is not handled.
 */
export function keepSettled(options: SettledOptions): { /** the last time, once the consumer has stopped */ stop(): Promise<void> } {
  const { client, pool, name, logger, everyMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

  /** Waits up to `patience` for the consumer to have handled what the relay has sent by now. */
  async function look(patience: number): Promise<void> {
    // In this order: what the relay had sent by then stands before these ends.
    const relayed = await relayedUpTo(pool, client.settings.topic);
    if (relayed === undefined) return;
    const ends = await client.withAdmin((admin) => admin.fetchTopicOffsets(client.settings.topic));
    for (const until = Date.now() + patience; await isBehind(pool, options.places, ends); ) {
      if (signal.aborted || Date.now() >= until) return;
      await pause(LOOK_MS);
    }
    await pool.query(
      `update bus_positions set position = $2, updated_at = now()
       where consumer = $1 and position < $2 and not exists (select from bus_parked where consumer = $3)`,
      [name, relayed, options.places],
    );
  }

  const lookOrNot = (patience: number): Promise<void> =>
    // Kafka or the database is away: those who work with them say so.
    look(patience).catch((error: Error) => logger.debug({ consumer: name, reason: error.message }, 'how far the consumer is was not kept'));

  const running = (async () => {
    while (!signal.aborted) {
      await pause(everyMs * (0.75 + Math.random() / 2));
      if (!signal.aborted) await lookOrNot(everyMs);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await within(
        GOODBYE,
        running.then(() => lookOrNot(0)),
      );
    },
  };
}

async function relayedUpTo(pool: pg.Pool, topic: string): Promise<Position | undefined> {
  const { rows } = await pool.query<{ position: bigint }>('select position from bus_positions where consumer = $1', [relayName(topic)]);
  return rows[0] && asPosition(rows[0].position);
}

async function isBehind(pool: pg.Pool, places: string, ends: readonly { partition: number; high: string }[]): Promise<boolean> {
  const { rows } = await pool.query<{ partition: number; next_offset: bigint }>(
    'select partition, next_offset from bus_partitions where consumer = $1',
    [places],
  );
  const next = new Map(rows.map((row) => [row.partition, BigInt(row.next_offset)]));
  return ends.some(({ partition, high }) => (next.get(partition) ?? 0n) < BigInt(high));
}
