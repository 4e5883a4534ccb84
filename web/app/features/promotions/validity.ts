import type { MemberCoupon } from '@nordhaut/contracts';
import { formatDate, formatTime } from '../../lib/dates.ts';

const DAY = 86_400;
const HOUR = 3_600;

const usableUntil = (endsAt: string | null): string =>
  endsAt === null ? '無使用期限' : `${formatDate(endsAt)} ${formatTime(endsAt)} 前可使用`;

/**
 * For how long a copy is valid, and its end (spec/2-accounts-and-members §2, "Member coupons and vouchers").
 * @param period seconds from the moment when the member gets it; null: it has its own end alone
 * @param endsAt the first instant after it; null: no end, or no copy yet
 */
export function validity(period: MemberCoupon['period'], endsAt: string | null): string {
  if (period === null) return usableUntil(endsAt);
  const own = period < DAY ? `獲得後 ${Math.ceil(period / HOUR)} 小時內有效` : `獲得後 ${Math.floor(period / DAY)} 天內有效`;
  return endsAt === null ? own : `${own}，${usableUntil(endsAt)}`;
}
