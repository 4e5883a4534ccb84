import type { CartItem, PriceTier } from '@nordhaut/contracts';
import type { DomainEvent, Recorded } from '@nordhaut/platform/decider';

/** The cart's story (spec/3-purchase-flow §4, "Cart"). A stream is `cart-{cartId}`. */
export type CartItemAdded = DomainEvent<'CartItemAdded', { productId: number; tier: PriceTier; quantity: number }>;
export type CartItemQuantityChanged = DomainEvent<'CartItemQuantityChanged', { productId: number; tier: PriceTier; quantity: number }>;
export type CartItemRemoved = DomainEvent<'CartItemRemoved', { productId: number; tier: PriceTier }>;
/** The lines of an order left the cart; what was added meanwhile stays. */
export type CartCheckedOut = DomainEvent<'CartCheckedOut', { orderNo: string; items: CartItem[] }>;

export type CartEvent = CartItemAdded | CartItemQuantityChanged | CartItemRemoved | CartCheckedOut;

/** Main lines first, additional-purchase lines after them, each in the order they came. */
export type Cart = { items: readonly CartItem[] };

export const emptyCart: Cart = { items: [] };

export const isMain = (item: Pick<CartItem, 'tier'>): boolean => item.tier !== 'ADDITIONAL';

export const findLine = (cart: Cart, productId: number, tier: PriceTier): CartItem | undefined =>
  cart.items.find((item) => item.productId === productId && item.tier === tier);

const without = (cart: Cart, productId: number, tier: PriceTier): CartItem[] =>
  cart.items.filter((item) => item.productId !== productId || item.tier !== tier);

const ordered = (items: CartItem[]): Cart => ({
  items: [...items.filter(isMain), ...items.filter((item) => !isMain(item))],
});

const setQuantity = (cart: Cart, productId: number, tier: PriceTier, quantity: number): Cart => ({
  items: cart.items.map((item) => (item.productId === productId && item.tier === tier ? { ...item, quantity } : item)),
});

export function evolve(cart: Cart, event: Recorded<CartEvent>): Cart {
  switch (event.type) {
    case 'CartItemAdded': {
      const { productId, tier, quantity } = event.data;
      const line = findLine(cart, productId, tier);
      return line ? setQuantity(cart, productId, tier, line.quantity + quantity) : ordered([...cart.items, { productId, tier, quantity }]);
    }
    case 'CartItemQuantityChanged':
      return setQuantity(cart, event.data.productId, event.data.tier, event.data.quantity);
    case 'CartItemRemoved':
      return { items: without(cart, event.data.productId, event.data.tier) };
    case 'CartCheckedOut':
      return event.data.items.reduce<Cart>((rest, bought) => {
        const line = findLine(rest, bought.productId, bought.tier);
        if (!line) return rest;
        return line.quantity > bought.quantity
          ? setQuantity(rest, bought.productId, bought.tier, line.quantity - bought.quantity)
          : { items: without(rest, bought.productId, bought.tier) };
      }, cart);
    default: {
      const _: never = event;
      return cart;
    }
  }
}
