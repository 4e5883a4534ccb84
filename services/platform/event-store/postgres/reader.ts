import type pg from 'pg';
import { batches } from '../../batches.ts';
import { isUnavailable } from '../../database/index.ts';
import { checkRepeat } from '../check-append.ts';
import {
  type Append,
  type Appended,
  type EventFilter,
  type Page,
  type Position,
  type RecordedEvent,
  START,
  StoreUnavailable,
  type StreamName,
} from '../port.ts';
import * as sql from './statements.ts';

type StreamRead = { stream: StreamName; from: number; limit: number };

/** Reads from the table. A lost connection becomes StoreUnavailable; a read may always be repeated. */
export class Reader {
  readonly #pool: pg.Pool;
  /** Concurrent reads share one statement: under load each request begins with one or two. */
  readonly #forwards = batches((reads: StreamRead[]) => this.#readTogether(reads), { size: 64, parallel: 2, maxWaitMs: 1 });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async stream(stream: StreamName, from: number, direction: 'forwards' | 'backwards', limit: number): Promise<RecordedEvent[]> {
    if (direction === 'forwards') return this.#forwards.add({ stream, from, limit });
    return this.#rows(sql.readBackwards, [stream, from, limit]);
  }

  async #readTogether(reads: StreamRead[]): Promise<RecordedEvent[][]> {
    const [only] = reads;
    if (only && reads.length === 1) return [await this.#rows(sql.readForwards, [only.stream, only.from, only.limit])];
    const rows = await this.#rows<RecordedEvent & { ord: bigint }>(sql.readManyForwards, [
      reads.map(({ stream }) => stream),
      reads.map(({ from }) => from),
      reads.map(({ limit }) => limit),
    ]);
    const found: RecordedEvent[][] = reads.map(() => []);
    for (const { ord, ...event } of rows) found[Number(ord) - 1]?.push(event);
    return found;
  }

  async all(after: Position, filter: EventFilter | undefined, limit: number): Promise<Page> {
    if (filter?.types === undefined && filter?.categories === undefined) {
      const events = await this.#rows(sql.readAll, [after, limit]);
      return { events, upTo: events.at(-1)?.position ?? after };
    }
    const rows = await this.#filtered(after, limit, filter);
    const head = rows[0]?.head ?? START;
    // An empty page is one row in which only the head is set.
    const events = rows.filter(isFound).map(({ head: _, ...event }) => event);
    const last = events.at(-1)?.position;
    if (last !== undefined && events.length >= limit) return { events, upTo: last };
    return { events, upTo: head > after ? head : after };
  }

  #filtered(after: Position, limit: number, { categories, types }: EventFilter): Promise<Found[]> {
    if (categories === undefined) return this.#rows(sql.readTypes, [after, limit, types]);
    const wanted = [...new Set(categories)];
    return wanted.length === 1
      ? this.#rows(sql.readCategory, [after, limit, wanted[0], types ?? null])
      : this.#rows(sql.readCategories, [after, limit, wanted, types ?? null]);
  }

  async head(): Promise<Position> {
    const [row] = await this.#rows<{ position: Position }>(sql.head, []);
    return row?.position ?? START;
  }

  /** The first answer of a stale append that is a repeat. This read needs no lock, because written events never change. */
  async explain(append: Append, actual: number): Promise<Appended> {
    const { stream, expectedRevision, events } = append;
    const count = Math.min(events.length, actual - expectedRevision);
    const there = count > 0 ? await this.stream(stream, expectedRevision + 1, 'forwards', count) : [];
    checkRepeat(append, actual, there);
    const { revision, position } = there.at(-1) as RecordedEvent;
    return { revision, position, repeated: true };
  }

  async #rows<Row extends object = RecordedEvent>(statement: { name: string; text: string }, values: unknown[]): Promise<Row[]> {
    for (let attempt = 0; ; attempt++) {
      try {
        return (await this.#pool.query<Row & pg.QueryResultRow>({ ...statement, values })).rows;
      } catch (error) {
        // A server that has lost events is asked no more.
        if (error instanceof StoreUnavailable || !isUnavailable(error)) throw error;
        // The pool may hand out connections that have just broken: two more attempts, then the store is unavailable.
        if (attempt === 2) throw new StoreUnavailable('the event store cannot be reached', { cause: error });
      }
    }
  }
}

type Found = { [Column in keyof RecordedEvent]: RecordedEvent[Column] | null } & { head: Position | null };
const isFound = (row: Found): row is RecordedEvent & { head: Position } => row.position !== null;
