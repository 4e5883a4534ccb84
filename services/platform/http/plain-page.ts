import { messages } from './messages.ts';

/** Text for an element or an attribute of a page. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? char);

/** The colours and the type of `web/app/styles/theme.css`. A policy without a nonce allows styles in attributes alone. */
const SERIF = "'Noto Serif TC','Noto Serif CJK TC','Songti TC','PMingLiU',serif";
const SANS = "system-ui,-apple-system,'PingFang TC','Noto Sans TC','Noto Sans CJK TC','Microsoft JhengHei',sans-serif";
const STYLES = {
  body: `margin:0;min-height:100vh;box-sizing:border-box;display:grid;place-content:center;grid-template-columns:minmax(0,30rem);padding:24px;background:#f5f7f6;color:#14211d;font:16px/1.75 ${SANS};letter-spacing:.02em;overflow-wrap:anywhere`,
  card: 'padding:32px 24px;border:1px solid #d5dcd8;border-radius:12px;background:#fff',
  heading: `margin:0 0 8px;font:600 24px/1.35 ${SERIF};text-wrap:balance`,
  text: 'margin:0 0 8px;color:#46544e',
  ways: 'display:flex;flex-wrap:wrap;align-items:center;gap:8px 24px;margin:24px 0 0',
  way: 'display:inline-flex;align-items:center;box-sizing:border-box;min-height:48px;padding:8px 24px;border-radius:6px;background:#0f4c3a;color:#fff;font-weight:600;text-decoration:none',
  home: 'display:inline-flex;align-items:center;min-height:48px;color:#0f4c3a;text-underline-offset:.2em',
} as const;

/** `texts`: paragraphs; a line break stays one. `way`: the page to go on to; beside it stands the way home. */
export type PlainPage = {
  title: string;
  texts: readonly string[];
  way: { path: string; text: string };
  script?: { nonce: string; code: string };
};

/** The way on where no nearer page is known. */
export const WAY_HOME = { path: '/', text: messages.home };

/** A page that needs nothing of the web app and no other file. */
export function plainPage({ title, texts, way, script }: PlainPage): string {
  const paragraphs = texts.map((text) => `<p style="${STYLES.text}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`);
  const home = way.path === '/' ? '' : `\n<a href="/" style="${STYLES.home}">${messages.home}</a>`;
  return `<!doctype html>
<html lang="zh-Hant-TW">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="${STYLES.body}">
<main style="${STYLES.card}">
<h1 style="${STYLES.heading}">${escapeHtml(title)}</h1>
${paragraphs.join('\n')}
<p style="${STYLES.ways}">
<a href="${escapeHtml(way.path)}" style="${STYLES.way}">${escapeHtml(way.text)}</a>${home}
</p>
</main>${script ? `\n<script nonce="${escapeHtml(script.nonce)}">${script.code}</script>` : ''}
</body>
</html>
`;
}
