import type { EventFilter, Page, Position, RecordedEvent } from './port.ts';

/** The newest events in memory, in their order. Beyond a number of events or of characters, the oldest are dropped. */
export class NewestEvents {
  readonly #maxEvents: number;
  readonly #maxCharacters: number;
  #events: RecordedEvent[] = [];
  /** index of the first event: to remove single events from the front of a long array would copy it each time */
  #start = 0;
  #characters = 0;

  constructor(maxEvents = 8192, maxCharacters = 32 * 1024 * 1024) {
    this.#maxEvents = maxEvents;
    this.#maxCharacters = maxCharacters;
  }

  get first(): RecordedEvent | undefined {
    return this.#events[this.#start];
  }

  get last(): RecordedEvent | undefined {
    return this.#events.at(-1);
  }

  /** Adds an event after all others. @returns the last event that was dropped for it */
  push(event: RecordedEvent): RecordedEvent | undefined {
    this.#events.push(event);
    this.#characters += size(event);
    let dropped: RecordedEvent | undefined;
    while (this.#count > 1 && (this.#count > this.#maxEvents || this.#characters > this.#maxCharacters)) {
      dropped = this.#events[this.#start++] as RecordedEvent;
      this.#characters -= size(dropped);
    }
    if (this.#start > this.#maxEvents) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
    return dropped;
  }

  clear(): void {
    this.#events = [];
    this.#start = 0;
    this.#characters = 0;
  }

  /** At most `limit` of the events after `after` that pass the filter. */
  after(after: Position, filter: EventFilter | undefined, limit: number): Page {
    const begin = this.#indexAfter(after);
    if (filter === undefined) {
      const events = this.#events.slice(begin, begin + limit);
      return { events, upTo: events.at(-1)?.position ?? after };
    }
    const events: RecordedEvent[] = [];
    let upTo = after;
    for (let index = begin; index < this.#events.length && events.length < limit; index++) {
      const event = this.#events[index] as RecordedEvent;
      upTo = event.position;
      if (passes(event, filter)) events.push(event);
    }
    return { events, upTo };
  }

  get #count(): number {
    return this.#events.length - this.#start;
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

export function passes({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>, { categories, types }: EventFilter): boolean {
  if (types !== undefined && !types.includes(type)) return false;
  return categories === undefined || categories.includes(categoryOf(stream));
}

/** The part before the first dash; the whole name if it has none (streams of other programs). */
const categoryOf = (stream: string): string => stream.split('-', 1)[0] as string;
