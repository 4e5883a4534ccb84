import { DAY, ofOrder, type WorkList } from './work-list.ts';

/**
 * Days from the making of a parcel to its receipt, at most: it is sent within three working days, travels for ten to an island
 * (contracts/rules/delivery-time.ts), which takes 19 days with the weekends, and a store keeps it for seven days.
 */
const ARRIVES_WITHIN = 27;

/** A parcel that has not arrived. Its receipt ends the row, and so does a report with which the order belongs to another list. */
export const parcelLate: WorkList = {
  key: 'parcel-late',
  title: '包裹逾期未送達',
  after: ARRIVES_WITHIN * DAY,
  dueWithin: 2 * DAY,
  byHand: true,
  rows: async ({ waiting }, options) =>
    (await waiting('under-way', options)).map(({ orderNo, since }) =>
      ofOrder(orderNo, since, `包裹逾 ${ARRIVES_WITHIN} 日未送達或取貨，請向倉庫與物流查明並告知顧客，處理後標示完成`),
    ),
};
