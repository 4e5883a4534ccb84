import { DAY, ofOrder, type WorkList } from './work-list.ts';

/** The second shipment was withdrawn, and the first parcel neither arrives nor is lost. No event ends it for certain. */
export const parcelHeldUp: WorkList = {
  key: 'parcel-held-up',
  title: '包裹延誤，補寄已取消',
  after: 0,
  dueWithin: 3 * DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('held-up', options)).map(({ orderNo, since, linked }) =>
      ofOrder(
        orderNo,
        since,
        // Nothing was paid in a linked order, so nothing of it is paid back.
        linked
          ? '補寄已取消，原包裹尚未送達，請向物流查詢後再次補寄，須由另一位同仁覆核'
          : '補寄已取消，原包裹尚未送達，請向物流查詢後決定再補寄或退款',
      ),
    ),
};
