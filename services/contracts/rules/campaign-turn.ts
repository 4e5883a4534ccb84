import { TAIPEI_MS } from './taipei.ts';

const DAY = 86_400_000;

/** ms until what pages say about these campaigns is out of date: the next start or end, or midnight in Taipei (decisions.md 104). */
export function nextTurn(campaigns: readonly { start: Date; end: Date | null }[], now: Date): number {
  const instants = campaigns.flatMap(({ start, end }) => [start, ...(end ? [end] : [])]).map((at) => at.getTime() - now.getTime());
  return Math.min(...instants.filter((ms) => ms > 0), DAY - ((now.getTime() + TAIPEI_MS) % DAY));
}

/**
 * Seconds, at most `most`, for which shared caches keep what turns in `turnsIn` ms. They keep it for so long and, while they ask again,
 * for as long once more.
 */
export const sharedSeconds = (most: number, turnsIn: number): number => Math.min(most, Math.floor(turnsIn / 2_000));
