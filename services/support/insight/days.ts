import type { InsightAnswer, InsightDay } from '@nordhaut/contracts/support';

/** days of one answer at most */
export const MOST_DAYS = 400;
const DAY = 86_400_000;

/** Calendar days from `from` to `to`, both included; empty where `to` is earlier. At most one more than `MOST_DAYS`. */
export function daysBetween({ from, to }: { from: string; to: string }): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = Math.min(MOST_DAYS + 1, Math.max(0, Math.floor((last - first) / DAY) + 1));
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY).toISOString().slice(0, 10));
}

type Found = Omit<InsightDay, 'paymentFailures' | 'owed'> & { payment_failures: number };
const NONE = { orders: 0, ordered: 0, cancelled: 0, charged: 0, payment_failures: 0, refunds: 0, refunded: 0, returns: 0 };

/** Pure: the figures of each of these days. @param owed what the shop owes now, by the day since when */
export function insightDays(days: readonly string[], found: readonly Found[], owed: InsightAnswer['owed']): InsightDay[] {
  const figures = new Map(found.map((one) => [one.day, one]));
  const amounts = new Map(owed.map(({ day, amount }) => [day, amount]));
  return days.map((day) => {
    const { payment_failures: paymentFailures, ...rest } = figures.get(day) ?? { day, ...NONE };
    return { ...rest, paymentFailures, owed: amounts.get(day) ?? 0 };
  });
}
