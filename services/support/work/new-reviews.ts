import { DAY, type WorkList } from './work-list.ts';

/** A review is shown at once; the staff looks at it afterwards (decisions.md 102). A review that its author changed is a new row. */
export const newReviews: WorkList = {
  key: 'reviews',
  title: '商品評價',
  dueWithin: 3 * DAY,
  byHand: true,
  rows: async ({ newReviews: listed }, options) =>
    (await listed(options)).map(({ reviewId, product, stars, hidden, since }) => ({
      item: reviewId,
      title: product,
      page: `/reviews?id=${reviewId}`,
      since,
      what: hidden ? '已隱藏的評價由作者修改，請重新檢視' : `${stars} 顆星，請檢視內容`,
    })),
};
