import type { LoadResult } from './result.ts';
import { latencies, pushes } from './table.ts';
import { boundOf, count, rate, remarksOf, time, verdictOf, type Bound } from './words.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** The result as one HTML file that loads nothing, so it can be sent and archived. */
export function pageOf(result: LoadResult): string {
  const { word, rest } = verdictOf(result);
  const bounds = result.thresholds.map(boundOf);
  const held = bounds.every(({ ok }) => ok) && result.verdict !== 'stopped';
  const remarks = remarksOf(result);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(`${word}: ${result.profile}, ${result.startedAt}`)}</title>
<link rel="icon" href="data:,">
<style>${CSS}</style>
<main>
<header class="${held ? 'held' : 'broken'}"><h1>${escape(word)}</h1><p>${escape(rest)}</p></header>
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
<h2>Bounds</h2>
<ul class="bounds">
${bounds.map(boundItem).join('\n')}
</ul>
${list(
  'Problems',
  result.problems.map(({ problem, count: often }) => `${count(often)} × ${problem}`),
)}
${list('Note', remarks)}
<footer>${escape(`k6 ${result.k6}, begun ${result.startedAt}. All figures: result.json; order numbers: ${fileName(result.ordersFile)}.`)}</footer>
</main>
</html>
`;
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string =>
    row
      .map((cell, at) =>
        at === 0
          ? `<th scope="row"${cell.startsWith(' ') ? ' class="part"' : ''}>${escape(cell.trim())}</th>`
          : `<td data-name="${escape(head[at] ?? '')}">${escape(cell)}</td>`,
      )
      .join('');
  return `<table>
<thead><tr>${head.map((name) => `<th scope="col">${escape(name)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}
</tbody>
</table>`;
}

function boundItem({ what, demand, measured, ok, used }: Bound): string {
  const bar = used === undefined ? '' : `<span class="bar"><span style="width:${Math.min(100, used * 100).toFixed(1)}%"></span></span>`;
  return `<li class="${ok ? 'held' : 'broken'}"><b>${ok ? '✓' : '✗'}</b><span class="what">${escape(what)}</span><span class="is">${escape(measured)} <i>(${escape(demand)})</i></span>${bar}</li>`;
}

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<h2>${escape(title)}</h2>\n<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`;

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

const CSS = `
*{box-sizing:border-box}
:root{--ink:#1c2430;--soft:#5a6472;--line:#dde2ea;--ground:#f5f7fa;--paper:#fff;--good:#146c43;--bad:#b42318;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf2;--soft:#a3adbb;--line:#333c49;--ground:#12161c;--paper:#1a2028;--good:#5fc795;--bad:#ff8a7a}}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:68rem;margin:0 auto;padding:2rem 1.25rem 3rem}
header{background:var(--paper);border:1px solid var(--line);border-left:.5rem solid var(--good);border-radius:.5rem;padding:1rem 1.25rem}
header.broken{border-left-color:var(--bad)}
h1{margin:0;font-size:1.75rem;line-height:1.2;color:var(--good)}
.broken h1{color:var(--bad)}
header p{margin:.25rem 0 0;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:2rem 0 .5rem}
.facts{display:grid;grid-template-columns:repeat(4,1fr);gap:.75rem;margin:1rem 0 0}
.facts div{background:var(--paper);border:1px solid var(--line);border-radius:.5rem;padding:.5rem .75rem}
.facts div:last-child{grid-column:1/-1}
dt{color:var(--soft);font-size:.85rem}
dd{margin:0;font-weight:600}
table{width:100%;border-collapse:collapse;background:var(--paper);border:1px solid var(--line);border-radius:.5rem}
th,td{padding:.45rem .75rem;text-align:right;border-top:1px solid var(--line);font-weight:400}
thead th{border-top:0;color:var(--soft);font-size:.85rem}
th:first-child{text-align:left}
tbody th{font-weight:600}
tbody th.part{font-weight:400;padding-left:1.75rem}
td[data-name=timed],thead th:nth-child(9){text-align:left}
.bounds{list-style:none;padding:0;margin:0;background:var(--paper);border:1px solid var(--line);border-radius:.5rem}
.bounds li{display:grid;grid-template-columns:1.5rem 1fr auto;gap:.1rem .5rem;padding:.45rem .75rem;border-top:1px solid var(--line)}
.bounds li:first-child{border-top:0}
.bounds b{color:var(--good)}
.bounds .broken b,.bounds .broken .is{color:var(--bad)}
i{font-style:normal;color:var(--soft)}
.bar{grid-column:2/-1;height:4px;border-radius:2px;background:var(--line);overflow:hidden}
.bar span{display:block;height:100%;background:var(--good)}
.broken .bar span{background:var(--bad)}
ul:not(.bounds){padding-left:1.25rem;margin:0}
li{overflow-wrap:anywhere}
footer{margin-top:2rem;color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}
@media(max-width:640px){
main{padding:1rem .75rem 2rem}
.facts{grid-template-columns:1fr 1fr}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,th,td{display:block}
tbody tr{display:grid;grid-template-columns:repeat(4,1fr);padding:.5rem .75rem;border-top:1px solid var(--line);gap:.25rem .5rem}
tbody tr:first-child{border-top:0}
tbody th,tbody th.part,td{border:0;padding:0;text-align:left}
tbody th,td[data-name=timed]{grid-column:1/-1}
td[data-name=timed]{color:var(--soft);font-size:.85rem}
td:not([data-name=timed])::before{content:attr(data-name);display:block;color:var(--soft);font-size:.75rem}
.bounds li{grid-template-columns:1.5rem 1fr}
.bounds .is{grid-column:2}
}
`;
