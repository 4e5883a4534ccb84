import { asPosition, type EventFilter, type Page, type Position, type RecordedEvent } from './port.ts';

/**
 * The newest events in memory, for all subscribers of the process: all events after `floor` up to `end`. Beyond a number of
 * events or of characters, the oldest are dropped. A subscriber that is further behind reads pages until it reaches `floor`.
 */
export class NewestEvents {
  readonly #maxEvents: number;
  readonly #maxCharacters: number;
  #floor: Position | undefined;
  #events: RecordedEvent[] = [];
  #characters = 0;

  constructor(maxEvents = 8192, maxCharacters = 32 * 1024 * 1024) {
    this.#maxEvents = maxEvents;
    this.#maxCharacters = maxCharacters;
  }

  /** Drops everything, and continues with the events after a position. */
  begin(floor: Position): void {
    this.#floor = floor;
    this.#events = [];
    this.#characters = 0;
  }

  /** The last position that it holds; undefined before `begin`. */
  get end(): Position | undefined {
    return this.#events.at(-1)?.position ?? this.#floor;
  }

  get last(): RecordedEvent | undefined {
    return this.#events.at(-1);
  }

  /** Adds the next event; drops one that it has, and every event before `begin`. */
  push(event: RecordedEvent): void {
    const { end } = this;
    if (end === undefined || event.position <= end) return;
    this.#events.push(event);
    this.#characters += size(event);
    while (this.#events.length > 1 && (this.#events.length > this.#maxEvents || this.#characters > this.#maxCharacters)) {
      const dropped = this.#events.shift() as RecordedEvent;
      this.#characters -= size(dropped);
      this.#floor = dropped.position;
    }
  }

  /**
   * Adds events with consecutive positions, as Postgres has them. `isNewest`: they end at the store's end. If events are
   * missing before them, which another process or connection wrote, it begins again with them; a page far behind the end (a
   * rebuild) is not kept.
   */
  pushRun(run: readonly RecordedEvent[], isNewest: boolean): void {
    const [first] = run;
    if (first === undefined) return;
    if (this.end === undefined || first.position > this.end + 1n) {
      if (!isNewest) return;
      this.begin(asPosition(first.position - 1n));
    }
    for (const event of run) this.push(event);
  }

  /** At most `limit` of the events after `after` that pass the filter; undefined if it does not hold them all. */
  after(after: Position, filter: EventFilter | undefined, limit: number): Page | undefined {
    if (this.#floor === undefined || after < this.#floor) return undefined;
    const events: RecordedEvent[] = [];
    let upTo = after;
    // Searched from the end, because most readers are close to it.
    const begin = this.#events.findLastIndex(({ position }) => position <= after) + 1;
    for (let index = begin; index < this.#events.length && events.length < limit; index++) {
      const event = this.#events[index] as RecordedEvent;
      upTo = event.position;
      if (filter === undefined || passes(event, filter)) events.push(event);
    }
    return { events, upTo };
  }
}

const size = (event: RecordedEvent): number => event.data.length + event.metadata.length + 200;

export function passes({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>, { categories, types }: EventFilter): boolean {
  if (types !== undefined && !types.includes(type)) return false;
  return categories === undefined || categories.includes(categoryOf(stream));
}

/** The part before the first dash; the whole name if it has none (streams of other programs). */
export const categoryOf = (stream: string): string => stream.split('-', 1)[0] as string;
