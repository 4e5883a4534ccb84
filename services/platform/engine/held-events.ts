import type pg from 'pg';
import type { StreamName } from '../event-store/port.ts';

/**
 * A poison event behind which a reader holds back one stream.
 * `reason`: as the reader recorded it; it may repeat what the event holds.
 */
export type HeldEvent = {
  kind: 'read-model' | 'consumer';
  reader: string;
  stream: StreamName;
  eventId: string;
  type: string;
  since: Date;
  reason: string;
};
/** A reader that cannot continue with any stream. */
export type StoppedReader = { kind: HeldEvent['kind']; reader: string };

/** More than a hundred stop a reader as a whole, so a longer list does not occur with few readers. */
const MOST = 500;

const HELD = `
  select 'read-model' as kind, projection as reader, stream, event_id::text as "eventId", type, parked_at as since, reason from projection_parked
  union all
  select 'consumer', consumer, stream, event_id::text, type, held_at, reason from bus_held`;

/** What poison events hold back, the oldest first. Consumers of Kafka hold streams in memory only: the topic `….dlq` has their events. */
export async function heldEvents(pool: Pick<pg.Pool, 'query'>): Promise<{ held: HeldEvent[]; stopped: StoppedReader[] }> {
  const { rows: held } = await pool.query<HeldEvent>(`${HELD} order by since, reader, stream limit $1`, [MOST]);
  const { rows: stopped } = await pool.query<StoppedReader>(
    `select 'read-model' as kind, name as reader from projection_checkpoints where trouble is not null
     union all select 'consumer', consumer from bus_positions where trouble is not null order by reader`,
  );
  return { held, stopped };
}

/** Since when a reader holds back one of these streams; undefined where none does. */
export async function heldSince(pool: Pick<pg.Pool, 'query'>, streams: readonly StreamName[]): Promise<Date | undefined> {
  const { rows } = await pool.query<{ since: Date | null }>(`select min(since) as since from (${HELD}) held where stream = any($1)`, [
    streams,
  ]);
  return rows[0]?.since ?? undefined;
}
