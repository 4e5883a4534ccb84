import { money } from '../orders/words.ts';
import { DAY, type ListedRow, type WorkList } from './work-list.ts';

const KINDS = { 'missing-in-shop': '商店沒有此筆請款', 'missing-at-processor': '金流沒有此筆請款', 'other-amount': '金額不同' } as const;

/** An order has one row, whose date is that of its newest difference: a new one after `done` is listed again. */
export const reconciliation: WorkList = {
  key: 'reconciliation',
  title: '對帳差異',
  after: 0,
  dueWithin: 3 * DAY,
  byHand: true,
  async rows({ moneyDifferences }, { limit }) {
    const rows = new Map<string, ListedRow>();
    for (const { orderNo, recTradeId, kind, shop, processor, since } of await moneyDifferences({ limit })) {
      const what = `${KINDS[kind]}：商店 ${money(shop)}，金流 ${money(processor)}（${recTradeId}）`;
      const before = rows.get(orderNo);
      rows.set(orderNo, { orderNo, since, what: before ? `${before.what}；${what}` : what });
    }
    return [...rows.values()];
  },
};
