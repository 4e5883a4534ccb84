import { chartOf, type Chart } from './chart.ts';
import { percentiles } from './charts.ts';
import type { Comparison } from './compare.ts';
import { gotWorse } from './compare.ts';
import { cellsOf, HEAD, headline, method } from './compare-words.ts';
import { escape, list, pageWith, table } from './html.ts';
import { STYLE } from './page-style.ts';
import { ms } from './words.ts';

/** The comparison as one HTML file. */
export function comparisonPage(comparison: Comparison): string {
  const { word, rest } = headline(comparison);
  // Every row of the page names what it belongs to, because on a phone each is a block of its own.
  const rows = comparison.rows.map((row) => cellsOf([row])[0] ?? []).map(([of, name, ...figures]) => [`${of}, ${name}`, ...figures]);
  const content = `<header class="${gotWorse(comparison) ? 'broken' : 'held'}"><h1>${escape(word)}</h1><p>${escape(rest)}</p></header>
${list('Warning', comparison.warnings)}
${list('Newly broken bounds', comparison.broken)}
<h2>Figures</h2>
${table(['figure', ...HEAD.slice(2, -1), 'verdict'], rows)}
<p class="method">${escape(method(comparison))}</p>
<h2>Times over the run</h2>
<div class="charts">
${chartsOf(comparison)
  .map((chart, at) => chartOf(chart, `chart-${at + 1}`))
  .join('\n')}
</div>`;
  return pageWith(`${word}: ${comparison.before.profile} and ${comparison.after.profile}`, STYLE, content);
}

/** The 95th percentile of each journey in both runs, where both have slices of the same width. */
function chartsOf({ before, after }: Comparison): Chart[] {
  const { sliceSeconds } = before.series;
  if (sliceSeconds !== after.series.sliceSeconds) return [];
  const names = Object.keys(before.series.journeys).filter((name) => after.series.journeys[name] !== undefined);
  return names.map((name) => ({
    title: `${name}: p95`,
    unit: 'ms',
    format: ms,
    sliceSeconds,
    lines: (
      [
        ['before', before],
        ['after', after],
      ] as const
    ).map(([when, { series }]) => ({
      name: when,
      values: percentiles(series.journeys[name]?.times ?? [])[1]?.values ?? [],
    })),
  }));
}
