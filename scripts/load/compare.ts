import { measuresOf, type Measure, type Unit } from './measures.ts';
import { differenceOf } from './noise.ts';
import type { LoadResult } from './result-shape.ts';
import { boundOf, busyRemark, machineOf } from './words.ts';

export type Verdict = 'worse' | 'better' | 'same' | 'not judged';
export type Row = {
  of: string;
  name: string;
  unit: Unit;
  before: number | undefined;
  after: number | undefined;
  /** in which the difference lies; undefined: not judged */
  interval: { low: number; high: number } | undefined;
  verdict: Verdict;
  /** of `not judged` */
  why: string | undefined;
};
export type Comparison = {
  before: LoadResult;
  after: LoadResult;
  /** differences between the runs that may explain differences of their figures */
  warnings: string[];
  rows: Row[];
  /** bounds that are broken now and were not before: they held, or the run before has no such bound */
  broken: string[];
  margin: number;
};

/**
 * Probability of a wrong "worse", of all figures together. Draws from few blocks vary less than real runs do, so about one
 * of twenty comparisons of runs with the same behaviour names a figure.
 */
const ERROR = 0.02;
/** The smallest difference that the measurement shows: k6 measures in whole ms. */
const RESOLUTION: Record<Unit, number> = { ms: 1, share: 0, cores: 0.01, MB: 1, s: 0.01 };

/**
 * What got worse from one run to the next. A figure is worse if the whole interval of its difference lies above the margin.
 * @param margin share of the value before; a smaller difference does not matter
 */
export function compare(before: LoadResult, after: LoadResult, margin: number): Comparison {
  const was = new Map(measuresOf(before).map((measure) => [keyOf(measure), measure]));
  const is = new Map(measuresOf(after).map((measure) => [keyOf(measure), measure]));
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  const both = keys.filter((key) => was.get(key)?.tooFew === undefined && is.get(key)?.tooFew === undefined).length;
  // With many figures one of them is far off by chance, so the error is divided among them (Bonferroni).
  const rows = keys.map((key) => rowOf(was.get(key), is.get(key), { before, after, margin, error: ERROR / Math.max(1, both) }));
  const held = new Set(before.thresholds.filter(({ ok }) => ok).map(({ metric }) => metric));
  const known = new Set(before.thresholds.map(({ metric }) => metric));
  const broken = after.thresholds
    .filter(({ ok, metric }) => !ok && (held.has(metric) || !known.has(metric)))
    .map((bound) => {
      const { what, demand, measured } = boundOf(bound);
      return `${what}: ${measured} (${demand}${known.has(bound.metric) ? '' : '; the run before has no such bound'})`;
    });
  return { before, after, warnings: warningsOf(before, after), rows, broken, margin };
}

export const gotWorse = ({ rows, broken }: Comparison): boolean => broken.length > 0 || rows.some(({ verdict }) => verdict === 'worse');

const keyOf = ({ of, name }: Measure): string => `${of}\n${name}`;

type Runs = { before: LoadResult; after: LoadResult; margin: number; error: number };

function rowOf(was: Measure | undefined, is: Measure | undefined, { before, after, margin, error }: Runs): Row {
  const { of, name, unit } = (was ?? is) as Measure;
  const value = (measure: Measure | undefined, slices: number): number | undefined => measure?.statistic(new Uint8Array(slices).fill(1));
  const [first, second] = [before.series, after.series];
  const figures = { of, name, unit, before: value(was, first.slices), after: value(is, second.slices) };
  const why = was && is ? (was.tooFew ?? is.tooFew) : `not measured ${was ? 'after' : 'before'}`;
  if (!was || !is || why !== undefined || figures.before === undefined)
    return { ...figures, interval: undefined, verdict: 'not judged', why: why ?? 'not measured' };

  const together = first.sliceSeconds === second.sliceSeconds && before.askedSeconds === after.askedSeconds;
  // The last journeys may end a slice later in one run than in the other. A slice without measurements changes nothing.
  const slices = Math.max(first.slices, second.slices);
  const interval = differenceOf(
    { slices: together ? slices : first.slices, statistic: was.statistic },
    { slices: together ? slices : second.slices, statistic: is.statistic },
    { together, error },
  );
  const matters = Math.max(RESOLUTION[unit], margin * figures.before);
  const verdict = interval === undefined ? 'not judged' : interval.low > matters ? 'worse' : interval.high < -matters ? 'better' : 'same';
  return { ...figures, interval, verdict, why: interval ? undefined : 'too few measurements' };
}

function warningsOf(before: LoadResult, after: LoadResult): string[] {
  const mix = ({ journeys }: LoadResult): string => journeys.map(({ name }) => name).join(', ');
  const seconds = ({ askedSeconds }: LoadResult): string => `${askedSeconds} s`;
  const rate = ({ ratePerSecond }: LoadResult): string => `${ratePerSecond}/s`;
  const compared: [what: string, of: (result: LoadResult) => string][] = [
    ['profile', ({ profile }) => profile],
    ['rate', rate],
    ['duration', seconds],
    ['journeys', mix],
    ['way of failing', ({ tolerant }) => (tolerant ? 'failures tolerated' : 'strict')],
    ['shop', ({ shop }) => shop],
    ['machine', machineOf],
    ['version of k6', ({ k6 }) => k6],
  ];
  return [
    ...compared.flatMap(([what, of]) => (of(before) === of(after) ? [] : [`Different ${what}: ${of(before)}; ${of(after)}.`])),
    ...(
      [
        ['before', before],
        ['after', after],
      ] as const
    ).flatMap(([when, result]) => [
      ...(result.wasStopped || result.verdict === 'stopped' ? [`The run ${when} was stopped after ${result.seconds} s.`] : []),
      ...busyRemark(result).map((words) => `The run ${when}: ${words}`),
    ]),
  ];
}
