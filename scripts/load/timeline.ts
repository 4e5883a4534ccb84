import { mean, range } from 'd3-array';
import { journeysAskedAt, type Plan, type PlannedJourney } from '../../infra/load/plan.ts';
import { sliceSecondsFor, type Series } from './series.ts';

/** A line of the journal, which the scripts in infra/load write. */
export type Note = {
  /** ms since epoch */
  at?: number;
  journey?: string;
  start?: true;
  begun?: true;
  ended?: 'done' | 'failed';
  /** ms: the journey's timed part, event to follower, order to its look-up */
  ms?: number;
  push?: number;
  own?: number;
  order?: string;
  /** an order of a shopper who agreed to reports, and its pseudonym */
  agreed?: true;
  purchase?: string;
  problem?: string;
};

/** The part of a run's series that its journal has. */
export type JournalSeries = Pick<Series, 'sliceSeconds' | 'slices' | 'journeys' | 'pushes' | 'ownOrders'>;

/** The lists of one journey while the journal is read; an entry that is missing has no measurement yet. */
type Kept = { begun: number[]; done: number[]; failed: number[]; times: number[][] };

/** Sorts the notes of a run into slices of time. @param lasted seconds; a run that was stopped early has narrower slices */
export function createTimeline(plan: Plan, lasted: number) {
  const sliceSeconds = sliceSecondsFor(Math.min(plan.seconds, lasted));
  const journeys = new Map(plan.journeys.map(({ name }): [string, Kept] => [name, { begun: [], done: [], failed: [], times: [] }]));
  const pushes: number[][] = [];
  const ownOrders: number[][] = [];
  let startedAt: number | undefined;
  let slices = 0;

  return {
    /** ms since epoch; undefined: no arrival */
    startedAt: () => startedAt,
    add({ at, journey = '', begun, ended, ms, push, own }: Note): void {
      if (at === undefined) return;
      startedAt ??= at;
      const slice = Math.max(0, Math.floor((at - startedAt) / 1000 / sliceSeconds));
      slices = Math.max(slices, slice + 1);
      const kept = journeys.get(journey);
      if (!kept) return;
      if (begun) count(kept.begun, slice);
      if (ended) count(kept[ended], slice);
      if (ms !== undefined) keep(kept.times, slice, ms);
      if (push !== undefined) keep(pushes, slice, push);
      if (own !== undefined) keep(ownOrders, slice, own);
    },
    series(): JournalSeries {
      const filled = <T>(list: readonly T[], none: () => T): T[] => range(slices).map((slice) => list[slice] ?? none());
      const counts = (list: readonly number[]): number[] => filled(list, () => 0);
      const times = (list: readonly number[][]): number[][] => filled(list, () => []);
      const entries = plan.journeys.map((planned) => {
        const kept = journeys.get(planned.name) as Kept;
        const asked = range(slices).map((slice) => askedIn(planned, slice * sliceSeconds, sliceSeconds));
        return [
          planned.name,
          { asked, begun: counts(kept.begun), done: counts(kept.done), failed: counts(kept.failed), times: times(kept.times) },
        ];
      });
      return { sliceSeconds, slices, journeys: Object.fromEntries(entries), pushes: times(pushes), ownOrders: times(ownOrders) };
    },
  };
}

/** Points of a slice at which the requested rate is read. */
const POINTS = 50;

/** Arrivals that the profile asks for in the seconds after `from`. */
const askedIn = (journey: PlannedJourney, from: number, seconds: number): number =>
  Math.round((mean(range(POINTS), (point) => journeysAskedAt(journey, from + ((point + 0.5) / POINTS) * seconds)) ?? 0) * seconds * 100) /
  100;

function count(list: number[], slice: number): void {
  list[slice] = (list[slice] ?? 0) + 1;
}

function keep(list: number[][], slice: number, ms: number): void {
  (list[slice] ??= []).push(ms);
}
