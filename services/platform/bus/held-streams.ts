import type pg from 'pg';
import { UnreadableHistory } from '../envelope/index.ts';
import type { RecordedEvent, StreamName } from '../event-store/port.ts';

/**
 * A stream that a consumer holds back: its poison event and all later ones wait, and all other streams continue. The
 * revision names the event, because it stays when the events move to another store. `cause`: the stream that cannot be read,
 * where that is another one.
 */
export type HeldStream = { stream: StreamName; revision: number; eventId: string; type: string; reason: string; cause?: StreamName | null };

/**
 * More streams that cannot be read mean a fault of the release or the store, so the consumer waits as a whole and reports it.
 * One of them may hold back any number of others, such as the orders with a coupon.
 */
export const MOST_HELD = 100;

/** Thrown by a handler: the cause is the event, and a repeat does not help. The consumer holds its stream back. */
export class PoisonEvent extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
    this.name = 'PoisonEvent';
  }
}

export type HeldStreams = {
  holds(event: Pick<RecordedEvent, 'stream' | 'revision'>): boolean;
  /** @throws if too many streams are held */
  add(event: RecordedEvent, error: Error): Promise<void>;
  release(stream: StreamName): Promise<void>;
  all(): readonly HeldStream[];
};

type OnChange = (count: number) => void;
type Keeping = { save(held: HeldStream): Promise<unknown>; remove(stream: StreamName): Promise<unknown> };

/** Without `keeping`, the streams are held until the process ends. */
export function heldStreams(onChange: OnChange, known: readonly HeldStream[] = [], keeping?: Keeping): HeldStreams {
  const held = new Map(known.map((one) => [one.stream, one]));
  onChange(held.size);
  return {
    holds: ({ stream, revision }) => revision >= (held.get(stream)?.revision ?? Number.POSITIVE_INFINITY),
    async add({ stream, revision, id: eventId, type }, error) {
      const { message } = error;
      const cause = error instanceof UnreadableHistory && error.stream !== stream ? error.stream : null;
      const one = { stream, revision, eventId, type, reason: message.slice(0, 500), cause };
      if (causesOf([...held.values(), one]) > MOST_HELD)
        throw new Error(`more than ${MOST_HELD} streams cannot be read; the last: ${message}`);
      await keeping?.save(one);
      held.set(stream, one);
      onChange(held.size);
    },
    async release(stream) {
      await keeping?.remove(stream);
      held.delete(stream);
      onChange(held.size);
    },
    all: () => [...held.values()],
  };
}

const causesOf = (held: readonly HeldStream[]): number => new Set(held.map(({ stream, cause }) => cause ?? stream)).size;

/** Of a durable consumer. A row is written before the consumer's position moves behind the event. */
export async function heldInDatabase(pool: Pick<pg.Pool, 'query'>, consumer: string, onChange: OnChange): Promise<HeldStreams> {
  return heldStreams(onChange, await readHeld(pool, consumer), {
    save: (held) => saveHeld(pool, consumer, held),
    remove: (stream) => pool.query('delete from bus_held where consumer = $1 and stream = $2', [consumer, stream]),
  });
}

/** @returns false: the list has this event of the stream */
export async function saveHeld(
  pool: Pick<pg.Pool, 'query'>,
  reader: string,
  { stream, revision, eventId, type, reason, cause = null }: HeldStream,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into bus_held as known (consumer, stream, revision, event_id, type, reason, cause) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (consumer, stream) do update set
       revision = excluded.revision, event_id = excluded.event_id, type = excluded.type, reason = excluded.reason, cause = excluded.cause
       where known.event_id <> excluded.event_id`,
    [reader, stream, revision, eventId, type, reason.slice(0, 500), cause],
  );
  return rowCount === 1;
}

/** The streams that a durable consumer holds back, the oldest first. */
export async function readHeld(pool: Pick<pg.Pool, 'query'>, consumer: string): Promise<HeldStream[]> {
  const { rows } = await pool.query<HeldStream>(
    'select stream, revision, event_id as "eventId", type, reason, cause from bus_held where consumer = $1 order by held_at',
    [consumer],
  );
  return rows;
}

/** For the readiness of a role that has this consumer. It names no order. */
export async function heldRemark(pool: Pick<pg.Pool, 'query'>, consumer: string): Promise<string | undefined> {
  const { length } = await readHeld(pool, consumer);
  return length === 0
    ? undefined
    : `poison events hold back ${length} of the streams of the consumer ${consumer}; the table bus_held lists them`;
}
