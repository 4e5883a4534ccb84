import type pg from 'pg';
import type { Codec, DecodedEvent } from '../envelope/index.ts';
import { asPosition, type Position, type RecordedEvent, type StreamName } from '../event-store/port.ts';
import type { Projection, Tx } from './projection.ts';
import { isPassing } from './transaction.ts';

/**
 * An event that cannot be read or folded stops its own story and nothing else: the rows stay as the events before it
 * left them, none of the events behind it is folded, and all other stories go on. What belongs together is what
 * stands behind the category of a stream: an order's own events and those of its checkout are one story.
 *
 * It is a rule of the events and the code alone, so a rebuild comes to the same rows. Parked stories are tried again
 * from time to time, by a new release at its start, and by every rebuild.
 */
export type Parked = { story: string; stream: StreamName; position: Position; eventId: string; type: string; reason: string };

/** What is parked together; the stream alone where a projection does not say which categories it folds. */
export const storyOf = ({ filter }: Projection, stream: StreamName): string =>
  filter.categories === undefined ? stream : stream.slice(stream.indexOf('-') + 1);

/**
 * So many that it is the code or the store that is broken and not a story: then the projection stops as a whole, and
 * says so, instead of leaving the read model behind row by row.
 */
const MOST = 100;

export class TooManyParked extends Error {
  constructor(last: Parked) {
    super(`more than ${MOST} stories cannot be folded; the last: ${last.reason}`);
    this.name = 'TooManyParked';
  }
}

type Placed = { stream: StreamName; position: bigint };

/** What is parked of one projection. */
export class Parking {
  readonly #projection: Projection;
  readonly #parked = new Map<string, Parked>();
  readonly #news = new Set<string>();

  constructor(projection: Projection, known: Iterable<Parked> = []) {
    this.#projection = projection;
    for (const one of known) this.#parked.set(one.story, one);
  }

  /** Whether the event is the one that stopped its story, or stands behind it. */
  holds({ stream, position }: Placed): boolean {
    if (this.#parked.size === 0) return false;
    const parked = this.#parked.get(storyOf(this.#projection, stream));
    return parked !== undefined && position >= parked.position;
  }

  /** @throws TooManyParked */
  park({ id, stream, position, type }: Placed & { id: string; type: string }, error: unknown): void {
    const story = storyOf(this.#projection, stream);
    // A page that is read ahead finds what is wrong in it before the page in hand does.
    if (this.holds({ stream, position })) return;
    const parked = { story, stream, position: asPosition(position), eventId: id, type, reason: reasonOf(error) };
    this.#parked.set(story, parked);
    this.#news.add(story);
    if (this.#parked.size > MOST) throw new TooManyParked(parked);
  }

  /** parked since it was made */
  get news(): Parked[] {
    return [...this.#news].map((story) => this.#parked.get(story) as Parked);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Postgres classes: cardinality, data, integrity, limits of a value. */
const OF_THE_ROW = /^(21|22|23|54)/;

/** Whether it is the event that cannot be folded, now or later, and not the surroundings that do not let it. */
function isOfTheEvent(error: unknown): boolean {
  if (error instanceof TooManyParked || isPassing(error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity === undefined || (typeof code === 'string' && OF_THE_ROW.test(code));
}

/** Reads and opens the events whose stories are not parked; parks those of what cannot be read. */
export async function decodeSound(
  codec: Codec,
  records: readonly RecordedEvent[],
  personal: boolean,
  parking: Parking,
): Promise<DecodedEvent[]> {
  const wanted = records.filter((record) => !parking.holds(record));
  if (wanted.length === 0) return [];
  try {
    return await codec.decode(wanted, { personal });
  } catch (error) {
    if (!isOfTheEvent(error)) throw error;
    const [first] = wanted as [RecordedEvent];
    if (wanted.length === 1) {
      parking.park(first, error);
      return [];
    }
    const events: DecodedEvent[] = [];
    for (const half of halves(wanted)) events.push(...(await decodeSound(codec, half, personal, parking)));
    return events;
  }
}

/** Where a transaction goes back to when a batch cannot be folded as a whole. Set it right before `foldSound`. */
export const SAVEPOINT = 'savepoint sound';

/** Folds the events whose stories are not parked; parks those of what cannot be folded. */
export async function foldSound(
  client: Tx,
  projection: Projection,
  table: string,
  events: readonly DecodedEvent[],
  parking: Parking,
): Promise<void> {
  const wanted = events.filter((event) => !parking.holds(event));
  if (wanted.length === 0) return;
  try {
    await projection.fold(client, table, wanted);
  } catch (error) {
    if (!isOfTheEvent(error)) throw error;
    await client.query('rollback to savepoint sound');
    const [first] = wanted as [DecodedEvent];
    if (wanted.length === 1) return parking.park(first, error);
    for (const half of halves(wanted)) {
      await foldSound(client, projection, table, half, parking);
      await client.query(SAVEPOINT);
    }
  }
}

function halves<T>(items: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

type Row = { story: string; stream: StreamName; position: bigint; event_id: string; type: string; reason: string };
const parkedOf = ({ event_id, position, ...row }: Row): Parked => ({ ...row, position: asPosition(position), eventId: event_id });

/** The statement alone, to go along with others; the name cannot carry SQL (see `checkNames`). */
export const selectParked = ({ name }: Pick<Projection, 'name'>): string =>
  `select story, stream, position, event_id, type, reason from projection_parked where projection = '${name}' order by parked_at`;

export const parkingOf = (projection: Projection, { rows }: pg.QueryResult): Parking =>
  new Parking(projection, (rows as Row[]).map(parkedOf));

/** What is parked of a projection, the oldest first. */
export async function readParked(db: Tx, projection: Pick<Projection, 'name'>): Promise<Parked[]> {
  return (await db.query<Row>(selectParked(projection))).rows.map(parkedOf);
}

/** How many stories are parked, by projection; those without any are left out. */
export async function countParked(db: Tx): Promise<Map<string, number>> {
  const { rows } = await db.query<{ projection: string; count: bigint }>(
    'select projection, count(*) from projection_parked group by projection',
  );
  return new Map(rows.map(({ projection, count }) => [projection, Number(count)]));
}

/** Belongs into the transaction that moves the checkpoint past the events. */
export async function keepParked(tx: Tx, { name }: Projection, parked: readonly Parked[]): Promise<void> {
  for (const { story, stream, position, eventId, type, reason } of parked) {
    await tx.query(
      `insert into projection_parked (projection, story, stream, position, event_id, type, reason)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (projection, story) do update set
         stream = excluded.stream, position = excluded.position, event_id = excluded.event_id, type = excluded.type, reason = excluded.reason`,
      [name, story, stream, position, eventId, type, reason],
    );
  }
}

export const forgetParked = (tx: Tx, { name }: Projection, story?: string): Promise<unknown> =>
  story === undefined
    ? tx.query('delete from projection_parked where projection = $1', [name])
    : tx.query('delete from projection_parked where projection = $1 and story = $2', [name, story]);
