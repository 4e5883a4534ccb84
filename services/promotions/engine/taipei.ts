/** Taipei is 8 hours ahead of UTC, without summer time since 1979, so plain arithmetic is exact for every instant of the shop. */
const OFFSET = 8 * 3_600_000;
const local = (at: number): Date => new Date(at + OFFSET);

/** 0 is Sunday. `at`: ms since epoch */
export const weekdayOf = (at: number): number => local(at).getUTCDay();
/** 1 to 12 */
export const monthOf = (at: number): number => local(at).getUTCMonth() + 1;
export const yearOf = (at: number): number => local(at).getUTCFullYear();
export const isSameMonth = (a: number, b: number): boolean => yearOf(a) === yearOf(b) && monthOf(a) === monthOf(b);
/** The first instant of a month, ms since epoch. `month`: 1 to 12; 13 is the next year's first */
export const startOfMonth = (year: number, month: number): number => Date.UTC(year, month - 1, 1) - OFFSET;
