import type { RefundWay } from '@nordhaut/ordering';
import { money } from '../orders/words.ts';
import { DAY, HOUR, type ListedRow, ofOrder, type WorkList } from './work-list.ts';

/** The system pays a card back by itself; a transfer is support's. */
export const refundToDo = (amount: number, way: RefundWay): string =>
  way === 'card' ? `等系統退款 ${money(amount)}（退回信用卡），無須處理` : `請匯款 ${money(amount)} 給顧客，再登記已匯款`;
export const refundTurn = (way: RefundWay): Pick<ListedRow, 'turn' | 'isRefund'> =>
  way === 'card' ? { turn: 'system', isRefund: true } : { isRefund: true };

export const moneyOwed: WorkList = {
  key: 'money-owed',
  title: '待退款項',
  after: HOUR,
  dueWithin: 7 * DAY,
  byHand: false,
  rows: async ({ owedMoney }, options) =>
    (await owedMoney(options)).map(({ orderNo, since, amount, way }) => ofOrder(orderNo, since, refundToDo(amount, way), refundTurn(way))),
};
