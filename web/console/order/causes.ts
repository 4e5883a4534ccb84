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
  const effectsOf = Map.groupBy(events, ({ cause }) => cause?.id);
  const seen = new Set([selected.id]);
  const unseen = (event: HistoryEvent): boolean => !seen.has(event.id) && seen.add(event.id).has(event.id);

  const causes: HistoryEvent[] = [];
  for (let next = causeIn(byId, selected); next && unseen(next); next = causeIn(byId, next)) causes.unshift(next);
  const below = (event: HistoryEvent, depth: number): CauseLine[] =>
    (effectsOf.get(event.id) ?? [])
      .filter(unseen)
      .flatMap((effect) => [{ event: effect, depth, place: 'effect' as const }, ...below(effect, depth + 1)]);
  return [
    ...causes.map((event, depth) => ({ event, depth, place: 'cause' as const })),
    { event: selected, depth: causes.length, place: 'selected' },
    ...below(selected, causes.length + 1),
  ];
}

const causeIn = (byId: ReadonlyMap<string, HistoryEvent>, { cause }: HistoryEvent): HistoryEvent | undefined =>
  cause ? byId.get(cause.id) : undefined;
