import { money } from '../orders/words.ts';
import { DAY, type MoneyDifference, ofOrder, type WorkList } from './work-list.ts';

const KINDS: Readonly<Record<MoneyDifference['kind'], string>> = {
  'missing-in-shop': '商店沒有此筆請款',
  'missing-at-processor': '金流沒有此筆請款',
  'other-amount': '金額不同',
  'not-paid-out': '代收款逾期未撥付',
};

const differences = (book: 'card' | 'carrier', them: string, list: Pick<WorkList, 'key' | 'title'>): WorkList => ({
  ...list,
  dueWithin: 3 * DAY,
  byHand: true,
  async rows({ moneyDifferences }, { after, limit, only }) {
    const found = await moneyDifferences({ book, after, limit, only });
    return found.map(({ orderNo, recTradeId, kind, shop, processor, since }) =>
      ofOrder(orderNo, since, `${KINDS[kind]}：商店 ${money(shop)}，${them} ${money(processor)}（${recTradeId}）`),
    );
  },
});

export const cardDifferences = differences('card', '金流', { key: 'reconciliation', title: '對帳差異' });
export const carrierDifferences = differences('carrier', '物流', { key: 'carrier-reconciliation', title: '物流代收對帳差異' });
