import type { RefundDue } from '@nordhaut/ordering';
import { refundTerm } from '../orders/amounts.ts';
import { money } from '../orders/words.ts';
import { DAY, ofOrder, type RowStep, type WorkList } from './work-list.ts';

/** The system begins a refund within minutes. One that has not begun by then waits for somebody who finds out why. */
const BEGINS_WITHIN = DAY;

/**
 * Pure: who pays a refund, and until when. The system pays a card back by itself, until its time for that is over. The rest is support's.
 * @param since when the money began to be owed
 */
export function refundStep(refund: RefundDue, now: Date, since: Date): RowStep {
  const { amount, way, dueBy, triedUntil, awaitsRewards } = refund;
  const due = dueBy === null ? {} : { dueAt: new Date(dueBy) };
  if (way === 'transfer') return { what: `請匯款 ${money(amount)} 給顧客，再登記已匯款`, ...due };
  if (triedUntil !== null && new Date(triedUntil) <= now)
    return { what: `信用卡退款 ${money(amount)} 逾 7 日未成功，請提出改以匯款退款`, ...due };
  const first = awaitsRewards ? '等系統扣回已使用的回饋，再退款' : '等系統退款';
  const about = refundTerm(refund);
  const begins = triedUntil === null && { dueAt: new Date(since.getTime() + BEGINS_WITHIN) };
  return { what: `${first} ${money(amount)}（退回信用卡）`, turn: 'system', ...begins, ...due, ...(about && { about }) };
}

export const moneyOwed: WorkList = {
  key: 'money-owed',
  title: '待退款項',
  dueWithin: 7 * DAY,
  byHand: false,
  rows: async ({ refundsDue }, options) =>
    (await refundsDue(options)).flatMap(({ orderNo, since, refunds }) =>
      refunds.map((refund) => ofOrder(orderNo, since, refundStep(refund, options.before, since))),
    ),
};
