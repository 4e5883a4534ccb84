import { type ClosedDays, dayOf, sentBy } from '@nordhaut/contracts';
import { endOfTaipeiDay } from '@nordhaut/ordering';
import { DAY, ofOrder, type WorkList } from './work-list.ts';

/** The last instant of the day in Taipei on which the warehouse hands over a parcel at the latest. */
export const sentByEnd = (placedAt: Date, closed: ClosedDays): Date => new Date(endOfTaipeiDay(sentBy(placedAt.toISOString(), closed), 0));

/** No order is late earlier than three days after it. */
const EARLIEST = 3 * DAY;

/** A parcel that the warehouse should have handed over. The carrier's first report ends the row. */
export const parcelUnsent = {
  key: 'parcel-unsent',
  title: '包裹逾期未出貨',
  after: EARLIEST,
  dueWithin: DAY,
  byHand: false,
  async rows({ parcelsToSend, closedDays }, range) {
    const today = dayOf(new Date(range.before.getTime() + EARLIEST));
    // A parcel abroad, and what support or the buyer has to settle first, is in another list.
    const listed = await parcelsToSend({ ...range, waits: ['under-way'] });
    return listed
      .filter(({ placedAt }) => sentBy(placedAt.toISOString(), closedDays) < today)
      .map(({ orderNo, placedAt }) => ({
        ...ofOrder(orderNo, placedAt, '請向倉庫查明為何尚未出貨並告知顧客；無法出貨時請取消訂單'),
        dueAt: new Date(sentByEnd(placedAt, closedDays).getTime() + DAY),
      }));
  },
} satisfies WorkList;
