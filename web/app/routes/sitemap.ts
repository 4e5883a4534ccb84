import { CampaignListAnswer, PostListAnswer, ProductListAnswer, SKIN_TYPE_PAGES } from '@nordhaut/contracts';
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

type Entry = { path: string; changed?: string };

/** All pages of the articles' list, so that each article is in the map. */
async function allPosts(context: Route.LoaderArgs['context']) {
  const first = await load(context, PostListAnswer, '/api/content/posts');
  const rest = await Promise.all(
    Array.from({ length: first.pages - 1 }, (_, place) => load(context, PostListAnswer, `/api/content/posts?page=${place + 2}`)),
  );
  return [first, ...rest].flatMap(({ posts }) => posts);
}

/** The pages for search engines: home, list, what there is to read, legal texts, campaigns, and each product that can be bought. */
export async function loader({ context }: Route.LoaderArgs) {
  const [{ products }, posts, { events }] = await Promise.all([
    load(context, ProductListAnswer, '/api/products'),
    allPosts(context),
    load(context, CampaignListAnswer, '/api/content/events'),
  ]);
  const onSale = products.filter(({ available }) => available).map(({ slug }) => encodeURIComponent(slug));
  const newest = posts
    .map(({ changedAt }) => changedAt)
    .sort()
    .at(-1);
  const entries: Entry[] = [
    ...['/', '/product', ...PAGES, '/help/faq', '/event', '/comments'].map((path) => ({ path })),
    { path: '/blog', ...(newest && { changed: newest }) },
    ...onSale.flatMap((slug) => [{ path: `/product/${slug}` }, { path: `/comments/product/${slug}` }]),
    ...posts.map(({ slug, changedAt }) => ({ path: `/blog/${encodeURIComponent(slug)}`, changed: changedAt })),
    ...events.map(({ url }) => ({ path: `/event/${encodeURIComponent(url)}` })),
  ];
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${context.publicUrl}${path.replaceAll('&', '&amp;')}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
