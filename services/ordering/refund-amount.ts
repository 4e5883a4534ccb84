import { FREE_SHIPPING_FROM, RETURN_DAYS } from '@nordhaut/contracts';
import type { KeptGift, LinkedReturn } from './order-events.ts';
import type { GiftRecord } from './order-pricing.ts';
import type { Order } from './order-state.ts';
import { endOfTaipeiDay } from './taipei-days.ts';

/** NT$ deducted for return shipping where the order did not have free shipping (spec/2 §9). */
const RETURN_SHIPPING = 120;

/** Tenths of an international order that are paid back, by the order amount in NT$ (spec/2 §9, decisions.md 5 and 18). */
const OVERSEAS_SCALE: readonly (readonly [from: number, tenths: number])[] = [
  [30_000, 9],
  [20_000, 8],
  [10_000, 7],
  [6_000, 6],
  [3_000, 5],
  [0, 0],
];

/** The last instant (ISO) for a return by law; null before the buyer received the parcel. */
export const returnDeadline = ({ receivedAt }: Pick<Order, 'receivedAt'>): string | null =>
  receivedAt === null ? null : endOfTaipeiDay(receivedAt, RETURN_DAYS);

/** Whether the buyer applied within the seven days of the law or before the receipt of the parcel. */
export function isByLaw(order: Pick<Order, 'receivedAt' | 'return'>): boolean {
  const deadline = returnDeadline(order);
  return order.return !== null && (deadline === null || order.return.requestedAt <= deadline);
}

/** Gifts whose value a return deducts if they stay. Samples and the travel set may be used (decisions.md 65). */
export const deductibleGifts = ({ promotions, linked }: Pick<Order['terms'], 'promotions' | 'linked'>): GiftRecord[] =>
  [...(promotions?.coupons.flatMap((coupon) => coupon.gifts) ?? []), ...(linked?.gifts ?? [])].filter(({ deductible }) => deductible);

/** The pieces of an order's gifts that stay with the buyer: of each gift at most as many as there are. */
export function keptOf({ gifts }: Pick<Order['terms'], 'gifts'>, kept: Readonly<Record<number, number>>): KeptGift[] {
  const ids = [...new Set(gifts.map(({ productId }) => productId))];
  return ids.flatMap((productId) => {
    const pieces = gifts.reduce((sum, gift) => (gift.productId === productId ? sum + gift.quantity : sum), 0);
    const quantity = Math.min(pieces, kept[productId] ?? 0);
    return quantity > 0 ? [{ productId, quantity }] : [];
  });
}

/** Gifts without the pieces that stayed with the buyer. */
export function withoutKept<Gift extends KeptGift>(gifts: readonly Gift[], kept: readonly KeptGift[]): Gift[] {
  const left = new Map(kept.map(({ productId, quantity }) => [productId, quantity]));
  return gifts.flatMap((gift) => {
    const stayed = Math.min(gift.quantity, left.get(gift.productId) ?? 0);
    left.set(gift.productId, (left.get(gift.productId) ?? 0) - stayed);
    return stayed < gift.quantity ? [{ ...gift, quantity: gift.quantity - stayed }] : [];
  });
}

/** NT$ of gifts that stayed with the buyer, of an order whose goods came back. */
export const keptValue = ({ return: goods, terms }: Pick<Order, 'return' | 'terms'>): number =>
  valueOfKept(terms, Object.fromEntries((goods?.kept ?? []).map(({ productId, quantity }) => [productId, quantity])));

/** NT$ of gifts that stay with the buyer, at the value that the buyer saw. */
function valueOfKept(terms: Order['terms'], kept: Readonly<Record<number, number>>): number {
  const left: Record<number, number> = { ...kept };
  return deductibleGifts(terms).reduce((sum, { productId, quantity, value }) => {
    const pieces = Math.min(quantity, left[productId] ?? 0);
    left[productId] = (left[productId] ?? 0) - pieces;
    return sum + pieces * value;
  }, 0);
}

/**
 * NT$ to pay back for returned goods, without what their rewards deduct. A return by law deducts only gifts that did not come
 * back with the goods. A later return by goodwill follows spec/2-accounts-and-members §9, rounded down. decisions.md 65 names
 * the amounts that the limits apply to: the 120 looks at the goods after coupons, the overseas band at goods and fee before
 * credit. Credit goes back to the wallet.
 * @param keptGifts pieces of gifts that stay with the buyer, by product id
 */
export function returnRefund(
  order: Pick<Order, 'receivedAt' | 'return' | 'terms'>,
  keptGifts: Readonly<Record<number, number>> = {},
): number {
  return refundOf(order.terms, order.terms.total, linkedReturn(order, keptGifts));
}

/** How goods come back that were sent again for another order, which owes the money. */
export const linkedReturn = (
  order: Pick<Order, 'receivedAt' | 'return' | 'terms'>,
  keptGifts: Readonly<Record<number, number>> = {},
): LinkedReturn => ({ byLaw: isByLaw(order), kept: valueOfKept(order.terms, keptGifts) });

/** NT$ to pay back of `paid`, which is what was paid for the goods that came back: all of the order, or what was sent again of it. */
export const refundOf = (terms: Order['terms'], paid: number, { byLaw, kept }: LinkedReturn): number =>
  Math.max(0, (byLaw ? paid : byGoodwill(terms, paid)) - kept);

function byGoodwill({ delivery, total, credit, shippingFee }: Order['terms'], paid: number): number {
  const beforeCredit = total + credit;
  if (delivery.type === 'INTERNATIONAL') {
    const tenths = OVERSEAS_SCALE.find(([from]) => beforeCredit >= from)?.[1] ?? 0;
    return Math.floor((paid * tenths) / 10);
  }
  const goods = beforeCredit - shippingFee;
  return goods < FREE_SHIPPING_FROM.HOME ? Math.max(0, paid - RETURN_SHIPPING) : paid;
}
