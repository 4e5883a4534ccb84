/** Instants, periods and the calendar of Taipei (UTC+8 all year). */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** ms of a stored time stamp: more than 10 digits are ms, fewer are s. The sign is no digit (decision 64, spec/2 §9). */
export function instant(stored: number): number {
  const digits = String(Math.abs(Math.trunc(stored))).length;
  return digits > 10 ? stored : stored * SECOND;
}

const inTaipei = (at: number): Date => new Date(at + 8 * HOUR);
/** The first ms of the day. */
export const taipeiMidnight = (at: number): number => Math.floor((at + 8 * HOUR) / DAY) * DAY - 8 * HOUR;
export const taipeiYear = (at: number): number => inTaipei(at).getUTCFullYear();
/** 1–12. */
export const taipeiMonth = (at: number): number => inTaipei(at).getUTCMonth() + 1;
/** Sunday is 0. */
export const taipeiWeekday = (at: number): number => inTaipei(at).getUTCDay();
export const sameTaipeiMonth = (a: number, b: number): boolean => taipeiYear(a) === taipeiYear(b) && taipeiMonth(a) === taipeiMonth(b);
