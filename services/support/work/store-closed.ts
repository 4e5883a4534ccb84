import { DAY, ofOrder, type RowStep, type WorkList } from './work-list.ts';

/** Pure: support chooses another store, and the carrier answers within a day, or is asked again. @param askedAt when it was chosen */
export const storeStep = (askedAt: Date | null): RowStep =>
  askedAt === null
    ? { what: '請聯絡顧客改選門市' }
    : { what: '已改選門市，等物流回覆；未回覆時請再送出一次', turn: 'carrier', dueAt: new Date(askedAt.getTime() + DAY) };

export const storeClosed: WorkList = {
  key: 'store-closed',
  title: '取貨門市無法使用',
  dueWithin: DAY,
  byHand: false,
  rows: async ({ waiting }, options) =>
    (await waiting('store', options)).map(({ orderNo, since, askedAt }) => ofOrder(orderNo, since, storeStep(askedAt))),
};
