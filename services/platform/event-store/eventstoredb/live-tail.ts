import { passes } from '../postgres/tail.ts';
import type { EventFilter, Position, RecordedEvent } from '../port.ts';
import type { Page } from './reader.ts';

/**
 * The newest events in memory, for all subscribers of the process: all events after `floor` up to `end`. A subscriber that
 * is further behind reads pages until it reaches `floor`. Positions have gaps, so the feed guarantees completeness.
 */
export class LiveTail {
  readonly #maxEvents: number;
  readonly #maxCharacters: number;
  #events: RecordedEvent[] = [];
  /** index of the first event that is still held */
  #start = 0;
  #characters = 0;
  #floor: Position | undefined;

  constructor(maxEvents = 8192, maxCharacters = 32 * 1024 * 1024) {
    this.#maxEvents = maxEvents;
    this.#maxCharacters = maxCharacters;
  }

  begin(floor: Position): void {
    this.#floor = floor;
  }

  /** The last position that it holds; undefined before `begin`. */
  get end(): Position | undefined {
    return this.#events.at(-1)?.position ?? this.#floor;
  }

  /** Adds the next event; drops one that it has (after a new subscription). */
  push(event: RecordedEvent): void {
    const { end } = this;
    if (end === undefined || event.position <= end) return;
    this.#events.push(event);
    this.#characters += size(event);
    while (
      this.#events.length - this.#start > 1 &&
      (this.#events.length - this.#start > this.#maxEvents || this.#characters > this.#maxCharacters)
    ) {
      const dropped = this.#events[this.#start++];
      if (!dropped) break;
      this.#characters -= size(dropped);
      this.#floor = dropped.position;
    }
    if (this.#start > this.#maxEvents) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
  }

  /** At most `limit` events after `after` that pass the filter; undefined if the tail no longer holds them. */
  after(after: Position, filter: EventFilter | undefined, limit: number): Page | undefined {
    if (this.#floor === undefined || after < this.#floor) return undefined;
    const events: RecordedEvent[] = [];
    let upTo = after;
    for (let index = this.#indexAfter(after); index < this.#events.length && events.length < limit; index++) {
      const event = this.#events[index] as RecordedEvent;
      upTo = event.position;
      if (filter === undefined || passes(event, filter)) events.push(event);
    }
    return { events, upTo };
  }

  #indexAfter(after: Position): number {
    let [low, high] = [this.#start, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle] as RecordedEvent).position > after) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const size = (event: RecordedEvent): number => event.data.length + event.metadata.length + 200;
