import type { Quote } from '@nordhaut/contracts';

/** NT$ of a parcel's content: the total, or the goods after coupons where credit paid all of it (decisions.md 55). */
export const declaredValue = (total: number, { subtotal, discounts }: Pick<Quote, 'subtotal' | 'discounts'>): number =>
  total > 0 ? total : discounts.reduce((sum, { amount }) => sum - amount, subtotal);
