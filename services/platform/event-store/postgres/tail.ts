import { NewestEvents } from '../newest-events.ts';
import type { EventFilter, Page, Position, RecordedEvent } from '../port.ts';

/**
 * The newest events in memory, for subscribers that keep up. Always one run of consecutive positions. Events that other
 * processes append are missing until a read of this process offers them.
 */
export class Tail {
  readonly #held: NewestEvents;
  /** Runs that arrived before their predecessor (two connections, another process), by their first position. */
  #early = new Map<bigint, RecordedEvent[]>();

  constructor(held = new NewestEvents()) {
    this.#held = held;
  }

  /** Newest position held, undefined when empty. */
  get newest(): Position | undefined {
    return this.#held.last?.position;
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
  after(after: Position, filter: EventFilter | undefined, limit: number): Page | undefined {
    const { first, last } = this.#held;
    if (first === undefined || last === undefined || after + 1n < first.position || after >= last.position) return undefined;
    return this.#held.after(after, filter, limit);
  }

  #push(run: readonly RecordedEvent[]): void {
    for (const event of run) this.#held.push(event);
  }

  #keepEarly(first: bigint, run: readonly RecordedEvent[]): void {
    this.#early.set(first, [...run]);
    if (this.#early.size <= 64) return;
    // No reader asks for the events in between: start again with the newest run.
    const [position, events] = [...this.#early].reduce((a, b) => (b[0] > a[0] ? b : a));
    this.#early.clear();
    this.#held.clear();
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
