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

/** A cart item under the specification's names (spec/3-purchase-flow §3); `product_price` is the price tier. */
export const SpecificationCartItem = z.object({ product_id: ProductId, product_quantity: Quantity, product_price: z.enum(PRICE_TIERS) });
type SpecificationCartItem = z.infer<typeof SpecificationCartItem>;

const NAMES = [CartItem, SpecificationCartItem].map(({ shape }) => Object.keys(shape));
const isMixed = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && NAMES.every((names) => names.some((name) => Object.hasOwn(item, name)));
const mixed = (item: unknown): string | undefined => (isMixed(item) ? quantityMessages.mixedNames : undefined);

/**
 * A cart item under the contract's names or under the specification's, never a mixture. A route gets the contract's.
 * The objects keep unknown names, so that a mixture can be seen after one of them has matched.
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
