import * as z from 'zod/mini';
import { MAX_QUANTITY, quantityMessages } from '../rules/quantity.ts';
import { PRICE_TIERS } from '../vocabulary.ts';
import { OrderNoText, PositionText } from './common.ts';

export const ProductId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const quantityFrom = (least: number) =>
  z
    .int({ error: quantityMessages.notANumber })
    .check(z.minimum(least, { error: quantityMessages.notANumber }), z.maximum(MAX_QUANTITY, { error: quantityMessages.overLimit }));
export const Quantity = quantityFrom(1);

export const CartItem = z.object({ productId: ProductId, quantity: Quantity, tier: z.enum(PRICE_TIERS) });
export type CartItem = z.infer<typeof CartItem>;

export const CartAnswer = z.object({
  cartId: z.nullable(z.string()),
  /** what can be ordered now */
  items: z.array(CartItem),
  /** lines of orders that are under way, for example at the bank: not to be ordered a second time */
  claimed: z.array(z.object({ orderNo: OrderNoText, items: z.array(CartItem) })),
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
