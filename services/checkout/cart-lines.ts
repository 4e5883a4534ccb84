import { cartDecider, cartStream, claimOf, type Cart, type CartCommand, type CartEvent } from '@nordhaut/cart';
import type { CartItem } from '@nordhaut/contracts';
import type { OrderTerms } from '@nordhaut/ordering';
import { type CommandContext, type Commands, type HandleRequest, type Outcome, request } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';

type CartRequest = HandleRequest<Cart, CartCommand, CartEvent>;

/** A command to the order's cart; undefined for an order without a cart, which needs no claim. */
export function cartRequest({ cartId }: OrderTerms, command: CartCommand, context: CommandContext): CartRequest | undefined {
  return cartId === null ? undefined : request({ stream: cartStream(cartId), decider: cartDecider, command, context });
}

export const itemsOf = ({ lines }: OrderTerms): CartItem[] => lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity }));

/** Takes all of the order's lines out of the cart, or none. `replaces`: takes over the claim of this order, which was given up. */
export const claimCommand = (terms: OrderTerms, replaces: string | undefined): CartCommand => ({
  type: 'ClaimLines',
  orderNo: terms.orderNo,
  items: itemsOf(terms),
  ...(replaces !== undefined && { replaces }),
});

export const hasClaim = (outcome: Outcome<Cart, CartEvent> | undefined, orderNo: string): boolean =>
  outcome?.ok === true && claimOf(outcome.state, orderNo) !== undefined;

/** Why the cart refuses the order's lines now; nothing is written. */
export const refusedClaim = async (commands: Commands, terms: OrderTerms, replaces: string | undefined): Promise<Rejection | undefined> =>
  terms.cartId === null ? undefined : commands.refusal(cartStream(terms.cartId), cartDecider, claimCommand(terms, replaces));
