import { get, wanted } from './shop.ts';

/** `price`: NT$, without membership */
type Product = { productId: number; slug: string; price: number };
/** The result of `setup()`, for all virtual users. */
export type Catalogue = { products: readonly Product[] };
type ProductCard = {
  productId: number;
  slug: string;
  type: string;
  available: boolean;
  isAdditional: boolean;
  prices: { ORIGIN: number };
};

/** Reads the products on sale. @throws JourneyFailed */
export async function readCatalogue(): Promise<Catalogue> {
  const { products } = wanted('products', await get<{ products: ProductCard[] }>('/api/products', { name: '/api/products' }));
  const sold = products.filter(({ available, isAdditional, type }) => available && !isAdditional && type === 'PRODUCT');
  return { products: sold.map(({ productId, slug, prices }) => ({ productId, slug, price: prices.ORIGIN })) };
}

/** Picks products at random. */
export const stockOf = ({ products }: Catalogue) => {
  const anyIndex = (): number => Math.floor(Math.random() * products.length);
  return {
    /** two different products, or the only one */
    two(): number[] {
      const first = anyIndex();
      const second = (first + 1 + Math.floor(Math.random() * (products.length - 1))) % products.length;
      return [...new Set([first, second])].flatMap((index) => products[index]?.productId ?? []);
    },
    one: (): Product => products[anyIndex()] as Product,
    slug: (): string => products[anyIndex()]?.slug ?? '',
  };
};
export type Stock = ReturnType<typeof stockOf>;
