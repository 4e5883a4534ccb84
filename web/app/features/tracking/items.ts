import type { CartItem, ProductCard } from '@nordhaut/contracts';
import type { TrackedItem } from '@nordhaut/contracts/tracking';

type Products = ReadonlyMap<number, ProductCard>;
let loading: Promise<Products> | undefined;

/** The catalogue by id, loaded once; empty where it cannot be loaded. */
export const catalogue = (): Promise<Products> =>
  (loading ??= fetch('/api/products')
    .then((answer) => answer.json() as Promise<{ products: ProductCard[] }>)
    .then(({ products }) => new Map(products.map((product) => [product.productId, product])))
    .catch(() => {
      loading = undefined;
      return new Map();
    }));

/** A line in the shape of GA4; undefined where the catalogue does not have the product. */
export function itemOf(products: Products, { productId, quantity, tier }: CartItem): TrackedItem | undefined {
  const product = products.get(productId);
  if (!product) return undefined;
  const price = product.prices[tier] ?? product.prices.ORIGIN;
  return { item_id: String(productId), item_name: product.nameZh.slice(0, 100), item_variant: tier, price, quantity };
}

/** Items with their value, NT$; undefined without an item. */
export function priced(products: Products, lines: readonly CartItem[]) {
  const items = lines.flatMap((line) => itemOf(products, line) ?? []);
  const value = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return items.length > 0 ? { currency: 'TWD' as const, value, items } : undefined;
}

/** What was added from one state of the cart to the next, by the lines that this page changes. */
export function added(before: readonly CartItem[], after: readonly CartItem[], changed: ReadonlySet<string>): CartItem[] {
  return after.flatMap((line) => {
    if (!changed.has(`${line.productId}-${line.tier}`)) return [];
    const had = before.find(({ productId, tier }) => productId === line.productId && tier === line.tier)?.quantity ?? 0;
    return line.quantity > had ? [{ ...line, quantity: line.quantity - had }] : [];
  });
}

type PromotionLink = { pathname: string; textContent: string | null; dataset: { category?: string; promotion?: string } };

/**
 * A click on a promotion. Its category is that of the layout setting's slide (spec/1-catalogue-and-content §3). A link with a picture
 * alone has its name in `data-promotion`.
 */
export function promotionOf({ pathname, textContent, dataset: { category, promotion } }: PromotionLink) {
  const name = (promotion || textContent?.trim() || pathname).slice(0, 100);
  const id = decodeURIComponent(pathname).slice(0, 100);
  return { promotion_id: id, promotion_name: name, ...(category && { promotion_category: category }) };
}

/**
 * Whether a click on a link is one on a promotion: a campaign, or a banner (a slide or the popup of the home page, or the banner above
 * all pages). A banner that leads to a condition of the skin tells about the visitor, so it is none (decisions.md 82).
 */
export function isPromotion({ pathname, search }: Pick<URL, 'pathname' | 'search'>, isBanner: boolean): boolean {
  if (pathname.startsWith('/event/')) return true;
  return isBanner && !/^\/(?:skin-type|questionnaire)\/|[?&]feature=/.test(pathname + search);
}
