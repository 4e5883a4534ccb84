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

/** What a return gives back, and how; the shopping credit comes back as credit (decisions.md 55). */
export function givenBack(order: Pick<Order, 'facts' | 'total' | 'credit' | 'linked'>): string {
  const { total, credit } = order;
  if (total === 0 && order.facts.payment !== 'collected' && !order.linked?.from) return '退還您使用的購物金';
  return `${moneyOfReturn(order)}${credit > 0 ? '，並退還您使用的購物金' : ''}`;
}

/** A card whose bank refuses the refund leaves no account of the buyer, so support asks for it. */
function moneyOfReturn({ facts, linked }: Pick<Order, 'facts' | 'linked'>): string {
  if (facts.payment === 'collected') return '匯款至您提供的帳戶';
  if (linked?.from) return '由原訂單退還款項';
  return facts.refund.ofReturn && facts.refund.ways?.includes('transfer') ? '匯款至您的帳戶，客服會與您聯絡' : '退款至原付款信用卡';
}

/**
 * What a return deducts for gifts that stay with the buyer, within the seven days too: they belong to the goods (decisions.md 65,
 * infra/decisions/061). undefined: the order has none of that kind
 */
export function keptGiftsText({ gifts }: Pick<Order, 'gifts'>): string | undefined {
  const kept = gifts.filter(({ value }) => value > 0);
  if (kept.length === 0) return undefined;
  const list = kept.map(({ nameZh, quantity, value }) => `${nameZh} × ${quantity}（${formatMoney(value * quantity)}）`);
  return `請將贈品一併寄回；未寄回的贈品，退款時以贈送時的價值扣除：${list.join('、')}。`;
}
