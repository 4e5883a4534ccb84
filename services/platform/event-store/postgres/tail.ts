import type { EventFilter, Position, RecordedEvent } from '../port.ts';

/**
 * The newest events in memory, for subscribers that keep up. Always one run of consecutive positions. Events that other
 * processes append are missing until a read of this process offers them.
 */
export class Tail {
  readonly #maxEvents: number;
  readonly #maxCharacters: number;
  #events: RecordedEvent[] = [];
  /** index of the run's first event: to remove single events from the front of a long array would copy it each time */
  #start = 0;
  #characters = 0;
  /** Runs that arrived before their predecessor (two connections, another process), by their first position. */
  #early = new Map<bigint, RecordedEvent[]>();

  constructor(maxEvents = 8192, maxCharacters = 32 * 1024 * 1024) {
    this.#maxEvents = maxEvents;
    this.#maxCharacters = maxCharacters;
  }

  /** Newest position held, undefined when empty. */
  get newest(): Position | undefined {
    return this.#events.at(-1)?.position;
  }

  /**
   * Takes a run of committed events with consecutive positions. `seen`: the run ends at the store's end, so an empty tail
   * may begin with it. Pages far behind the end (a rebuild) are not kept.
   */
  offer(run: readonly RecordedEvent[], seen: boolean): void {
    const first = run[0];
    if (first === undefined) return;
    const newest = this.newest;
    if (newest === undefined) {
      if (seen) this.#push(run);
    } else if (first.position <= newest + 1n) {
      const known = Number(newest - first.position + 1n);
      if (known < run.length) this.#push(known === 0 ? run : run.slice(known));
    } else if (seen) {
      this.#keepEarly(first.position, run);
    }
    this.#takeEarly();
  }

  /** At most `limit` events after `after` that pass the filter; undefined if the tail does not hold them. */
  after(after: Position, filter: EventFilter | undefined, limit: number): { events: RecordedEvent[]; upTo: Position } | undefined {
    const oldest = this.#events[this.#start];
    const newest = this.newest;
    if (oldest === undefined || newest === undefined || after + 1n < oldest.position || after >= newest) return undefined;
    let index = this.#start + Number(after + 1n - oldest.position);
    if (filter === undefined) {
      const events = this.#events.slice(index, index + limit);
      return { events, upTo: events.at(-1)?.position ?? after };
    }
    const events: RecordedEvent[] = [];
    for (; index < this.#events.length && events.length < limit; index++) {
      const event = this.#events[index];
      if (event && passes(event, filter)) events.push(event);
    }
    return { events, upTo: this.#events[index - 1]?.position ?? after };
  }

  #push(run: readonly RecordedEvent[]): void {
    for (const event of run) {
      this.#events.push(event);
      this.#characters += size(event);
    }
    while (
      this.#events.length - this.#start > 1 &&
      (this.#events.length - this.#start > this.#maxEvents || this.#characters > this.#maxCharacters)
    ) {
      const dropped = this.#events[this.#start++];
      if (dropped) this.#characters -= size(dropped);
    }
    if (this.#start > this.#maxEvents) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
  }

  #keepEarly(first: bigint, run: readonly RecordedEvent[]): void {
    this.#early.set(first, [...run]);
    if (this.#early.size <= 64) return;
    // No reader asks for the events in between: start again with the newest run.
    const [position, events] = [...this.#early].reduce((a, b) => (b[0] > a[0] ? b : a));
    this.#early.clear();
    this.#events = [];
    this.#start = 0;
    this.#characters = 0;
    if (events[0]?.position === position) this.#push(events);
  }

  #takeEarly(): void {
    while (this.#early.size > 0) {
      const newest = this.newest;
      if (newest === undefined) return;
      const run = this.#early.get(newest + 1n);
      if (run === undefined) {
        for (const [first, events] of this.#early) {
          if (first > newest) continue;
          this.#early.delete(first);
          const known = Number(newest - first + 1n);
          if (known < events.length) this.#push(events.slice(known));
        }
        if (this.newest === newest) return;
        continue;
      }
      this.#early.delete(newest + 1n);
      this.#push(run);
    }
  }
}

const size = (event: RecordedEvent): number => event.data.length + event.metadata.length + 200;

export function passes(event: Pick<RecordedEvent, 'stream' | 'type'>, { categories, types }: EventFilter): boolean {
  if (types !== undefined && !types.includes(event.type)) return false;
  return categories === undefined || categories.includes(categoryOf(event.stream));
}

/** The part before the first dash; the whole name if it has none (streams of other programs). */
export const categoryOf = (stream: string): string => stream.split('-', 1)[0] as string;
