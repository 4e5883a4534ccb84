import { ProductDetailAnswer, ProductListAnswer } from '@nordhaut/contracts';
import { productFeed } from '../features/catalogue/product-feed.ts';
import { load } from '../lib/load.ts';
import type { Route } from './+types/product-feed';

/** The products that can be bought, for shops of search engines and advertising (infra/decisions/123). */
export async function loader({ context }: Route.LoaderArgs) {
  const { products } = await load(context, ProductListAnswer, '/api/products');
  const details = await Promise.all(
    products
      .filter(({ available }) => available)
      .map(async ({ slug }) => (await load(context, ProductDetailAnswer, `/api/products/${encodeURIComponent(slug)}`)).product),
  );
  const xml = productFeed(details, context.publicUrl, context.shop.brand);
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
