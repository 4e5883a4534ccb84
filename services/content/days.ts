import type { RelativeDay } from '@nordhaut/contracts/content';

/** Taipei is UTC+8 all year. */
const OFFSET = 8 * 3_600_000;
const DAY = 86_400_000;

const dayOf = (at: Date): number => Math.floor((at.getTime() + OFFSET) / DAY);
const startOf = (day: number): Date => new Date(day * DAY - OFFSET);

/** 00:00 in Taipei of the day that is `days` days after the day of `at`. */
export const startOfDay = (at: Date, days = 0): Date => startOf(dayOf(at) + days);

/** The instant of a relative day when it is seeded at `now`; without a time of day, 00:00. */
export function instantOf({ daysFromNow, time = '00:00' }: RelativeDay, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfDay(now, daysFromNow).getTime() + (hours * 60 + minutes) * 60_000);
}

/** The same day and time of day in Taipei, `months` months later; a day that the month lacks becomes its last. */
export function addMonths(at: Date, months: number): Date {
  const local = new Date(at.getTime() + OFFSET);
  const day = local.getUTCDate();
  local.setUTCDate(1);
  local.setUTCMonth(local.getUTCMonth() + months);
  local.setUTCDate(Math.min(day, new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()));
  return new Date(local.getTime() - OFFSET);
}

/** Whole years of somebody born on `birthday` (`YYYY-MM-DD`), in Taipei. */
export function ageAt(birthday: string, at: Date): number {
  const today = new Date(at.getTime() + OFFSET).toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}
