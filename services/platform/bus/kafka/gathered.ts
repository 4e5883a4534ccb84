import type { Position, RecordedEvent } from '../../event-store/port.ts';
import type { Place } from './places.ts';

/** Of a message in its partition. */
export type At = { offset: bigint; timestamp: string };

/** Events of one partition that are handed over together, and where the consumer stands behind each of them. */
export type Gathered = {
  readonly events: RecordedEvent[];
  /** where it stands once all of them are handled, dropped messages included */
  readonly end: Place;
  /** Goes past a message that is not handed over; `position` where it carried an event. */
  pass(at: At, position?: Position): void;
  add(at: At, event: RecordedEvent): void;
  /** An event that the topic left out before the message, which is not handled with it. */
  addBefore(at: At, event: RecordedEvent): void;
  placeBehind(position: Position): Place;
  offsetOf(event: RecordedEvent): bigint;
};

export function gather(from: Place): Gathered {
  const events: RecordedEvent[] = [];
  const behind = new Map<Position, { place: Place; offset: bigint }>();
  let end = from;
  const found = (position: Position): { place: Place; offset: bigint } => {
    const one = behind.get(position);
    if (!one) throw new Error(`no event at position ${position} was gathered`);
    return one;
  };
  return {
    events,
    get end() {
      return end;
    },
    pass({ offset, timestamp }, position = end.position) {
      end = { next: offset + 1n, position, mark: timestamp };
    },
    add(at, event) {
      events.push(event);
      this.pass(at, event.position);
      behind.set(event.position, { place: end, offset: at.offset });
    },
    addBefore({ offset }, event) {
      events.push(event);
      behind.set(event.position, { place: { ...end, next: offset }, offset });
    },
    placeBehind: (position) => found(position).place,
    offsetOf: (event) => found(event.position).offset,
  };
}
