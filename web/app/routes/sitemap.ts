import { ProductListAnswer } from '@nordhaut/contracts';
import { load } from '../lib/load.ts';
import type { Route } from './+types/sitemap';

/** The pages for search engines: home, list, legal texts, and each product that can be bought. */
export async function loader({ context }: Route.LoaderArgs) {
  const { products } = await load(context, ProductListAnswer, '/api/products');
  const paths = [
    '/',
    '/product',
    '/privacy',
    '/help/termsAndConditions',
    ...products.filter(({ available }) => available).map(({ slug }) => `/product/${encodeURIComponent(slug)}`),
  ];
  const urls = paths.map((path) => `<url><loc>${context.publicUrl}${path.replaceAll('&', '&amp;')}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
