/** Taipei is UTC+8 all year. */
const OFFSET = 8 * 3_600_000;
const DAY = 86_400_000;

/** The last instant (ISO) of the Taipei day that is `days` days after the day of `at` (decisions.md 41). */
export function endOfTaipeiDay(at: string, days: number): string {
  const today = Math.floor((Date.parse(at) + OFFSET) / DAY);
  return new Date((today + days + 1) * DAY - OFFSET - 1).toISOString();
}

export const taipeiYear = (at: string): number => new Date(Date.parse(at) + OFFSET).getUTCFullYear();

/** The last instant (ISO) of a year in Taipei. */
export const endOfTaipeiYear = (year: number): string => new Date(Date.UTC(year + 1, 0, 1) - OFFSET - 1).toISOString();
