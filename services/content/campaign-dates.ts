import type { CampaignState } from '@nordhaut/contracts';
import { addMonths, startOfDay } from './days.ts';

export type Dates = { start: Date; end: Date | null };
const DAY = 86_400_000;

/** The state of a campaign (spec/1 §4). Its start belongs to it, its end does not. */
export function stateOf({ start, end }: Dates, now: Date): CampaignState {
  if (now < start) return 'unactive';
  return end !== null && now >= end ? 'past' : 'active';
}

/** Days that have begun until the end of an active campaign, or the start of an upcoming one; null: past, or no end. */
export function daysLeft(dates: Dates, now: Date): number | null {
  const state = stateOf(dates, now);
  const until = state === 'unactive' ? dates.start : state === 'active' ? dates.end : null;
  return until && Math.ceil((until.getTime() - now.getTime()) / DAY);
}

/** From when on readers may know of it: two months before the day of its start (decisions.md 104). */
export const announcedAt = ({ start }: Pick<Dates, 'start'>): Date => addMonths(startOfDay(start), -2);

export const isAnnounced = (dates: Pick<Dates, 'start'>, now: Date): boolean => now >= announcedAt(dates);

/** Whether the list shows it: it is announced, and ended at most two months before the day of today. */
export const isListed = (dates: Dates, now: Date): boolean =>
  isAnnounced(dates, now) && (dates.end === null || dates.end >= addMonths(startOfDay(now), -2));
