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

/** Whether the list shows it: some moment of it is at most two months from the day of today. */
export function isListed({ start, end }: Dates, now: Date): boolean {
  const today = startOfDay(now);
  return start <= addMonths(today, 2) && (end === null || end >= addMonths(today, -2));
}

/** From when on readers may know of it: two months before its start (decisions.md 104). */
export const announcedAt = ({ start }: Dates): Date => addMonths(startOfDay(start), -2);

/** ms until an answer about these campaigns is out of date: the next start or end, or midnight in Taipei. */
export function nextTurn(campaigns: readonly Dates[], now: Date): number {
  const instants = campaigns.flatMap(({ start, end }) => [start, ...(end ? [end] : [])]).map((at) => at.getTime() - now.getTime());
  return Math.min(...instants.filter((ms) => ms > 0), startOfDay(now, 1).getTime() - now.getTime());
}
