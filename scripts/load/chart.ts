import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { escape, table } from './html.ts';

/** One value for each slice; null: not measured */
export type Line = { name: string; values: readonly (number | null)[] };
export type Chart = {
  title: string;
  /** of the values */
  unit: string;
  /** a value with its unit, for the legend and the table */
  format: (value: number) => string;
  sliceSeconds: number;
  lines: readonly Line[];
};

/** In the units of the drawing, which is as wide as a phone, so that its texts stay readable there. */
const WIDTH = 360;
const HEIGHT = 190;
const EDGE = { left: 46, right: 8, top: 22, bottom: 34 };

/** The lines differ in colour and in dashes. */
const COLOURS = 8;
const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '4 2', '1 4'];
const lookOf = (at: number): string => `stroke:var(--c${at % COLOURS});stroke-dasharray:${DASHES[at % DASHES.length]}`;

/** Seconds in the unit in which a run is told. */
function unitOf(seconds: number): { name: string; seconds: number } {
  if (seconds <= 180) return { name: 's', seconds: 1 };
  return seconds <= 3 * 3_600 ? { name: 'min', seconds: 60 } : { name: 'h', seconds: 3_600 };
}

const numberOf = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/**
 * A chart of lines over the run as inline SVG, with a legend in words and the same figures as a table. Both axes begin at 0.
 * @param id unique in the page
 */
export function chartOf(chart: Chart, id: string): string {
  const { title, unit, lines, sliceSeconds, format } = chart;
  const slices = max(lines, ({ values }) => values.length) ?? 0;
  const time = unitOf(slices * sliceSeconds);
  const x = scaleLinear([0, (slices * sliceSeconds) / time.seconds], [EDGE.left, WIDTH - EDGE.right]);
  const y = scaleLinear([0, max(lines, ({ values }) => max(values, (value) => value ?? 0)) || 1], [HEIGHT - EDGE.bottom, EDGE.top]).nice(4);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, slice) => x(((slice + 0.5) * sliceSeconds) / time.seconds))
    .y((value) => y(value ?? 0))
    .digits(1);
  // A value between two gaps has no line.
  const dotsOf = (values: Line['values'], at: number): string =>
    values
      .map((value, slice) =>
        value === null || (values[slice - 1] ?? null) !== null || (values[slice + 1] ?? null) !== null
          ? ''
          : `<circle r="1.8" cx="${x(((slice + 0.5) * sliceSeconds) / time.seconds).toFixed(1)}" cy="${y(value).toFixed(1)}" style="fill:var(--c${at % COLOURS})"/>`,
      )
      .join('');
  const inWords = lines.map(({ name, values }) => ({ name, most: max(values, (value) => value ?? undefined) }));
  const most = (value: number | undefined): string => (value === undefined ? 'not measured' : `at most ${format(value)}`);
  return `<figure class="chart">
<figcaption>${escape(title)}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${escape(title)}</title>
<desc id="${id}-desc">${escape(`Over ${numberOf.format((slices * sliceSeconds) / time.seconds)} ${time.name}: ${inWords.map(({ name, most: value }) => `${name} ${most(value)}`).join(', ')}. The table has all values.`)}</desc>
${y
  .ticks(4)
  .map(
    (tick) =>
      `<path class="grid" d="M${EDGE.left},${y(tick)}H${WIDTH - EDGE.right}"/><text x="${EDGE.left - 6}" y="${y(tick) + 4}" class="value">${numberOf.format(tick)}</text>`,
  )
  .join('\n')}
<text x="1" y="${EDGE.top - 9}">${escape(unit)}</text>
${x
  .ticks(6)
  .map(
    (tick) =>
      `<path class="tick" d="M${x(tick).toFixed(1)},${HEIGHT - EDGE.bottom}v4"/><text x="${x(tick).toFixed(1)}" y="${HEIGHT - EDGE.bottom + 16}" class="time">${numberOf.format(tick)}</text>`,
  )
  .join('\n')}
<text x="${WIDTH - EDGE.right}" y="${HEIGHT - 3}" class="value">${time.name} since the first arrival</text>
${lines.map(({ values }, at) => `<path class="line" style="${lookOf(at)}" d="${path([...values]) ?? ''}"/>${dotsOf(values, at)}`).join('\n')}
</svg>
<ul class="legend">${inWords
    .map(
      ({ name, most: value }, at) =>
        `<li><svg viewBox="0 0 28 8" aria-hidden="true"><path class="line" style="${lookOf(at)}" d="M2,4H26"/></svg><span>${escape(name)}, ${escape(most(value))}</span></li>`,
    )
    .join('')}</ul>
<details><summary>Table</summary><div class="scroll" tabindex="0" role="region" aria-label="${escape(title)}">${twinOf(chart, time, slices)}</div></details>
</figure>`;
}

/** The table with the figures of a chart. */
function twinOf({ lines, sliceSeconds, format }: Chart, time: { name: string; seconds: number }, slices: number): string {
  const since = (slice: number): string => numberOf.format((slice * sliceSeconds) / time.seconds);
  const rows = Array.from({ length: slices }, (_, slice) => [
    `${since(slice)}–${since(slice + 1)} ${time.name}`,
    ...lines.map(({ values }) => {
      const value = values[slice] ?? null;
      return value === null ? '–' : format(value);
    }),
  ]);
  return table(['time', ...lines.map(({ name }) => name)], rows, { stacks: false });
}
