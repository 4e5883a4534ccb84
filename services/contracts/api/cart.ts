import * as z from 'zod/mini';
import { PRICE_TIERS } from '../vocabulary.ts';
import { PositionText } from './common.ts';

/** 1 to 99 per item (spec/3-purchase-flow §9). */
export const MAX_QUANTITY = 99;

export const ProductId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
export const Quantity = z.int().check(z.minimum(1), z.maximum(MAX_QUANTITY));

export const CartItem = z.object({ productId: ProductId, quantity: Quantity, tier: z.enum(PRICE_TIERS) });
export type CartItem = z.infer<typeof CartItem>;

export const CartAnswer = z.object({
  cartId: z.nullable(z.string()),
  items: z.array(CartItem),
  /** -1 for a cart that has no event yet */
  revision: z.int(),
  position: z.optional(PositionText),
});
export type CartAnswer = z.infer<typeof CartAnswer>;

export const AddCartItem = CartItem;
/** A quantity under 1 removes. */
export const ChangeCartItem = z.object({
  quantity: z.int().check(z.minimum(-MAX_QUANTITY), z.maximum(MAX_QUANTITY)),
  tier: z._default(z.enum(PRICE_TIERS), 'ORIGIN'),
});
export const CartItemParams = z.object({ productId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) });
/** An additional-purchase line and a main line of one product stand side by side, so removal names the tier. */
export const CartItemQuery = z.object({ tier: z._default(z.enum(PRICE_TIERS), 'ORIGIN') });
