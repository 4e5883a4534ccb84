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
import { BindMessage } from './bind-message.ts';
import { Call, type TextRow } from './call.ts';
import * as sql from './statements.ts';

export type Page = { events: RecordedEvent[]; upTo: Position };
type StreamRead = { stream: StreamName; from: number; limit: number };

/** Reads from the table. A lost connection is answered with StoreUnavailable; reading again is always safe. */
export class Reader {
  readonly #pool: pg.Pool;
  /** Reads that come together go together: under load a page or two of every request begins with one. */
  readonly #forwards = batches((reads: StreamRead[]) => this.#readTogether(reads), { size: 64, parallel: 2, companyMs: 1 });

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async stream(stream: StreamName, from: number, direction: 'forwards' | 'backwards', limit: number): Promise<RecordedEvent[]> {
    if (direction === 'forwards') return this.#forwards.add({ stream, from, limit });
    return (await this.#rows(sql.readBackwards, (message) => message.text(stream).int4(from).int8(BigInt(limit)))).map(toEvent);
  }

  async #readTogether(reads: StreamRead[]): Promise<RecordedEvent[][]> {
    const [only] = reads;
    if (only && reads.length === 1) {
      const { stream, from, limit } = only;
      return [(await this.#rows(sql.readForwards, (message) => message.text(stream).int4(from).int8(BigInt(limit)))).map(toEvent)];
    }
    const rows = await this.#rows(sql.readManyForwards, (message) =>
      message
        .textArray(reads.map(({ stream }) => stream))
        .int4Array(reads.map(({ from }) => from))
        .int4Array(reads.map(({ limit }) => limit)),
    );
    const found: RecordedEvent[][] = reads.map(() => []);
    for (const row of rows) found[Number(row[7]) - 1]?.push(toEvent(row));
    return found;
  }

  async all(after: Position, filter: EventFilter | undefined, limit: number): Promise<Page> {
    const page = (message: BindMessage): BindMessage => message.int8(after).int8(BigInt(limit));
    if (filter?.types === undefined && filter?.categories === undefined) {
      const events = (await this.#rows(sql.readAll, page)).map(toEvent);
      return { events, upTo: events.at(-1)?.position ?? after };
    }
    const rows = await this.#filtered(page, filter);
    const events = rows.filter(([position]) => position !== null).map(toEvent);
    const last = events.at(-1)?.position;
    if (last !== undefined && events.length >= limit) return { events, upTo: last };
    const head = asPosition(rows[0]?.[7] ?? START);
    return { events, upTo: head > after ? head : after };
  }

  #filtered(page: (message: BindMessage) => BindMessage, { categories, types }: EventFilter): Promise<TextRow[]> {
    if (categories === undefined) return this.#rows(sql.readTypes, (message) => page(message).textArray(types ?? []));
    const wanted = [...new Set(categories)];
    const [only] = wanted;
    const alone = wanted.length === 1 && only !== undefined;
    return this.#rows(alone ? sql.readCategory : sql.readCategories, (message) => {
      if (alone) page(message).text(only);
      else page(message).textArray(wanted);
      return types === undefined ? message.null() : message.textArray(types);
    });
  }

  async head(): Promise<Position> {
    const [row] = await this.#rows(sql.head, (message) => message);
    return asPosition(row?.[0] ?? START);
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

  async #rows(statement: Statement, bind: (message: BindMessage) => BindMessage): Promise<TextRow[]> {
    const message = bind(new BindMessage(SMALL).begin(statement.name, statement.parameters)).end();
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#call(statement, message);
      } catch (error) {
        // The pool may hand out connections that broke a moment ago: once or twice more, then the store is away.
        if (!isConnectionLost(error)) throw error;
        if (attempt === 2) throw new StoreUnavailable('the event store cannot be reached', { cause: error });
      }
    }
  }

  async #call(statement: Statement, message: Buffer): Promise<TextRow[]> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      return await client.query(new Call(statement, message)).done;
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

type Statement = { name: string; text: string; parameters: number };

/** bytes of a message; most name one stream or a few */
const SMALL = 512;

function toEvent([position, id, revision, stream, type, data, metadata]: TextRow): RecordedEvent {
  return {
    id: id as string,
    stream: stream as StreamName,
    revision: Number(revision),
    position: asPosition(position as string),
    type: type as string,
    data: data as string,
    metadata: metadata as string,
  };
}

/** No SQLSTATE at all, or one that says that the server goes, comes or is full. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || /^(08|53|57|E[A-Z]+$)/.test(code);
}
