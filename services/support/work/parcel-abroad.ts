import { type ClosedDays, closedDelay, ON_THE_WAY_ABROAD } from '@nordhaut/contracts';
import { DAY, ofOrder, type RowStep, type WorkList } from './work-list.ts';

/** Days after the hand-over in which a parcel to Hong Kong or Macau arrives. After that support asks the carrier. */
const ARRIVES_WITHIN = 14 * DAY;

/** Pure: the next state of a parcel abroad, which no carrier reports (decisions.md 17). @param sentAt when it was handed over */
export const abroadStep = (sentAt: Date | null, closed: ClosedDays): RowStep =>
  sentAt === null
    ? { what: '請向倉庫確認寄出後，登錄海外包裹狀態「已出貨」' }
    : {
        what: '等國際物流送達，送達或退回後登錄海外包裹狀態',
        turn: 'carrier',
        dueAt: new Date(sentAt.getTime() + ARRIVES_WITHIN + closedDelay(sentAt, ON_THE_WAY_ABROAD, closed)),
      };

export const parcelAbroad: WorkList = {
  key: 'parcel-abroad',
  title: '海外包裹待登錄',
  dueWithin: 3 * DAY,
  byHand: false,
  rows: async ({ waiting, closedDays }, options) =>
    (await waiting('abroad', options)).map(({ orderNo, since, sentAt }) => ofOrder(orderNo, since, abroadStep(sentAt, closedDays))),
};
