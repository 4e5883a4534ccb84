import { DAY, HOUR, ofOrder, type WorkList } from './work-list.ts';

export const awaitingPayment: WorkList = {
  key: 'awaiting-payment',
  title: '付款逾一小時未完成',
  after: HOUR,
  dueWithin: DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('payment', options)).map(({ orderNo, since }) => ofOrder(orderNo, since, '付款逾一小時沒有結果，請查明')),
};
