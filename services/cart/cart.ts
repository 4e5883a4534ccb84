import type { CartItem, PriceTier } from '@nordhaut/contracts';
import type { DomainEvent, Recorded } from '@nordhaut/platform/decider';
import { type Lines, minus, plus, withQuantity } from './lines.ts';

/** The cart's events (spec/3-purchase-flow §4, "Cart"). A stream is `cart-{cartId}`. */
export type CartItemAdded = DomainEvent<'CartItemAdded', { productId: number; tier: PriceTier; quantity: number }>;
export type CartItemQuantityChanged = DomainEvent<'CartItemQuantityChanged', { productId: number; tier: PriceTier; quantity: number }>;
export type CartItemRemoved = DomainEvent<'CartItemRemoved', { productId: number; tier: PriceTier }>;
/** An order took these lines before it was placed. No other order can take them while the claim exists. */
export type CartLinesClaimed = DomainEvent<'CartLinesClaimed', { orderNo: string; items: CartItem[] }>;
/** The order failed, or another order took over its claim. `items`: what returned to the cart, without what did not fit. */
export type CartClaimReleased = DomainEvent<'CartClaimReleased', { orderNo: string; items: CartItem[] }>;
/** The cart lacked lines of the order. This is final: the order cannot claim anything later. */
export type CartClaimRefused = DomainEvent<'CartClaimRefused', { orderNo: string }>;
/** The order stands, and its claim ends. In events from before claims existed, the order took its lines here. */
export type CartCheckedOut = DomainEvent<'CartCheckedOut', { orderNo: string; items: CartItem[] }>;

/** Signing in took these lines out of a guest's cart, for the cart `to` of the account. */
export type CartHandedOver = DomainEvent<'CartHandedOver', { to: string; items: CartItem[] }>;
/** The account's cart got the lines that were handed over. */
export type CartHandOverEnded = DomainEvent<'CartHandOverEnded', { to: string }>;
/** A guest's cart joined the account's cart. `items`: what was added: up to the larger quantity of the two (decisions.md 96). */
export type CartAdopted = DomainEvent<'CartAdopted', { from: string; items: CartItem[] }>;

export type CartEvent =
  | CartItemAdded
  | CartItemQuantityChanged
  | CartItemRemoved
  | CartLinesClaimed
  | CartClaimReleased
  | CartClaimRefused
  | CartCheckedOut
  | CartHandedOver
  | CartHandOverEnded
  | CartAdopted;

export type Claim = { orderNo: string; items: readonly CartItem[] };

/**
 * Invariant: the pieces in the cart and in its claims are the pieces that were added, minus those that were removed,
 * checked out, or did not fit when a claim ended. So two orders never have the same piece.
 */
export type Cart = {
  /** lines that can be ordered: main lines, then additional-purchase lines, each in order of arrival */
  items: readonly CartItem[];
  /** lines of orders whose checkout is not closed yet; the checkout process ends each claim */
  claims: readonly Claim[];
  /** the order that was checked out last */
  lastOrder: Claim | null;
  /** lines that left this guest's cart and that the account's cart may lack; `revision` names the hand-over */
  handOver?: { to: string; items: readonly CartItem[]; revision: number };
};

/**
 * One id from the first line to the claim; the order takes it with the claim, and the next line has a new one. The end of
 * a claim belongs to its order. It may remove lines, so a removal never begins an id.
 */
export function correlation(current: string | undefined, { type }: CartEvent, own: string): string | undefined {
  if (type === 'CartLinesClaimed') return undefined;
  return type === 'CartItemAdded' || type === 'CartItemQuantityChanged' || type === 'CartAdopted' ? (current ?? own) : current;
}

export const emptyCart: Cart = { items: [], claims: [], lastOrder: null };

export const claimOf = (cart: Cart, orderNo: string | undefined): Claim | undefined =>
  cart.claims.find((claim) => claim.orderNo === orderNo);

/** What the next order can take: the cart, and the lines of the order at the bank, which gives way to it. */
export const orderable = (cart: Cart, atBank: string | undefined): Lines => plus(cart.items, claimOf(cart, atBank)?.items ?? []);

const withoutClaim = (cart: Cart, orderNo: string): readonly Claim[] => cart.claims.filter((claim) => claim.orderNo !== orderNo);

export function evolve(cart: Cart, event: Recorded<CartEvent>): Cart {
  switch (event.type) {
    case 'CartItemAdded':
      return { ...cart, items: plus(cart.items, [event.data]) };
    case 'CartItemQuantityChanged':
      return { ...cart, items: withQuantity(cart.items, event.data, event.data.quantity) };
    case 'CartItemRemoved':
      return { ...cart, items: withQuantity(cart.items, event.data, 0) };
    case 'CartLinesClaimed': {
      const { orderNo, items } = event.data;
      return { ...cart, items: minus(cart.items, items), claims: [...cart.claims, { orderNo, items }] };
    }
    case 'CartClaimReleased': {
      const { orderNo, items } = event.data;
      return { ...cart, items: plus(cart.items, items), claims: withoutClaim(cart, orderNo) };
    }
    case 'CartClaimRefused':
      return cart;
    case 'CartCheckedOut': {
      const { orderNo, items } = event.data;
      const isClaimed = claimOf(cart, orderNo) !== undefined;
      return {
        ...cart,
        items: isClaimed ? cart.items : minus(cart.items, items),
        claims: withoutClaim(cart, orderNo),
        lastOrder: { orderNo, items },
      };
    }
    case 'CartHandedOver': {
      const { to, items } = event.data;
      return { ...cart, items: minus(cart.items, items), handOver: { to, items, revision: event.revision } };
    }
    case 'CartHandOverEnded': {
      const { handOver: _, ...rest } = cart;
      return rest;
    }
    case 'CartAdopted':
      return { ...cart, items: plus(cart.items, event.data.items) };
    default: {
      const _: never = event;
      return cart;
    }
  }
}
