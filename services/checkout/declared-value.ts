import type { OrderTerms } from '@nordhaut/ordering';
import type { Quote } from '@nordhaut/contracts';

/**
 * NT$ of a parcel's content: the total, or the goods after coupons where credit paid all of it (decisions.md 55). Goods that are
 * sent again have the value that was paid for them; carriers take no parcel without a value.
 */
export function declaredValue(
  total: number,
  { subtotal, discounts, linked }: Pick<Quote, 'subtotal' | 'discounts'> & Pick<OrderTerms, 'linked'>,
): number {
  if (linked) return Math.max(1, linked.value);
  return total > 0 ? total : discounts.reduce((sum, { amount }) => sum - amount, subtotal);
}
