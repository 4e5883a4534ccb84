import type { CartItem, ProductCard } from '@nordhaut/contracts';

/** A cart line with what the catalogue says about it. NT$; `product` undefined: no longer in the catalogue. */
export type CartLine = {
  item: CartItem;
  product: ProductCard | undefined;
  name: string;
  unitPrice: number;
  subtotal: number;
  buyable: boolean;
};

const GONE = '已下架商品';

/** Main lines first, additional-purchase ones after (spec/3-purchase-flow §4, "Cart"). */
export function cartLines(items: readonly CartItem[], products: readonly ProductCard[]): CartLine[] {
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
    };
  };
  const isAdditional = ({ tier }: CartItem): boolean => tier === 'ADDITIONAL';
  return [...items.filter((item) => !isAdditional(item)), ...items.filter(isAdditional)].map(line);
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
