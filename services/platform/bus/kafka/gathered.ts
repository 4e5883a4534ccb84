import type { Position, RecordedEvent } from '../../event-store/port.ts';
import type { Place } from './places.ts';

/** Events of one partition that are handed over together, and where the consumer stands behind each of them. */
export type Gathered = {
  readonly events: RecordedEvent[];
  /** where it stands once all of them are handled, dropped messages included */
  readonly end: Place;
  /** Goes past a message that is not handed over; `position` where it carried an event. */
  pass(offset: bigint, position?: Position): void;
  add(offset: bigint, event: RecordedEvent): void;
  /** An event that the topic left out before the message at `offset`, which is not handled with it. */
  addBefore(offset: bigint, event: RecordedEvent): void;
  placeBehind(position: Position): Place;
  offsetOf(event: RecordedEvent): bigint;
};

export function gather(from: Place): Gathered {
  const events: RecordedEvent[] = [];
  const behind = new Map<Position, { place: Place; offset: bigint }>();
  let end = from;
  const at = (position: Position): { place: Place; offset: bigint } => {
    const found = behind.get(position);
    if (!found) throw new Error(`no event at position ${position} was gathered`);
    return found;
  };
  return {
    events,
    get end() {
      return end;
    },
    pass(offset, position = end.position) {
      end = { next: offset + 1n, position };
    },
    add(offset, event) {
      events.push(event);
      end = { next: offset + 1n, position: event.position };
      behind.set(event.position, { place: end, offset });
    },
    addBefore(offset, event) {
      events.push(event);
      behind.set(event.position, { place: { next: offset, position: end.position }, offset });
    },
    placeBehind: (position) => at(position).place,
    offsetOf: (event) => at(event.position).offset,
  };
}
