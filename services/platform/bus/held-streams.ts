import type pg from 'pg';
import type { RecordedEvent, StreamName } from '../event-store/port.ts';

/**
 * A stream that a consumer holds back: its poison event and all later ones wait, and all other streams continue. The
 * revision names the event, because it stays when the events move to another store.
 */
export type HeldStream = { stream: StreamName; revision: number; eventId: string; type: string; reason: string };

/** More held streams mean a fault of the release or the store, so the consumer waits as a whole and reports it. */
const MOST = 100;

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

type Keeping = { save(held: HeldStream): Promise<unknown>; remove(stream: StreamName): Promise<unknown> };

function heldStreams(known: readonly HeldStream[], { save, remove }: Keeping, onChange: (count: number) => void): HeldStreams {
  const held = new Map(known.map((one) => [one.stream, one]));
  onChange(held.size);
  return {
    holds: ({ stream, revision }) => revision >= (held.get(stream)?.revision ?? Number.POSITIVE_INFINITY),
    async add({ stream, revision, id: eventId, type }, { message }) {
      if (held.size >= MOST) throw new Error(`more than ${MOST} streams cannot be read; the last: ${message}`);
      const one = { stream, revision, eventId, type, reason: message.slice(0, 500) };
      await save(one);
      held.set(stream, one);
      onChange(held.size);
    },
    async release(stream) {
      await remove(stream);
      held.delete(stream);
      onChange(held.size);
    },
    all: () => [...held.values()],
  };
}

type OnChange = (count: number) => void;

/** Of a consumer that keeps nothing: until its process ends. */
export const heldInMemory = (onChange: OnChange): HeldStreams =>
  heldStreams([], { save: () => Promise.resolve(), remove: () => Promise.resolve() }, onChange);

/** Of a durable consumer. A row is written before the consumer's position moves behind the event. */
export async function heldInDatabase(pool: Pick<pg.Pool, 'query'>, consumer: string, onChange: OnChange): Promise<HeldStreams> {
  const keeping: Keeping = {
    save: ({ stream, revision, eventId, type, reason }) =>
      pool.query(
        `insert into bus_held (consumer, stream, revision, event_id, type, reason) values ($1, $2, $3, $4, $5, $6)
         on conflict (consumer, stream) do update set
           revision = excluded.revision, event_id = excluded.event_id, type = excluded.type, reason = excluded.reason`,
        [consumer, stream, revision, eventId, type, reason],
      ),
    remove: (stream) => pool.query('delete from bus_held where consumer = $1 and stream = $2', [consumer, stream]),
  };
  return heldStreams(await readHeld(pool, consumer), keeping, onChange);
}

/** The streams that a durable consumer holds back, the oldest first. */
export async function readHeld(pool: Pick<pg.Pool, 'query'>, consumer: string): Promise<HeldStream[]> {
  const { rows } = await pool.query<HeldStream>(
    'select stream, revision, event_id as "eventId", type, reason from bus_held where consumer = $1 order by held_at',
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
