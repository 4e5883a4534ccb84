/** How far Taipei is ahead of UTC, in ms. Taiwan has had no daylight saving time since 1979, so plain arithmetic is exact. */
export const TAIPEI_MS = 8 * 3_600_000;

/** A calendar day in Taipei, `2026-11-25`. */
export type Day = string;

const inTaipei = (instant: string | Date): string => new Date(new Date(instant).getTime() + TAIPEI_MS).toISOString();

/** The calendar day in Taipei of an instant. */
export const dayOf = (instant: string | Date): Day => inTaipei(instant).slice(0, 10);

/** ISO instant → `2026/11/22 14:05:09` in Taipei. */
export const shownTime = (at: string): string => inTaipei(at).slice(0, 19).replaceAll('-', '/').replace('T', ' ');
