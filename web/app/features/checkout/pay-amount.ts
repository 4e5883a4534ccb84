import { type CartItem, type DeliveryType, formatMoney, type PaymentType } from '@nordhaut/contracts';

/** What the button of the pay step says: the amount it will charge, or that nothing is charged now. NT$. */
export const payButtonText = (payment: PaymentType, price: number): string =>
  payment === 'COD' ? '送出訂單' : `確認付款 ${formatMoney(price)}`;

/** A price the buyer has seen, and what it was for. */
export type SeenPrice = { of: string; price: number };

/** What a price belongs to: the same lines and delivery have the same text, in whatever order they stand. */
export const priceSubject = (items: readonly CartItem[], delivery: DeliveryType): string =>
  `${delivery}|${items
    .map(({ productId, tier, quantity }) => `${productId}/${tier}/${quantity}`)
    .sort()
    .join(',')}`;

/**
 * Whether the price of an unchanged cart is another one than the buyer saw. What the buyer changed (a quantity, the
 * delivery) is no surprise; anything else has to be confirmed before it is charged (design/web.md, "Payment").
 */
export function priceChange(seen: SeenPrice | undefined, now: SeenPrice): { from: number; to: number } | undefined {
  return seen && seen.of === now.of && seen.price !== now.price ? { from: seen.price, to: now.price } : undefined;
}
