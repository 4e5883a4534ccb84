/** How far Taipei is ahead of UTC, in ms. Taiwan has had no daylight saving time since 1979, so plain arithmetic is exact. */
export const TAIPEI_MS = 8 * 3_600_000;

/** A calendar day in Taipei, `2026-11-25`. */
export type Day = string;

/** The calendar day in Taipei of an instant. */
export const dayOf = (instant: string | Date): Day => new Date(new Date(instant).getTime() + TAIPEI_MS).toISOString().slice(0, 10);
