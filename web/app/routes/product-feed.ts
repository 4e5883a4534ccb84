import { productFeed } from '../features/catalogue/product-feed.ts';
import { productsOnSale } from '../features/catalogue/products-on-sale.ts';
import type { Route } from './+types/product-feed';

/** The products that can be bought, for shops of search engines and advertising (infra/decisions/123). */
export async function loader({ context }: Route.LoaderArgs) {
  const xml = productFeed(await productsOnSale(context), context.publicUrl, context.shop.brand);
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
