import { get, wanted } from './shop.ts';

/** What `setup()` finds out once for all virtual users. */
export type Catalogue = { products: readonly { productId: number; slug: string }[] };
type ProductCard = { productId: number; slug: string; type: string; available: boolean; isAdditional: boolean };

/** Asks the shop what it sells. @throws JourneyFailed */
export async function readCatalogue(): Promise<Catalogue> {
  const { products } = wanted('products', await get<{ products: ProductCard[] }>('/api/products', { name: '/api/products' }));
  const sold = products.filter(({ available, isAdditional, type }) => available && !isAdditional && type === 'PRODUCT');
  return { products: sold.map(({ productId, slug }) => ({ productId, slug })) };
}

/** Picks from the catalogue at random, so that no product is everybody's. */
export const stockOf = ({ products }: Catalogue) => {
  const anyIndex = (): number => Math.floor(Math.random() * products.length);
  return {
    /** two different products, or one where there is but one */
    two(): number[] {
      const first = anyIndex();
      const second = (first + 1 + Math.floor(Math.random() * (products.length - 1))) % products.length;
      return [...new Set([first, second])].flatMap((index) => products[index]?.productId ?? []);
    },
    slug: (): string => products[anyIndex()]?.slug ?? '',
  };
};
export type Stock = ReturnType<typeof stockOf>;
