import type { EventFilter, EventMetadata, EventStore, Position, RecordedEvent } from '../event-store/port.ts';

export type Backlog = {
  /** events that are not handled yet, counted up to `MOST_COUNTED` */
  eventsBehind: number;
  /** seconds since the oldest of them was recorded, never negative; 0 where there is none */
  oldestSeconds: number;
  /** The position is beyond the store's end: the store was restored to an earlier state, and new events would be skipped. */
  isAhead: boolean;
};

/** A projection, a durable consumer or the relay. */
export type StoreReader = { position: Position; filter: EventFilter };

export type MeasureOptions = {
  store: Pick<EventStore, 'head' | 'readAll'>;
  /** counts events without reading them, where the store can; otherwise `readAll` counts */
  count?: (after: Position, filter: EventFilter, limit: number) => Promise<number>;
  /** ms since the epoch, by the clock that also dates the events */
  now?: () => number;
};

/** Maximum of the count, with and without `count`. */
export const MOST_COUNTED = { counting: 100_000, reading: 1_000 };

/** How far the readers of the store are behind, counted in the store, so it is correct while no reader runs. */
export async function measureBacklogs<Reader extends StoreReader>(
  { store, count, now = Date.now }: MeasureOptions,
  readers: readonly Reader[],
): Promise<(Reader & Backlog)[]> {
  const head = await store.head();

  async function backlogOf({ position, filter }: StoreReader): Promise<Backlog> {
    const limit = count ? 1 : MOST_COUNTED.reading;
    const { events } = await store.readAll({ after: position, filter, limit });
    const [oldest] = events;
    // In EventStoreDB a position may be beyond the shop's last event, because the store's own events follow it.
    const isAhead = count !== undefined && position > head;
    if (!oldest) return { eventsBehind: 0, oldestSeconds: 0, isAhead };
    const age = now() - recordedAt(oldest, now());
    const eventsBehind = count ? await count(position, filter, MOST_COUNTED.counting) : events.length;
    return { eventsBehind: Math.max(eventsBehind, 1), oldestSeconds: Math.max(age, 0) / 1000, isAhead };
  }

  return Promise.all(readers.map(async (one) => ({ ...one, ...(await backlogOf(one)) })));
}

/** ms since the epoch; `unknown` where the event has no readable time */
function recordedAt({ metadata }: RecordedEvent, unknown: number): number {
  try {
    const at = Date.parse((JSON.parse(metadata) as EventMetadata).recordedAt);
    return Number.isNaN(at) ? unknown : at;
  } catch {
    return unknown;
  }
}
