import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { passes } from '../newest-events.ts';
import { type EventFilter, type Page, type Position, type ReadOptions, type RecordedEvent, START, type StreamName } from '../port.ts';
import type { Recorded } from './answers.ts';
import type { Calls } from './calls.ts';
import { persistently } from './failures.ts';
import type { Line } from './line.ts';
import { type LogPlace, readAll, readStream } from './requests.ts';
import { fromRecorded, isOurs, type Read } from './wire.ts';

/** Events that a filtered page scans at least, so that a rare type does not cost one call per event. */
const SCAN = 1_000;
/** The newest event is mostly ours; foreign events are skipped in growing steps. */
const HEAD_PAGE = { first: 64, largest: 4_096 };

export type ReaderOptions = {
  calls: Calls;
  namespace: string;
  /** the namespace has no event at or before this position */
  begin: Position;
  timeoutMs: number;
  line: Line;
};

export class Reader {
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** `after`, or the namespace's beginning if that is later. */
  place(after: Position): Position {
    const { begin } = this.#options;
    return after > begin ? after : begin;
  }

  stream(stream: StreamName, { from, direction = 'forwards', limit = Number.MAX_SAFE_INTEGER }: ReadOptions): Promise<Read[]> {
    if (limit === 0) return Promise.resolve([]);
    const { namespace } = this.#options;
    const request = readStream(namespace + stream, from, direction, limit);
    return this.#patiently(async (ms) => {
      const found: Read[] = [];
      await this.#read(request, ms, (recorded) => void found.push(fromRecorded(recorded, namespace)));
      return found;
    });
  }

  /** Filters in this process: the server's filtered page does not tell how far it looked, and `upTo` must move past dropped events. */
  all(after: Position, filter: EventFilter | undefined, limit: number): Promise<Page> {
    const { namespace } = this.#options;
    return this.#patiently(async (ms) => {
      const events: RecordedEvent[] = [];
      const most = filter ? Math.max(limit, SCAN) : limit;
      let upTo = after;
      let scanned = 0;
      for (let from = after; scanned < most; ) {
        // A read begins *at* its position, with an event that is already known. On a shared server, a page has few events
        // of the namespace.
        const maxCount = (namespace === '' ? most - scanned : Math.max(most - scanned, SCAN)) + 1;
        let came = 0;
        let last = from;
        await this.#read(readAll(this.place(from), 'forwards', maxCount), ms, (recorded) => {
          came++;
          const { commit, stream, type } = recorded;
          if (commit <= from) return;
          last = commit as Position;
          if (!isOurs(stream, namespace) || events.length >= limit) return;
          scanned++;
          upTo = last;
          if (filter === undefined || passes({ stream: stream.slice(namespace.length) as StreamName, type }, filter))
            events.push(fromRecorded(recorded, namespace).event);
        });
        if (came < maxCount || last === from || events.length >= limit) break;
        from = last;
      }
      return { events, upTo };
    });
  }

  /** Position of the namespace's newest event; newer events of others do not count. */
  head(): Promise<Position> {
    const { namespace, begin } = this.#options;
    return this.#patiently(async (ms) => {
      let from: LogPlace = 'end';
      for (let maxCount = HEAD_PAGE.first; ; maxCount = Math.min(maxCount * 2, HEAD_PAGE.largest)) {
        let came = 0;
        let head: Position | undefined;
        let oldest: { commit: bigint; prepare: bigint } | undefined;
        await this.#read(readAll(from, 'backwards', maxCount), ms, ({ stream, commit, prepare }) => {
          came++;
          oldest = { commit, prepare };
          if (head === undefined && isOurs(stream, namespace)) head = commit as Position;
        });
        if (head !== undefined) return head;
        if (came < maxCount || oldest === undefined || oldest.commit <= begin) return START;
        from = oldest;
      }
    });
  }

  #read(request: streams.ReadReq, ms: number, each: (recorded: Recorded) => void): Promise<void> {
    return this.#options.calls.read(request, ms, ({ recorded }) => {
      if (recorded) each(recorded);
    });
  }

  #patiently<T>(attempt: (ms: number) => Promise<T>): Promise<T> {
    const { timeoutMs, line } = this.#options;
    return persistently({ timeoutMs, attemptMs: timeoutMs, what: 'the event store cannot be reached', line }, attempt);
  }
}
