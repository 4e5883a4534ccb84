import { chartOf } from './chart.ts';
import { sectionsOf } from './charts.ts';
import { escape, list, pageWith, table } from './html.ts';
import { STYLE } from './page-style.ts';
import type { LoadResult } from './result-shape.ts';
import { CALL_HEADINGS, callRows, latencies, pushes } from './table.ts';
import { boundOf, count, machineOf, rate, remarksOf, time, verdictOf, type Bound } from './words.ts';

/** The result as one HTML file. */
export function pageOf(result: LoadResult): string {
  const { word, rest } = verdictOf(result);
  const bounds = result.thresholds.map(boundOf);
  const held = bounds.every(({ ok }) => ok) && result.verdict !== 'stopped';
  const remarks = remarksOf(result);
  const calls = callRows(result);
  let charts = 0;
  const content = `<header class="${held ? 'held' : 'broken'}"><h1>${escape(word)}</h1><p>${escape(rest)}</p></header>
<dl class="facts">
${facts(result)
  .map(([name, value]) => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`)
  .join('\n')}
</dl>
<h2>Journeys</h2>
${table(
  ['journey', 'at most', 'done', 'failed', 'dropped', 'p50', 'p95', 'p99', 'timed'],
  result.journeys.map(({ name, ratePerSecond, done, failed, dropped, time: figure, timed }) => [
    name,
    rate(ratePerSecond),
    count(done),
    count(failed),
    count(dropped),
    ...[figure.p50, figure.p95, figure.p99].map((value) => time(figure, value)),
    timed,
  ]),
)}
<h2>Latency</h2>
${table(
  ['', 'measured', 'p50', 'p95', 'p99', 'max'],
  latencies(result).map(([name, figure]) => [
    name,
    count(figure.count),
    ...[figure.p50, figure.p95, figure.p99, figure.max].map((value) => time(figure, value)),
  ]),
)}
${calls.length === 0 ? '' : `<h2>Calls</h2>\n${table(CALL_HEADINGS, calls)}`}
<h2>Bounds</h2>
<ul class="bounds">
${bounds.map(boundItem).join('\n')}
</ul>
${list(
  'Problems',
  result.problems.map(({ problem, count: often }) => `${count(often)} × ${problem}`),
)}
${list('Note', remarks)}
${sectionsOf(result)
  .map(
    ({ title, charts: some }) =>
      `<h2>${escape(title)}</h2>\n<div class="charts">\n${some.map((chart) => chartOf(chart, `chart-${++charts}`)).join('\n')}\n</div>`,
  )
  .join('\n')}
<footer>${escape(`k6 ${result.k6}, begun ${result.startedAt}, on ${machineOf(result)}. The shop: ${result.shop}. All figures: result.json; order numbers: ${fileName(result.ordersFile)}.`)}</footer>`;
  return pageWith(`${word}: ${result.profile}, ${result.startedAt}`, STYLE, content);
}

const facts = (result: LoadResult): [name: string, value: string][] => [
  ['orders placed', count(result.ordersPlaced)],
  ['checkouts failed', `${count(result.checkoutsFailed)} of ${count(result.checkouts)}`],
  ['requests', count(result.requests)],
  ['requests failed', count(result.requestsFailed)],
  ['repeated calls', count(result.callsRepeated)],
  ['journeys not begun', count(result.journeysDropped)],
  ['shoppers at once', count(result.vus)],
  ['longest push', time(result.pushLatency, result.pushLatency.max)],
  ['statuses pushed', pushes(result)],
];

function boundItem({ what, demand, measured, ok, used }: Bound): string {
  const bar = used === undefined ? '' : `<span class="bar"><span style="width:${Math.min(100, used * 100).toFixed(1)}%"></span></span>`;
  return `<li class="${ok ? 'held' : 'broken'}"><b>${ok ? '✓' : '✗'}</b><span class="what">${escape(what)}</span><span class="is">${escape(measured)} <i>(${escape(demand)})</i></span>${bar}</li>`;
}

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
