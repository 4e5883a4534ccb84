import type pg from 'pg';
import { batches } from '../../batches.ts';
import {
  type Append,
  type Appended,
  asPosition,
  type EventFilter,
  PartialDuplicate,
  type Position,
  type RecordedEvent,
  START,
  StoreUnavailable,
  type StreamName,
  WrongExpectedRevision,
} from '../port.ts';
import * as sql from './statements.ts';

export type Page = { events: RecordedEvent[]; upTo: Position };
type Row = [
  position: bigint | null,
  id: string,
  revision: number,
  stream: StreamName,
  type: string,
  data: string,
  metadata: string,
  headOrOrdinal: bigint,
];
type StreamRead = { stream: StreamName; from: number; limit: number };

/** Reads from the table. A lost connection is answered with StoreUnavailable; reading again is always safe. */
export class Reader {
  readonly #pool: pg.Pool;
  /** Reads that come together go together: under load a page or two of every request begins with one. */
  readonly #forwards = batches((reads: StreamRead[]) => this.#readTogether(reads), { size: 64, parallel: 2, companyMs: 2 });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async stream(stream: StreamName, from: number, direction: 'forwards' | 'backwards', limit: number): Promise<RecordedEvent[]> {
    if (direction === 'forwards') return this.#forwards.add({ stream, from, limit });
    return (await this.#rows(sql.readBackwards, [stream, from, limit])).map(toEvent);
  }

  async #readTogether(reads: StreamRead[]): Promise<RecordedEvent[][]> {
    const [only] = reads;
    if (only && reads.length === 1) return [(await this.#rows(sql.readForwards, [only.stream, only.from, only.limit])).map(toEvent)];
    const rows = await this.#rows(sql.readManyForwards, [
      reads.map(({ stream }) => stream),
      reads.map(({ from }) => from),
      reads.map(({ limit }) => limit),
    ]);
    const found: RecordedEvent[][] = reads.map(() => []);
    for (const row of rows) found[Number(row[7]) - 1]?.push(toEvent(row));
    return found;
  }

  async all(after: Position, filter: EventFilter | undefined, limit: number): Promise<Page> {
    if (filter?.types === undefined && filter?.categories === undefined) {
      const events = (await this.#rows(sql.readAll, [after, limit])).map(toEvent);
      return { events, upTo: events.at(-1)?.position ?? after };
    }
    const [statement, names, others] = filter.types
      ? [sql.readTypes, filter.types, filter.categories]
      : [sql.readCategories, filter.categories, undefined];
    const rows = await this.#rows(statement, [after, limit, [...new Set(names)], others ?? null]);
    const events = rows.filter(([position]) => position !== null).map(toEvent);
    const last = events.at(-1)?.position;
    if (last !== undefined && events.length >= limit) return { events, upTo: last };
    const head = rows[0]?.[7] ?? START;
    return { events, upTo: asPosition(head > after ? head : after) };
  }

  async head(): Promise<Position> {
    const answer = await this.#query<{ position: bigint }>(sql.head);
    return asPosition(answer[0]?.position ?? START);
  }

  /**
   * What a stale append means: the very same events at the very same place are the first time's, and are answered
   * like then. Looked up after the flush, outside the lock: what is written never changes.
   */
  async explain({ stream, expectedRevision, events }: Append, actual: number): Promise<Appended> {
    if (actual > expectedRevision) {
      const there = await this.stream(stream, expectedRevision + 1, 'forwards', Math.min(events.length, actual - expectedRevision));
      const same = there.filter((event, index) => event.id === events[index]?.id.toLowerCase()).length;
      const last = there.at(-1);
      if (same === events.length && last) return { revision: last.revision, position: last.position, repeated: true };
      const ids = new Set(events.map(({ id }) => id.toLowerCase()));
      if (there.some(({ id }) => ids.has(id))) throw new PartialDuplicate(stream);
    }
    throw new WrongExpectedRevision(stream, expectedRevision, actual);
  }

  #rows(statement: { name: string; text: string }, values: unknown[]): Promise<Row[]> {
    return this.#query<Row>({ ...statement, values });
  }

  async #query<R>(statement: pg.QueryConfig): Promise<R[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        return (await this.#pool.query(statement as pg.QueryArrayConfig)).rows as R[];
      } catch (error) {
        // The pool may hand out connections that broke a moment ago: once or twice more, then the store is away.
        if (!isConnectionLost(error)) throw error;
        if (attempt === 2) throw new StoreUnavailable('the event store cannot be reached', { cause: error });
      }
    }
  }
}

const toEvent = ([position, id, revision, stream, type, data, metadata]: Row): RecordedEvent => ({
  id,
  stream,
  revision,
  position: position as Position,
  type,
  data,
  metadata,
});

/** No SQLSTATE at all, or one that says that the server goes, comes or is full. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || /^(08|53|57|E[A-Z]+$)/.test(code);
}
