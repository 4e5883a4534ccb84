import type { OrderAnswer } from '@nordhaut/contracts';

type Order = OrderAnswer['order'];

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
