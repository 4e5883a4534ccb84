import { DAY, ofOrder, type WorkList } from './work-list.ts';

export const returnReview: WorkList = {
  key: 'return-review',
  title: '退貨處理',
  after: 0,
  dueWithin: 2 * DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('return', options)).map(({ orderNo, since, returning }) =>
      ofOrder(orderNo, since, returning ? '已通過，等待商品退回' : '待審核'),
    ),
};
