const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an element or a quoted attribute. */
export const escape = (value: unknown): string => String(value).replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);

export const hiddenFields = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');

/** A complete HTML page. `main` is trusted HTML. */
export function page(title: string, main: string, extraCss = ''): string {
  return `<!doctype html>
<html lang="zh-Hant-TW">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${CSS}${extraCss}</style>
<body>${main}</body>
</html>`;
}

const CSS = `
*{box-sizing:border-box}
:root{--ink:#1d2430;--soft:#5b6472;--line:#d9dee6;--ground:#f4f6f9;--accent:#14532d;--accent-ink:#fff;--warn:#9f1239}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,"Noto Sans TC","Noto Sans CJK TC","PingFang TC","Microsoft JhengHei",sans-serif}
h1{font-size:1.35rem;margin:0 0 .5rem;line-height:1.3}
h2{font-size:1.1rem;margin:2rem 0 .5rem}
p{margin:.25rem 0}
a{color:var(--accent)}
.soft{color:var(--soft);font-size:.875rem}
.card{background:#fff;border:1px solid var(--line);border-radius:12px;padding:1rem}
button,select,input{font:inherit;color:inherit;min-height:44px;border-radius:8px;border:1px solid var(--line);background:#fff;padding:.25rem .75rem}
button{cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}
button.warn{color:var(--warn);border-color:var(--warn)}
:focus-visible{outline:3px solid #2563eb;outline-offset:2px}
`;
