import { MAX_QUANTITY, type CartItem, type PriceTier } from '@nordhaut/contracts';
import { accept, reject, type Decider, type Decision } from '@nordhaut/platform/decider';
import { emptyCart, evolve, findLine, isMain, type Cart, type CartEvent } from './cart.ts';
import { messages } from './messages.ts';

/** What the catalogue and the session say about a product at this moment; facts, not decisions. */
export type ProductFacts = {
  known: boolean;
  available: boolean;
  /** whether it has a price in the tier asked for */
  hasTier: boolean;
  isMember: boolean;
};

export type AddItem = { type: 'AddItem'; productId: number; tier: PriceTier; quantity: number; facts: ProductFacts };
export type ChangeQuantity = { type: 'ChangeQuantity'; productId: number; tier: PriceTier; quantity: number };
export type CheckOut = { type: 'CheckOut'; orderNo: string; items: CartItem[] };
export type CartCommand = AddItem | ChangeQuantity | CheckOut;

const MAX_LINES = 100;

function addItem(command: AddItem, cart: Cart): Decision<CartEvent> {
  const { productId, tier, quantity, facts } = command;
  if (!facts.known) return reject(404, 'PRODUCT_NOT_FOUND', messages.unknownProduct);
  if (!facts.hasTier) return reject(400, 'PRODUCT_NOT_SOLD_ALONE', messages.notForSale);
  if (!facts.available) return reject(409, 'PRODUCT_UNAVAILABLE', messages.unavailable);
  if (tier === 'MEMBER' && !facts.isMember) return reject(403, 'MEMBER_PRICE_ONLY', messages.memberOnly);

  const line = findLine(cart, productId, tier);
  if (tier === 'ADDITIONAL') {
    if (!cart.items.some(isMain)) return reject(409, 'ADDITIONAL_NEEDS_MAIN', messages.needsMainProduct);
    if (line) return reject(409, 'ADDITIONAL_ALREADY_ADDED', messages.additionalOnce);
    if (quantity !== 1) return reject(400, 'QUANTITY_OVER_LIMIT', messages.additionalOnce);
  }
  if ((line?.quantity ?? 0) + quantity > MAX_QUANTITY) return reject(400, 'QUANTITY_OVER_LIMIT', messages.overLimit);
  if (!line && cart.items.length >= MAX_LINES) return reject(409, 'CART_FULL', messages.cartFull);
  return accept<CartEvent>({ type: 'CartItemAdded', data: { productId, tier, quantity } });
}

function changeQuantity({ productId, tier, quantity }: ChangeQuantity, cart: Cart): Decision<CartEvent> {
  const line = findLine(cart, productId, tier);
  if (!line) return quantity < 1 ? accept() : reject(404, 'NOT_IN_CART', messages.notInCart);
  if (quantity < 1) return accept(...removal(cart, productId, tier));
  if (!isMain(line)) return quantity === 1 ? accept() : reject(400, 'QUANTITY_OVER_LIMIT', messages.additionalOnce);
  if (quantity > MAX_QUANTITY) return reject(400, 'QUANTITY_OVER_LIMIT', messages.overLimit);
  if (quantity === line.quantity) return accept();
  return accept<CartEvent>({ type: 'CartItemQuantityChanged', data: { productId, tier, quantity } });
}

/** Without a main product the additional-purchase lines go too (spec/3-purchase-flow §5). */
function removal(cart: Cart, productId: number, tier: PriceTier): CartEvent[] {
  const rest = cart.items.filter((item) => item.productId !== productId || item.tier !== tier);
  const orphans = rest.some(isMain) ? [] : rest;
  return [{ productId, tier }, ...orphans].map(removed);
}

const removed = ({ productId, tier }: Pick<CartItem, 'productId' | 'tier'>): CartEvent => ({
  type: 'CartItemRemoved',
  data: { productId, tier },
});

function checkOut({ orderNo, items }: CheckOut, cart: Cart): Decision<CartEvent> {
  const bought = items.filter((item) => findLine(cart, item.productId, item.tier));
  const rest = cart.items.filter((item) => {
    const line = findLine({ items: bought }, item.productId, item.tier);
    return !line || item.quantity > line.quantity;
  });
  const orphans = rest.some(isMain) ? [] : rest;
  return accept<CartEvent>({ type: 'CartCheckedOut', data: { orderNo, items: bought } }, ...orphans.map(removed));
}

export function decide(command: CartCommand, cart: Cart): Decision<CartEvent> {
  switch (command.type) {
    case 'AddItem':
      return addItem(command, cart);
    case 'ChangeQuantity':
      return changeQuantity(command, cart);
    case 'CheckOut':
      return checkOut(command, cart);
    default: {
      const _: never = command;
      return accept();
    }
  }
}

export const cartDecider: Decider<Cart, CartCommand, CartEvent> = { initial: emptyCart, decide, evolve };
