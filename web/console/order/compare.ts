import type { HistoryEvent, StateAnswer } from '@nordhaut/contracts/support';
import { atOf } from './history-lines.ts';

export type Difference = { label: string; before: string; after: string };
type Fields = StateAnswer['fields'];

const NONE = '—';

/** The fields that differ between two states. An empty list stands for the time before the order. */
export function differences(before: Fields, after: Fields): Difference[] {
  const valueIn = (fields: Fields, label: string): string => fields.find((field) => field.label === label)?.value ?? NONE;
  return [...new Set([...before, ...after].map(({ label }) => label))]
    .map((label) => ({ label, before: valueIn(before, label), after: valueIn(after, label) }))
    .filter((line) => line.before !== line.after);
}

/** The event of `?with=`. undefined: nothing is compared. */
export const eventWith = (events: readonly HistoryEvent[], value: string | null): HistoryEvent | undefined =>
  value === null ? undefined : events.find((event) => atOf(event) === value);

/** Two events in the order of time. `events` is in this order and has both. */
export const inTime = (events: readonly HistoryEvent[], one: HistoryEvent, other: HistoryEvent): [HistoryEvent, HistoryEvent] =>
  events.indexOf(one) <= events.indexOf(other) ? [one, other] : [other, one];
