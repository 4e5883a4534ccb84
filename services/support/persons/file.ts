import { type ForgettingEngine, type Holder, type PersonalEntry, type PersonalSet } from '@nordhaut/platform/forgetting';
import { escapeHtml } from '@nordhaut/platform/http';
import { FIELDS, LABELS } from './words.ts';

export type PersonFile = {
  madeAt: string;
  sets: { name: string; title: string; ends: string; entries: readonly PersonalEntry[] }[];
};

const ENDS: Record<string, string> = { contact: '聯絡資料', invoice: '發票資料', support: '客服資料' };
const endOf = ({ ends }: PersonalSet): string =>
  ends.kind === 'kept' ? ends.why : `隨「${ends.purposes.map((purpose) => ENDS[purpose] ?? purpose).join('、')}」一併刪除`;

/** Everything that the capabilities keep of a person, by their lists. */
export async function personFile(engine: ForgettingEngine, holder: Holder): Promise<PersonFile> {
  const sets: PersonFile['sets'] = [];
  for (const { keeps = [] } of engine.forgets)
    for (const set of keeps) sets.push({ name: set.name, title: set.title, ends: endOf(set), entries: await set.read(engine, holder) });
  return { madeAt: engine.clock().toISOString(), sets };
}

const TIME = new Intl.DateTimeFormat('zh-TW', { timeZone: 'Asia/Taipei', dateStyle: 'medium', timeStyle: 'medium' });
const YES_OR_NO: Readonly<Record<string, string>> = { true: '是', false: '否' };
const timeOf = (at: string | null): string => (at === null ? '' : TIME.format(new Date(at)));

/** Some names are of an editor's own, as those of a questionnaire. */
const wordOf = (words: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(words, name) ? words[name] : undefined) ?? name;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Of a field, or of a place in a list, which people count from 1. */
const named = (name: string): string => (/^\d+$/.test(name) ? String(Number(name) + 1) : wordOf(FIELDS, name));

/** A value for reading: nested fields as a path, instants in Taipei, pictures as pictures. */
function linesOf(values: Readonly<Record<string, unknown>>, before = ''): string[] {
  return Object.entries(values).flatMap(([name, value]): string[] => {
    const path = before === '' ? named(name) : `${before}．${named(name)}`;
    if (value === null || value === undefined || value === '') return [];
    if (typeof value === 'object') return linesOf(value as Record<string, unknown>, path);
    const text =
      typeof value !== 'string' ? (YES_OR_NO[JSON.stringify(value)] ?? JSON.stringify(value)) : INSTANT.test(value) ? timeOf(value) : value;
    const shown = text.startsWith('data:image/webp;base64,') ? `<img src="${escapeHtml(text)}" alt="">` : escapeHtml(text);
    return [`<dt>${escapeHtml(path)}</dt><dd>${shown}</dd>`];
  });
}

/** The file as a page without scripts. Everything in it is text that people typed, so all of it is escaped. */
export function pageOf({ madeAt, sets }: PersonFile): string {
  const filled = sets.filter(({ entries }) => entries.length > 0);
  const empty = sets.filter(({ entries }) => entries.length === 0);
  const part = ({
    title,
    ends,
    entries,
  }: PersonFile['sets'][number]): string => `<section><h2>${escapeHtml(title)}</h2><p>${escapeHtml(ends)}</p>
${entries.map(({ at, label, values }) => `<article><h3>${escapeHtml(wordOf(LABELS, label))} <time>${escapeHtml(timeOf(at))}</time></h3><dl>${linesOf(values).join('')}</dl></article>`).join('\n')}</section>`;
  return `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>您的個人資料</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:1rem;color:#222}
section{border-top:1px solid #bbb;margin-top:1.5rem}h2{font-size:1.2rem}h3{font-size:1rem;margin:1rem 0 0}time{font-weight:400;color:#555}
dl{display:grid;grid-template-columns:minmax(8rem,1fr) 3fr;gap:0 1rem;margin:.25rem 0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
img{max-width:100%}@media(max-width:32rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}</style></head>
<body><h1>您的個人資料</h1><p>製作時間：${escapeHtml(timeOf(madeAt))}（臺北時間）</p>
${filled.map(part).join('\n')}
<section><h2>沒有資料的項目</h2><p>${escapeHtml(empty.map(({ title }) => title).join('、') || '無')}</p></section></body></html>
`;
}
