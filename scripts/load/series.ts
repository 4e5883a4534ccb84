import { cumsum, max } from 'd3-array';
import * as z from 'zod';

const Counts = z.array(z.number().nonnegative());
const Times = z.array(z.array(z.number().nonnegative()));
const Samples = z.array(z.nullable(z.number()));

/**
 * A run over time, in slices of equal width that begin with the first arrival. Every list has an entry for each slice. A
 * measurement stands in the slice in which it was made. Times are the single measurements in ms, not a summary, because the
 * percentile of several slices cannot be computed from the percentiles of each.
 */
export const Series = z.object({
  sliceSeconds: z.number().positive(),
  slices: z.int().nonnegative(),
  journeys: z.record(
    z.string(),
    z.object({
      /** arrivals that the profile asks for; a part of an arrival may be in a slice */
      asked: Counts,
      begun: Counts,
      done: Counts,
      failed: Counts,
      /** of the timed part */
      times: Times,
    }),
  ),
  /** event to follower */
  pushes: Times,
  /** order to its look-up */
  ownOrders: Times,
  /** of the read model that is furthest behind; null: not measured */
  lag: z.object({ oldestSeconds: Samples, eventsBehind: Samples }),
  /** null: not measured */
  processes: z.array(
    z.object({
      name: z.string(),
      /** processor time per second */
      cores: Samples,
      residentMb: Samples,
      /** used heap; of programs that run on Node only */
      heapMb: Samples,
      /** 99th percentile of the event loop's delay, ms; the same */
      loopDelayMs: Samples,
    }),
  ),
});
export type Series = z.infer<typeof Series>;

/** seconds */
const WIDTHS = [2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600];
const MOST_SLICES = 60;

/** The width of the slices of a run, in seconds. */
export const sliceSecondsFor = (seconds: number): number =>
  WIDTHS.find((width) => seconds / width <= MOST_SLICES) ?? Math.ceil(seconds / MOST_SLICES);

/** Shoppers that are under way at the end of each slice. */
export function underWay({ begun, done, failed }: Series['journeys'][string]): number[] {
  return Array.from(cumsum(begun.map((some, slice) => some - (done[slice] ?? 0) - (failed[slice] ?? 0))));
}

/** The highest of the measured values; undefined: none. */
export const peak = (values: readonly (number | null)[]): number | undefined => max(values, (value) => value ?? undefined);
