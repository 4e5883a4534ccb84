import type { EventMetadata, EventFilter, EventStore, Position, RecordedEvent } from '../event-store/port.ts';

export type Lag = {
  name: string;
  /** events that the projection has not handled; counted up to 1,000 */
  eventsBehind: number;
  /** ms since the oldest of them was recorded; 0 where there is none */
  oldestUnhandledAgeMs: number;
  /** why the projection cannot continue; undefined while it can */
  trouble?: string;
  /** entities that a poison event blocks; undefined where there are none */
  blocked?: number;
};

const COUNTED = 1_000;

/** The events after a position, counted in the store, so it is correct while no projector runs. */
export async function lagAfter(
  store: EventStore,
  after: Position,
  filter: EventFilter,
  now = Date.now(),
): Promise<Pick<Lag, 'eventsBehind' | 'oldestUnhandledAgeMs'>> {
  let oldest: RecordedEvent | undefined;
  let count = 0;
  for (let position = after; count < COUNTED; ) {
    const { events, upTo } = await store.readAll({ after: position, filter, limit: COUNTED });
    oldest ??= events[0];
    count += events.length;
    if (upTo === position) break;
    position = upTo;
  }
  if (!oldest) return { eventsBehind: 0, oldestUnhandledAgeMs: 0 };
  return { eventsBehind: Math.min(count, COUNTED), oldestUnhandledAgeMs: Math.max(0, now - recordedAt(oldest, now)) };
}

/** ms since the epoch; `unknown` where the event has no readable time */
export function recordedAt({ metadata }: RecordedEvent, unknown: number): number {
  try {
    const at = Date.parse((JSON.parse(metadata) as EventMetadata).recordedAt);
    return Number.isNaN(at) ? unknown : at;
  } catch {
    return unknown;
  }
}
