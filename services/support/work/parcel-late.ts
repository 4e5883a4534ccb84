import { closedDelay, WITHIN_TAIWAN } from '@nordhaut/contracts';
import { DAY, ofOrder, type WorkList } from './work-list.ts';

/**
 * Days from the making of a parcel to its receipt, at most: it is sent within three working days, travels for ten to an island
 * (contracts/rules/delivery-time.ts), which takes 19 days with the weekends, and a store keeps it for seven days. Closed days
 * make it longer.
 */
const ARRIVES_WITHIN = 27;

const DUE_WITHIN = 2 * DAY;

/** A parcel that has not arrived. Its receipt ends the row, and so does a report with which the order belongs to another list. */
export const parcelLate = {
  key: 'parcel-late',
  title: '包裹逾期未送達',
  after: ARRIVES_WITHIN * DAY,
  dueWithin: DUE_WITHIN,
  byHand: true,
  async rows({ waiting, closedDays }, range) {
    const now = range.before.getTime() + ARRIVES_WITHIN * DAY;
    // Closed days can make a parcel late after a later one, so more are read until enough of them are late.
    for (let limit = range.limit; ; limit *= 2) {
      const read = await waiting('under-way', { ...range, limit });
      const late = read.flatMap(({ orderNo, since }) => {
        const lateAt = since.getTime() + ARRIVES_WITHIN * DAY + closedDelay(since, WITHIN_TAIWAN, closedDays);
        const what = `包裹逾 ${ARRIVES_WITHIN} 日未送達或取貨，請向倉庫與物流查明並告知顧客，處理後標示完成`;
        return lateAt > now ? [] : [ofOrder(orderNo, since, { what, dueAt: new Date(lateAt + DUE_WITHIN) })];
      });
      if (read.length < limit || late.length >= range.limit) return late.slice(0, range.limit);
    }
  },
} satisfies WorkList;
