import { type ProductDetail, ProductDetailAnswer, ProductListAnswer } from '@nordhaut/contracts';
import { load } from '../../lib/load.ts';
import type { WebContext } from '../../lib/web-context.ts';

const GONE = Symbol('gone');

/** The product; none where it was hidden after the list was read. */
const detailOf = (context: WebContext, slug: string): Promise<ProductDetail[]> =>
  load(context, ProductDetailAnswer, `/api/products/${encodeURIComponent(slug)}`, () => GONE).then(
    ({ product }) => [product],
    (error: unknown) => {
      if (error === GONE) return [];
      throw error;
    },
  );

/** Every product that can be bought, for lists of all of them. */
export async function productsOnSale(context: WebContext): Promise<ProductDetail[]> {
  const { products } = await load(context, ProductListAnswer, '/api/products');
  return (await Promise.all(products.filter(({ available }) => available).map(({ slug }) => detailOf(context, slug)))).flat();
}
