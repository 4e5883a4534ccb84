import { DAY, ofOrder, type WorkList } from './work-list.ts';

export const shipmentRefused: WorkList = {
  key: 'shipment-refused',
  title: '物流拒絕建立包裹',
  dueWithin: DAY,
  byHand: true,
  rows: async ({ waiting }, options) =>
    (await waiting('refused', options)).map(({ orderNo, since }) => ofOrder(orderNo, since, '請通知顧客，物流未受理此包裹')),
};
