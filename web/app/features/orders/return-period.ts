import { dayOf } from '@nordhaut/contracts';
import { formatDate, formatDay } from '../../lib/dates.ts';

/** Whether the last day of the return period is over. `deadline`: the period's last instant (decisions.md 41) */
export const isPeriodOver = (deadline: string, now: Date): boolean => dayOf(now) > dayOf(deadline);

/** The return period as the conditions of a return say it. A day that is over has its year, because an order can be opened years later. */
export function deadlineText(deadline: string | null, now = new Date()): string {
  if (deadline === null) return '收到商品的隔日起 7 日內（含例假日）可申請。';
  return isPeriodOver(deadline, now)
    ? `七天鑑賞期已於 ${formatDate(deadline)} 結束，逾期的申請由客服審核後決定是否受理。`
    : `最後申請日：${formatDay(dayOf(deadline))}，收到商品的隔日起算 7 日，含例假日。`;
}
