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
export type StoreReader = { name: string; position: Position; filter: EventFilter };

export type LagMeterOptions = {
  store: Pick<EventStore, 'head' | 'readAll'>;
  /** counts events without reading them, where the store can; otherwise `readAll` counts */
  count?: (after: Position, filter: EventFilter, limit: number) => Promise<number>;
  /** ms since the epoch, by this process */
  now?: () => number;
  /** monotonic ms */
  elapsed?: () => number;
};

type Look = { head: Position; at: number };

/** Maximum of the count, with and without `count`. */
export const MOST_COUNTED = { counting: 100_000, reading: 1_000 };
/** Number of looks that are remembered. */
const LOOKS = 64;

/**
 * How far the readers of the store are behind, counted in the store, so it is correct while no reader runs.
 *
 * The age of an event is a difference between the clocks of two processes. The meter limits it by its own looks at the
 * store: the event is at least as old as the first look that showed it, and younger than the last look before that. So a
 * wrong clock neither makes an age negative nor hides a standstill.
 */
export function createLagMeter({ store, count, now = Date.now, elapsed = () => performance.now() }: LagMeterOptions) {
  let looks: Look[] = [];

  function bounded(position: Position, wall: number, at: number): number {
    const there = looks.find(({ head }) => head >= position);
    const notThere = looks.findLast(({ head }) => head < position);
    const least = there ? at - there.at : 0;
    const most = notThere ? at - notThere.at : Number.POSITIVE_INFINITY;
    return Math.min(Math.max(wall, least, 0), Math.max(most, least));
  }

  async function backlogOf({ position, filter }: StoreReader, { head, at }: Look): Promise<Backlog> {
    const limit = count ? 1 : MOST_COUNTED.reading;
    const { events } = await store.readAll({ after: position, filter, limit });
    const [oldest] = events;
    // In EventStoreDB a position may be beyond the shop's last event, because the store's own events follow it.
    const isAhead = count !== undefined && position > head;
    if (!oldest) return { eventsBehind: 0, oldestSeconds: 0, isAhead };
    const wall = now() - recordedAt(oldest, now());
    const eventsBehind = count ? await count(position, filter, MOST_COUNTED.counting) : events.length;
    return { eventsBehind: Math.max(eventsBehind, 1), oldestSeconds: bounded(oldest.position, wall, at) / 1000, isAhead };
  }

  return {
    /** @returns the backlog of each reader, by its name */
    async look(readers: readonly StoreReader[]): Promise<Map<string, Backlog>> {
      const now = { head: await store.head(), at: elapsed() };
      looks = [...looks, now].slice(-LOOKS);
      const backlogs = await Promise.all(readers.map(async (one) => [one.name, await backlogOf(one, now)] as const));
      return new Map(backlogs);
    },
  };
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
