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

/** A cart item with the specification's names (spec/3-purchase-flow §3). `product_price` is the price tier. */
export const SpecificationCartItem = z.object({ product_id: ProductId, product_quantity: Quantity, product_price: z.enum(PRICE_TIERS) });
type SpecificationCartItem = z.infer<typeof SpecificationCartItem>;

const NAMES = [CartItem, SpecificationCartItem].map(({ shape }) => Object.keys(shape));
const isMixed = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && NAMES.every((names) => names.some((name) => Object.hasOwn(item, name)));
const mixed = (item: unknown): string | undefined => (isMixed(item) ? quantityMessages.mixedNames : undefined);

/**
 * A cart item with the contract's names or with the specification's, but no mixture. Routes get the contract's names. The
 * schemas are loose, so that a mixture is still visible after one of them matched.
 */
export const NamedCartItem = z.pipe(
  z
    .union([z.looseObject(CartItem.shape), z.looseObject(SpecificationCartItem.shape)], { error: ({ input }) => mixed(input) })
    .check(z.refine((item) => !isMixed(item), { error: quantityMessages.mixedNames })),
  z.transform(
    (item): CartItem =>
      isSpecification(item)
        ? { productId: item.product_id, quantity: item.product_quantity, tier: item.product_price }
        : { productId: item.productId, quantity: item.quantity, tier: item.tier },
  ),
);
const isSpecification = (item: CartItem | SpecificationCartItem): item is SpecificationCartItem => 'product_id' in item;

export const CartAnswer = z.object({
  cartId: z.nullable(z.string()),
  /** items that can be ordered now */
  items: z.array(CartItem),
  /** items of orders in progress, for example at the bank; they cannot be ordered again */
  claimed: z.array(z.object({ orderNo: OrderNoText, items: z.array(CartItem) })),
  /** -1 for a cart without an event */
  revision: z.int(),
  position: z.optional(PositionText),
});
export type CartAnswer = z.infer<typeof CartAnswer>;

export const AddCartItem = CartItem;
/** A quantity below 1 removes the item. */
export const ChangeCartItem = z.object({
  quantity: quantityFrom(-MAX_QUANTITY),
  tier: z._default(z.enum(PRICE_TIERS), 'ORIGIN'),
});
export const CartItemParams = z.object({ productId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) });
/** A cart can hold an additional-purchase item and a main item of one product, so the removal names the tier. */
export const CartItemQuery = z.object({ tier: z._default(z.enum(PRICE_TIERS), 'ORIGIN') });
