import { ascending, quantileSorted } from 'd3-array';
import { randomLcg, randomUniform } from 'd3-random';

/** How often each slice of a run counts. */
export type Weights = ArrayLike<number>;
/** A figure of a run whose slices count as often as the weights say; undefined: no measurement in them. */
export type Statistic = (weights: Weights) => number | undefined;

/** A percentile of the measurements in all slices, by the nearest rank. */
export function percentileOf(slices: readonly (readonly number[])[], share: number): Statistic {
  const all = slices.flatMap((values, slice) => values.map((value) => ({ value, slice }))).sort((a, b) => ascending(a.value, b.value));
  // Typed arrays, because every draw goes through them.
  const values = Float64Array.from(all, ({ value }) => value);
  const sliceOf = Uint32Array.from(all, ({ slice }) => slice);
  const counted = weighed(slices.map(({ length }) => length));
  return (weights) => {
    let left = share * counted(weights);
    if (left === 0) return undefined;
    let at = 0;
    for (; at < values.length - 1; at++) {
      left -= weights[sliceOf[at] ?? 0] ?? 0;
      if (left <= 0) break;
    }
    return values[at];
  };
}

/** The mean of one value for each slice. */
export const meanOf = (values: readonly (number | null)[]): Statistic =>
  shareOf(
    values.map((value) => value ?? 0),
    values.map((value) => Number(value !== null)),
  );

/** The sum of one list divided by the sum of another. */
export function shareOf(parts: readonly number[], wholes: readonly number[]): Statistic {
  const [part, whole] = [weighed(parts), weighed(wholes)];
  return (weights) => {
    const total = whole(weights);
    return total === 0 ? undefined : part(weights) / total;
  };
}

/** The weighted sum of a list, in a plain loop over numbers, because every draw needs it for every figure. */
function weighed(list: readonly number[]): (weights: Weights) => number {
  const values = Float64Array.from(list);
  return (weights) => {
    let total = 0;
    for (let slice = 0; slice < values.length; slice++) total += (values[slice] ?? 0) * (weights[slice] ?? 0);
    return total;
  };
}

/** Draws for one interval. */
export const DRAWS = 8_000;
/** Any number: the same two results always give the same answer. */
const SEED = 0.2026;

/**
 * The interval in which the difference of a figure between two runs lies, as far as the runs themselves show it: a block
 * bootstrap over time. Each draw takes blocks of neighbouring slices at random until it has as many slices as the run, and
 * computes the difference of the figure in them. Blocks, because neighbouring slices resemble each other; their length is the
 * cube root of the number of slices. Runs with the same slices are drawn together, so that a difference between parts of a
 * run, such as the steps of a profile, does not count as noise.
 * @param error probability that the difference lies beyond one end of the interval
 */
export function differenceOf(
  before: { slices: number; statistic: Statistic },
  after: { slices: number; statistic: Statistic },
  { together, error }: { together: boolean; error: number },
): { low: number; high: number } | undefined {
  const differences: number[] = [];
  for (const [first, second] of drawsOf(before.slices, after.slices, together)) {
    const [was, is] = [before.statistic(first), after.statistic(second)];
    if (was !== undefined && is !== undefined) differences.push(is - was);
  }
  differences.sort(ascending);
  const [low, high] = [quantileSorted(differences, error), quantileSorted(differences, 1 - error)];
  return low === undefined || high === undefined ? undefined : { low, high };
}

type Drawn = readonly (readonly [before: Weights, after: Weights])[];
let last: { key: string; drawn: Drawn } | undefined;

/** The draws depend on the numbers of slices only, so all figures of a comparison have the same ones. Most of the time goes into them. */
function drawsOf(before: number, after: number, together: boolean): Drawn {
  const key = `${before} ${after} ${together}`;
  if (last?.key === key) return last.drawn;
  const uniform = randomUniform.source(randomLcg(SEED))(0, 1);
  const drawn = Array.from({ length: DRAWS }, () => {
    const first = draw(before, uniform);
    return [first, together ? first : draw(after, uniform)] as const;
  });
  last = { key, drawn };
  return drawn;
}

function draw(slices: number, uniform: () => number): Weights {
  const weights = new Uint16Array(slices);
  const block = Math.max(1, Math.round(Math.cbrt(slices)));
  for (let drawn = 0; drawn < slices; ) {
    const from = Math.floor(uniform() * slices);
    for (let next = 0; next < block && drawn < slices; next++, drawn++) {
      const slice = (from + next) % slices;
      weights[slice] = (weights[slice] ?? 0) + 1;
    }
  }
  return weights;
}
