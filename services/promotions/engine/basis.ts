import type { PricedLine } from '@nordhaut/contracts';
import type { Basis, CouponLine, Promotions } from './facts.ts';
import type { PriceInput } from './price-input.ts';

/** The cart and its buyer as coupons see them. A session that is no member's has no member's facts. */
export function basisOf(products: readonly PricedLine[], input: PriceInput & { promotions: Promotions }, isOrder: boolean): Basis {
  const { promotions, isMember, delivery, product } = input;
  const lines = products.map(
    ({ productId, tier, quantity, subtotal }): CouponLine => ({
      productId,
      tier,
      type: product(productId)?.type ?? 'PRODUCT',
      quantity,
      amount: subtotal,
      left: subtotal,
    }),
  );
  return { ...promotions, member: isMember ? promotions.member : null, lines, delivery, isOrder };
}
