import { DAY, ofOrder, type WorkList } from './work-list.ts';

export const notCollected: WorkList = {
  key: 'not-collected',
  title: '逾期未取貨',
  dueWithin: 3 * DAY,
  byHand: true,
  rows: async ({ waiting }, options) =>
    (await waiting('not-collected', options)).map(({ orderNo, since }) =>
      ofOrder(orderNo, since, '包裹退回中，請向倉庫確認入庫後標示完成'),
    ),
};
