import type { CartAnswer, CartItem, PriceTier } from '@nordhaut/contracts';
import { create } from 'zustand';
import { type ApiResult, call, type CallOptions, type Reader } from '../api.ts';

type CartState = {
  /** `unknown` until the first answer. The server holds the cart; this state is its last answer. */
  status: 'unknown' | 'ready' | 'failed';
  cartId: string | null;
  items: readonly CartItem[];
  /** lines of unfinished orders, for example of one that waits for the bank */
  claimed: CartAnswer['claimed'];
  revision: number;
  /** lines with a change in progress, by `lineKey` */
  pending: ReadonlySet<string>;
};

export const useCart = create<CartState>()(() => ({
  status: 'unknown',
  cartId: null,
  items: [],
  claimed: [],
  revision: -1,
  pending: new Set(),
}));

/** Written without zod, because every page loads the cart and zod exceeds the budget of the content pages. */
const cartAnswer: Reader<CartAnswer> = {
  safeParse(json) {
    const data = json as Partial<CartAnswer> | null | undefined;
    const fits =
      Array.isArray(data?.items) &&
      Array.isArray(data.claimed) &&
      typeof data.revision === 'number' &&
      data.items.every(({ productId, quantity }) => Number.isInteger(productId) && Number.isInteger(quantity));
    return fits ? { success: true, data: data as CartAnswer } : { success: false };
  },
};

export const lineKey = (productId: number, tier: PriceTier): string => `${productId}-${tier}`;

/** Pieces in the cart. */
export const countItems = (items: readonly CartItem[]): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

/** Loads the cart from the server. After an order it is a new, empty cart. */
export const refreshCart = (): Promise<ApiResult<CartAnswer>> =>
  inTurn(async () => {
    const result = await call(cartAnswer, '/api/cart');
    if (result.ok) take(result.data);
    else if (useCart.getState().status === 'unknown') useCart.setState({ status: 'failed' });
    return result;
  });

/** Adds `quantity` pieces. Guests buy in the tier ORIGIN. */
export const addToCart = (
  productId: number,
  quantity: number,
  tier: PriceTier = 'ORIGIN',
  idempotencyKey?: string,
): Promise<ApiResult<CartAnswer>> =>
  change(lineKey(productId, tier), '/api/cart/items', { method: 'POST', body: { productId, quantity, tier }, idempotencyKey });

/** Sets a line's quantity; under 1 removes it. */
export const changeCartItem = (productId: number, quantity: number, tier: PriceTier = 'ORIGIN'): Promise<ApiResult<CartAnswer>> =>
  change(lineKey(productId, tier), `/api/cart/items/${productId}`, { method: 'PATCH', body: { quantity, tier } });

export const removeCartItem = (productId: number, tier: PriceTier = 'ORIGIN'): Promise<ApiResult<CartAnswer>> =>
  change(lineKey(productId, tier), `/api/cart/items/${productId}?tier=${tier}`, { method: 'DELETE' });

function change(key: string, path: string, options: CallOptions): Promise<ApiResult<CartAnswer>> {
  markPending(key, true);
  return inTurn(async () => {
    const result = await call(cartAnswer, path, options);
    if (result.ok) take(result.data);
    return result;
  }).finally(() => markPending(key, false));
}

/** Runs one call after another. Two quick clicks are two changes in the order of the clicks, and an older answer never replaces a newer one. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

function take({ cartId, items, claimed, revision }: CartAnswer): void {
  useCart.setState({ status: 'ready', cartId, items, claimed, revision });
}

function markPending(key: string, on: boolean): void {
  useCart.setState(({ pending }) => {
    const next = new Set(pending);
    if (on) next.add(key);
    else next.delete(key);
    return { pending: next };
  });
}
