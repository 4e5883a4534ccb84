import { arrivesBy, type ClosedDays } from '@nordhaut/contracts';
import { endOfTaipeiDay } from '@nordhaut/ordering';
import { DAY, ofOrder, type WorkList } from './work-list.ts';

/** Days for which a store keeps a parcel. */
const KEPT = 7;
/**
 * Days from the making of a parcel to its receipt, at most: it is sent within three working days, travels for ten to an island
 * (contracts/rules/delivery-time.ts), which takes 19 days with the weekends, and a store keeps it. Closed days make it longer.
 */
const ARRIVES_WITHIN = 27;

/** The last instant of the last day on which a parcel that was made at `since` is received. */
const receivedBy = (since: Date, closed: ClosedDays): Date => new Date(endOfTaipeiDay(arrivesBy(since.toISOString(), closed), KEPT));

/** ms for support to ask the carrier */
const ASKED_WITHIN = 2 * DAY;

/** A parcel that has not arrived. Its receipt ends the row, and so does a report with which the order belongs to another list. */
export const parcelLate: WorkList = {
  key: 'parcel-late',
  title: '包裹逾期未送達',
  after: ARRIVES_WITHIN * DAY,
  dueWithin: ASKED_WITHIN,
  byHand: true,
  async rows({ waiting, closedDays }, range) {
    const now = range.before.getTime() + ARRIVES_WITHIN * DAY;
    return (await waiting('under-way', range)).flatMap(({ orderNo, since }) => {
      const last = receivedBy(since, closedDays).getTime();
      if (now <= last) return [];
      const dueAt = new Date(Math.max(last, since.getTime() + ARRIVES_WITHIN * DAY) + ASKED_WITHIN);
      return [
        { ...ofOrder(orderNo, since, `包裹逾 ${ARRIVES_WITHIN} 日未送達或取貨，請向倉庫與物流查明並告知顧客，處理後標示完成`), dueAt },
      ];
    });
  },
};
