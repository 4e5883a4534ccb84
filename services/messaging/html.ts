import { escapeHtml as escapeForPage } from '@nordhaut/platform/http';
import type { Block, Sender, Values } from './template.ts';

/**
 * The shop's look for mail clients: tables and inline styles, no images, no fonts from elsewhere. The colours are those of
 * `web/app/styles/tokens.css`. A client with a dark mode uses the second colours; one that inverts by itself finds enough
 * contrast in both.
 */
const COLOURS = {
  paper: '#f5f7f6',
  surface: '#ffffff',
  sunken: '#e9eeec',
  ink: '#14211d',
  soft: '#46544e',
  line: '#d5dcd8',
  brand: '#0f4c3a',
} as const;
const SANS = "system-ui,-apple-system,'PingFang TC','Noto Sans TC','Noto Sans CJK TC','Microsoft JhengHei',sans-serif";
const SERIF = "'Noto Serif TC','Noto Serif CJK TC','Songti TC',serif";
const MONO = "ui-monospace,Menlo,Consolas,'Noto Sans Mono CJK TC',monospace";

/** No heading and no paragraph ends with one character in its last line, where the client can avoid it. */
const BREAKS = 'h1{text-wrap:balance}p{text-wrap:pretty}';
const NARROW = '@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}.wide{width:100%!important}}';
const DARK = `@media (prefers-color-scheme:dark){.paper{background:#101815!important}.card{background:#1a2420!important;border-color:#33423b!important}.sunken{background:#24312b!important}.ink{color:#eef3f0!important}.soft{color:#b5c3bc!important}.rule{border-color:#33423b!important}.brand{color:#8fd3b6!important}.button{background:#8fd3b6!important}.button a{color:#0b1f18!important}}`;

/** Two braces would be a variable for the provider. */
export const escapeHtml = (text: string): string => escapeForPage(text).replaceAll('{', '&#123;').replaceAll('}', '&#125;');

const lined = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** Only own pages and the carriers' pages: nothing that a client would run. */
const href = (link: string): string => (/^https?:\/\//.test(link) ? escapeHtml(link) : '#');

export type Parts = { subject: string; preview: string; blocks: readonly Block[]; values: Values; sender: Sender };

export function htmlOf({ subject, preview, blocks, values, sender }: Parts): string {
  const body = blocks.map((block) => row(blockHtml(block, values))).join('\n');
  return `<!doctype html>
<html lang="zh-Hant-TW">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}${BREAKS}${NARROW}${DARK}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${COLOURS.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${COLOURS.paper}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="wide" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td class="pad" style="padding:0 32px 16px"><a class="brand" href="${href(sender.shopUrl)}" style="font-family:${SERIF};font-size:22px;line-height:32px;font-weight:600;letter-spacing:0.04em;color:${COLOURS.brand};text-decoration:none">${escapeHtml(sender.brand)}</a></td></tr>
<tr><td>
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${COLOURS.surface};border:1px solid ${COLOURS.line};border-radius:12px;border-collapse:separate">
<tr><td style="padding:16px 0 0;font-size:0;line-height:0">&nbsp;</td></tr>
${body}
<tr><td style="padding:16px 0 0;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
</td></tr>
<tr><td class="pad soft" style="padding:20px 32px;font-family:${SANS};font-size:13px;line-height:22px;color:${COLOURS.soft}">這封信由系統寄出，請勿直接回覆。<br>客服信箱 <a class="soft" href="mailto:${escapeHtml(sender.email)}" style="color:${COLOURS.soft}">${escapeHtml(sender.email)}</a><br>客服電話 ${escapeHtml(sender.phone)}<span style="white-space:nowrap">（${escapeHtml(sender.hours)}）</span>${sender.seller && `<br>${escapeHtml(sender.seller)}`}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const row = (content: string): string => `<tr><td class="pad" style="padding:8px 32px">${content}</td></tr>`;

const type = (size: number, line: number, more = ''): string =>
  `margin:0;font-family:${SANS};font-size:${size}px;line-height:${line}px;${more}`;

function blockHtml(block: Block, values: Values): string {
  if ('heading' in block)
    return `<h1 class="ink" style="margin:0;font-family:${SERIF};font-size:24px;line-height:34px;font-weight:600;color:${COLOURS.ink}">${lined(block.heading)}</h1>`;
  if ('text' in block) return `<p class="ink" style="${type(16, 28)}color:${COLOURS.ink}">${lined(block.text)}</p>`;
  if ('note' in block)
    return `<p class="soft" style="${type(13, 22)}color:${COLOURS.soft};word-break:break-word;overflow-wrap:anywhere">${lined(block.note)}</p>`;
  if ('facts' in block) return factsHtml(block.facts);
  if ('code' in block)
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="sunken" align="center" style="background:${COLOURS.sunken};border-radius:6px;padding:16px"><p class="soft" style="${type(13, 22)}color:${COLOURS.soft}">${lined(block.label)}</p><p class="ink" style="margin:0;font-family:${MONO};font-size:24px;line-height:36px;letter-spacing:0.08em;color:${COLOURS.ink};overflow-wrap:anywhere">${lined(block.code)}</p></td></tr></table>`;
  if ('button' in block)
    return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" style="background:${COLOURS.brand};border-radius:6px"><a href="${href(block.link)}" style="display:inline-block;padding:12px 24px;font-family:${SANS};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${lined(block.button)}</a></td></tr></table>`;
  if ('verbatim' in block)
    return `<pre class="sunken ink" style="margin:0;padding:12px 16px;background:${COLOURS.sunken};border-radius:6px;font-family:${MONO};font-size:13px;line-height:20px;color:${COLOURS.ink};white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(block.verbatim)}</pre>`;
  return itemsHtml(values);
}

const LABEL = `${type(14, 24)}color:${COLOURS.soft};padding:4px 12px 4px 0;white-space:nowrap`;
const VALUE = `${type(15, 24)}color:${COLOURS.ink};padding:4px 0;overflow-wrap:anywhere`;

const factsHtml = (facts: readonly (readonly [string, string])[]): string =>
  `<table width="100%" cellpadding="0" cellspacing="0" border="0">${facts
    .map(
      ([label, value]) =>
        `<tr><th class="soft" scope="row" align="left" valign="top" width="72" style="${LABEL};font-weight:400">${lined(label)}</th><td class="ink" valign="top" style="${VALUE}">${lined(value)}</td></tr>`,
    )
    .join('')}</table>`;

function itemsHtml({ items }: Values): string {
  const rule = `border-bottom:1px solid ${COLOURS.line}`;
  const lines = (items?.lines ?? []).map(
    ({ name, note, amount }) =>
      `<tr><td class="ink rule" valign="top" style="${type(15, 24)}color:${COLOURS.ink};padding:10px 12px 10px 0;${rule};overflow-wrap:anywhere">${lined(name)}<br><span class="soft" style="font-size:13px;line-height:20px;color:${COLOURS.soft}">${lined(note)}</span></td><td class="ink rule" align="right" valign="top" style="${type(15, 24)}color:${COLOURS.ink};padding:10px 0;${rule};white-space:nowrap">${lined(amount)}</td></tr>`,
  );
  const amounts = (items?.amounts ?? []).map(({ label, amount, total }) => {
    const look = total
      ? `${type(17, 28)}font-weight:600;color:${COLOURS.ink};padding:8px 0 4px`
      : `${type(14, 24)}color:${COLOURS.soft};padding:4px 0`;
    const name = total ? 'ink' : 'soft';
    return `<tr><td class="${name}" valign="top" style="${look}">${lined(label)}</td><td class="${name}" align="right" valign="top" style="${look};white-space:nowrap">${lined(amount)}</td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0">${lines.join('')}${amounts.join('')}</table>`;
}
