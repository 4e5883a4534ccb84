import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chains } from '@nordhaut/platform/envelope';
import {
  type Append,
  type EventStore,
  pagesOf,
  PartialDuplicate,
  type Position,
  type RecordedEvent,
  START,
  WrongExpectedRevision,
} from '@nordhaut/platform/event-store';

/** The target holds other events than the beginning of this history, or another program writes to it. */
export class NotACopy extends Error {
  constructor(found: string) {
    super(`The target is no copy of this store: ${found}. Nothing more was written.`);
    this.name = 'NotACopy';
  }
}

/** An event that does not fit the events before it: the history was changed, or it is not the shop's. */
class BrokenHistory extends Error {
  constructor({ type, stream, revision, position }: RecordedEvent, reason: string) {
    super(`The history of the source is broken: ${type} at position ${position} (revision ${revision} of ${stream}): ${reason}.`);
    this.name = 'BrokenHistory';
  }
}

/**
 * The text of one event for the SHA-256 of its store, without the position. It is JSON, so that no two histories give the same text.
 */
const digested = ({ stream, revision, id, type, data, metadata }: RecordedEvent): string =>
  `${JSON.stringify([stream, revision, id, type, data, metadata])}\n`;

export type CopyFigures = {
  /** compared and equal on both sides */
  events: number;
  /** of these: written by this run */
  written: number;
  streams: number;
  /** number of events in the source at the last check */
  known: number;
  /** a digest of each side over all compared events */
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

/** Maximum events and characters of one append: a server accepts one megabyte. */
const RUN_EVENTS = 500;
const RUN_CHARACTERS = 200_000;
const ATTEMPTS = 8;

/**
 * Walks two stores side by side, event by event in the total order, and writes the events that the target lacks.
 *
 * It keeps no state between runs: the copied events are those in the target. Every run compares from the first event on, so
 * a killed run is simply started again, and a store that holds anything but the beginning of this history is never written.
 *
 * One append is in progress at a time. The order matters: a read model may fold several streams into one row (an order and
 * its checkout), and a consumer of all events would see another history. With several appends in progress, a server that is
 * busy may drop one and write the next one, and then this target could never become a copy (decision 038). Everything else
 * runs beside the appends: the next page is read and the page before is compared.
 */
export class StoreCopy {
  readonly #options: CopyOptions;
  readonly #chains = new Chains();
  readonly #digests = { source: createHash('sha256'), target: createHash('sha256') };
  #from: Position = START;
  #to: Position = START;
  #known = 0;
  #events = 0;
  #written = 0;
  #last: RecordedEvent | undefined;
  /** the comparison of a page that was written completely, while the next page is written */
  #comparing: Promise<void> | undefined;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  get figures(): CopyFigures {
    return {
      events: this.#events,
      written: this.#written,
      streams: this.#chains.streams,
      known: this.#known,
      digests: { source: this.#digests.source.copy().digest('hex'), target: this.#digests.target.copy().digest('hex') },
      last: this.#last,
    };
  }

  /**
   * Copies up to the end that the source had at the start, or a little more, so it ends also while the shop sells. May be called again for
   * newer events, but not after an error. @throws NotACopy, BrokenHistory, StoreUnavailable
   */
  async catchUp(): Promise<CopyFigures> {
    const figures = await this.#walk(true);
    const behind = await this.#behind();
    if (behind) throw new NotACopy(`it continues after the end of the source, with ${told(behind)}`);
    return figures;
  }

  /** The same without writes: the target must hold all events of the source. `ahead`: whether it holds more. */
  async compare(): Promise<CopyFigures & { ahead: boolean }> {
    const figures = await this.#walk(false);
    return { ...figures, ahead: (await this.#behind()) !== undefined };
  }

  async #walk(write: boolean): Promise<CopyFigures> {
    const { source, page = 2_000, signal, onProgress } = this.#options;
    this.#known = Number(await source.head()) + 1;
    try {
      for await (const events of pagesOf(source, { after: this.#from, limit: page })) {
        this.#checkSource(events);
        await this.#process(events, write);
        signal?.throwIfAborted();
        onProgress?.(this.figures);
        if (Number(this.#from) + 1 >= this.#known) break;
      }
    } finally {
      await Promise.allSettled([this.#comparing]);
    }
    if (Number(this.#from) + 1 < this.#known) throw new Error('the source has lost its end');
    await this.#compared();
    return this.figures;
  }

  /** The target's first event after the compared ones. */
  async #behind(): Promise<RecordedEvent | undefined> {
    return (await this.#options.target.readAll({ after: this.#to, limit: 1 })).events[0];
  }

  #checkSource(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (event.position !== this.#from + 1n) throw new BrokenHistory(event, `position ${this.#from + 1n} is missing before it`);
      const { reason } = this.#chains.take(event);
      if (reason !== undefined) throw new BrokenHistory(event, reason);
      this.#from = event.position;
    }
  }

  /** Compares, writes the events that are missing after the target's last one, and begins to compare these as they were stored. */
  async #process(events: readonly RecordedEvent[], write: boolean): Promise<void> {
    if (this.#comparing) {
      // The target ends with the page before, so it has no event of this page.
      const writing = new AbortController();
      this.#comparing.catch(() => writing.abort());
      const isWritten = await this.#write(events, writing.signal);
      await this.#compared();
      if (isWritten) return this.#compareWritten(events);
    }
    let open = await this.#compare(events);
    for (let attempt = 0; open.length > 0; attempt++) {
      const [first] = open as [RecordedEvent];
      if (!write) throw new NotACopy(`it ends before ${told(first)}`);
      if (attempt === ATTEMPTS) throw this.#unwritable(first);
      // A killed run may have an append in progress with other bounds; its events may be readable a moment later.
      if (attempt > 1) await this.#pause(attempt);
      if (await this.#write(open)) return this.#compareWritten(open);
      open = await this.#compare(open);
    }
  }

  async #compared(): Promise<void> {
    const comparing = this.#comparing;
    this.#comparing = undefined;
    await comparing;
  }

  /** The server has answered each of the appends, so their events can be read, at once or a moment later. */
  #compareWritten(events: readonly RecordedEvent[]): void {
    const compare = async (): Promise<void> => {
      let open = await this.#compare(events);
      for (let attempt = 0; open.length > 0; attempt++) {
        if (attempt === ATTEMPTS) throw this.#unwritable(open[0] as RecordedEvent);
        await this.#pause(attempt);
        open = await this.#compare(open);
      }
    };
    this.#comparing = compare();
    this.#comparing.catch(() => undefined);
  }

  #unwritable(first: RecordedEvent): NotACopy {
    return new NotACopy(`${told(first)} cannot be written to it, or cannot be read there`);
  }

  #pause(attempt: number): Promise<void> {
    return sleep(50 * 2 ** attempt, undefined, { signal: this.#options.signal });
  }

  /** @returns the events that the target lacks; all of them follow its last event */
  async #compare(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const { events: there } = await this.#options.target.readAll({ after: this.#to, limit: events.length });
    for (const [index, event] of there.entries()) {
      const wanted = events[index] as RecordedEvent;
      if (!isSame(wanted, event)) throw new NotACopy(`it holds ${told(event)} where the source holds ${told(wanted)}`);
      this.#digests.source.update(digested(wanted));
      this.#digests.target.update(digested(event));
      this.#to = event.position;
      this.#last = event;
      this.#events++;
    }
    return events.slice(there.length);
  }

  /** One append after another. @returns whether each of them was answered with success */
  async #write(events: readonly RecordedEvent[], writing?: AbortSignal): Promise<boolean> {
    for (const { stream, expectedRevision, events: run } of runsOf(events)) {
      this.#options.signal?.throwIfAborted();
      if (writing?.aborted) return false;
      try {
        const { repeated } = await this.#options.target.append(stream, expectedRevision, run);
        if (!repeated) this.#written += run.length;
      } catch (error) {
        // A killed run may have an append in progress with other bounds, or another program writes: the comparison decides.
        if (error instanceof WrongExpectedRevision || error instanceof PartialDuplicate) return false;
        throw error;
      }
    }
    return true;
  }
}

/** Consecutive events of one stream are one append, within the limits. */
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
