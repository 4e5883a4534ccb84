import { type CartAnswer, type CartItem, formatMoney, type PriceTier, type ProductCard, type Quote } from '@nordhaut/contracts';
import { lineKey } from '../../lib/stores/cart.ts';
import { messages } from '../checkout/messages.ts';

/** A cart line with its product, NT$. `product` undefined: no longer in the catalogue. */
export type CartLine = {
  item: CartItem;
  product: ProductCard | undefined;
  name: string;
  unitPrice: number;
  subtotal: number;
  /** the tier and its price: `會員價 NT$760` */
  cause: string;
  buyable: boolean;
  /** belongs to the order that waits for the bank: it can be paid again, but not changed */
  waiting: boolean;
};

const GONE = '已下架商品';
const CAUSES: Readonly<Record<PriceTier, string>> = { ORIGIN: '單價', MEMBER: '會員價', ADDITIONAL: '加購價' };

/**
 * Main lines first, then additional-purchase lines (spec/3-purchase-flow §4, "Cart"). The prices are those of the quote.
 * The catalogue's price is shown until the quote arrives, and for a line that the quote cannot have.
 */
export function cartLines(
  items: readonly CartItem[],
  products: readonly ProductCard[],
  quote: Quote | undefined,
  waiting: readonly CartItem[] = [],
): CartLine[] {
  const byId = new Map(products.map((product) => [product.productId, product]));
  const quoted = new Map(quote?.products.map((line) => [keyOf(line), line]));
  const waitingKeys = new Set(waiting.map(keyOf));
  const line = (item: CartItem): CartLine => {
    const product = byId.get(item.productId);
    const priced = quoted.get(keyOf(item));
    const unitPrice = priced?.unitPrice ?? product?.prices[item.tier] ?? 0;
    return {
      item,
      product,
      name: product?.nameZh ?? GONE,
      unitPrice,
      subtotal: priced?.quantity === item.quantity ? priced.subtotal : unitPrice * item.quantity,
      cause: `${CAUSES[item.tier]} ${formatMoney(unitPrice)}`,
      buyable: product?.available === true && unitPrice > 0,
      waiting: waitingKeys.has(keyOf(item)),
    };
  };
  const isAdditional = ({ tier }: CartItem): boolean => tier === 'ADDITIONAL';
  return [...items.filter((item) => !isAdditional(item)), ...items.filter(isAdditional)].map(line);
}

const keyOf = ({ productId, tier }: Pick<CartItem, 'productId' | 'tier'>): string => lineKey(productId, tier);

type Claimed = CartAnswer['claimed'];

/** Lines of the order that waits for the bank. `atBank`: its number; undefined if there is no such order. */
export const waitingItems = (claimed: Claimed, atBank: string | undefined): readonly CartItem[] =>
  claimed.find(({ orderNo }) => orderNo === atBank)?.items ?? [];

/** What this page can order: the cart, and the lines of the order that waits for the bank, because the next order replaces it. */
export function orderableItems(
  { items, claimed }: { items: readonly CartItem[]; claimed: Claimed },
  atBank: string | undefined,
): readonly CartItem[] {
  const all = new Map(items.map((item) => [keyOf(item), item]));
  for (const item of waitingItems(claimed, atBank))
    all.set(keyOf(item), { ...item, quantity: item.quantity + (all.get(keyOf(item))?.quantity ?? 0) });
  return [...all.values()];
}

/** The lines as text. Two carts with the same lines in another order have the same text. */
export const contentsKey = (items: readonly CartItem[]): string =>
  items
    .map((item) => `${keyOf(item)}-${item.quantity}`)
    .sort()
    .join(',');

export const hasMain = (items: readonly CartItem[]): boolean => items.some(({ tier }) => tier !== 'ADDITIONAL');

/** Why no step follows the cart, for the buyer; undefined: the checkout may go on. */
export function cartProblem(lines: readonly CartLine[]): string | undefined {
  if (lines.length === 0) return messages.cartEmpty;
  if (!hasMain(lines.map(({ item }) => item))) return messages.needsMainProduct;
  const gone = lines.filter(({ buyable }) => !buyable);
  if (gone.length === 0) return undefined;
  const names = gone.map(({ name }) => `「${name}」`).join('');
  return `${names}商品缺貨中，${gone.some(({ waiting }) => waiting) ? messages.goneAtBank : '請自購物車移除後再結帳'}`;
}

export type AdditionalOffer = { product: ProductCard; price: number; added: boolean };

/** The products that can be added at a lower price, each once. */
export const additionalOffers = (items: readonly CartItem[], products: readonly ProductCard[]): AdditionalOffer[] =>
  products.flatMap((product) => {
    const price = product.prices.ADDITIONAL;
    if (!product.isAdditional || !product.available || price === null) return [];
    return [{ product, price, added: items.some((item) => item.productId === product.productId && item.tier === 'ADDITIONAL') }];
  });
