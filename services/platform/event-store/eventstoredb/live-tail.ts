import { NewestEvents } from '../newest-events.ts';
import type { EventFilter, Page, Position, RecordedEvent } from '../port.ts';

/**
 * The newest events in memory, for all subscribers of the process: all events after `floor` up to `end`. A subscriber that
 * is further behind reads pages until it reaches `floor`. Positions have gaps, so the feed guarantees completeness.
 */
export class LiveTail {
  readonly #held: NewestEvents;
  #floor: Position | undefined;

  constructor(held = new NewestEvents()) {
    this.#held = held;
  }

  begin(floor: Position): void {
    this.#floor = floor;
  }

  /** The last position that it holds; undefined before `begin`. */
  get end(): Position | undefined {
    return this.#held.last?.position ?? this.#floor;
  }

  /** Adds the next event; drops one that it has (after a new subscription). */
  push(event: RecordedEvent): void {
    const { end } = this;
    if (end === undefined || event.position <= end) return;
    const dropped = this.#held.push(event);
    if (dropped) this.#floor = dropped.position;
  }

  /** At most `limit` events after `after` that pass the filter; undefined if the tail no longer holds them. */
  after(after: Position, filter: EventFilter | undefined, limit: number): Page | undefined {
    return this.#floor === undefined || after < this.#floor ? undefined : this.#held.after(after, filter, limit);
  }
}
