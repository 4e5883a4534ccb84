import type { HistoryAnswer, HistoryEvent, HistoryLine } from '@nordhaut/contracts/support';

/** All events of an order's history in the order of time. */
export const eventsOf = ({ groups }: HistoryAnswer): HistoryEvent[] =>
  groups
    .flatMap(({ lines }) => lines.flatMap(({ event, more }) => [event, ...more]))
    .toSorted((one, other) =>
      one.position === other.position ? one.revision - other.revision : BigInt(one.position) < BigInt(other.position) ? -1 : 1,
    );

/** The lines of a group that tell the story, and the steps of the system that fold into one line; each in the order of time. */
export const partsOf = (lines: readonly HistoryLine[]): { told: HistoryLine[]; steps: HistoryLine[] } => ({
  told: lines.filter(({ event }) => !event.isTechnical),
  steps: lines.filter(({ event }) => event.isTechnical),
});

/** Whether the event is of the order's own stream, so that the order has a state after it. */
const isOwn = ({ stream }: HistoryEvent): boolean => stream.startsWith('order-');

/** `?at=` of an event: the order's revision, or the id of an event of cart or checkout. */
export const atOf = (event: HistoryEvent): string => (isOwn(event) ? String(event.revision) : event.id);

/** ISO instant */
const TIME = /^\d{4}-\d\d-\d\dT/;

/** The event of `?at=`; the newest one without it. A time selects the last event until then, or the first of all. */
export function eventAt(events: readonly HistoryEvent[], at: string | null): HistoryEvent | undefined {
  if (at !== null && TIME.test(at)) {
    const time = Date.parse(at);
    return events.findLast(({ recordedAt }) => Date.parse(recordedAt) <= time) ?? events[0];
  }
  return events.find((event) => atOf(event) === at) ?? events.at(-1);
}

/** The order's revision right after this event; undefined before there was an order. */
export function revisionAt(events: readonly HistoryEvent[], event: HistoryEvent): number | undefined {
  const until = events.slice(0, events.indexOf(event) + 1);
  return until.findLast(isOwn)?.revision;
}

/** The place of the selection after a key; undefined for other keys. */
export function placeAfter(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(place + 1, count - 1);
    case 'ArrowUp':
      return Math.max(place - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
