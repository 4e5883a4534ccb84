import type { CartAnswer, CartItem, ProductCard } from '@nordhaut/contracts';

/** A cart line with what the catalogue says about it. NT$; `product` undefined: no longer in the catalogue. */
export type CartLine = {
  item: CartItem;
  product: ProductCard | undefined;
  name: string;
  unitPrice: number;
  subtotal: number;
  buyable: boolean;
  /** belongs to the order that waits at the bank: it can be paid anew, but not changed */
  waiting: boolean;
};

const GONE = '已下架商品';

/** Main lines first, additional-purchase ones after (spec/3-purchase-flow §4, "Cart"). */
export function cartLines(items: readonly CartItem[], products: readonly ProductCard[], waiting: readonly CartItem[] = []): CartLine[] {
  const byId = new Map(products.map((product) => [product.productId, product]));
  const line = (item: CartItem): CartLine => {
    const product = byId.get(item.productId);
    const unitPrice = product?.prices[item.tier] ?? 0;
    return {
      item,
      product,
      name: product?.nameZh ?? GONE,
      unitPrice,
      subtotal: unitPrice * item.quantity,
      buyable: product?.available === true && unitPrice > 0,
      waiting: waiting.some((other) => lineOf(other) === lineOf(item)),
    };
  };
  const isAdditional = ({ tier }: CartItem): boolean => tier === 'ADDITIONAL';
  return [...items.filter((item) => !isAdditional(item)), ...items.filter(isAdditional)].map(line);
}

const lineOf = ({ productId, tier }: CartItem): string => `${productId}-${tier}`;

type Claimed = CartAnswer['claimed'];

/** Lines that the order at the bank holds; undefined as its number: none waits there. */
export const waitingItems = (claimed: Claimed, atBank: string | undefined): readonly CartItem[] =>
  claimed.find(({ orderNo }) => orderNo === atBank)?.items ?? [];

/**
 * What this page can order: the cart, and the lines of the order that waits at the bank, which the next order takes the
 * place of.
 */
export function orderableItems(
  { items, claimed }: { items: readonly CartItem[]; claimed: Claimed },
  atBank: string | undefined,
): readonly CartItem[] {
  const all = new Map(items.map((item) => [lineOf(item), item]));
  for (const item of waitingItems(claimed, atBank))
    all.set(lineOf(item), { ...item, quantity: item.quantity + (all.get(lineOf(item))?.quantity ?? 0) });
  return [...all.values()];
}

const keyOf = ({ productId, tier, quantity }: CartItem): string => `${productId}-${tier}-${quantity}`;

/** Whether two carts hold the same, in whatever order. */
export function sameItems(one: readonly CartItem[], other: readonly CartItem[]): boolean {
  const known = new Set(one.map(keyOf));
  return one.length === other.length && other.every((item) => known.has(keyOf(item)));
}

export const hasMain = (items: readonly CartItem[]): boolean => items.some(({ tier }) => tier !== 'ADDITIONAL');

/** Names of the lines that stop checkout. */
export const notBuyable = (lines: readonly CartLine[]): string[] => lines.filter(({ buyable }) => !buyable).map(({ name }) => name);

export type AdditionalOffer = { product: ProductCard; price: number; added: boolean };

/** What may be added at a lower price, once each. */
export const additionalOffers = (items: readonly CartItem[], products: readonly ProductCard[]): AdditionalOffer[] =>
  products.flatMap((product) => {
    const price = product.prices.ADDITIONAL;
    if (!product.isAdditional || !product.available || price === null) return [];
    return [{ product, price, added: items.some((item) => item.productId === product.productId && item.tier === 'ADDITIONAL') }];
  });
