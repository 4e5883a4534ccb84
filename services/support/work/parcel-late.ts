import { DAY, ofOrder, type WorkList } from './work-list.ts';

/**
 * Days from the making of a parcel to its receipt at most: it is sent within three working days, travels for four, or ten to an island
 * (contracts/rules/delivery-time.ts), and a store keeps it for seven days.
 */
const ARRIVES_WITHIN = 21;

/** A parcel about which the carrier has no further word. Its receipt, or another word of the carrier, ends the row. */
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
