import { DAY, ofOrder, type WorkList } from './work-list.ts';

export const DISPUTED = '帳款爭議進行中，請在銀行的期限前提出證據，結案後請解除登記';

/** The bank names the date, which the shop does not know. */
export const disputes: WorkList = {
  key: 'disputes',
  title: '帳款爭議',
  dueWithin: 7 * DAY,
  byHand: false,
  rows: async ({ disputed }, options) => (await disputed(options)).map(({ orderNo, since }) => ofOrder(orderNo, since, DISPUTED)),
};
