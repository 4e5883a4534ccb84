import type { EventFilter, EventStore, Position } from '../event-store/port.ts';
import { recordedAt } from './lag.ts';

export type Backlog = {
  /** events that are wanted and not handled, counted up to `counted` */
  eventsBehind: number;
  /** seconds since the oldest of them was recorded, never negative; 0 where there is none */
  oldestSeconds: number;
  /** It stands behind the store's end: the store was set back, and what comes now would be passed over. */
  isAhead: boolean;
};

export type Follower = { name: string; position: Position; filter: EventFilter };

export type LagMeterOptions = {
  store: Pick<EventStore, 'head' | 'readAll'>;
  /** counts without reading, where the store can; `readAll` does it otherwise */
  count?: (after: Position, filter: EventFilter, limit: number) => Promise<number>;
  /** ms since the epoch, by this process */
  now?: () => number;
  /** ms that only go forward, whatever is done to the clock */
  elapsed?: () => number;
};

type Look = { head: Position; at: number };

/** Counted at most, with and without `count`. */
export const MOST_COUNTED = { counting: 100_000, reading: 1_000 };
/** Looks that are remembered; older ones bound nothing that newer ones do not. */
const LOOKS = 64;

/**
 * How far those who follow the store are behind, as the store itself says: true whoever follows, and while nobody does.
 *
 * An event's age by its own time is a difference between two processes' clocks. It is held within what this process
 * has seen: at least as long as the event has been there in its own looks, at most as long as since the last look at
 * which it was not. So a clock that is wrong makes no age negative, hides no standstill and invents none for long.
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

  async function backlogOf({ position, filter }: Follower, { head, at }: Look): Promise<Backlog> {
    const limit = count ? 1 : MOST_COUNTED.reading;
    const { events } = await store.readAll({ after: position, filter, limit });
    const [oldest] = events;
    // EventStoreDB's own events count as passed, so beyond the end of the shop's is nothing wrong there.
    const isAhead = count !== undefined && position > head;
    if (!oldest) return { eventsBehind: 0, oldestSeconds: 0, isAhead };
    const wall = now() - recordedAt(oldest, now());
    const eventsBehind = count ? await count(position, filter, MOST_COUNTED.counting) : events.length;
    return { eventsBehind: Math.max(eventsBehind, 1), oldestSeconds: bounded(oldest.position, wall, at) / 1000, isAhead };
  }

  return {
    /** One look at all of them. */
    async look(followers: readonly Follower[]): Promise<Map<string, Backlog>> {
      const now = { head: await store.head(), at: elapsed() };
      looks = [...looks, now].slice(-LOOKS);
      const backlogs = await Promise.all(followers.map(async (one) => [one.name, await backlogOf(one, now)] as const));
      return new Map(backlogs);
    },
  };
}
