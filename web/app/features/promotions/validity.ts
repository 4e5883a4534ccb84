import type { MemberCoupon } from '@nordhaut/contracts';
import { formatDate, formatTime } from '../../lib/dates.ts';

const DAY = 86_400;
const HOUR = 3_600;

/** For how long a copy is valid, and the end of the member's own one (spec/2-accounts-and-members §2, "Member coupons and vouchers"). */
export function validity({ period, lastEnd }: Pick<MemberCoupon, 'period' | 'lastEnd'>): string {
  const end = lastEnd === null ? '無使用期限' : `${formatDate(lastEnd)} ${formatTime(lastEnd)} 前可使用`;
  if (period === null) return end;
  const own = period < DAY ? `獲得後 ${Math.ceil(period / HOUR)} 小時內有效` : `獲得後 ${Math.floor(period / DAY)} 天內有效`;
  // Without a copy the period has not begun.
  return lastEnd === null ? own : `${own}，${end}`;
}
