import { money } from '../orders/words.ts';
import { DAY, type ListedRow, type MoneyDifference, type WorkList } from './work-list.ts';

const KINDS: Readonly<Record<MoneyDifference['kind'], string>> = {
  'missing-in-shop': '商店沒有此筆請款',
  'missing-at-processor': '金流沒有此筆請款',
  'other-amount': '金額不同',
  'not-paid-out': '代收款逾期未撥付',
};

/** An order has one row, whose date is that of its newest difference: a new one after `done` is listed again. */
const differences = (book: 'card' | 'carrier', them: string, list: Pick<WorkList, 'key' | 'title'>): WorkList => ({
  ...list,
  after: 0,
  dueWithin: 3 * DAY,
  byHand: true,
  async rows({ moneyDifferences }, { limit }) {
    const rows = new Map<string, ListedRow>();
    for (const { orderNo, recTradeId, kind, shop, processor, since } of await moneyDifferences({ book, limit })) {
      const what = `${KINDS[kind]}：商店 ${money(shop)}，${them} ${money(processor)}（${recTradeId}）`;
      const before = rows.get(orderNo);
      rows.set(orderNo, { orderNo, since, what: before ? `${before.what}；${what}` : what });
    }
    return [...rows.values()];
  },
});

export const cardDifferences = differences('card', '金流', { key: 'reconciliation', title: '對帳差異' });
export const carrierDifferences = differences('carrier', '物流', { key: 'carrier-reconciliation', title: '物流代收對帳差異' });
