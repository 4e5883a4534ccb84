import { TAIPEI_MS } from '@nordhaut/contracts';

/** ECPay's times are Taipei times (providers §0). */
const PATTERN = /^(\d{4})\/(\d{1,2})\/(\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})$/;

/** `yyyy/MM/dd HH:mm:ss`, Taipei time. */
export const toTaipei = (instant: Date): string =>
  new Date(instant.getTime() + TAIPEI_MS).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');

/** ISO UTC; undefined where the text is not a time. */
export function fromTaipei(text: string): string | undefined {
  const parts = PATTERN.exec(text.trim())?.slice(1).map(Number);
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date turns 2026/02/31 into a day of March, and 14:60 into 15:00. Such a text is not a time.
  const real = local.getUTCMonth() === month - 1 && local.getUTCHours() === hour && local.getUTCMinutes() === minute;
  return real ? new Date(local.getTime() - TAIPEI_MS).toISOString() : undefined;
}
