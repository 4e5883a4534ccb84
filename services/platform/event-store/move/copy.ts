import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Append,
  type EventStore,
  PartialDuplicate,
  type Position,
  type RecordedEvent,
  START,
  WrongExpectedRevision,
} from '../port.ts';
import { BrokenHistory, Chains, Digest } from './ledger.ts';

/** The target does not hold the beginning of this history and nothing else; or somebody else writes to it. */
export class NotACopy extends Error {
  constructor(found: string) {
    super(`The target is no copy of this store: ${found}. Nothing more was written.`);
    this.name = 'NotACopy';
  }
}

export type CopyFigures = {
  /** compared so far, equal on both sides */
  events: number;
  /** of these: written by this run */
  written: number;
  streams: number;
  /** what the source held when it was asked last */
  known: number;
  /** one digest over all events compared, of each side */
  digests: { source: string; target: string };
  last: RecordedEvent | undefined;
};

export type CopyOptions = {
  /** positions without a gap from 0 on, as Postgres has them */
  source: EventStore;
  target: EventStore;
  /** Events read, written and compared at a time; default 2,000. */
  page?: number;
  signal?: AbortSignal;
  /** after each page */
  onProgress?: (figures: CopyFigures) => void;
};

/** Events and characters of one append at most: a server takes a megabyte. */
const RUN_EVENTS = 500;
const RUN_CHARACTERS = 200_000;
const ATTEMPTS = 8;

/**
 * Walks two stores side by side, event by event in the one total order, and writes what the target has not got yet.
 *
 * Nothing is remembered between runs: what was copied is what the target holds. It is compared from the first event
 * on, every time, so a run that was killed anywhere is simply started again, and nothing is ever written to a store
 * that holds anything else than the beginning of this history.
 *
 * One append is under way at a time. Several at once would be faster, but the server promises no order between
 * streams, and the order counts: a read model may fold several streams into a row (an order's and its checkout's),
 * and a consumer of everything would live through another history than the one that took place. The shop sells on
 * meanwhile, so the time costs nobody.
 */
export class StoreCopy {
  readonly #options: CopyOptions;
  readonly #chains = new Chains();
  readonly #digests = { source: new Digest(), target: new Digest() };
  #from: Position = START;
  #to: Position = START;
  #known = 0;
  #events = 0;
  #written = 0;
  #last: RecordedEvent | undefined;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  get figures(): CopyFigures {
    return {
      events: this.#events,
      written: this.#written,
      streams: this.#chains.streams,
      known: this.#known,
      digests: { source: this.#digests.source.hex(), target: this.#digests.target.hex() },
      last: this.#last,
    };
  }

  /**
   * Up to what the source held when it was asked, or a little more: a busy shop cannot keep it from its end. May be
   * called again for what came since, but not after an error.
   * @throws NotACopy, BrokenHistory, StoreUnavailable
   */
  async catchUp(): Promise<CopyFigures> {
    const figures = await this.#walk(true);
    const behind = await this.#behind();
    if (behind) throw new NotACopy(`it goes on behind the end of the source, with ${told(behind)}`);
    return figures;
  }

  /** The same without writing: the target must hold all that the source does. `ahead` tells whether it holds more. */
  async compare(): Promise<CopyFigures & { ahead: boolean }> {
    const figures = await this.#walk(false);
    return { ...figures, ahead: (await this.#behind()) !== undefined };
  }

  async #walk(write: boolean): Promise<CopyFigures> {
    const { source, page = 2_000, signal, onProgress } = this.#options;
    this.#known = Number(await source.head()) + 1;
    // The next page is read while the one in hand is worked off.
    let next = source.readAll({ after: this.#from, limit: page });
    next.catch(() => undefined);
    while (Number(this.#from) + 1 < this.#known) {
      const { events } = await next;
      const last = events.at(-1);
      if (!last) throw new Error('the source has lost its end');
      next = source.readAll({ after: last.position, limit: page });
      next.catch(() => undefined);
      this.#checkSource(events);
      await this.#settle(events, write);
      signal?.throwIfAborted();
      onProgress?.(this.figures);
    }
    await next.catch(() => undefined);
    return this.figures;
  }

  /** What the target holds behind the events that were compared. */
  async #behind(): Promise<RecordedEvent | undefined> {
    return (await this.#options.target.readAll({ after: this.#to, limit: 1 })).events[0];
  }

  #checkSource(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (event.position !== this.#from + 1n) throw new BrokenHistory(event, `position ${this.#from + 1n} is missing before it`);
      this.#chains.take(event);
      this.#from = event.position;
    }
  }

  /** Compares, writes what is missing behind the target's last event, and compares that as it came to stand there. */
  async #settle(events: readonly RecordedEvent[], write: boolean): Promise<void> {
    let open = await this.#compare(events);
    for (let attempt = 0; open.length > 0; attempt++) {
      const [first] = open as [RecordedEvent];
      if (!write) throw new NotACopy(`it ends before ${told(first)}`);
      if (attempt === ATTEMPTS) throw new NotACopy(`${told(first)} cannot be written to it, or is not to be seen there`);
      // What was just written may take a moment to be seen; writing it once more changes nothing.
      if (attempt > 1) await sleep(50 * 2 ** attempt, undefined, { signal: this.#options.signal });
      await this.#write(open);
      open = await this.#compare(open);
    }
  }

  /** @returns what the target has not got; all of it is behind its last event */
  async #compare(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const { events: there } = await this.#options.target.readAll({ after: this.#to, limit: events.length });
    for (const [index, event] of there.entries()) {
      const wanted = events[index] as RecordedEvent;
      if (!isSame(wanted, event)) throw new NotACopy(`it holds ${told(event)} where the source holds ${told(wanted)}`);
      this.#digests.source.take(wanted);
      this.#digests.target.take(event);
      this.#to = event.position;
      this.#last = event;
      this.#events++;
    }
    return events.slice(there.length);
  }

  async #write(events: readonly RecordedEvent[]): Promise<void> {
    for (const { stream, expectedRevision, events: run } of runsOf(events)) {
      this.#options.signal?.throwIfAborted();
      try {
        const { repeated } = await this.#options.target.append(stream, expectedRevision, run);
        if (!repeated) this.#written += run.length;
      } catch (error) {
        // A run that was killed may have left an append on its way, cut otherwise than this one; or somebody else
        // writes. Comparing tells which.
        if (error instanceof WrongExpectedRevision || error instanceof PartialDuplicate) return;
        throw error;
      }
    }
  }
}

/** Neighbours of one stream go together: an append each, as they were appended, or several at once. */
export function* runsOf(events: readonly RecordedEvent[]): Generator<Append> {
  let run: RecordedEvent[] = [];
  let characters = 0;
  for (const event of events) {
    const size = event.data.length + event.metadata.length;
    if (run.length > 0 && (run[0]?.stream !== event.stream || run.length === RUN_EVENTS || characters + size > RUN_CHARACTERS)) {
      yield appendOf(run);
      run = [];
      characters = 0;
    }
    run.push(event);
    characters += size;
  }
  if (run.length > 0) yield appendOf(run);
}

function appendOf(run: readonly RecordedEvent[]): Append {
  const [{ stream, revision }] = run as [RecordedEvent];
  return {
    stream,
    // NO_STREAM for a stream's first
    expectedRevision: revision - 1,
    events: run.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
  };
}

const isSame = (one: RecordedEvent, other: RecordedEvent): boolean =>
  one.id === other.id &&
  one.stream === other.stream &&
  one.revision === other.revision &&
  one.type === other.type &&
  one.data === other.data &&
  one.metadata === other.metadata;

const told = ({ type, id, stream, revision }: RecordedEvent): string => `${type} ${id} (revision ${revision} of ${stream})`;
