import type { HistoryEvent } from '@nordhaut/contracts/support';

/** A line of the indented list. `depth` 0 is the root. */
export type CauseLine = { event: HistoryEvent; depth: number; place: 'cause' | 'selected' | 'effect' };

/**
 * The causes of an event up to the root, the event, and everything that it led to, each one step deeper than what caused it.
 * The root is the first event whose own cause is no event of `events`, such as a request. `events` is in the order of
 * time, and so are effects of the same cause. Circles, which no true history has, end the list.
 */
export function causesOf(events: readonly HistoryEvent[], selected: HistoryEvent): CauseLine[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const seen = new Set([selected.id]);
  const unseen = (event: HistoryEvent): boolean => !seen.has(event.id) && seen.add(event.id).has(event.id);

  const causes: HistoryEvent[] = [];
  for (let next = causeIn(byId, selected); next && unseen(next); next = causeIn(byId, next)) causes.unshift(next);
  const below = (event: HistoryEvent, depth: number): CauseLine[] =>
    events
      .filter((effect) => effect.cause?.id === event.id && unseen(effect))
      .flatMap((effect) => [{ event: effect, depth, place: 'effect' as const }, ...below(effect, depth + 1)]);
  return [
    ...causes.map((event, depth) => ({ event, depth, place: 'cause' as const })),
    { event: selected, depth: causes.length, place: 'selected' },
    ...below(selected, causes.length + 1),
  ];
}

/** The lines as a graph: a lane for each stream, in the order of its first event. Rows and lanes count from 0. */
export type CauseGraph = { lanes: string[]; nodes: { event: HistoryEvent; lane: number }[]; edges: { from: number; to: number }[] };

/** undefined: all events are of one stream, so a graph shows no more than the list. */
export function graphOf(lines: readonly CauseLine[]): CauseGraph | undefined {
  const lanes = [...new Set(lines.map(({ event }) => event.stream))];
  if (lanes.length < 2) return undefined;
  const rowOf = new Map(lines.map(({ event }, row) => [event.id, row]));
  return {
    lanes,
    nodes: lines.map(({ event }) => ({ event, lane: lanes.indexOf(event.stream) })),
    edges: lines.flatMap(({ event: { cause } }, to) => {
      const from = cause ? rowOf.get(cause.id) : undefined;
      return from === undefined || from === to ? [] : [{ from, to }];
    }),
  };
}

const causeIn = (byId: ReadonlyMap<string, HistoryEvent>, { cause }: HistoryEvent): HistoryEvent | undefined =>
  cause ? byId.get(cause.id) : undefined;
