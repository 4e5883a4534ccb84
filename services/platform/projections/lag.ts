import type { EventMetadata, EventFilter, EventStore, Position, RecordedEvent } from '../event-store/port.ts';

export type Lag = {
  name: string;
  /** events that the projection wants and has not handled; counted up to 1,000 */
  eventsBehind: number;
  /** ms since the oldest of them was recorded; 0 where there is none */
  oldestUnhandledAgeMs: number;
  /** why it does not get on, where it does not */
  trouble?: string;
};

const COUNTED = 1_000;

/** What stands after a position, counted on the store itself: true also while nobody projects. */
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
  const { recordedAt } = JSON.parse(oldest.metadata) as EventMetadata;
  return { eventsBehind: Math.min(count, COUNTED), oldestUnhandledAgeMs: Math.max(0, now - Date.parse(recordedAt)) };
}
