import { formatMoney, type OrderAnswer } from '@nordhaut/contracts';

/**
 * What a return deducts for gifts that stay with the buyer, within the seven days too: they belong to the goods (decisions.md 65,
 * infra/decisions/061). undefined: the order has none of that kind
 */
export function keptGiftsText({ gifts }: Pick<OrderAnswer['order'], 'gifts'>): string | undefined {
  const kept = gifts.filter(({ value }) => value > 0);
  if (kept.length === 0) return undefined;
  const list = kept.map(({ nameZh, quantity, value }) => `${nameZh} × ${quantity}（${formatMoney(value * quantity)}）`);
  return `請將贈品一併寄回；未寄回的贈品，退款時以贈送時的價值扣除：${list.join('、')}。`;
}
