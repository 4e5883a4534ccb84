import * as z from 'zod/mini';
import { PRICE_TIERS } from '../vocabulary.ts';
import { PositionText } from './common.ts';

/** 1 to 99 per item (spec/3-purchase-flow §9). */
export const MAX_QUANTITY = 99;

export const ProductId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
/** What a person reads about a quantity that cannot be (spec/1-catalogue-and-content §8). */
export const QUANTITY_MESSAGES = { notANumber: '請確認商品數量為數字！', overLimit: '超過單次只能購買上限 99 個品項！' } as const;
const quantityFrom = (least: number) =>
  z
    .int({ error: QUANTITY_MESSAGES.notANumber })
    .check(z.minimum(least, { error: QUANTITY_MESSAGES.notANumber }), z.maximum(MAX_QUANTITY, { error: QUANTITY_MESSAGES.overLimit }));
export const Quantity = quantityFrom(1);

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
  quantity: quantityFrom(-MAX_QUANTITY),
  tier: z._default(z.enum(PRICE_TIERS), 'ORIGIN'),
});
export const CartItemParams = z.object({ productId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) });
/** An additional-purchase line and a main line of one product stand side by side, so removal names the tier. */
export const CartItemQuery = z.object({ tier: z._default(z.enum(PRICE_TIERS), 'ORIGIN') });
