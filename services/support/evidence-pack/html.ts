import { escapeHtml } from '@nordhaut/platform/http';
import type { Field } from '../orders/state-fields.ts';

// Text of people and providers is in the page, so all of it is escaped.
export const section = (title: string, ...parts: string[]): string =>
  `<section><h2>${escapeHtml(title)}</h2>\n${parts.join('\n')}</section>`;
export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
export const fieldList = (fields: readonly Field[]): string =>
  `<dl>${fields.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('\n')}</tbody></table>`;

/** A page without scripts that loads nothing. */
export const page = (title: string, body: readonly string[]): string => `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color:#222}
section{border-top:1px solid #bbb;margin-top:1.5rem}h2{font-size:1.2rem}table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid #ddd;padding:.25rem .5rem .25rem 0;text-align:start;vertical-align:top;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(8rem,1fr) 3fr;gap:0 1rem}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body.join('\n')}</body></html>
`;
