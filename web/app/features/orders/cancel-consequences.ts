import { formatMoney, type OrderAnswer } from '@nordhaut/contracts';

type Order = OrderAnswer['order'];

/**
 * What the buyer must know before a cancellation: the goods, the payment by its state, coupons and credit (decisions.md 37, 40). The
 * order that goods were sent again for owes their value.
 */
export function cancelConsequences({
  facts,
  total,
  coupons,
  credit,
  linked,
}: Pick<Order, 'facts' | 'total' | 'coupons' | 'credit' | 'linked'>): string[] {
  return [
    '商品不會出貨，取消後無法恢復。',
    ...moneyOfCancellation({ facts, total, linked }),
    ...(coupons.length > 0 || credit > 0 ? ['使用的優惠券與購物金會歸還給您。'] : []),
  ];
}

function moneyOfCancellation({ facts, total, linked }: Pick<Order, 'facts' | 'total' | 'linked'>): string[] {
  if (linked?.from) return ['這筆訂單不另收費；如有應退的款項，會顯示在原訂單。'];
  // Shopping credit paid all of it.
  if (total === 0) return [];
  if (facts.payment === 'paid') return [`已付的 ${formatMoney(total)} 會在 3 個工作天內退回原付款信用卡。`];
  return ['這筆訂單尚未付款，不會產生任何費用。'];
}
