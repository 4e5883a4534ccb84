import { isRealDay } from '@nordhaut/contracts';
import type { ColumnType, RawBuilder } from '@nordhaut/platform/data-tables';
import { sql } from '@nordhaut/platform/data-tables';
import { malformed } from './refusals.ts';

const INT_MAX = 2_147_483_647;
/** Years 1970 to 9999, in seconds. */
const MOST_SECONDS = 253_402_300_799;
/** ms; the year 1. Postgres has no year 0, and JavaScript writes the years beyond 1 to 9999 in a form of its own. */
const FIRST_YEAR = -62_135_596_800_000;

function integer(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= INT_MAX ? number : malformed();
}

function boolean(value: unknown): boolean {
  if (value === true || value === 1 || value === '1') return true;
  return value === false || value === 0 || value === '0' ? false : malformed();
}

/** A text without a time zone is of Taipei, and a day alone is its 00:00, also where the process has another zone. */
const zoned = (text: string): string =>
  /T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}${text.includes('T') ? '' : 'T00:00'}+08:00`;

/** An ISO text, or seconds since the epoch; more than 10 digits are milliseconds (spec/3-purchase-flow §4). */
function instant(value: unknown): string {
  const number = typeof value === 'string' && /^\d{1,14}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number') {
    const seconds = number > 9_999_999_999 ? number / 1_000 : number;
    return seconds >= 0 && seconds <= MOST_SECONDS ? new Date(seconds * 1_000).toISOString() : malformed();
  }
  if (typeof number !== 'string' || !/^\d{4}-\d{2}-\d{2}(T[\d:.]{5,16}(Z|[+-]\d{2}:\d{2})?)?$/.test(number)) return malformed();
  // A campaign would end on another day than the one that was named.
  if (!isRealDay(number.slice(0, 10))) return malformed();
  const time = Date.parse(zoned(number));
  return time >= FIRST_YEAR && time <= MOST_SECONDS * 1_000 ? new Date(time).toISOString() : malformed();
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : malformed());

const READ: Record<ColumnType, (value: unknown) => string | number | boolean> = {
  integer,
  boolean,
  time: instant,
  text,
  day: (value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : malformed()),
  json: (value) => {
    if (typeof value !== 'string') return malformed();
    try {
      JSON.parse(value);
      return value;
    } catch {
      return malformed();
    }
  },
};

/** A value in the form of its column. @throws Rejected 400 */
export const valueOf = (type: ColumnType, value: unknown): string | number | boolean | null => (value === null ? null : READ[type](value));

const CASTS: Record<ColumnType, RawBuilder<unknown>> = {
  integer: sql`integer`,
  boolean: sql`boolean`,
  time: sql`timestamptz`,
  text: sql`text`,
  day: sql`text`,
  json: sql`text`,
};
/** A bound value with its type, so that the database never guesses one. */
export const bound = (type: ColumnType, value: unknown): RawBuilder<unknown> => sql`${valueOf(type, value)}::${CASTS[type]}`;
