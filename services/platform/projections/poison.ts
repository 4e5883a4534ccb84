import { isPassing } from '../database/index.ts';
import type { Codec, DecodedEvent } from '../envelope/index.ts';
import { asPosition, type Position, type RecordedEvent, type StreamName } from '../event-store/port.ts';
import type { Projection, Tx } from './projection.ts';

/**
 * A poison event (one that cannot be decoded or folded) blocks its own entity only. The entity's rows keep the state before
 * the event, its later events wait, and all other entities continue. An entity is all streams with one id: an order's own
 * events and those of its checkout. In the database an entity is a `story`, and a blocked one is in `projection_parked`.
 *
 * Which events are folded depends on the events and the code only, so a rebuild gives the same rows. `retryBlocked` tries
 * the waiting events when a projector begins to lead and then at intervals; every rebuild tries them too.
 */
export type Blocked = { entity: string; stream: StreamName; position: Position; eventId: string; type: string; reason: string };

const entityOf = (stream: StreamName): string => stream.slice(stream.indexOf('-') + 1);

/** More blocked entities mean a fault of the release or the store, so the whole projection stops and reports it. */
const MOST = 100;

class TooManyBlocked extends Error {
  constructor(last: Blocked) {
    super(`more than ${MOST} entities cannot be folded; the last: ${last.reason}`);
    this.name = 'TooManyBlocked';
  }
}

type Placed = { stream: StreamName; position: bigint };

/** The blocked entities of one projection. */
export class BlockedEntities {
  readonly #blocked = new Map<string, Blocked>();
  readonly #added = new Map<string, Blocked>();

  constructor(known: Iterable<Blocked> = []) {
    for (const one of known) this.#blocked.set(one.entity, one);
  }

  /** Whether the event is the poison event of its entity, or a later one. */
  holds({ stream, position }: Placed): boolean {
    if (this.#blocked.size === 0) return false;
    const blocked = this.#blocked.get(entityOf(stream));
    return blocked !== undefined && position >= blocked.position;
  }

  /** @throws TooManyBlocked */
  add({ id, stream, position, type }: Placed & { id: string; type: string }, error: unknown): void {
    // A page that is read ahead may find a later poison event first.
    if (this.holds({ stream, position })) return;
    const entity = entityOf(stream);
    const blocked = { entity, stream, position: asPosition(position), eventId: id, type, reason: reasonOf(error) };
    this.#blocked.set(entity, blocked);
    this.#added.set(entity, blocked);
    if (this.#blocked.size > MOST) throw new TooManyBlocked(blocked);
  }

  /** those that `add` added */
  get added(): Blocked[] {
    return [...this.#added.values()];
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Postgres error classes: cardinality, data, integrity, limits of a value. */
const OF_THE_ROW = /^(21|22|23|54)/;

/** Whether the event causes the error, and not the database or the schema. */
function isOfTheEvent(error: unknown): boolean {
  if (error instanceof TooManyBlocked || isPassing(error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity === undefined || (typeof code === 'string' && OF_THE_ROW.test(code));
}

/** Decodes the events that are not blocked. An event that cannot be decoded blocks its entity. */
export async function decodeOrBlock(
  codec: Codec,
  records: readonly RecordedEvent[],
  personal: boolean,
  blocked: BlockedEntities,
): Promise<DecodedEvent[]> {
  const wanted = records.filter((record) => !blocked.holds(record));
  if (wanted.length === 0) return [];
  try {
    return await codec.decode(wanted, { personal });
  } catch (error) {
    if (!isOfTheEvent(error)) throw error;
    if (wanted.length > 1) {
      const [one, other] = halves(wanted);
      return [...(await decodeOrBlock(codec, one, personal, blocked)), ...(await decodeOrBlock(codec, other, personal, blocked))];
    }
    blocked.add(wanted[0] as RecordedEvent, error);
    return [];
  }
}

/** The state to which `foldOrBlock` rolls back a batch that cannot be folded as a whole. Set it directly before that call. */
export const SAVEPOINT = 'savepoint before_fold';

/** Folds the events that are not blocked. An event that cannot be folded blocks its entity. */
export async function foldOrBlock(
  client: Tx,
  projection: Projection,
  table: string,
  events: readonly DecodedEvent[],
  blocked: BlockedEntities,
): Promise<void> {
  const wanted = events.filter((event) => !blocked.holds(event));
  if (wanted.length === 0) return;
  try {
    await projection.fold(client, table, wanted);
  } catch (error) {
    if (!isOfTheEvent(error)) throw error;
    await client.query('rollback to savepoint before_fold');
    if (wanted.length === 1) return blocked.add(wanted[0] as DecodedEvent, error);
    for (const half of halves(wanted)) {
      await foldOrBlock(client, projection, table, half, blocked);
      await client.query(SAVEPOINT);
    }
  }
}

function halves<T>(items: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** As text, to send it together with other statements. The name is a constant of the code, so it cannot carry SQL. */
export const selectBlocked = ({ name }: Pick<Projection, 'name'>): string =>
  `select story as entity, stream, position, event_id as "eventId", type, reason from projection_parked
   where projection = '${name}' order by parked_at`;

/** The blocked entities of a projection, the oldest first. */
export async function readBlocked(db: Tx, projection: Pick<Projection, 'name'>): Promise<Blocked[]> {
  return (await db.query<Blocked>(selectBlocked(projection))).rows;
}

/** Projection → number of blocked entities, where there are any. */
export async function countBlocked(db: Tx): Promise<Map<string, number>> {
  const { rows } = await db.query<{ projection: string; count: bigint }>(
    'select projection, count(*) from projection_parked group by projection',
  );
  return new Map(rows.map(({ projection, count }) => [projection, Number(count)]));
}

/** Belongs to the transaction that moves the checkpoint past the events. */
export async function saveBlocked(tx: Tx, { name }: Projection, blocked: readonly Blocked[]): Promise<void> {
  for (const { entity, stream, position, eventId, type, reason } of blocked) {
    await tx.query(
      `insert into projection_parked (projection, story, stream, position, event_id, type, reason)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (projection, story) do update set
         stream = excluded.stream, position = excluded.position, event_id = excluded.event_id, type = excluded.type, reason = excluded.reason`,
      [name, entity, stream, position, eventId, type, reason],
    );
  }
}

/** @param entity default: all of the projection */
export const deleteBlocked = (tx: Tx, { name }: Projection, entity: string | null = null): Promise<unknown> =>
  tx.query('delete from projection_parked where projection = $1 and ($2::text is null or story = $2)', [name, entity]);
