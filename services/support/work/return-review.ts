import { RETURN_BACK_DAYS, type ReturnStep } from '@nordhaut/ordering';
import { DAY, ofOrder, type RowStep, type WorkList } from './work-list.ts';

/** Pure: what a return waits for, and whose turn it is. @param since when the buyer asked */
export function returnStep(goods: ReturnStep, since: Date): RowStep {
  switch (goods) {
    case 'review':
      return { what: '請審核退貨申請' };
    case 'on-its-way':
      return { what: '退貨申請已通過，等顧客將商品交給物流退回', turn: 'buyer', dueAt: new Date(since.getTime() + RETURN_BACK_DAYS * DAY) };
    case 'back':
      return { what: '已收到退回商品，等系統建立換貨訂單', turn: 'system' };
  }
}

/** Returns whose goods are back, and whose money is owed, are in the list of owed money. */
export const returnReview: WorkList = {
  key: 'return-review',
  title: '退貨處理',
  after: 0,
  dueWithin: 2 * DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('return', options)).map(({ orderNo, since, goods }) => ofOrder(orderNo, since, returnStep(goods ?? 'review', since))),
};
