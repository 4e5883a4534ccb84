/**
 * Gifts of coupons (decisions 26, 48, 49).
 *
 * Open: where all offered gifts fit into the maximum, they are given without a choice, and a choice is ignored.
 * Open: the maximum shrinks to the number of gifts that are not muted. With none left the coupon answers 503.
 * Open: a BONUS does not give muted products either. Its 99 counts for each product.
 */
import { matching, piecesOf, type Cart } from './states.ts';
import type { Buyer, Coupon, Gift, Product } from './types.ts';

/** Whether a product is muted for the buyer: itself, or one of a set's items (decision 26). */
export function isMuted(product: Product, products: Product[], buyer: Buyer): boolean {
  if (buyer.kind !== 'MEMBER') return false;
  if (buyer.mutedProducts.includes(product.id)) return true;
  return product.setItems.some((id) => {
    const item = products.find((each) => each.id === id);
    return item === undefined ? buyer.mutedProducts.includes(id) : item.id !== product.id && isMuted(item, products, buyer);
  });
}

/** The items of a coupon that the buyer may get. A gift need not be launched. */
export function offered(coupon: Coupon, { request }: Pick<Cart, 'request'>): Coupon['items'] {
  return coupon.items.filter((item) => {
    const product = request.products.find((each) => each.uid === item.uid);
    return product === undefined || !isMuted(product, request.products, request.buyer);
  });
}

export type Choice = { kind: 'GIVEN'; gifts: Gift[] } | { kind: 'TO_CHOOSE'; count: number } | { kind: 'NOTHING_LEFT' };

/** The gifts of a GIVEAWAY: all items where they fit, else exactly as many different ones as the maximum says. */
export function giveaway(coupon: Coupon, cart: Pick<Cart, 'request'>): Choice {
  const items = offered(coupon, cart);
  if (items.length === 0) return { kind: 'NOTHING_LEFT' };
  const maximum = coupon.maxProductsChosen === null ? items.length : Math.min(coupon.maxProductsChosen, items.length);
  const give = (given: Coupon['items']): Choice => ({ kind: 'GIVEN', gifts: given.map((item) => ({ couponId: coupon.id, ...item })) });
  if (items.length === maximum) return give(items);

  const choice = cart.request.giftChoices[coupon.id] ?? [];
  const chosen = items.filter((item) => choice.includes(item.uid));
  const fits = choice.length === maximum && chosen.length === maximum;
  return fits ? give(chosen) : { kind: 'TO_CHOOSE', count: maximum };
}

/** The gifts of a BONUS: (matching pieces ÷ minimum, rounded down) × items, at most 99 of a product. */
export function bonus(coupon: Coupon, cart: Cart): Gift[] {
  const times = Math.floor(piecesOf(matching(coupon, cart)) / (coupon.bonusMinimum ?? 1));
  if (times === 0) return [];
  return offered(coupon, cart).map((item) => ({ couponId: coupon.id, uid: item.uid, quantity: Math.min(99, times * item.quantity) }));
}
