import { type ProductDetail, ProductDetailAnswer, ProductListAnswer } from '@nordhaut/contracts';
import { productFeed } from '../features/catalogue/product-feed.ts';
import { load } from '../lib/load.ts';
import type { WebContext } from '../lib/web-context.ts';
import type { Route } from './+types/product-feed';

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

/** The products that can be bought, for shops of search engines and advertising (infra/decisions/123). */
export async function loader({ context }: Route.LoaderArgs) {
  const { products } = await load(context, ProductListAnswer, '/api/products');
  const details = await Promise.all(products.filter(({ available }) => available).map(({ slug }) => detailOf(context, slug)));
  const xml = productFeed(details.flat(), context.publicUrl, context.shop.brand);
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
