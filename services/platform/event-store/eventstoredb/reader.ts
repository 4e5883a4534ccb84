import { BACKWARDS, END, type EventStoreDBClient, FORWARDS, type Position as LogPosition, START as LOG_START } from '@eventstore/db-client';
import { passes } from '../postgres/tail.ts';
import { type EventFilter, type Position, type RecordedEvent, START, type StreamName } from '../port.ts';
import { isOfType, NoAnswer, persistently } from './failures.ts';
import type { Line } from './line.ts';
import { fromWire, isOurs, type Read } from './wire.ts';

export type Page = { events: RecordedEvent[]; upTo: Position };
type StreamRead = { from?: number | undefined; direction?: 'forwards' | 'backwards' | undefined; limit?: number | undefined };
type ReadStream<Item> = AsyncIterable<Item> & {
  on(event: 'error', listener: () => void): unknown;
  destroy(error?: Error): unknown;
  cancel(): Promise<void>;
};

/** Events that a filtered page scans at least, so that a rare type does not cost one call per event. */
const SCAN = 1_000;
/** The newest event is mostly ours; foreign events are skipped in growing steps. */
const HEAD_PAGE = { first: 64, largest: 4_096 };

export type ReaderOptions = {
  client: EventStoreDBClient;
  namespace: string;
  /** the namespace has no event at or before this position */
  begin: Position;
  timeoutMs: number;
  line: Line;
};

export class Reader {
  readonly #client: EventStoreDBClient;
  readonly #namespace: string;
  readonly #begin: Position;
  readonly #timeoutMs: number;
  readonly #line: Line;

  constructor({ client, namespace, begin, timeoutMs, line }: ReaderOptions) {
    this.#client = client;
    this.#namespace = namespace;
    this.#begin = begin;
    this.#timeoutMs = timeoutMs;
    this.#line = line;
  }

  /**
   * The place after an event of ours, or the beginning. A commit position is enough: this client's appends are never
   * transactions, so prepare equals commit.
   */
  place(after: Position): LogPosition | typeof LOG_START {
    const commit = after > this.#begin ? after : this.#begin;
    return commit === START ? LOG_START : { commit, prepare: commit };
  }

  /** Reads from the leader: a follower may be behind, and a command would be decided on an old state. */
  stream(stream: StreamName, { from, direction = 'forwards', limit }: StreamRead): Promise<Read[]> {
    if (limit === 0) return Promise.resolve([]);
    return this.#patiently(async (ms) => {
      const found: Read[] = [];
      const forwards = direction === 'forwards';
      const reading = this.#client.readStream(this.#namespace + stream, {
        direction: forwards ? FORWARDS : BACKWARDS,
        fromRevision: from === undefined ? (forwards ? LOG_START : END) : BigInt(from),
        ...(limit !== undefined && { maxCount: limit }),
        requiresLeader: true,
      });
      try {
        await drain(reading, ms, ({ event }) => void (event && found.push(fromWire(event as never, this.#namespace))));
      } catch (error) {
        if (isOfType(error, 'stream-not-found')) return [];
        throw error;
      }
      return found;
    });
  }

  /** Filters in this process: the client has no filtered page, and `upTo` must move past dropped events. */
  all(after: Position, filter: EventFilter | undefined, limit: number): Promise<Page> {
    return this.#patiently(async (ms) => {
      const events: RecordedEvent[] = [];
      const most = filter ? Math.max(limit, SCAN) : limit;
      let upTo = after;
      let scanned = 0;
      for (let from = after; scanned < most; ) {
        // A read begins *at* its position, with an event that is already known. On a shared server, a page has few events
        // of the namespace.
        const maxCount = (this.#namespace === '' ? most - scanned : Math.max(most - scanned, SCAN)) + 1;
        let came = 0;
        let last = from;
        await drain(
          this.#client.readAll({ direction: FORWARDS, fromPosition: this.place(from), maxCount, requiresLeader: true }),
          ms,
          ({ event }) => {
            came++;
            const commit = event?.position?.commit;
            if (!event || commit === undefined || commit <= from) return;
            last = commit as Position;
            if (!isOurs(event.streamId, this.#namespace) || events.length >= limit) return;
            const read = fromWire(event, this.#namespace).event;
            scanned++;
            upTo = read.position;
            if (filter === undefined || passes(read, filter)) events.push(read);
          },
        );
        if (came < maxCount || last === from || events.length >= limit) break;
        from = last;
      }
      return { events, upTo };
    });
  }

  /** Position of the namespace's newest event; newer events of others do not count. */
  head(): Promise<Position> {
    return this.#patiently(async (ms) => {
      let from: LogPosition | typeof END = END;
      for (let maxCount = HEAD_PAGE.first; ; maxCount = Math.min(maxCount * 2, HEAD_PAGE.largest)) {
        let came = 0;
        let head: Position | undefined;
        let oldest: LogPosition | undefined;
        await drain(this.#client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount, requiresLeader: true }), ms, ({ event }) => {
          came++;
          oldest = event?.position ?? oldest;
          if (head === undefined && event?.position && isOurs(event.streamId, this.#namespace)) head = event.position.commit as Position;
        });
        if (head !== undefined) return head;
        if (came < maxCount || oldest === undefined || oldest.commit <= this.#begin) return START;
        from = oldest;
      }
    });
  }

  #patiently<T>(attempt: (ms: number) => Promise<T>): Promise<T> {
    const what = 'the event store cannot be reached';
    return persistently({ timeoutMs: this.#timeoutMs, attemptMs: this.#timeoutMs, what, line: this.#line }, attempt);
  }
}

/** Reads to the end. The client's reads have no deadline: a read without a message for `ms` fails. */
async function drain<Item>(reading: ReadStream<Item>, ms: number, each: (item: Item) => void): Promise<void> {
  // The client emits errors after the loop below has ended, too; without a listener they would end the process.
  reading.on('error', () => undefined);
  const giveUp = (): unknown => reading.destroy(new NoAnswer(`no message from the event store for ${ms} ms`));
  const timer = setTimeout(giveUp, ms);
  let ended = false;
  try {
    for await (const item of reading) {
      timer.refresh();
      each(item);
    }
    ended = true;
  } finally {
    clearTimeout(timer);
    if (!ended) reading.cancel().catch(() => undefined);
  }
}
