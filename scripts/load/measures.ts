import { sum } from 'd3-array';
import { meanOf, percentileOf, shareOf, type Statistic } from './noise.ts';
import { WHOLE_MACHINE } from './processes.ts';
import type { LoadResult } from './result-shape.ts';

export type Unit = 'ms' | 'share' | 'cores' | 'MB' | 's';

/** A figure of a run; the lower, the better. */
export type Measure = {
  /** the journey, the process, or what else it belongs to */
  of: string;
  name: string;
  unit: Unit;
  statistic: Statistic;
  /** slices with a measurement */
  measured: number;
  /** why the figure says nothing; undefined: it does */
  tooFew: string | undefined;
};

/** Slices that an interval needs, and measurements beyond a percentile. */
const LEAST = { slices: 8, beyond: 5 };

/** The figures by which two runs are compared. */
export function measuresOf({ series }: LoadResult): Measure[] {
  const { journeys, pushes, ownOrders, processes, lag } = series;
  return [
    ...Object.entries(journeys).flatMap(([name, { asked, begun, done, failed, times }]) => {
      const ended = done.map((some, slice) => some + (failed[slice] ?? 0));
      const missing = asked.map((some, slice) => Math.max(0, some - (begun[slice] ?? 0)));
      return [
        ...percentiles(name, times),
        share(name, 'failed', failed, ended),
        // An arrival between two slices is counted in one and asked for in both, so only whole missing arrivals count.
        share(name, 'not begun', missing.map(Math.floor), asked),
      ];
    }),
    ...percentiles('event to follower', pushes),
    ...percentiles('order to its look-up', ownOrders),
    ...processes
      .filter(({ name }) => name !== WHOLE_MACHINE)
      .flatMap(({ name, cores, residentMb, heapMb, loopDelayMs }) => [
        mean(name, 'processor time', 'cores', cores),
        mean(name, 'memory, resident', 'MB', residentMb),
        mean(name, 'heap in use', 'MB', heapMb),
        mean(name, 'delay of the event loop', 'ms', loopDelayMs),
      ]),
    mean('read models', 'age of the oldest missing event', 's', lag.oldestSeconds),
  ].filter(({ measured }) => measured > 0);
}

const fewSlices = (measured: number): string | undefined =>
  measured < LEAST.slices ? `measured in ${measured} of the ${LEAST.slices} slices of time that are needed` : undefined;

function percentiles(of: string, times: readonly (readonly number[])[]): Measure[] {
  const measured = times.filter((some) => some.length > 0).length;
  const count = sum(times, (some) => some.length);
  return (
    [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const
  ).map(([name, part]) => {
    const needed = Math.round(LEAST.beyond / (1 - part));
    const tooFew = fewSlices(measured) ?? (count < needed ? `${count} measurements, ${needed} are needed` : undefined);
    return { of, name, unit: 'ms', statistic: percentileOf(times, part), measured, tooFew };
  });
}

function share(of: string, name: string, parts: readonly number[], wholes: readonly number[]): Measure {
  const measured = wholes.filter((whole) => whole > 0).length;
  return { of, name, unit: 'share', statistic: shareOf(parts, wholes), measured, tooFew: fewSlices(measured) };
}

function mean(of: string, name: string, unit: Unit, values: readonly (number | null)[]): Measure {
  const measured = values.filter((value) => value !== null).length;
  return { of, name, unit, statistic: meanOf(values), measured, tooFew: fewSlices(measured) };
}
