import { type DataTableDescription, shortened, TAIPEI_MS } from '@nordhaut/contracts/support';

export type Column = DataTableDescription['columns'][number];
export type Row = Readonly<Record<string, unknown>>;
export type Draft = Readonly<Record<string, string>>;

/** A value as text in its field. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

const CUT = 60;
/** A value as the list shows it. */
export const cut = (text: string): string => shortened(text, CUT);

/** A value as its field has it. A time is the one in Taipei, without a zone; the API reads it as of Taipei too. */
export function typed({ type }: Column, value: unknown): string {
  const text = shown(value);
  if (type !== 'time' || text === '') return text;
  return new Date(Date.parse(text) + TAIPEI_MS).toISOString().replace(/(:00)?\.\d+Z$/, '');
}

/** A value in a sentence, as its field shows it. */
export function worded(column: Column, value: unknown): string {
  if (column.type === 'boolean' && typeof value === 'boolean') return value ? '是' : '否';
  return typed(column, value);
}

/** What the API takes for a typed text. An empty field of a number or a time is no value. */
export function sent({ type }: Column, text: string): string | number | boolean | null {
  if (type === 'boolean') return text === 'true';
  if (type === 'text' || type === 'json') return text;
  if (text.trim() === '') return null;
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** The fields that differ from the row; for a new row those that hold something. */
export function changed(columns: readonly Column[], draft: Draft, row: Row | undefined): Record<string, unknown> {
  const fields = columns.filter((column) => {
    const { name, isWritable } = column;
    if (!isWritable) return false;
    return row === undefined ? (draft[name] ?? '') !== '' : draft[name] !== undefined && draft[name] !== typed(column, row[name]);
  });
  return Object.fromEntries(fields.map((column) => [column.name, sent(column, draft[column.name] ?? '')]));
}

/** The form of a row; of an empty one without it. */
export const draftOf = (columns: readonly Column[], row: Row | undefined): Draft =>
  Object.fromEntries(
    columns.map((column) => [column.name, typed(column, row?.[column.name]) || (column.type === 'boolean' ? 'false' : '')]),
  );

/** These follow from another column, or from the time. */
const FOLLOWING: ReadonlySet<string> = new Set(['post_changed_at', 'post_isPublished', 'post_bannerPath', 'event_state']);

/**
 * Pure: the form of a row that others changed from `before` to `now`. What was typed in it stays, and all other fields are those of `now`.
 * `others`: the columns that they changed, also those that the caller may not write
 */
export function afterOthers(columns: readonly Column[], draft: Draft, before: Row, now: Row): { draft: Draft; others: Column[] } {
  const own = Object.keys(changed(columns, draft, before)).map((name) => [name, draft[name] ?? '']);
  const others = columns.filter(
    (column) => !FOLLOWING.has(column.name) && typed(column, before[column.name]) !== typed(column, now[column.name]),
  );
  const editable = columns.filter(({ isWritable }) => isWritable);
  return { draft: { ...draftOf(editable, now), ...Object.fromEntries(own) }, others };
}
