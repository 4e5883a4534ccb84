import type { Row } from '@nordhaut/platform/data-tables';

export const json = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};
export const isIds = (text: unknown): boolean => {
  const list = json(text);
  return Array.isArray(list) && list.length <= 500 && list.every((id) => Number.isInteger(id) && id > 0);
};
/** The last part of a page's address. */
export const isAddress = (text: unknown): boolean => typeof text === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,149}$/u.test(text);
export const isTitle = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '' && text.length <= 200;
/** A path below `/img/content/`, without width and extension, or nothing. */
export const isPicture = (text: unknown): boolean =>
  text === undefined || text === '' || (typeof text === 'string' && /^(?!\/)[\w./-]{1,300}$/.test(text));
/** The time, in ms; NaN for none. */
export const timeOf = (value: unknown): number => (value instanceof Date ? value.getTime() : Date.parse(String(value)));
/** Replaces the fields that are there. */
export const mapped = (row: Row, names: readonly string[], change: (text: string) => string): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, names.includes(name) ? change(String(value)) : value]));
