import { DAY, ofOrder, type WorkList } from './work-list.ts';

export const storeClosed: WorkList = {
  key: 'store-closed',
  title: '取貨門市無法使用',
  after: 0,
  dueWithin: DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('store', options)).map(({ orderNo, since }) => ofOrder(orderNo, since, '聯絡顧客改選門市')),
};
