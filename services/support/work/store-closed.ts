import { DAY, ofOrder, type WorkList } from './work-list.ts';

export const storeClosed: WorkList = {
  key: 'store-closed',
  title: '取貨門市無法使用',
  after: 0,
  dueWithin: DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('store', options)).map(({ orderNo, since, asked }) =>
      asked
        ? ofOrder(orderNo, since, '已改選門市，等物流回覆；物流未回覆時請再送出一次', { turn: 'carrier' })
        : ofOrder(orderNo, since, '聯絡顧客改選門市'),
    ),
};
