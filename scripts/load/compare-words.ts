import type { Comparison, Row } from './compare.ts';
import { gotWorse } from './compare.ts';
import type { Unit } from './measures.ts';
import { DRAWS } from './noise.ts';
import { columns, section } from './table.ts';

const formats: Record<Unit, (value: number) => string> = {
  ms: (value) => `${digits(Math.abs(value) < 100 ? 1 : 0, value)} ms`,
  share: (value) => `${digits(2, value * 100)} %`,
  cores: (value) => `${digits(2, value)} cores`,
  MB: (value) => `${digits(0, value)} MB`,
  s: (value) => `${digits(2, value)} s`,
};
const digits = (most: number, value: number): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: most, signDisplay: 'negative' }).format(value);

const value = (unit: Unit, of: number | undefined): string => (of === undefined ? '–' : formats[unit](of));
const signed = (unit: Unit, of: number): string => (of > 0 ? `+${formats[unit](of)}` : formats[unit](of).replace('-', '−'));

export const HEAD = ['', 'measure', 'before', 'after', 'difference', 'lies in', ''] as const;

/** A row in words; the first column is empty where the row before has the same. */
export function cellsOf(rows: readonly Row[]): string[][] {
  return rows.map(({ of, name, unit, before, after, interval, verdict, why }, at) => [
    rows[at - 1]?.of === of ? '' : of,
    name,
    value(unit, before),
    value(unit, after),
    before === undefined || after === undefined ? '–' : signed(unit, after - before),
    interval === undefined ? '–' : `${signed(unit, interval.low)} to ${signed(unit, interval.high)}`,
    verdict === 'not judged' ? `not judged: ${why}` : verdict,
  ]);
}

/** The first word of a comparison, and its description. */
export function headline(comparison: Comparison): { word: string; rest: string } {
  const { rows, broken, before, after } = comparison;
  const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  const runs = `${before.profile} of ${before.startedAt} and ${after.profile} of ${after.startedAt}`;
  const words = [
    `${count('worse')} of ${rows.length} figures got worse, ${count('better')} better, ${count('not judged')} not judged`,
    ...(broken.length > 0 ? [`${broken.length} bounds newly broken`] : []),
  ];
  return { word: gotWorse(comparison) ? 'WORSE' : 'NOT WORSE', rest: `${words.join('; ')}: ${runs}` };
}

/** How the comparison judges, in one paragraph. */
export const method = ({ margin }: Comparison): string =>
  `A figure is worse or better if the whole interval in which its difference lies ("lies in") is beyond ${digits(1, margin * 100)} % of its value before. The intervals come from ${digits(0, DRAWS)} random draws of blocks of time of both runs. They are so wide that about one of twenty comparisons of a shop that behaves the same names a figure. They know only what varied within the runs: what differs from run to run, such as other programs on the machine, shows when the run before is repeated and compared with itself.`;

/** The comparison as text for a terminal. */
export function comparisonText(comparison: Comparison): string {
  const { word, rest } = headline(comparison);
  const worse = comparison.rows.filter(({ verdict }) => verdict === 'worse');
  return [
    `${word}  ${rest}`,
    ...section('Warning', comparison.warnings),
    '',
    columns([[...HEAD], ...cellsOf(comparison.rows)], [0, 1, 6]),
    ...section(
      'Got worse',
      worse.map(({ of, name, unit, before, after }) => `${of}, ${name}: ${value(unit, before)} → ${value(unit, after)}`),
    ),
    ...section('Newly broken bounds', comparison.broken),
    '',
    method(comparison),
  ].join('\n');
}
