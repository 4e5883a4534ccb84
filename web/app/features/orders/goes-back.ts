import { formatMoney, type OrderAnswer } from '@nordhaut/contracts';

type Order = OrderAnswer['order'];

/** What the buyer must know before a cancellation: the goods, the payment by its state, coupons and credit (decisions.md 37, 40). */
export function cancelConsequences({ facts, total, coupons, credit }: Pick<Order, 'facts' | 'total' | 'coupons' | 'credit'>): string[] {
  // Credit may have paid all of it, and goods that are sent again cost nothing.
  const money =
    total === 0
      ? []
      : facts.payment === 'paid'
        ? [`已付的 ${formatMoney(total)} 會在 3 個工作天內退回原付款信用卡。`]
        : ['這筆訂單尚未付款，不會產生任何費用。'];
  return ['商品不會出貨，取消後無法恢復。', ...money, ...(coupons.length > 0 || credit > 0 ? ['使用的優惠券與購物金會歸還給您。'] : [])];
}

/** How the money of a return is paid back: to the card, by transfer for cash, as credit where credit paid all of it (decisions.md 40, 55). */
export function returnedBy({ facts, total, credit }: Pick<Order, 'facts' | 'total' | 'credit'>): string {
  if (total === 0 && credit > 0) return '將購物金全數退還至您的會員帳號';
  return facts.payment === 'collected' ? '匯款至您提供的帳戶' : '退款至原付款信用卡';
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
