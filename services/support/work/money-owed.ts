import { money } from '../orders/words.ts';
import { DAY, HOUR, ofOrder, type WorkList } from './work-list.ts';

export const moneyOwed: WorkList = {
  key: 'money-owed',
  title: '待退款項',
  after: HOUR,
  dueWithin: 7 * DAY,
  byHand: false,
  rows: async ({ owedMoney }, options) =>
    (await owedMoney(options)).map(({ orderNo, since, amount, way }) =>
      ofOrder(orderNo, since, `${money(amount)}（${way === 'card' ? '退回信用卡' : '匯款'}）`),
    ),
};
