import { ProductListAnswer, SKIN_TYPE_PAGES } from '@nordhaut/contracts';
import { load } from '../lib/load.ts';
import type { Route } from './+types/sitemap';

/** Pages whose content is part of a release. `/help/privacy` is the same as `/privacy` (decisions.md 101). */
const PAGES = [
  ...SKIN_TYPE_PAGES.map((type) => `/skin-type/${type}`),
  '/product-instruction',
  '/about',
  '/tattoo-care',
  '/vip-rights',
  '/help/cs-landing',
  '/help/contact-us',
  '/help/payment-options',
  '/help/return-order',
  '/help/termsAndConditions',
  '/privacy',
  '/corporate-gifts',
];

/** The pages for search engines: home, list, what there is to read, legal texts, and each product that can be bought. */
export async function loader({ context }: Route.LoaderArgs) {
  const { products } = await load(context, ProductListAnswer, '/api/products');
  const paths = [
    '/',
    '/product',
    ...PAGES,
    ...products.filter(({ available }) => available).map(({ slug }) => `/product/${encodeURIComponent(slug)}`),
  ];
  const urls = paths.map((path) => `<url><loc>${context.publicUrl}${path.replaceAll('&', '&amp;')}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
