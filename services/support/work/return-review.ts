import { DAY, ofOrder, type WorkList } from './work-list.ts';

const stateOf = (returning: boolean, owes: boolean): string => {
  if (!returning) return '待審核';
  return owes ? '已收到商品，等待退款' : '已通過，等待商品退回';
};

export const returnReview: WorkList = {
  key: 'return-review',
  title: '退貨處理',
  after: 0,
  dueWithin: 2 * DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('return', options)).map(({ orderNo, since, returning, owes }) => ofOrder(orderNo, since, stateOf(returning, owes))),
};
