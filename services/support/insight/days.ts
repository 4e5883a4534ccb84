/** days of one answer at most */
export const MOST_DAYS = 400;
const DAY = 86_400_000;

/** Calendar days from `from` to `to`, both included; empty where `to` is earlier. At most one more than `MOST_DAYS`. */
export function daysBetween({ from, to }: { from: string; to: string }): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = Math.min(MOST_DAYS + 1, Math.max(0, Math.floor((last - first) / DAY) + 1));
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY).toISOString().slice(0, 10));
}
