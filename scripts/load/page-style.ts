/** The style of the reports: light, dark, on a phone and on paper. */
export const STYLE = `
*{box-sizing:border-box}
:root{--ink:#1c2430;--soft:#5a6472;--line:#dde2ea;--ground:#f5f7fa;--paper:#fff;--good:#146c43;--bad:#b42318;--c0:#1769aa;--c1:#b24a00;--c2:#2e7d32;--c3:#8e24aa;--c4:#c2185b;--c5:#00798c;--c6:#6b5900;--c7:#4a5568;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf2;--soft:#a3adbb;--line:#333c49;--ground:#12161c;--paper:#1a2028;--good:#5fc795;--bad:#ff8a7a;--c0:#6fb7f2;--c1:#ffa45c;--c2:#7fd48a;--c3:#d59bf0;--c4:#ff8fb8;--c5:#4fd0e0;--c6:#dcc64f;--c7:#b9c4d4}}
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
td[data-name=timed],.stacks thead th:nth-child(9){text-align:left}
.bounds{list-style:none;padding:0;margin:0;background:var(--paper);border:1px solid var(--line);border-radius:.5rem}
.bounds li{display:grid;grid-template-columns:1.5rem 1fr auto;gap:.1rem .5rem;padding:.45rem .75rem;border-top:1px solid var(--line)}
.bounds li:first-child{border-top:0}
.bounds b{color:var(--good)}
.bounds .broken b,.bounds .broken .is{color:var(--bad)}
i{font-style:normal;color:var(--soft)}
.bar{grid-column:2/-1;height:4px;border-radius:2px;background:var(--line);overflow:hidden}
.bar span{display:block;height:100%;background:var(--good)}
.broken .bar span{background:var(--bad)}
ul:not(.bounds,.legend){padding-left:1.25rem;margin:0}
li{overflow-wrap:anywhere}
footer,.method{margin-top:2rem;color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:.75rem}
.chart{margin:0;min-width:0;background:var(--paper);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .75rem;break-inside:avoid}
figcaption{font-weight:600;font-size:.9rem;overflow-wrap:anywhere}
.chart>svg{display:block;width:100%;height:auto}
.chart text{fill:var(--soft);font:11px system-ui,sans-serif}
.value{text-anchor:end}
.time{text-anchor:middle}
.grid,.tick{stroke:var(--line);fill:none}
.line{fill:none;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
ul.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem .9rem;padding:0;margin:.35rem 0;font-size:.8rem;color:var(--ink)}
.legend li{display:flex;align-items:center;gap:.35rem}
.legend svg{width:28px;height:8px;flex:none}
details{font-size:.8rem}
summary{color:var(--soft);cursor:pointer;padding:.15rem 0}
.scroll{overflow:auto;max-height:20rem}
.scroll table{font-size:.8rem}
.scroll th,.scroll td{padding:.2rem .5rem;white-space:nowrap}
.scroll thead th{position:sticky;top:0;background:var(--paper)}
:focus-visible{outline:2px solid var(--c0);outline-offset:2px}
@media(max-width:640px){
main{padding:1rem .75rem 2rem}
.facts{grid-template-columns:1fr 1fr}
table.stacks thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stacks,.stacks tbody,.stacks tr,.stacks th,.stacks td{display:block}
.stacks tbody tr{display:grid;grid-template-columns:repeat(4,1fr);padding:.5rem .75rem;border-top:1px solid var(--line);gap:.25rem .5rem}
.stacks tbody tr:first-child{border-top:0}
.stacks tbody th,.stacks tbody th.part,.stacks td{border:0;padding:0;text-align:left}
.stacks tbody th,td[data-name=timed]{grid-column:1/-1}
td[data-name=timed]{color:var(--soft);font-size:.85rem}
.stacks td:not([data-name=timed])::before{content:attr(data-name);display:block;color:var(--soft);font-size:.75rem}
.bounds li{grid-template-columns:1.5rem 1fr}
.bounds .is{grid-column:2}
}
@media print{
:root{--ink:#000;--soft:#444;--line:#ccc;--ground:#fff;--paper:#fff;--good:#146c43;--bad:#b42318;--c0:#1769aa;--c1:#b24a00;--c2:#2e7d32;--c3:#8e24aa;--c4:#c2185b;--c5:#00798c;--c6:#6b5900;--c7:#4a5568;color-scheme:light}
body{font-size:11pt}
main{max-width:none;padding:0}
h2{break-after:avoid}
.charts{grid-template-columns:1fr 1fr}
details{display:none}
tr,.bounds li{break-inside:avoid}
}
`;
