import { MAX_QUANTITY, type CartItem, type PriceTier } from '@nordhaut/contracts';
import { accept, reject, type Decider, type Decision, type Rejection } from '@nordhaut/platform/decider';
import { claimOf, correlation, emptyCart, evolve, type Cart, type CartEvent, type Claim } from './cart.ts';
import { limit } from './length.decide.ts';
import { common, findLine, fitting, heldTier, isMain, larger, minus, piecesOf, plus, quantityIn, type Lines } from './lines.ts';
import { messages } from './messages.ts';

/** Facts about a product from the catalogue and the session. */
export type ProductFacts = {
  known: boolean;
  available: boolean;
  /** whether the caller may buy it in the requested tier */
  hasTier: boolean;
  /** it has only a price for members, and the caller is none */
  membersOnly: boolean;
};

export type AddItem = { type: 'AddItem'; productId: number; tier: PriceTier; quantity: number; facts: ProductFacts };
export type ChangeQuantity = { type: 'ChangeQuantity'; productId: number; tier: PriceTier; quantity: number };
/** Takes lines out of the cart for an order, all or none. `replaces`: an order that was given up; this order takes over its claim. */
export type ClaimLines = { type: 'ClaimLines'; orderNo: string; items: CartItem[]; replaces?: string };
/** Makes the refusal of a claim final. It has the command id of the claim, so the stream takes only one of the two. */
export type RefuseClaim = { type: 'RefuseClaim'; orderNo: string };
/** The order failed. Its lines return to the cart. */
export type ReleaseClaim = { type: 'ReleaseClaim'; orderNo: string };
/** The order stands. Its claim ends, and its lines do not return. */
export type CheckOut = { type: 'CheckOut'; orderNo: string; items: CartItem[] };
/** Takes the free lines out of a guest's cart for the account's cart `to`; claimed lines stay with their orders. */
export type HandOver = { type: 'HandOver'; to: string };
export type EndHandOver = { type: 'EndHandOver' };
export type AdoptCart = { type: 'AdoptCart'; from: string; items: readonly CartItem[] };
export type CartCommand =
  | AddItem
  | ChangeQuantity
  | ClaimLines
  | RefuseClaim
  | ReleaseClaim
  | CheckOut
  | HandOver
  | EndHandOver
  | AdoptCart;

const MAX_LINES = 100;

function addItem(command: AddItem, cart: Cart): Decision<CartEvent> {
  const { productId, quantity, facts } = command;
  const tier = heldTier(command.tier);
  if (!facts.known) return reject(404, 'PRODUCT_NOT_FOUND', messages.unknownProduct);
  if (facts.membersOnly) return reject(403, 'MEMBER_PRICE_ONLY', messages.memberOnly);
  if (!facts.hasTier) return reject(400, 'PRODUCT_NOT_SOLD_ALONE', messages.notForSale);
  if (!facts.available) return reject(409, 'PRODUCT_UNAVAILABLE', messages.unavailable);

  const line = findLine(cart.items, { productId, tier });
  if (tier === 'ADDITIONAL') {
    if (!cart.items.some(isMain)) return reject(409, 'ADDITIONAL_NEEDS_MAIN', messages.needsMainProduct);
    if (line) return reject(409, 'ADDITIONAL_ALREADY_ADDED', messages.additionalOnce);
    if (quantity !== 1) return reject(400, 'QUANTITY_OVER_LIMIT', messages.additionalOnce);
  }
  if (piecesOf(cart.items, productId) + quantity > MAX_QUANTITY) return reject(400, 'QUANTITY_OVER_LIMIT', messages.overLimit);
  if (!line && cart.items.length >= MAX_LINES) return reject(409, 'CART_FULL', messages.cartFull);
  return accept<CartEvent>({ type: 'CartItemAdded', data: { productId, tier, quantity } });
}

function changeQuantity({ productId, quantity, ...command }: ChangeQuantity, cart: Cart): Decision<CartEvent> {
  const tier = heldTier(command.tier);
  const line = findLine(cart.items, { productId, tier });
  if (!line) return quantity < 1 ? accept() : reject(404, 'NOT_IN_CART', messages.notInCart);
  if (quantity < 1) return accept(...removal(cart, productId, tier));
  if (!isMain(line)) return quantity === 1 ? accept() : reject(400, 'QUANTITY_OVER_LIMIT', messages.additionalOnce);
  if (piecesOf(cart.items, productId) - line.quantity + quantity > MAX_QUANTITY)
    return reject(400, 'QUANTITY_OVER_LIMIT', messages.overLimit);
  if (quantity === line.quantity) return accept();
  return accept<CartEvent>({ type: 'CartItemQuantityChanged', data: { productId, tier, quantity } });
}

/** Removes the additional-purchase lines, too, if no main product is left (spec/3-purchase-flow §5). */
function removal(cart: Cart, productId: number, tier: PriceTier): CartEvent[] {
  const rest = cart.items.filter((item) => item.productId !== productId || item.tier !== tier);
  const orphans = rest.some(isMain) ? [] : rest;
  return [{ productId, tier }, ...orphans].map(removed);
}

const removed = ({ productId, tier }: Pick<CartItem, 'productId' | 'tier'>): CartEvent => ({
  type: 'CartItemRemoved',
  data: { productId, tier },
});

function claimLines({ orderNo, items, replaces }: ClaimLines, cart: Cart): Decision<CartEvent> {
  if (claimOf(cart, orderNo)) return accept();
  const earlier = claimOf(cart, replaces);
  const wanted = plus([], items);
  const available = plus(cart.items, earlier?.items ?? []);
  const lacking = wanted.find((item) => quantityIn(available, item) < item.quantity);
  if (lacking) return { ok: false, rejection: lackingRejection(lacking, cart) };
  if (!wanted.some(isMain)) return reject(409, 'ADDITIONAL_NEEDS_MAIN', messages.needsMainProduct);
  const claimed: CartEvent = { type: 'CartLinesClaimed', data: { orderNo, items: wanted } };
  return earlier ? accept(released(earlier, cart, wanted), claimed) : accept(claimed);
}

/** Names the order that has the missing pieces, if there is one, because the page links to it. */
function lackingRejection(lacking: CartItem, { items, claims, lastOrder }: Cart): Rejection {
  const holds = (claim: Claim): boolean => findLine(claim.items, lacking) !== undefined;
  const claim = claims.find(holds);
  if (claim) {
    const { orderNo } = claim;
    return { status: 409, code: 'CART_CLAIMED', message: messages.claimed(orderNo), details: { orderNo } };
  }
  const about = lastOrder && holds(lastOrder) ? { details: { orderNo: lastOrder.orderNo } } : {};
  return items.length === 0
    ? { status: 409, code: 'CART_EMPTY', message: messages.cartEmpty, ...about }
    : { status: 409, code: 'CART_CHANGED', message: messages.changed, ...about };
}

/**
 * Ends a claim. The event lists the lines that return: as many as fit. `next`: the lines that another order claims in the
 * same append. Pieces in both lists always return, because the other order takes them at once.
 */
function released({ orderNo, items }: Claim, cart: Cart, next: Lines = []): CartEvent {
  const handedOver = common(items, next);
  const free = minus(cart.items, minus(next, handedOver));
  return { type: 'CartClaimReleased', data: { orderNo, items: plus(handedOver, fitting(free, minus(items, handedOver))) } };
}

function checkOut({ orderNo, items }: CheckOut, cart: Cart): Decision<CartEvent> {
  const claim = claimOf(cart, orderNo);
  const bought = claim ? [...claim.items] : common(plus([], items), cart.items);
  const rest = claim ? cart.items : minus(cart.items, bought);
  // Another order's claim may still return a main product to the cart.
  const others = cart.claims.filter((other) => other !== claim).flatMap((other) => other.items);
  const orphans = [...rest, ...others].some(isMain) ? [] : rest;
  return accept<CartEvent>({ type: 'CartCheckedOut', data: { orderNo, items: bought } }, ...orphans.map(removed));
}

export function decide(command: CartCommand, cart: Cart): Decision<CartEvent> {
  switch (command.type) {
    case 'AddItem':
      return addItem(command, cart);
    case 'ChangeQuantity':
      return changeQuantity(command, cart);
    case 'ClaimLines':
      return claimLines(command, cart);
    case 'RefuseClaim':
      return claimOf(cart, command.orderNo)
        ? accept()
        : accept<CartEvent>({ type: 'CartClaimRefused', data: { orderNo: command.orderNo } });
    case 'ReleaseClaim': {
      const claim = claimOf(cart, command.orderNo);
      return claim ? accept(released(claim, cart)) : accept();
    }
    case 'CheckOut':
      return checkOut(command, cart);
    case 'HandOver':
      // An earlier hand-over has to end first, because the state holds one.
      if (cart.items.length === 0 || cart.handOver) return accept();
      return accept<CartEvent>({ type: 'CartHandedOver', data: { to: command.to, items: [...cart.items] } });
    case 'EndHandOver':
      return cart.handOver ? accept<CartEvent>({ type: 'CartHandOverEnded', data: { to: cart.handOver.to } }) : accept();
    case 'AdoptCart': {
      let room = MAX_LINES - cart.items.length;
      // More pieces of a line that the cart has need no room.
      const items = larger(cart.items, command.items).filter((item) => findLine(cart.items, item) !== undefined || room-- > 0);
      return accept<CartEvent>({ type: 'CartAdopted', data: { from: command.from, items } });
    }
    default: {
      const _: never = command;
      return accept();
    }
  }
}

export const cartDecider: Decider<Cart, CartCommand, CartEvent> = { initial: emptyCart, decide, evolve, limit, correlation };
